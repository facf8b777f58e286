"""Loops over the games of a batch that only games with powers have. Plain functions."""

from __future__ import annotations

from flagfall.fast.batch_loops import begin, stride
from flagfall.fast.layout import Array
from flagfall.fast.powers.observe import list_game


def list_all(low: int, high: int, a: Array, m: Array, table: Array, actions: Array) -> None:
    """Write lists of the legal actions of games."""
    for g in range(begin(low), high, stride()):
        list_game(a, m, g, table, actions)
