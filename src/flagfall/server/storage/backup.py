"""Backup and restore: one file for either database, made while the server runs.

The file is gzip of JSON lines: a header with the revision of the tables, then for each table its columns and
a line for each row, and at the end the number of rows. All is read in one transaction, so that it is the
database of one moment. A backup of SQLite can be restored into PostgreSQL, and the other way round.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select, text

from flagfall.core import FlagfallError
from flagfall.server.storage import schema, store

FORMAT: Final = "flagfall backup 1"
CHUNK: Final = 500
VERSION_TABLE: Final = "alembic_version"


def backup(db: Connection, file: Path) -> int:
    """Write everything into a file that only its owner may read; the number of rows."""
    if file.exists():
        raise FlagfallError(f"{file} exists already")
    part = file.with_name(file.name + ".part")
    has, _ = store.revision(db)
    rows = 0
    try:
        # Hashes of secrets and the set-ups of running games are in it.
        part.unlink(missing_ok=True)  # One that was left behind may be open to others.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6) as out:
                out.write(_line({"format": FORMAT, "revision": has}))
                for table in schema.metadata.sorted_tables:
                    names = [str(column.name) for column in table.columns]
                    out.write(_line({"table": str(table.name), "columns": names}))
                    found = db.execution_options(yield_per=CHUNK).execute(
                        select(table).order_by(*table.primary_key.columns)
                    )
                    for row in found:
                        out.write(_line(list(row)))
                        rows += 1
                out.write(_line({"rows": rows}))
            raw.flush()
            os.fsync(raw.fileno())
        part.rename(file)
    except OSError as error:
        raise FlagfallError(f"{file} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
    return rows


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def restore(db: Connection, file: Path) -> int:
    """Fill an empty database from a file and bring it up to date; the number of rows."""
    there = set(inspect(db).get_table_names()) - {VERSION_TABLE}
    for name in sorted(there & set(schema.metadata.tables)):
        table = schema.metadata.tables[name]
        if db.execute(select(func.count()).select_from(table)).scalar_one():
            raise FlagfallError(f"the database is not empty: it has {name}. Restore into a new one.")
    lines = _lines(file)
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise FlagfallError(f"{file} is not a backup of Flagfall")
    store.migrate(db, str(header["revision"]))
    rows = _fill(db, file, lines)
    _continue_numbering(db)
    store.migrate(db)
    return rows


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rb") as source:
            for line in source:
                yield msgspec.json.decode(line)
    except (OSError, EOFError, msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise FlagfallError(f"{file} cannot be read: {error}") from None


def _fill(db: Connection, file: Path, lines: Iterator[Any]) -> int:
    """Insert all rows, into the tables as they are at the backup's revision; the number of rows."""
    known = MetaData()
    known.reflect(db)
    table: Table | None = None
    columns: list[str] = []
    rows = 0
    while some := list(islice(lines, CHUNK)):
        waiting: list[dict[str, object]] = []
        for line in some:
            if isinstance(line, list) and table is not None and len(line) == len(columns):
                waiting.append(dict(zip(columns, line, strict=True)))
                rows += 1
                continue
            if waiting and table is not None:
                db.execute(insert(table), waiting)
                waiting = []
            match line:
                case {"table": str(name), "columns": [*names]} if name in known.tables:
                    table, columns = known.tables[name], [str(column) for column in names]
                case {"rows": int(wanted)} if wanted == rows:
                    return rows
                case _:
                    raise FlagfallError(f"{file} is damaged after {rows} rows")
        if waiting and table is not None:
            db.execute(insert(table), waiting)
    raise FlagfallError(f"{file} ends too early, after {rows} rows")


def _continue_numbering(db: Connection) -> None:
    """Let PostgreSQL number new rows after the restored ones; SQLite does so by itself."""
    if db.dialect.name != "postgresql":
        return
    for table in schema.metadata.sorted_tables:
        for column in table.primary_key.columns:
            if column.autoincrement is True:
                db.execute(
                    text(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "
                        f"(SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}), false)"
                    )
                )
