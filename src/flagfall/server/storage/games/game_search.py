"""Searching the finished public games, and counting what they began with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select

from flagfall.core.landmarks import FLAG
from flagfall.server.storage import schema
from flagfall.server.storage.tables.table_rows import infos_for_strangers
from flagfall.server.wire.game_search import FoundGames, GameFilter, GameStatistics, PlaceTally
from flagfall.server.wire.tables import TableInfo

games, landmarks = schema.public_games, schema.public_game_landmarks
seats, people, tables = schema.seats, schema.people, schema.tables
COUNTED = 1_000
"""Up to how many games that fit are counted; after that there are more."""
WEIGHED = 20_000
"""Games that statistics look at, the newest first."""
PLACES = 300
"""Places or first moves of a kind that statistics tell, the most frequent first."""
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


def _played_by(*who: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether somebody of a kind has a seat at a game."""
    # Not asked game by game: the seats of a person are few, and found by an index.
    held = select(seats.c.table_id).join(people, people.c.id == seats.c.person).where(*who)
    return games.c.table_id.in_(held)


def _result(wish: GameFilter, mine: Any) -> Iterator[ColumnElement[bool]]:
    score = games.c.first_score
    match wish.result:
        case "first":
            yield score == WIN
        case "second":
            yield score == LOSS
        case "draw":
            yield score == DRAW
        case "won" | "lost":
            won = WIN if wish.result == "won" else LOSS
            yield or_(
                and_(score == won, _played_by(*mine, seats.c.seat == 0)),
                and_(score == WIN - won, _played_by(*mine, seats.c.seat == 1)),
            )


def _who(wish: GameFilter) -> Iterator[ColumnElement[bool]]:
    bot = or_(games.c.first_level.is_not(None), games.c.second_level.is_not(None))
    match wish.kind:
        case "people":
            yield and_(~bot, games.c.program.is_(False))
        case "bots":
            yield bot
        case "programs":
            yield games.c.program.is_(True)
    if wish.level:
        yield or_(games.c.first_level == wish.level, games.c.second_level == wish.level)
    if wish.rating_from:
        yield games.c.rating_low >= wish.rating_from
    if wish.rating_to:
        yield games.c.rating_high <= wish.rating_to


def _fits(wish: GameFilter) -> list[ColumnElement[bool]]:
    """What games have to be: as somebody wishes, and none of a person who keeps theirs out."""
    found: list[ColumnElement[bool]] = [~_played_by(people.c.games_shown == "out"), *_who(wish)]
    mine = (people.c.name_key == wish.player, people.c.games_shown == "named")
    if wish.player:
        found.append(_played_by(*mine))
    found += _result(wish, mine)
    for column, least, most in (
        (games.c.plies, wish.moves_from, wish.moves_to),
        (games.c.ended, wish.since, wish.until),
    ):
        if least:
            found.append(column >= least)
        if most:
            found.append(column <= most)
    if wish.game:
        found.append(games.c.game == wish.game)
    if wish.source:
        found.append(games.c.source == ("" if wish.source == "here" else wish.source))
    if wish.flag:
        stood = [landmarks.c.kind == FLAG, landmarks.c.place == wish.flag]
        if wish.flag_seat is not None:
            stood.append(landmarks.c.seat == wish.flag_seat)
        found.append(games.c.table_id.in_(select(landmarks.c.table_id).where(*stood)))
    return found


def _after(cursor: tuple[int, str] | None) -> list[ColumnElement[bool]]:
    if cursor is None:
        return []
    ended, table = cursor
    return [or_(games.c.ended < ended, and_(games.c.ended == ended, games.c.table_id < table))]


def _newest(wish: GameFilter, *columns: Any) -> Select[Any]:
    newest = (games.c.ended.desc(), games.c.table_id.desc())
    return select(*columns).where(*_fits(wish)).order_by(*newest)


def search(db: Connection, wish: GameFilter, cursor: tuple[int, str] | None, page: int) -> FoundGames:
    """The games that fit, newest first, from a cursor on; the first page says how many there are."""
    asked = _newest(wish, games.c.table_id, games.c.ended).where(*_after(cursor)).limit(page + 1)
    rows = list(db.execute(asked))
    there = rows[:page]
    more = f"{there[-1].ended}.{there[-1].table_id}" if len(rows) > page else ""
    count = None
    if cursor is None:
        few = select(games.c.table_id).where(*_fits(wish)).limit(COUNTED + 1).subquery()
        count = int(db.execute(select(func.count()).select_from(few)).scalar_one())
    return FoundGames(_shown(db, [row.table_id for row in there]), more, count)


def found_ids(db: Connection, wish: GameFilter, most: int) -> list[str]:
    """The tables of the games that fit, newest first."""
    return list(db.execute(_newest(wish, games.c.table_id).limit(most)).scalars())


def _shown(db: Connection, ids: list[str]) -> tuple[TableInfo, ...]:
    bodies = {row.id: row.info for row in db.execute(select(tables).where(tables.c.id.in_(ids)))}
    found = infos_for_strangers(db, [bodies[id] for id in ids])
    # Set-ups and nonces are in the record; a list does not need them.
    return tuple(replace(info, commitments=()) for info in found)


def statistics(db: Connection, wish: GameFilter) -> GameStatistics:
    """Results of the newest games that fit, and by what they began with."""
    chosen = _newest(wish, games.c.table_id, games.c.first_score, games.c.plies).limit(WEIGHED).subquery()
    score = chosen.c.first_score
    played, first, second, plies = db.execute(
        select(
            func.count(),
            func.sum(case((score == WIN, 1), else_=0)),
            func.sum(case((score == LOSS, 1), else_=0)),
            func.avg(chosen.c.plies),
        )
    ).one()
    first, second = int(first or 0), int(second or 0)
    own = case((landmarks.c.seat == 0, score), else_=WIN - score)
    counted = (
        select(
            landmarks.c.kind,
            landmarks.c.seat,
            landmarks.c.place,
            func.count().label("played"),
            func.sum(case((own == WIN, 1), else_=0)).label("won"),
            func.sum(case((own == DRAW, 1), else_=0)).label("drawn"),
        )
        .join(chosen, chosen.c.table_id == landmarks.c.table_id)
        .group_by(landmarks.c.kind, landmarks.c.seat, landmarks.c.place)
        .order_by(func.count().desc(), landmarks.c.seat, landmarks.c.place)
    )
    places: dict[str, list[PlaceTally]] = {}
    for row in db.execute(counted):
        kind = places.setdefault(row.kind, [])
        if len(kind) < PLACES:
            kind.append(PlaceTally(row.seat, row.place, row.played, int(row.won), int(row.drawn)))
    return GameStatistics(
        played,
        first,
        played - first - second,
        second,
        round(plies or 0),
        {kind: tuple(found) for kind, found in places.items()},
        played == WEIGHED,
    )
