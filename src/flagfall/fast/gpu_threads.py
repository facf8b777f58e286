"""The functions that a GPU has of its own. Needs numba-cuda: imported only to compile."""

from __future__ import annotations

from importlib import import_module
from typing import Any

cuda: Any = import_module("numba.cuda")


def begin(low: int) -> int:
    """The first game of this thread."""
    return low + int(cuda.grid(1))


def stride() -> int:
    """From one game of this thread to the next."""
    return int(cuda.gridsize(1))


def popcount(word: int) -> int:
    """How many bits are set."""
    return int(cuda.popc(word))


def highest(word: int) -> int:
    """The number of the highest bit of a word that is not 0."""
    return 63 - int(cuda.clz(word))
