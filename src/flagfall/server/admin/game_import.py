"""Games played elsewhere, brought into the database of games: the XML and ``.gsn`` files of Gravon.

Each becomes a finished table between two people without names, so that it is searched, replayed and reviewed
like any other. Its id comes from its moves: a game that is there already is not imported again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

import flagfall
from flagfall.core import AnyGame, BadText, FlagfallError
from flagfall.core.record import Record
from flagfall.ranks.formats import read_gsn, read_xml, to_record
from flagfall.ranks.formats.foreign_games import Foreign
from flagfall.server.admin.database import open_database
from flagfall.server.admin.tables import OWNER
from flagfall.server.hosting.new_table import RULES_VERSION
from flagfall.server.storage.games.public_games import add_public_game
from flagfall.server.storage.tables import table_rows
from flagfall.server.tables.after_game import public_game
from flagfall.server.tables.log_entries import Acted, Closed, Entry, Opened, Sat, write_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.tables import NoClock, PersonSitter

SOURCE = "gravon"
GSN = "#X38FA11"
"""How a ``.gsn`` file begins."""
LARGEST = 1_000_000
"""Bytes of a file at most: one game has a few thousand."""
_MONTH = re.compile(r"(?:^|\D)((?:19|20)\d\d)[.-](0?[1-9]|1[0-2])(?:\D|$)")
"""The month in a file's name, as in ``classic-2004.5-123.xml``."""


_LINE = re.compile(r"line (\d+): (.*)", re.DOTALL)


class ImportedFile(NamedTuple):
    """What came of a file: a new table, one that was there already, or why it was refused."""

    file: Path
    table: str = ""
    new: bool = False
    refused: str = ""


def import_games(
    database: str, paths: Iterable[Path], time_and_chance: TimeAndChance
) -> Iterator[ImportedFile]:
    """Import files and folders, a transaction for each game; a broken file is refused and named."""
    for path in _files(paths):
        try:
            record = _read(path)
        except FlagfallError as error:
            yield ImportedFile(path, refused=str(error))
            continue
        id = _id(record)
        at = _played(path) or time_and_chance.now()
        with open_database(database, write=True) as db:
            new = table_rows.table_row(db, id) is None
            if new:
                _store(db, record, id, at, time_and_chance.nonce)
        yield ImportedFile(path, id, new)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(one for one in path.rglob("*") if one.suffix.lower() in (".xml", ".gsn"))
        else:
            yield path


def _read(path: Path) -> Record:
    """The whole game of a file; what cannot be played to its end is refused."""
    try:
        if path.stat().st_size > LARGEST:
            raise FlagfallError(f"{path}: the file has more than {LARGEST} bytes")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FlagfallError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FlagfallError(f"{path}: this is no text in UTF-8") from None
    foreign = _foreign(text, str(path))
    record, warnings = to_record(foreign, str(path))
    if not foreign.field:
        raise _refusal(path, (*warnings, "there is no field with the set-ups"))
    moves = len(record.actions) - 2
    if not foreign.moves:
        raise _refusal(path, (*warnings, "no move was made"))
    if moves < len(foreign.moves) or record.outcome is None:
        raise _refusal(path, warnings or ("the game has no result",))
    return record


def _refusal(path: Path, warnings: Sequence[str]) -> BadText:
    """What is wrong with a file: at the line that a warning names, else all that was said."""
    for one in warnings:
        if found := _LINE.fullmatch(one):
            return BadText(found.group(2), line=int(found.group(1)), source=str(path))
    return BadText("; ".join(warnings), source=str(path))


def _foreign(text: str, source: str) -> Foreign:
    if text.startswith(GSN):
        return read_gsn(text, source)
    if text.lstrip().startswith("<"):
        return read_xml(text, source)
    raise BadText("this is neither an XML nor a .gsn game file", line=1, source=source)


def _id(record: Record) -> str:
    told = "\n".join([record.game, *(f"{seat} {action}" for seat, action in record.actions)])
    return f"{SOURCE}-{hashlib.sha256(told.encode()).hexdigest()[:24]}"


def _played(path: Path) -> int:
    """The first moment of the month that a file's name tells; 0 if it tells none."""
    found = _MONTH.search(path.name)
    if found is None:
        return 0
    month = datetime(int(found.group(1)), int(found.group(2)), 1, tzinfo=UTC)
    return max(0, int(month.timestamp() * 1_000))


def _store(db: Connection, record: Record, id: str, at: int, nonce: Callable[[], str]) -> None:
    game: AnyGame = flagfall.game(record.game)
    table_state = TableState(id, lambda _: game)
    bodies: list[str] = []

    def take(entry: Entry) -> None:
        bodies.append(write_entry(entry, game))
        table_state.take(entry, at, tell=False)

    take(
        Opened(
            game=record.game,
            options=record.options,
            clock=NoClock(),
            setup=0,
            rated=False,
            private=False,
            watch=True,
            hotseat=False,
            seed=record.seed or 0,
            nonces=(nonce(), nonce(), nonce()),
            rules=RULES_VERSION,
            advice=False,
            source=SOURCE,
        )
    )
    for seat in (0, 1):
        take(Sat(seat, PersonSitter("", "")))
    for seat, action in record.actions:
        events = table_state.state.apply(seat, action).events
        take(Acted(seat, action, events))
    if table_state.outcome is None:
        assert record.outcome is not None
        take(Closed(record.outcome, table_state.state.ended(record.outcome).events))
    found = public_game(table_state)
    assert found is not None
    table_rows.insert_table(
        db,
        table_rows.NewTableRow(
            id=id,
            info=msgspec.json.encode(table_state.info()).decode(),
            status=table_state.status,
            private=False,
            code=nonce()[:24],
            maker=None,
            at=at,
            wakes=False,
            owner=OWNER,
            entries=tuple(bodies),
            people=(),
        ),
    )
    add_public_game(db, found)
