"""Analyses that people keep in their accounts: listed, kept under a name, renamed, shared, thrown away."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.wire.saved_analyses import (
    ChangeAnalysis,
    OpenedAnalysis,
    SaveAnalysis,
    SavedAnalysis,
    Study,
)

MOST = 100
"""Analyses that one person may keep."""
LARGEST = 200_000
"""Bytes of one."""
analyses = schema.analyses
_listed = (
    analyses.c.id,
    analyses.c.game,
    analyses.c.name,
    analyses.c.created,
    analyses.c.updated,
    analyses.c.shared,
)


def _saved(row: schema.AnyRow) -> SavedAnalysis:
    return SavedAnalysis(row.id, row.game, row.name, row.created, row.updated, row.shared)


def _mine(db: Connection, person: str, id: str) -> SavedAnalysis:
    row = db.execute(select(*_listed).where(analyses.c.id == id, analyses.c.person == person)).one_or_none()
    if row is None:
        raise Refusal("not-found", "you have no such analysis")
    return _saved(row)


def analyses_of(db: Connection, person: str) -> list[SavedAnalysis]:
    """A person's analyses, those changed last first."""
    mine = select(*_listed).where(analyses.c.person == person)
    return [_saved(row) for row in db.execute(mine.order_by(analyses.c.updated.desc(), analyses.c.id))]


def save_analysis(db: Connection, id: str, person: str, wish: SaveAnalysis, now: int) -> SavedAnalysis:
    """Keep an analysis under a name, in place of one that had it; ``id`` is for a new one."""
    study = msgspec.json.encode(wish.study).decode()
    if len(study) > LARGEST:
        raise Refusal("too-large", f"at most {LARGEST} bytes", field="study")
    key = (analyses.c.person == person, analyses.c.name == wish.name)
    content = {"game": wish.study.game, "study": study, "updated": now}
    if not db.execute(update(analyses).where(*key).values(content)).rowcount:
        kept = select(func.count()).select_from(analyses).where(analyses.c.person == person)
        if db.execute(kept).scalar_one() >= MOST:
            raise Refusal("too-many", f"at most {MOST} analyses")
        db.execute(insert(analyses).values(id=id, person=person, name=wish.name, created=now, **content))
    return _saved(db.execute(select(*_listed).where(*key)).one())


def open_analysis(db: Connection, person: str | None, id: str) -> OpenedAnalysis:
    """An analysis of the person's own, or one that is shared; of others nobody learns that there is one."""
    row = db.execute(select(analyses).where(analyses.c.id == id)).one_or_none()
    own = row is not None and row.person == person
    if row is None or not (own or row.shared):
        raise Refusal("not-found", "there is no such analysis, or it is not shared")
    return OpenedAnalysis(row.name, msgspec.json.decode(row.study, type=Study), own)


def change_analysis(db: Connection, person: str, id: str, wish: ChangeAnalysis) -> SavedAnalysis:
    """Rename a person's analysis, unless another one has the name; share it, or no longer."""
    before = _mine(db, person, id)
    if wish.name is not None and wish.name != before.name:
        same = select(analyses.c.id).where(analyses.c.person == person, analyses.c.name == wish.name)
        if db.execute(same).first():
            raise Refusal("taken", field="name")
        db.execute(update(analyses).where(analyses.c.id == id).values(name=wish.name))
    if wish.shared is not None:
        db.execute(update(analyses).where(analyses.c.id == id).values(shared=wish.shared))
    return _mine(db, person, id)


def delete_analysis(db: Connection, person: str, id: str) -> None:
    """Throw a person's analysis away."""
    db.execute(delete(analyses).where(analyses.c.id == id, analyses.c.person == person))
