"""Python functions as machine code, compiled by Numba."""

# ruff: noqa: E402 - what is missing is said before it is imported
from __future__ import annotations

from flagfall.core.extras import need

need("this bot", "play", "numba")

import zlib
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar, cast

import numba

from flagfall.fast.compile import NUMBERS_ONLY

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, for use by other compiled functions."""
    return cast(F, numba.njit(**NUMBERS_ONLY)(function))


def entry(function: F) -> F:
    """The function as machine code, for use by Python: kept on disk with all that it calls.

    To see whether the code on disk is still good, Numba looks only at the file of this one function and at
    what it closes over. So it should close over the `stamp` of all the files that it is made from.
    """
    return cast(F, numba.njit(**NUMBERS_ONLY, nogil=True, cache=True)(function))


def stamp(*modules: str) -> int:
    """A checksum of the text of modules, each ``package/name``."""
    found = 0
    for module in modules:
        package, _, name = module.partition("/")
        found = zlib.crc32(files(package).joinpath(f"{name}.py").read_bytes(), found)
    return found
