"""GPU code as text (PTX), compiled once and kept in the cache: where it is kept, no compiler is needed.

``python -m flagfall.fast.ptx 9.0`` compiles for a compute capability ahead of time, also on a machine
without a GPU; with ``FLAGFALL_CACHE`` set, the folder can be taken to another.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any, TypeAlias

from flagfall.fast.compile import ENTRIES, POWER_ENTRIES, code_folder, for_cuda
from flagfall.fast.layout import AnyArray

Pointer: TypeAlias = Callable[[AnyArray], int]
"""What gives the address of an array on the GPU."""

ARGUMENTS = {
    "deal_all": "i i w2 w2 w2 w2 w1 w1 i",
    "step_all": "i i w2 w2 w1 b1 b1 w2 w2 i i",
    "play_all": "i i w2 w2 i w2 w2 w2 i i",
    "find_all": "i i w2 w2 w2",
    "see_all": "i i w2 w2 w2 u3 u2 i",
    "sum_up_all": "i i w2 w2 u2",
    "legal_all": "i i w2 w2 w2 u2",
    "recall_all": "i i w2 w2 u3",
    "list_all": "i i w2 w2 w2 w2",
}
"""The arguments of each entry: i a number, w words (int64), b and u bytes (int8, uint8), with dimensions."""


def kernel(entry: str, capability: tuple[int, int], powers: bool = False) -> str:
    """The PTX of an entry for a compute capability, from the cache or compiled now."""
    file = code_folder(powers) / f"{entry}.sm_{capability[0]}{capability[1]}.ptx"
    if not file.exists():
        text = _compiled(entry, capability, powers)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(text)
        part.replace(file)
    return file.read_text()


def _compiled(entry: str, capability: tuple[int, int], powers: bool) -> str:
    functions = for_cuda(powers=powers)
    numba: Any = import_module("numba")
    cuda: Any = import_module("numba.cuda")
    element = {"w": numba.int64, "b": numba.int8, "u": numba.uint8}
    types = []
    for word in ARGUMENTS[entry].split():
        if word == "i":
            types.append(numba.int64)
        else:
            types.append(numba.types.Array(element[word[0]], int(word[1]), "C"))
    with _target(capability):
        text, _ = cuda.compile_ptx(getattr(functions, entry), tuple(types), cc=capability)
    return str(text)


@contextmanager
def _target(capability: tuple[int, int]) -> Iterator[None]:
    """Compile device functions for a capability, not for the GPU of this machine, which may have none."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


def _capability(word: str) -> tuple[int, int]:
    major, _, minor = word.partition(".")
    return int(major), int(minor or 0)


def main(arguments: list[str]) -> None:
    """Compile all entries for the compute capabilities named, such as ``9.0``."""
    parser = argparse.ArgumentParser(prog="python -m flagfall.fast.ptx", description=main.__doc__)
    parser.add_argument("capability", nargs="+", type=_capability, help="such as 9.0")
    for capability in parser.parse_args(arguments).capability:
        for powers in (False, True):
            for entry in POWER_ENTRIES if powers else ENTRIES:
                kernel(entry, capability, powers)
    sys.stdout.write(f"{code_folder()}\n{code_folder(powers=True)}\n")


def parameters(entry: str, args: tuple[AnyArray, ...], pointer: Pointer) -> list[int]:
    """The 64-bit words that a kernel of numba-cuda takes for its arguments.

    An array is seven words and more: two that are not used, its size, the bytes of an element, its address,
    and for each dimension the length, then the stride.
    """
    words: list[int] = []
    for kind, value in zip(ARGUMENTS[entry].split(), args, strict=True):
        if kind == "i":
            words.append(int(value))
            continue
        size = 8 if kind[0] == "w" else 1
        shape = tuple(value.shape)
        strides, step = [], size
        for length in reversed(shape):
            strides.append(step)
            step *= length
        words += [0, 0, step // size, size, pointer(value), *shape, *reversed(strides)]
    return words


if __name__ == "__main__":
    main(sys.argv[1:])
