"""Finished and running games read from their logs: streams so far, records, text."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from flagfall.core import PUBLIC, Action, AnyGame, Event, State, View
from flagfall.core.record import Record, write_record
from flagfall.server.storage.tables.table_logs import read_log
from flagfall.server.tables import memory_play
from flagfall.server.tables.log_entries import Acted, Closed, Entry, TookBack, read_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.people import GameRecord, RecordEntry
from flagfall.server.wire.tables import BotSitter, Sitter


def entries(db: Connection, table: str, game: AnyGame) -> list[tuple[int, Entry]]:
    """The log of a table: time and entry."""
    return [(at, read_entry(body, game)) for at, body in read_log(db, table)]


def history(table_state: TableState, log: list[tuple[int, Entry]], audience: int) -> str:
    """All numbered messages of a stream as a JSON list, without what has to be remembered."""
    told = [text for at, entry in log if (text := table_state.take(entry, at).get(audience)) is not None]
    if table_state.forgetful:
        told = [memory_play.faded(table_state.game, text) for text in told]
    return "[" + ",".join(told) + "]"


class _Step:
    """A step of a game that was not taken back."""

    def __init__(self, before: State, entry: RecordEntry[Event], act: tuple[int, Action] | None) -> None:
        self.before = before
        self.entry = entry
        self.act = act


def _steps(table_state: TableState, log: list[tuple[int, Entry]]) -> list[_Step]:
    kept: list[_Step] = []
    for at, entry in log:
        if isinstance(entry, Acted | Closed):
            before = table_state.state
            table_state.take(entry, at, tell=False)
            act = (entry.seat, entry.action) if isinstance(entry, Acted) else None
            text = table_state.game.write(before, act[1]) if act else ""
            seat = act[0] if act else -1
            made = RecordEntry(at, entry.events, text, seat, table_state.ply, table_state.clocks.left)
            kept.append(_Step(before, made, act))
        else:
            table_state.take(entry, at, tell=False)
            if isinstance(entry, TookBack):
                while kept and kept.pop().before is not table_state.state:
                    pass
    return kept


def acts(
    table_state: TableState, log: list[tuple[int, Entry]]
) -> list[tuple[State, Action, tuple[Event, ...]]]:
    """Every action that was not taken back: the state before it, the action, the events."""
    return [(step.before, step.act[1], step.entry.events) for step in _steps(table_state, log) if step.act]


def record(table_state: TableState, log: list[tuple[int, Entry]]) -> GameRecord[View, Event]:
    """The record of a finished game."""
    steps = _steps(table_state, log)
    first = table_state.game.new(seed=table_state.opened.seed, **table_state.opened.options)
    return GameRecord(
        table_state.info(),
        table_state.opened.rules,
        tuple(first.view(audience) for audience in (0, 1, PUBLIC)),
        tuple(step.entry for step in steps),
        table_state.state.digest(),
        table_state.outcome,
        table_state.commitments(),
        table_state.opened.options,
    )


def _name(sitter: Sitter | None) -> str:
    if sitter is None:
        return ""
    return f"bot level {sitter.id}" if isinstance(sitter, BotSitter) else sitter.name


def text(table_state: TableState, log: list[tuple[int, Entry]]) -> str:
    """A finished game as text, which the tools of the project read back."""
    steps = _steps(table_state, log)
    date = time.strftime("%Y-%m-%d", time.gmtime(table_state.created / 1_000))
    return write_record(
        Record(
            table_state.opened.game,
            table_state.opened.options,
            tuple(step.act for step in steps if step.act is not None),
            (_name(table_state.sitter(0)), _name(table_state.sitter(1))),
            table_state.opened.seed,
            table_state.outcome,
            {"date": date},
        )
    )
