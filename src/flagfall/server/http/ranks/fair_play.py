"""Positions and set-ups of one's own running games, which nobody may have analysed.

A position is that of a game if the asker's ranks stand as they do there, and enemies on the same squares:
that is what the asker knows. It counts as the same where a piece or two stand elsewhere, from either side of
the board and with left and right exchanged, and in whatever edition it is asked about. A set-up is that of a
game in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import STRIDE, Board
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.advice_access import refuse_running
from flagfall.server.tables.table_state import TableState

NEAR = 4
"""Squares in which two positions may differ and still be taken for the same: two pieces that have moved."""

Placed: TypeAlias = frozenset[tuple[int, str]]
"""Where pieces stand and of what rank they are; of the enemy only where."""


def _rank(rank: str) -> str:
    """A rank by one name: editions call that of the spy 1 or S."""
    return "S" if rank == "1" else rank


def _known(view: RankView, seat: int) -> Placed:
    return frozenset((piece.square, _rank(piece.rank) if piece.seat == seat else "") for piece in view.pieces)


def placed(game: RankGame, seat: int, setup: Deploy) -> Placed:
    """A set-up by ranks: editions give the same piece different names."""
    ranks = {kind.id: kind.rank for kind in game.edition.armies[seat].kinds}
    return frozenset((square, _rank(ranks[kind])) for square, kind in setup.pieces)


def same_placed(running: Placed, asked: Placed, board: Board) -> bool:
    """Whether pieces stand as in a running game, or nearly so: as they are, turned round, or mirrored."""

    def flipped(square: int) -> int:
        return square + board.width - 1 - 2 * (square % STRIDE)

    ways: tuple[Callable[[int], int], ...] = (
        lambda square: square,
        flipped,
        board.mirrored,
        lambda square: flipped(board.mirrored(square)),
    )
    return any(
        len(running ^ frozenset((way(square), rank) for square, rank in asked)) <= NEAR for way in ways
    )


def same_position(running: RankView, seat: int, asked: RankState) -> bool:
    """Whether a position is what a seat knows of a running game, or nearly so."""
    known, board = _known(running, seat), asked.rules.board
    return any(same_placed(known, _known(asked.view(own), own), board) for own in (0, 1))


async def refuse_running_position(tables: Tables, person: str, asked: Iterable[RankState]) -> None:
    """Refuse positions of the person's own running games."""
    positions = tuple(asked)

    def same(state: object, seat: int) -> bool:
        if not isinstance(state, RankState):
            return False
        return any(same_position(state.view(seat), seat, position) for position in positions)

    await refuse_running(tables, person, lambda table_state, _: table_state.state, same)


async def refuse_running_setup(tables: Tables, person: str, asked: Placed, board: Board) -> None:
    """Refuse the set-ups of the person's own running games."""

    def of(table_state: TableState, seat: int) -> Placed | None:
        game, setup = table_state.game, table_state.setups[seat]
        if not isinstance(game, RankGame) or not isinstance(setup, Deploy):
            return None
        return placed(game, seat, setup)

    def same(setup: object, _: int) -> bool:
        return isinstance(setup, frozenset) and same_placed(setup, asked, board)

    await refuse_running(tables, person, of, same)
