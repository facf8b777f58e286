"""Secrets that the server makes for itself once and keeps: all its processes have the same."""

from __future__ import annotations

import contextlib

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from flagfall.server.storage.schema import server_keys
from flagfall.server.storage.store import Store


def stored_key(db: Connection, name: str) -> str | None:
    """A secret by its name, if it was made."""
    return db.execute(select(server_keys.c.value).where(server_keys.c.name == name)).scalar()


async def kept_key(store: Store, name: str, new: str) -> str:
    """A secret by its name; ``new`` if there was none, and from then on."""
    if (found := await store.read(lambda db: stored_key(db, name))) is not None:
        return found
    with contextlib.suppress(IntegrityError):  # Another process was faster.
        await store.write(lambda db: db.execute(insert(server_keys).values(name=name, value=new)))
    return await store.read(lambda db: stored_key(db, name)) or new
