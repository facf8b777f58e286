"""From the plain functions to machine code: Numba for the CPU, numba-cuda for NVIDIA GPUs.

All functions of `SOURCES` are copied into one namespace and compiled there, so compiled functions find
compiled ones. Only `BITS`, `begin` and `stride` are written apart for each machine. Games with powers have a
namespace of their own (`POWER_SOURCES`), in which functions of the same name take the place of the others: so
games without powers do not pay for them.

What is compiled is kept in the user's cache folder, in a folder named by a hash of the sources: an edit of
any rule makes a new one. Nothing here imports Numba before it is needed.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flagfall.core.extras import need
from flagfall.fast import (
    batch_loops,
    deal,
    layout,
    observation_bytes,
    observe,
    philox,
    piece_memory,
    play,
    recent_moves,
    repetition,
    rules,
    square_sets,
)
from flagfall.fast import powers as with_powers
from flagfall.fast.powers import deal as power_deal
from flagfall.fast.powers import layout as power_layout
from flagfall.fast.powers import legal_actions, repeats, turns, uses
from flagfall.fast.powers import loops as power_loops
from flagfall.fast.powers import observation_bytes as power_observation_bytes
from flagfall.fast.powers import observe as power_observe
from flagfall.fast.powers import play as power_play

SOURCES = (
    square_sets,
    philox,
    rules,
    layout,
    repetition,
    recent_moves,
    piece_memory,
    deal,
    play,
    observe,
    batch_loops,
)
POWER_SOURCES = (
    *SOURCES,
    power_layout,
    repeats,
    uses,
    legal_actions,
    turns,
    power_deal,
    power_play,
    power_observe,
    power_loops,
)
"""Where these have functions of the same name, the later ones hold."""
ENTRIES = tuple(name for name in vars(batch_loops) if name.endswith("_all"))
"""The functions that are called from outside."""
POWER_ENTRIES = (*ENTRIES, *(name for name in vars(power_loops) if name.endswith("_all")))
RARE = ("scattered", "fresh", "without_chase", "note_move")
"""Big functions for rare moments: called, while all others are copied into their callers."""
POWER_RARE = (
    *RARE,
    "find_actions",
    "count_carefully",
    "performed",
    "nth_by_piece",
    "nth_answer",
    "nth_of",
    "nth_of_others",
    "moves_from",
    "any_action",
    "stuck_for_good",
    "is_legal",
    "placed_army",
    "returns",
    "shut_now",
    "without_closed",
    "friend_square",
    "add_switches",
    "direction",
)


NUMBERS_ONLY: Mapping[str, Any] = {"error_model": "numpy", "_nrt": False}
"""How Numba compiles: nothing raises, and no array is made or kept, so that references need not be counted.
Counting them, atomically, took three quarters of the time of a half-move with powers."""
BITS = ("popcount", "highest")
"""What is one instruction of a machine, and not of Python."""


def sources(powers: bool) -> tuple[types.ModuleType, ...]:
    """The modules whose functions are compiled, for games with or without powers."""
    return POWER_SOURCES if powers else SOURCES


def source_hash(powers: bool = False) -> str:
    """A hash of the sources; Numba itself looks after the versions that compile them."""
    digest = hashlib.blake2b(digest_size=8)
    named = (observation_bytes, power_observation_bytes) if powers else (observation_bytes,)
    for module in (*sources(powers), *named, sys.modules[__name__]):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where compiled code is kept: ``FLAGFALL_CACHE``, or the user's own cache folder."""
    given = os.environ.get("FLAGFALL_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "flagfall" / "fast"


def code_folder(powers: bool = False) -> Path:
    """The folder of these very sources within the cache."""
    return cache_folder() / source_hash(powers)


@contextmanager
def alone(powers: bool = False) -> Iterator[None]:
    """Compile while no other process does; one that waited finds in the cache what the other has compiled."""
    try:
        import fcntl

        code_folder(powers).mkdir(parents=True, exist_ok=True)
        file = (code_folder(powers) / "lock").open("w")
    except (ImportError, OSError):  # no such locks, or no place for them: each compiles for itself
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compiled(
    inner: Callable[..., Any],
    apart: Callable[..., Any],
    outer: Callable[..., Any],
    replaced: Mapping[str, Any],
    powers: bool = False,
) -> SimpleNamespace:
    """All sources in one namespace, each function compiled as an entry, a rare one, or an inner one."""
    space: dict[str, Any] = {"__name__": batch_loops.__name__, "__builtins__": __builtins__}
    functions: dict[str, types.FunctionType] = {}
    entries, rare = (POWER_ENTRIES, POWER_RARE) if powers else (ENTRIES, RARE)
    for module in sources(powers):
        own = module.__name__.startswith(with_powers.__name__)
        for name, value in vars(module).items():
            if name.startswith("__"):
                continue
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                assert own or name not in functions, f"two functions are called {name}"
                functions[name] = value
            elif isinstance(value, int | tuple) or (isinstance(value, type) and issubclass(value, tuple)):
                assert space.setdefault(name, value) == value, f"two values are called {name}"
    for name, function in functions.items():
        copy = types.FunctionType(function.__code__, space, name, function.__defaults__)
        space[name] = (outer if name in entries else apart if name in rare else inner)(copy)
    space.update(replaced)
    return SimpleNamespace(**{name: space[name] for name in functions})


@cache
def for_cpu(powers: bool = False) -> SimpleNamespace:
    """The functions compiled by Numba; entries are read from the cache where they are in it."""
    need("the batch simulator", "fast", "numba")
    numba: Any = import_module("numba")
    nb: Any = import_module("numba.types")
    extending: Any = import_module("numba.extending")

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def popcount(typing: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return nb.int64(nb.int64), code

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def highest(typing: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], context.get_constant(nb.boolean, True))
            return builder.sub(context.get_constant(nb.int64, 63), zeros)

        return nb.int64(nb.int64), code

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(code_folder(powers))
    try:
        return compiled(
            numba.njit(**NUMBERS_ONLY, forceinline=True),
            numba.njit(**NUMBERS_ONLY),
            numba.njit(**NUMBERS_ONLY, nogil=True, cache=True),
            {"popcount": popcount, "highest": highest},
            powers,
        )
    finally:
        numba.config.CACHE_DIR = before


def for_cuda(simulated: bool = False, powers: bool = False) -> SimpleNamespace:
    """The functions as numba-cuda compiles them: entries are kernels, the rest is device code."""
    import numpy as np

    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 has dropped
        np.row_stack = np.vstack
    from flagfall.fast import gpu_threads

    cuda = gpu_threads.cuda

    device = cuda.jit(device=True) if simulated else cuda.jit(device=True, forceinline=True)
    replaced = {name: device(getattr(gpu_threads, name)) for name in ("begin", "stride", *BITS)}
    if simulated:
        for name in BITS:
            del replaced[name]
    outer = cuda.jit if simulated else (lambda function: function)
    return compiled(device, cuda.jit(device=True), outer, replaced, powers)
