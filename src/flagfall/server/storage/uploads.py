"""The texts of uploaded editions and scenarios."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema

editions = schema.editions


def upload_text(db: Connection, id: str) -> str | None:
    """The text of an uploaded game, or None."""
    found: str | None = db.execute(select(editions.c.text).where(editions.c.id == id)).scalar()
    return found


class UploadKind(NamedTuple):
    """A kind of upload, told by how its ids begin, and how many of it one person may have."""

    prefix: str
    """What its ids begin with, up to an underscore; if empty, they have no underscore."""
    most: int


def add_upload(db: Connection, person: str, id: str, text: str, now: int, kind: UploadKind) -> None:
    """Keep an uploaded text; refused if the person has too many of its kind, or if the id is another's.

    An id has a part of the text's hash: two texts that share it can be made, and games are played by one.
    """
    known = upload_text(db, id)
    if known is not None and known != text:
        raise Refusal("taken", "another file has this id: change the file a little", field="id")
    if known is not None:
        return
    id_begins = editions.c.id.startswith(kind.prefix, autoescape=True)
    alike = id_begins if kind.prefix else ~editions.c.id.contains("_", autoescape=True)
    mine = select(func.count()).select_from(editions).where(editions.c.person == person, alike)
    if db.execute(mine).scalar_one() >= kind.most:
        raise Refusal("too-many", f"at most {kind.most} uploads of this kind")
    db.execute(insert(editions).values(id=id, person=person, text=text, created=now))
