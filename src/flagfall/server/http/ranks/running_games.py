"""Positions and set-ups of one's own running games, which nobody may have analysed.

A position is that of a game if the asker's pieces stand as they do there, and enemies on the same squares:
that is what the asker knows. It counts as the same where a piece or two stand elsewhere, from either side of
the board, and in whatever edition it is asked about. A set-up is that of a game in the same way, mirrored
too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import STRIDE, Board
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.advised_table import refuse_running

NEAR = 4
"""Squares in which two positions may differ and still be taken for the same: two pieces that have moved."""

Placed: TypeAlias = frozenset[tuple[int, str]]
"""Where pieces stand and what they are; of the enemy only where."""


def _known(view: RankView, seat: int) -> Placed:
    return frozenset((piece.square, piece.kind if piece.seat == seat else "") for piece in view.pieces)


def same_position(running: RankView, seat: int, asked: RankState) -> bool:
    """Whether a position is what a seat knows of a running game, or nearly so."""
    known = _known(running, seat)
    return any(
        len(known ^ other) <= NEAR
        for own in (0, 1)
        for other in (_known(asked.view(own), own), _turned(asked, own))
    )


def _turned(asked: RankState, own: int) -> Placed:
    """The position as it looks from the other side of the board."""
    board = asked.rules.board
    return frozenset((board.mirrored(square), kind) for square, kind in _known(asked.view(own), own))


def same_setup(running: Deploy, asked: Deploy, board: Board) -> bool:
    """Whether a set-up is that of a running game, or nearly so."""
    known = frozenset(running.pieces)

    def flipped(square: int) -> int:
        return square + board.width - 1 - 2 * (square % STRIDE)

    ways: tuple[Callable[[int], int], ...] = (
        lambda square: square,
        flipped,
        board.mirrored,
        lambda square: flipped(board.mirrored(square)),
    )
    return any(
        len(known ^ frozenset((way(square), kind) for square, kind in asked.pieces)) <= NEAR for way in ways
    )


async def refuse_running_position(tables: Tables, person: str, asked: Iterable[RankState]) -> None:
    """Refuse positions of the person's own running games."""
    positions = tuple(asked)

    def same(state: object, seat: int) -> bool:
        if not isinstance(state, RankState):
            return False
        return any(same_position(state.view(seat), seat, position) for position in positions)

    await refuse_running(tables, person, lambda table_state, _: table_state.state, same)


async def refuse_running_setup(tables: Tables, person: str, asked: Deploy, board: Board) -> None:
    """Refuse the set-ups of the person's own running games."""

    def same(setup: object, _: int) -> bool:
        return isinstance(setup, Deploy) and same_setup(setup, asked, board)

    await refuse_running(tables, person, lambda table_state, seat: table_state.setups[seat], same)
