"""Batches on the CPU: NumPy arrays, loops compiled by Numba, on one thread or several."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from flagfall.fast.compile import alone, for_cpu
from flagfall.fast.compile_news import tell_of_compiling
from flagfall.fast.layout import AnyArray

ALIGNMENT = 64
"""JAX copies what does not begin at a multiple of so many bytes."""


class Cpu:
    """The CPU as a place for batches."""

    device = "cpu"

    def __init__(self, threads: int = 1, powers: bool = False) -> None:
        self.threads, self.powers = max(1, threads), powers
        self.functions = for_cpu(powers)
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def words(self, words: int, games: int) -> AnyArray:
        """Zeroes, ``[words, games]``, the words of a game beside each other in memory."""
        return np.zeros((max(games, 2), words), np.int64).T[:, :games]

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> AnyArray:
        """An array of zeroes, where other libraries can take it over as it is."""
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        raw = np.zeros(size + ALIGNMENT, np.uint8)
        start = -raw.ctypes.data % ALIGNMENT
        return raw[start : start + size].view(dtype).reshape(shape)

    def array(self, values: AnyArray, dtype: npt.DTypeLike) -> AnyArray:
        """Values as an array, without a copy where they are one already (also a tensor of PyTorch)."""
        return np.ascontiguousarray(values, dtype)

    def host(self, array: AnyArray) -> AnyArray:
        """An array as a NumPy array."""
        return array

    def copy(self, array: AnyArray) -> AnyArray:
        """A copy that is laid out alike."""
        return array.copy(order="K")

    def assign(self, array: AnyArray, values: AnyArray) -> None:
        """Overwrite an array."""
        array[...] = values

    def call(self, entry: str, count: int, *args: AnyArray) -> None:
        """Run an entry over ``count`` games or rows."""
        function = getattr(self.functions, entry)
        args = tuple(_wide(arg) for arg in args)
        if not function.signatures:
            with alone(self.powers):
                tell_of_compiling(entry, self.powers)
                function(0, 0, *args)
        if self.pool is None:
            function(0, count, *args)
            return
        cuts = [count * k // self.threads for k in range(self.threads + 1)]
        parts = [self.pool.submit(function, low, high, *args) for low, high in pairwise(cuts) if low < high]
        for part in parts:
            part.result()


def _wide(arg: AnyArray) -> AnyArray:
    """The words of a single game with those of one that is not played.

    NumPy holds one column to be laid out in every way at once, and Numba would compile for that again.
    """
    if (
        isinstance(arg, np.ndarray)
        and arg.ndim == 2
        and arg.shape[1] == 1
        and isinstance(arg.base, np.ndarray)
    ):
        return arg.base.T
    return arg
