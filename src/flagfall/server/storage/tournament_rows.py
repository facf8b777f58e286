"""Tournaments in the database: who takes part, who plays whom, and one owner who pairs.

A change counts the tournament's version up, which locks its row. A plan was made for one version and one
owner: where either has changed nothing of it is written, and another plan is made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, true, update

from flagfall.server.pairing.games import Apart
from flagfall.server.storage import schema
from flagfall.server.storage.store import Fenced
from flagfall.server.wire.tables import TableInfo
from flagfall.server.wire.tournaments import HowEnded, NewTournament, TournamentStatus

tournaments, players, pairings = schema.tournaments, schema.tournament_players, schema.pairings
UNFINISHED = ("open", "running")
BOT = 0
"""The number of the bot that fills an odd field; people are counted from 1."""

_read_wish = msgspec.json.Decoder(NewTournament).decode
_read_info = msgspec.json.Decoder(TableInfo).decode


class StoredTournament(msgspec.Struct, frozen=True):
    """A tournament as it is stored."""

    id: str
    wish: NewTournament
    status: TournamentStatus
    private: bool
    code: str
    maker: str | None
    created: int
    starts: int
    ends: int
    ended: int
    round: int
    rounds: int
    winner: int | None
    seed: int
    version: int
    epoch: int
    owner: str


class StoredPlayer(msgspec.Struct, frozen=True):
    """Somebody who takes part."""

    number: int
    person: str | None
    bot: str
    api: bool
    away: bool
    rating: int
    joined: int


class StoredPairing(msgspec.Struct, frozen=True):
    """Two who play each other, or one who has a bye."""

    number: int
    round: int
    first: int
    second: int | None
    table: str
    made: bool
    points: tuple[int, int] | None
    how: HowEnded
    at: int
    ended: int


class PairedTableRow(NamedTuple):
    """The table of a game that has no points yet."""

    info: TableInfo
    aborted: str
    """The last entry of an aborted table's log, which says by whom."""


class Snapshot(msgspec.Struct, frozen=True):
    """All that is stored of a tournament, at one moment."""

    tournament: StoredTournament
    players: tuple[StoredPlayer, ...]
    pairings: tuple[StoredPairing, ...]
    tables: dict[str, PairedTableRow] = {}
    """Those of the games that have no points yet."""
    apart: Apart = frozenset()
    """Players of whom one has blocked the other."""


class Result(NamedTuple):
    """The points of a game, in halves."""

    number: int
    points: tuple[int, int]
    how: HowEnded


class NewPairing(NamedTuple):
    """A game to be played, or one that needs no table: a bye, or an opponent who has left."""

    first: int
    second: int | None
    table: str = ""
    points: tuple[int, int] | None = None
    how: HowEnded = ""


class Plan(msgspec.Struct, frozen=True):
    """What is to be done now, by one owner for one version."""

    results: tuple[Result, ...] = ()
    away: tuple[int, ...] = ()
    """Players who did not come to their game."""
    pairings: tuple[NewPairing, ...] = ()
    change: dict[str, object] = {}
    """Other columns of the tournament: status, round, ends."""
    wake: int | None = None
    """When to look again although nothing happens."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be written."""
        return not (self.results or self.away or self.pairings or self.change)


# ---- reading -------------------------------------------------------------------------------------------


def _stored(row: schema.AnyRow) -> StoredTournament:
    values = dict(row._mapping)
    return StoredTournament(**{**values, "wish": _read_wish(values["wish"])})


def tournament(db: Connection, id: str) -> StoredTournament | None:
    """A tournament, or None."""
    row = db.execute(select(tournaments).where(tournaments.c.id == id)).first()
    return None if row is None else _stored(row)


def _player(row: schema.AnyRow) -> StoredPlayer:
    values = dict(row._mapping)
    del values["tournament_id"]
    return StoredPlayer(**values)


def _pairing(row: schema.AnyRow) -> StoredPairing:
    over = row.points_first is not None
    return StoredPairing(
        row.number,
        row.round,
        row.first,
        row.second,
        row.table_id,
        row.made,
        (row.points_first, row.points_second) if over else None,
        row.how,
        row.at,
        row.ended,
    )


def snapshot(db: Connection, id: str, with_tables: bool = False) -> Snapshot | None:
    """All that is stored of a tournament; ``with_tables``: with all that is needed to pair its players."""
    found = tournament(db, id)
    if found is None:
        return None
    of = select(players).where(players.c.tournament_id == id).order_by(players.c.number)
    played = select(pairings).where(pairings.c.tournament_id == id).order_by(pairings.c.number)
    games = tuple(map(_pairing, db.execute(played)))
    waiting = [game.table for game in games if game.points is None and game.made]
    everybody = tuple(map(_player, db.execute(of)))
    if not with_tables:
        return Snapshot(found, everybody, games)
    return Snapshot(found, everybody, games, _tables(db, waiting), _apart(db, id, everybody))


