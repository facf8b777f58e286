"""Saved set-ups: listed, kept under a name, renamed, thrown away, and counted when they are played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.wire.people import SavedSetup

MOST = 200
"""Set-ups that one person may keep."""
setups = schema.setups


def _saved(row: schema.AnyRow) -> SavedSetup:
    return SavedSetup(row.id, row.game, row.seat, row.name, row.text, row.updated, row.played, row.score)


def setups_of(db: Connection, person: str, game: str = "") -> list[SavedSetup]:
    """A person's set-ups, of one game or of all, those changed last first."""
    mine = select(setups).where(setups.c.person == person).order_by(setups.c.updated.desc())
    return [_saved(row) for row in db.execute(mine.where(setups.c.game == game) if game else mine)]


def save_setup(
    db: Connection, id: str, person: str, game: str, seat: int, name: str, text: str, now: int
) -> SavedSetup:
    """Keep a set-up under a name, in place of one that had it; ``id`` is for a new one."""
    key = (
        setups.c.person == person,
        setups.c.game == game,
        setups.c.seat == seat,
        setups.c.name == name,
    )
    same = db.execute(select(setups.c.text).where(*key)).scalar() == text
    counts = {} if same else {"played": 0, "score": 0.0}  # A changed set-up counts from zero.
    known = db.execute(update(setups).where(*key).values(text=text, updated=now, **counts))
    if not known.rowcount:
        kept = select(func.count()).select_from(setups).where(setups.c.person == person)
        if db.execute(kept).scalar_one() >= MOST:
            raise Refusal("too-many", f"at most {MOST} set-ups")
        db.execute(
            insert(setups).values(
                id=id, person=person, game=game, seat=seat, name=name, text=text, updated=now
            )
        )
    return _saved(db.execute(select(setups).where(*key)).one())


def rename_setup(db: Connection, person: str, id: str, name: str) -> SavedSetup:
    """Give a person's set-up another name, unless another one of the same game and seat has it."""
    mine = (setups.c.id == id, setups.c.person == person)
    row = db.execute(select(setups).where(*mine)).one_or_none()
    if row is None:
        raise Refusal("not-found")
    same = (setups.c.person == person, setups.c.game == row.game, setups.c.seat == row.seat)
    if db.execute(select(setups.c.id).where(*same, setups.c.name == name, setups.c.id != id)).first():
        raise Refusal("taken", field="name")
    db.execute(update(setups).where(*mine).values(name=name))
    return _saved(db.execute(select(setups).where(*mine)).one())


def delete_setup(db: Connection, person: str, id: str) -> None:
    """Throw a person's set-up away."""
    db.execute(delete(setups).where(setups.c.id == id, setups.c.person == person))


class PlayedSetup(NamedTuple):
    """A set-up that was played in a finished game, and the score that it got."""

    person: str
    seat: int
    text: str | None
    score: float


def count_played(db: Connection, game: str, played: Iterable[PlayedSetup]) -> None:
    """Count a finished game for the saved set-ups that were played in it."""
    for one in played:
        db.execute(
            update(setups)
            .where(
                setups.c.person == one.person,
                setups.c.game == game,
                setups.c.seat == one.seat,
                setups.c.text == one.text,
            )
            .values(played=setups.c.played + 1, score=setups.c.score + one.score)
        )
