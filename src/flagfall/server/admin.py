"""What an operator does by hand: tokens, bans, closed tables, migrations. The server may run meanwhile.

Nothing here talks to a running server: the database is enough. Whoever is banned loses his websockets when
the server looks next; who owns a closed table finds the epoch raised at his next append.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

import flagfall
from flagfall.core import AnyGame, FlagfallError
from flagfall.server.accounts import people
from flagfall.server.games import edition_text
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema, store
from flagfall.server.tables.log_entries import Aborted, Opened, read_entry, write_entry
from flagfall.server.tables.table_state import RulesChanged, TableState
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.uploaded_games import own_game
from flagfall.server.wire.people import Scope, TokenInfo

OWNER = "operator"
"""Who owns a table that was closed by hand, until somebody asks for it."""


@contextmanager
def opened(
    url: str, *, write: bool = False, any_revision: bool = False, new: bool = False
) -> Iterator[Connection]:
    """A transaction on a database that is there (or ``new``) and up to date (or of ``any_revision``)."""
    parsed = make_url(url)
    if not new and parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        raise FlagfallError(f"there is no database {parsed.database}")
    engine = store.open_engine(url, 1, immediate=write)
    try:
        with engine.begin() as db:
            if db.dialect.name == "postgresql" and not write:
                db.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            if not any_revision:
                _check_revision(db)
            yield db
    except DBAPIError as error:
        raise FlagfallError(f"the database refuses: {str(error.orig).strip().splitlines()[0]}") from None
    except Refusal as refusal:
        raise FlagfallError(refusal.problem.detail) from None
    finally:
        engine.dispose()


def _check_revision(db: Connection) -> None:
    has, newest = store.revision(db)
    if has != newest:
        raise FlagfallError(
            f"the database has revision {has or 'none'}, and this program needs {newest}: "
            "run flagfall admin migrate"
        )


# ---- people ------------------------------------------------------------------------------------------


def find(db: Connection, who: str) -> Any:
    """A person by id, or an account by name."""
    table = schema.people
    row = db.execute(select(table).where(table.c.id == who)).first()
    row = row or db.execute(select(table).where(table.c.name_key == people.name_key(who))).first()
    if row is None:
        raise FlagfallError(f"there is nobody with the id or the account name {who!r}")
    return row


def make_token(
    db: Connection, time_and_chance: TimeAndChance, who: str, label: str, scopes: tuple[Scope, ...], days: int
) -> TokenInfo:
    """An API token of a person, with its secret."""
    row = find(db, who)
    if row.banned:
        raise FlagfallError(f"{row.name} is banned")
    return people.new_token(db, time_and_chance, row.id, label, scopes, days)


def ban(db: Connection, who: str, banned: bool) -> str:
    """Shut a person out, or let him in again; his name. A ban ends all sessions and tokens."""
    row = find(db, who)
    db.execute(update(schema.people).where(schema.people.c.id == row.id).values(banned=banned))
    if banned:
        people.end_sessions(db, row.id)
        db.execute(schema.tokens.delete().where(schema.tokens.c.person == row.id))
    return str(row.name)


# ---- tables ------------------------------------------------------------------------------------------


class Shelf:
    """Gives games by id: those of the package, and the editions that were uploaded."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._own: dict[str, AnyGame] = {}

    def __call__(self, id: str) -> AnyGame:
        """The game with an id."""
        if id not in self._own:
            text = edition_text(self._db, id)
            if text is None:
                return flagfall.game(id)
            self._own[id] = own_game(id, text)
        return self._own[id]


def close_table(db: Connection, time_and_chance: TimeAndChance, table: str) -> str:
    """Abort a table that is not over, so that it counts for nobody; the status that it had."""
    row = db.execute(select(schema.tables).where(schema.tables.c.id == table)).first()
    if row is None:
        raise FlagfallError(f"there is no table {table!r}")
    if row.status in ("over", "aborted"):
        raise FlagfallError(f"table {table} is {row.status} already")
    # From here on the owner of before cannot append any more.
    epoch = row.epoch + 1
    db.execute(update(schema.tables).where(schema.tables.c.id == table).values(epoch=epoch, owner=OWNER))
    log = schema.log
    entries = list(db.execute(select(log).where(log.c.table_id == table).order_by(log.c.number)))
    table_state = _replayed(Shelf(db), table, entries)
    at = max(time_and_chance.now(), entries[-1].at)
    entry = Aborted("operator")
    table_state.take(entry, at, tell=False)
    table_state.length = len(entries) + 1
    info = msgspec.json.encode(table_state.info()).decode()
    store.append(
        db,
        store.Append(
            table,
            len(entries),
            epoch,
            at,
            write_entry(entry),
            table_state.status,
            info,
            False,
            (False, False),
        ),
    )
    return str(row.status)


def _replayed(games: Shelf, table: str, rows: list[Any]) -> TableState:
    """A table as far as the rules of today can replay it."""
    table_state = TableState(table, games)
    first = read_entry(rows[0].body)
    assert isinstance(first, Opened)
    for row in rows:
        try:
            table_state.take(read_entry(row.body), row.at, tell=False)
        except RulesChanged:
            break
    return table_state


# ---- migrations --------------------------------------------------------------------------------------


class _Tried(Exception):  # noqa: N818 - a way out of a transaction
    """A migration has been tried, and is not kept."""


def migrate(url: str, dry: bool) -> tuple[str | None, list[tuple[str, str]]]:
    """Bring a database up to date: the revision it had, and each step with its name.

    A dry run carries out all steps in a transaction, and takes it back.
    """
    steps: list[tuple[str, str]] = []
    has: str | None = None
    try:
        with opened(url, write=True, any_revision=True, new=not dry) as db:
            has, newest = store.revision(db)
            scripts = ScriptDirectory.from_config(store.config())
            if has is not None and has not in {one.revision for one in scripts.walk_revisions()}:
                raise FlagfallError(f"the database has revision {has}, which a newer program has made")
            found = scripts.iterate_revisions(newest, has) if newest != has else ()
            steps = [(one.revision, (one.doc or "").splitlines()[0]) for one in found][::-1]
            store.migrate(db)
            if dry:
                raise _Tried
    except _Tried:
        pass
    return has, steps
