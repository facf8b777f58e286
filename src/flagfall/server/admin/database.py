"""The operator's way to a database, and its migrations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from flagfall.core import FlagfallError
from flagfall.server.refusal import Refusal
from flagfall.server.storage import store


@contextmanager
def open_database(
    url: str, *, write: bool = False, any_revision: bool = False, new: bool = False
) -> Iterator[Connection]:
    """A transaction on a database that exists (or ``new``) and is up to date (or of ``any_revision``)."""
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


class _Tried(Exception):  # noqa: N818 - a way out of a transaction
    """A migration has been tried, and is not kept."""


def migrate(url: str, dry: bool) -> tuple[str | None, list[tuple[str, str]]]:
    """Bring a database up to date: the revision it had, and each step with its name.

    A dry run carries out all steps in a transaction, and takes it back.
    """
    steps: list[tuple[str, str]] = []
    has: str | None = None
    try:
        with open_database(url, write=True, any_revision=True, new=not dry) as db:
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
