"""Positions and set-ups of one's own running games, which nobody may have analysed.

A position is that of a game if the asker's pieces stand as they do there, and enemies on the same squares:
that is what the asker knows. It counts as the same where a piece or two stand elsewhere, from either side of
the board, and in whatever edition it is asked about. A set-up is that of a game in the same way, mirrored
too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeAlias

from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import STRIDE, Board
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView
from flagfall.server.hosting.tables import Tables
from flagfall.server.refusal import Refusal
from flagfall.server.storage import table_rows
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import BotSitter, TableInfo

NEAR = 4
"""Squares in which two positions may differ and still be taken for the same: two pieces that have moved."""
MOST = 200
"""Running games of one person that are compared."""

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


def _counts(info: TableInfo) -> bool:
    """Whether a game is one in which nobody may have help: against people, or rated."""
    return info.status == "play" and (info.rated or not any(isinstance(one, BotSitter) for one in info.seats))


async def refuse_running(tables: Tables, person: str, asked: Iterable[RankState]) -> None:
    """Refuse positions of the person's own running games."""
    positions = tuple(asked)

    def same(state: object, seat: int) -> bool:
        if not isinstance(state, RankState):
            return False
        return any(same_position(state.view(seat), seat, position) for position in positions)

    await _refuse(tables, person, lambda table_state, _: table_state.state, same)


async def refuse_running_setup(tables: Tables, person: str, asked: Deploy, board: Board) -> None:
    """Refuse the set-ups of the person's own running games."""

    def same(setup: object, _: int) -> bool:
        return isinstance(setup, Deploy) and same_setup(setup, asked, board)

    await _refuse(tables, person, lambda table_state, seat: table_state.setups[seat], same)


async def _refuse(
    tables: Tables,
    person: str,
    compared: Callable[[TableState, int], object],
    same: Callable[[object, int], bool],
) -> None:
    """Refuse what is the same as something of a running game: states and set-ups, which never change."""
    held = await tables.store.read(lambda db: table_rows.tables_of(db, person, table_rows.LIVE, 0, MOST))
    found: list[tuple[object, int]] = []
    for one in held:
        if _counts(one.info):
            table_state = await tables.look(one.info.id)
            found += [(compared(table_state, seat), seat) for seat in one.seats]
    # Somebody with many games asks for much work, and others wait for the event loop.
    if await asyncio.to_thread(lambda: any(same(thing, seat) for thing, seat in found)):
        raise Refusal("running", "this is a game that you are playing", field="text")
