"""Loops over the games of a batch: on the CPU from ``low`` to ``high``, on the GPU one thread a game.

`begin` and `stride` say which games are mine; the GPU has its own. Plain functions, compiled by
`flagfall.fast.compile`; these alone are called from outside.
"""

from __future__ import annotations

from flagfall.fast.layout import Array
from flagfall.fast.observe import Bytes, legal_row, observe_board, observe_row, recall
from flagfall.fast.play import deal_game, find_game, play_game, step_game
from flagfall.fast.square_sets import COLUMNS


def begin(low: int) -> int:
    """The first game of this thread."""
    return low


def stride() -> int:
    """From one game of this thread to the next."""
    return 1


def deal_all(
    low: int,
    high: int,
    a: Array,
    m: Array,
    table: Array,
    setups: Array,
    first: Array,
    second: Array,
    key: int,
) -> None:
    """Deal games again, but those whose ``first`` is below -1."""
    for g in range(begin(low), high, stride()):
        if first[g] >= -1:
            deal_game(a, m, g, table, setups, int(first[g]), int(second[g]), g, key)


def step_all(
    low: int,
    high: int,
    a: Array,
    m: Array,
    actions: Array,
    result: Array,
    ending: Array,
    table: Array,
    setups: Array,
    key: int,
    again: int,
) -> None:
    """Play one action in each game."""
    for g in range(begin(low), high, stride()):
        step_game(a, m, g, int(actions[g]), result, ending, table, setups, g, key, again)


def play_all(
    low: int,
    high: int,
    a: Array,
    m: Array,
    plies: int,
    tally: Array,
    table: Array,
    setups: Array,
    key: int,
    again: int,
) -> None:
    """Play random moves in each game."""
    for g in range(begin(low), high, stride()):
        play_game(a, m, g, plies, tally, table, setups, g, key, again)


def find_all(low: int, high: int, a: Array, m: Array, table: Array) -> None:
    """Find the legal moves of games again."""
    for g in range(begin(low), high, stride()):
        find_game(a, m, g, table)


def see_all(
    low: int, high: int, a: Array, m: Array, table: Array, planes: Bytes, truth: Bytes, public: int
) -> None:
    """Write the planes of games; low, high and the threads count rows, ten a game."""
    for i in range(begin(low), high, stride()):
        observe_row(a, m, i // COLUMNS, i % COLUMNS, table, planes, truth, public)


def sum_up_all(low: int, high: int, a: Array, table: Array, vector: Bytes) -> None:
    """Write the vectors of games."""
    for g in range(begin(low), high, stride()):
        observe_board(a, g, table, vector)


def legal_all(low: int, high: int, a: Array, m: Array, table: Array, legal: Bytes) -> None:
    """Write the legal actions of games; low, high and the threads count rows, ten a game."""
    for i in range(begin(low), high, stride()):
        legal_row(a, m, i // COLUMNS, i % COLUMNS, table, legal)


def recall_all(low: int, high: int, a: Array, table: Array, moves: Bytes) -> None:
    """Write the last half-moves of games."""
    for g in range(begin(low), high, stride()):
        recall(a, g, table, moves)
