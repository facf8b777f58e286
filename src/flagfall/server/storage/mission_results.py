"""How well people did the missions of the hex game, and with what damage their units go on."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select

from flagfall.server.storage import schema

results = schema.mission_results


class Kept(NamedTuple):
    """The best that a person did in a mission."""

    stars: int
    goals: tuple[bool, ...]
    damage: dict[str, int]

    @property
    def rank(self) -> tuple[int, int]:
        """More stars are better, and then less damage."""
        return self.stars, -sum(self.damage.values())


def results_of(db: Connection, person: str) -> dict[str, Kept]:
    """A person's results by mission."""
    mine = select(results).where(results.c.person == person).order_by(results.c.mission)
    return {row.mission: _kept(row.stars, row.goals, row.damage) for row in db.execute(mine)}


def _kept(stars: int, goals: str, damage: str) -> Kept:
    return Kept(
        stars,
        msgspec.json.decode(goals, type=tuple[bool, ...]),
        msgspec.json.decode(damage, type=dict[str, int]),
    )


def keep_result(db: Connection, person: str, mission: str, done: Kept, now: int) -> Kept:
    """Keep a result if it is better than the one before; the one that counts now."""
    known = results_of(db, person).get(mission)
    if known is not None and known.rank >= done.rank:
        return known
    db.execute(delete(results).where(results.c.person == person, results.c.mission == mission))
    encode = msgspec.json.encode
    values = {"goals": encode(done.goals).decode(), "damage": encode(done.damage).decode()}
    row = {"person": person, "mission": mission, "stars": done.stars, "updated": now, **values}
    db.execute(insert(results).values(row))
    return done


def merge_results(db: Connection, guest: str, account: str) -> None:
    """Give a guest's results to an account, where they are better."""
    for row in db.execute(select(results).where(results.c.person == guest)).all():
        keep_result(db, account, row.mission, _kept(row.stars, row.goals, row.damage), row.updated)