def _apart(db: Connection, id: str, everybody: Sequence[StoredPlayer]) -> Apart:
    here = select(players.c.person).where(players.c.tournament_id == id, players.c.person.is_not(None))
    one, other = schema.blocks.c.person, schema.blocks.c.blocked
    found = select(one, other).where(one.in_(here), other.in_(here))
    numbers = {one.person: one.number for one in everybody}
    return frozenset(
        frozenset((numbers[row.person], numbers[row.blocked]))
        for row in db.execute(found)
        if row.person in numbers and row.blocked in numbers
    )


def _tables(db: Connection, ids: Collection[str]) -> dict[str, PairedTableRow]:
    tables, log = schema.tables, schema.log
    found: dict[str, PairedTableRow] = {}
    for row in db.execute(select(tables.c.id, tables.c.info, tables.c.status).where(tables.c.id.in_(ids))):
        body = ""
        if row.status == "aborted":
            last = select(log.c.body).where(log.c.table_id == row.id, log.c.body.like('{"type":"aborted"%'))
            body = db.execute(last.order_by(log.c.number.desc())).scalar() or ""
        found[row.id] = PairedTableRow(_read_info(row.info), body)
    return found


def listed(
    db: Connection, status: Sequence[str], most: int, person: str | None, soonest: bool, every: bool = False
) -> list[StoredTournament]:
    """Tournaments that are public or concern a person, who plays there or made them; or ``every`` one."""
    seen: ColumnElement[bool] = true() if every else tournaments.c.private.is_(False)
    if person is not None:
        mine = select(players.c.tournament_id).where(players.c.person == person)
        seen = or_(seen, tournaments.c.maker == person, tournaments.c.id.in_(mine))
    order = tournaments.c.starts if soonest else tournaments.c.starts.desc()
    found = select(tournaments).where(tournaments.c.status.in_(status), seen)
    return [_stored(row) for row in db.execute(found.order_by(order, tournaments.c.id).limit(most))]


def counts(db: Connection, ids: Collection[str]) -> dict[str, int]:
    """How many people take part in some tournaments."""
    of = players.c.tournament_id
    people = select(of, func.count()).where(of.in_(ids), players.c.bot == "").group_by(of)
    return {row[0]: row[1] for row in db.execute(people)}


def winners(db: Connection, ids: Collection[str]) -> dict[str, str]:
    """The names of those who won some tournaments alone."""
    won = (
        select(tournaments.c.id, schema.people.c.name)
        .join(players, players.c.tournament_id == tournaments.c.id)
        .join(schema.people, schema.people.c.id == players.c.person)
        .where(tournaments.c.id.in_(ids), players.c.number == tournaments.c.winner)
    )
    return {row[0]: row[1] for row in db.execute(won)}


class NamedPerson(NamedTuple):
    """A person's name, and whether it is a guest."""

    name: str
    guest: bool


def people(db: Connection, ids: Iterable[str]) -> dict[str, NamedPerson]:
    """The names of people, by id."""
    of = schema.people
    rows = db.execute(select(of.c.id, of.c.name, of.c.name_key).where(of.c.id.in_(set(ids))))
    return {row.id: NamedPerson(row.name, row.name_key is None) for row in rows}


def count_unfinished_of(db: Connection, maker: str) -> int:
    """How many tournaments of a person's making are not over."""
    made = select(func.count()).select_from(tournaments)
    mine = made.where(tournaments.c.maker == maker, tournaments.c.status.in_(UNFINISHED))
    return int(db.execute(mine).scalar_one())


# ---- changing ------------------------------------------------------------------------------------------


def insert_tournament(db: Connection, new: StoredTournament, now: int) -> None:
    """Store a new tournament, and the bot that may fill its field."""
    values = {name: getattr(new, name) for name in new.__struct_fields__}
    db.execute(insert(tournaments).values(**{**values, "wish": msgspec.json.encode(new.wish).decode()}))
    if new.wish.bots:
        _add(db, new.id, StoredPlayer(BOT, None, new.wish.bots, False, False, 0, now))


def _add(db: Connection, id: str, player: StoredPlayer) -> None:
    values = {name: getattr(player, name) for name in player.__struct_fields__}
    db.execute(insert(players).values(tournament_id=id, **values))


def changed(db: Connection, id: str) -> StoredTournament | None:
    """Count a tournament's version up, so that nobody else changes it meanwhile; None if there is none."""
    version = {"version": tournaments.c.version + 1}
    db.execute(update(tournaments).where(tournaments.c.id == id).values(version))
    return tournament(db, id)


def player(db: Connection, id: str, person: str) -> StoredPlayer | None:
    """A person as a player of a tournament; None if they take no part."""
    row = db.execute(select(players).where(players.c.tournament_id == id, players.c.person == person)).first()
    return None if row is None else _player(row)


