"""Checks of all logs: no gap, no entry of a previous owner, and each replays to what its table shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from flagfall.core import FlagfallError
from flagfall.server import commitments
from flagfall.server.admin.tables import StoredGames
from flagfall.server.storage.schema import AnyRow
from flagfall.server.storage.tables import table_rows
from flagfall.server.storage.tables.seat_names import with_seat_names
from flagfall.server.storage.tables.table_logs import read_rows
from flagfall.server.tables.log_entries import Acted, Entry, Opened, TookBack, read_entry
from flagfall.server.tables.table_state import RulesChanged, TableState
from flagfall.server.wire.tables import TableInfo


class CheckedTable(NamedTuple):
    """A table that was checked: its log's length, the hash of the state it replays to, and faults."""

    table: str
    entries: int
    digest: str
    faults: tuple[str, ...]
    old: bool = False
    """Whether it was played under rules that have changed since, so that it cannot be replayed."""


def verify(db: Connection, tables: Sequence[str] = ()) -> Iterator[CheckedTable]:
    """Check some tables, or all of them."""
    games = StoredGames(db)
    for id in list(tables) or table_rows.all_ids(db):
        yield _check(db, games, id)


def _check(db: Connection, games: StoredGames, id: str) -> CheckedTable:
    row = table_rows.table_row(db, id)
    if row is None:
        raise FlagfallError(f"there is no table {id!r}")
    rows = read_rows(db, id)
    faults = list(_order(row, rows))
    try:
        first = read_entry(rows[0].body) if rows else None
        game = games(first.game) if isinstance(first, Opened) else None
        entries = [read_entry(one.body, game) for one in rows]
    except msgspec.DecodeError as error:
        return CheckedTable(id, len(rows), "", (*faults, f"an entry cannot be read: {error}"))
    if faults or not entries or not isinstance(entries[0], Opened):
        return CheckedTable(id, len(rows), "", tuple(faults) or ("the log does not begin with the table",))
    table_state = TableState(id, games)
    try:
        for entry, one in zip(entries, rows, strict=True):
            table_state.take(entry, one.at, tell=False)
        faults += _shown(table_state, row)
        faults += _played(table_state, entries)
    except RulesChanged:
        return CheckedTable(id, len(rows), "", tuple(faults), old=True)
    except FlagfallError as error:
        return CheckedTable(id, len(rows), "", (*faults, f"the rules refuse an entry: {error}"))
    return CheckedTable(id, len(rows), table_state.state.digest(), tuple(faults))


def _order(row: AnyRow, rows: list[AnyRow]) -> Iterator[str]:
    """Whether the entries are all there, and in the order of their owners and of time."""
    if [one.number for one in rows] != list(range(row.length)):
        yield f"the log has {len(rows)} entries with gaps, and should have {row.length} without"
    epochs = [one.epoch for one in rows]
    if epochs != sorted(epochs) or (epochs and epochs[-1] > row.epoch):
        yield "a previous owner has written after the next one"


def _shown(table_state: TableState, row: AnyRow) -> Iterator[str]:
    """Whether the row shows what the log says, and commitments hold."""
    info = table_state.info()
    shown = with_seat_names(msgspec.json.decode(row.info, type=TableInfo))
    # Ratings and rematches are not compared: they are written at another moment than the rest.
    for field in ("game", "options", "status", "seats", "ply", "turn", "outcome", "private", "ready"):
        if getattr(info, field) != getattr(shown, field):
            yield f"the table shows another {field} than its log"
    if row.status != table_state.status:
        yield "the table is listed under another status than its log's"
    told = {one.what: one.hash for one in shown.commitments}
    for one in table_state.commitments():
        if told.get(one.what, one.hash) != one.hash:
            yield f"the commitment to {one.what} is not the one that was told"
        if one.nonce and commitments.commit(one.nonce, one.content) != one.hash:
            yield f"the commitment to {one.what} does not open"


def _played(table_state: TableState, entries: list[Entry]) -> Iterator[str]:
    """Whether the rules alone, given seed and actions, come to the same hash."""
    if any(isinstance(entry, TookBack) for entry in entries):
        return  # What was taken back cannot be played on; the state has followed it.
    state = table_state.game.new(seed=table_state.opened.seed, **table_state.opened.options)
    for entry in entries:
        if isinstance(entry, Acted):
            state = state.apply(entry.seat, entry.action).state
    if table_state.outcome is not None and state.outcome() is None:
        state = state.ended(table_state.outcome).state
    if state.digest() != table_state.state.digest():
        yield "the actions lead to another state than the log"