def have_entered(db: Connection, id: str, people: Collection[str]) -> bool:
    """Whether any of some people takes part in a tournament."""
    here = select(players.c.number).where(players.c.tournament_id == id, players.c.person.in_(people))
    return db.execute(here.limit(1)).first() is not None


def add_player(db: Connection, id: str, person: str, api: bool, rating: int, now: int) -> None:
    """Have a person take part, under the next number; after `changed`."""
    last = db.execute(select(func.max(players.c.number)).where(players.c.tournament_id == id)).scalar() or BOT
    _add(db, id, StoredPlayer(last + 1, person, "", api, False, rating, now))


def remove_player(db: Connection, id: str, person: str) -> None:
    """Take a person off the list of a tournament that has not begun; after `changed`."""
    db.execute(delete(players).where(players.c.tournament_id == id, players.c.person == person))


def set_away(db: Connection, id: str, person: str, away: bool, now: int) -> None:
    """Note that a player gets no new games, or is back; after `changed`."""
    here = (players.c.tournament_id == id, players.c.person == person)
    values: dict[str, bool | int] = {"away": away} if away else {"away": away, "joined": now}
    db.execute(update(players).where(*here).values(values))


def hand_over(db: Connection, guest: str, account: str) -> None:
    """Give a guest's places to the account; where the account has one too, the guest's is left."""
    also = select(players.c.tournament_id).where(players.c.person == account)
    held = players.c.person == guest
    double = db.execute(select(players.c.tournament_id).where(held, players.c.tournament_id.in_(also)))
    for id in list(double.scalars()):
        changed(db, id)
        both = update(players).where(held, players.c.tournament_id == id)
        db.execute(both.values(person=None, away=True))
    db.execute(update(players).where(held).values(person=account))


def forget(db: Connection, person: str) -> None:
    """Delete a person from all tournaments: places and results stay, for the others, without the name."""
    of = players.c.tournament_id
    open_ones = select(tournaments.c.id).where(tournaments.c.status == "open")
    for id in list(db.execute(select(of).where(players.c.person == person)).scalars()):
        changed(db, id)
    db.execute(delete(players).where(players.c.person == person, of.in_(open_ones)))
    db.execute(update(players).where(players.c.person == person).values(person=None, away=True))
    db.execute(update(tournaments).where(tournaments.c.maker == person).values(maker=None))


def stop(db: Connection, id: str, status: TournamentStatus, now: int) -> None:
    """End a tournament by hand: its owner cannot pair any more."""
    values = {"status": status, "ended": now, "epoch": tournaments.c.epoch + 1, "owner": ""}
    db.execute(update(tournaments).where(tournaments.c.id == id).values(values))


def carry_out(db: Connection, before: StoredTournament, plan: Plan, now: int) -> None:
    """Write a plan, all of it or nothing: `Fenced` if the tournament has changed or has another owner."""
    mine = (
        tournaments.c.id == before.id,
        tournaments.c.epoch == before.epoch,
        tournaments.c.version == before.version,
    )
    values = {**plan.change, "version": before.version + 1}
    if db.execute(update(tournaments).where(*mine).values(values)).rowcount != 1:
        raise Fenced
    here = pairings.c.tournament_id == before.id
    for number, points, how in plan.results:
        db.execute(
            update(pairings)
            .where(here, pairings.c.number == number)
            .values(points_first=points[0], points_second=points[1], how=how, ended=now)
        )
    if plan.away:
        gone = update(players).where(players.c.tournament_id == before.id, players.c.number.in_(plan.away))
        db.execute(gone.values(away=True))
    last = db.execute(select(func.max(pairings.c.number)).where(here)).scalar() or 0
    for number, new in enumerate(plan.pairings, last + 1):
        scored = new.points or (None, None)
        db.execute(
            insert(pairings).values(
                tournament_id=before.id,
                number=number,
                round=plan.change.get("round", before.round),
                first=new.first,
                second=new.second,
                table_id=new.table,
                made=False,
                points_first=scored[0],
                points_second=scored[1],
                how=new.how,
                at=now,
                ended=0 if new.points is None else now,
            )
        )


def mark_made(db: Connection, id: str, epoch: int, number: int) -> bool:
    """Note that a game has its table, within the transaction that stores it; whether it had none before.

    `Fenced` if the tournament has another owner.
    """
    mine = (tournaments.c.id == id, tournaments.c.epoch == epoch)
    version = {"version": tournaments.c.version + 1}
    if db.execute(update(tournaments).where(*mine).values(version)).rowcount != 1:
        raise Fenced
    game = (pairings.c.tournament_id == id, pairings.c.number == number, pairings.c.made.is_(False))
    return bool(db.execute(update(pairings).where(*game).values(made=True)).rowcount)
