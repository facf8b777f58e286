"""Ladders of bots: whom somebody has beaten in each game, whom next, and the badges for it.

All of it is counted from the results of finished games: nothing is noted separately, so nothing can disagree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, case, func, select

from flagfall.server.accounts.badges import Wins, badges
from flagfall.server.storage import schema
from flagfall.server.wire.learning.progress import BotLadder, Progress, Rung

results, seats = schema.results, schema.seats
WIN = 1.0
"""The score of a game that was won."""


def progress(db: Connection, person: str, ladders: Mapping[str, Sequence[str]], public: bool) -> Progress:
    """Somebody's ladders and badges, ``public``: by games that everybody may see.

    ``ladders`` are the levels of each game, the easiest first.
    """
    same = [results.c[name] for name in ("game", "level", "speed", "hints", "memory", "feats")]
    won = case((results.c.score == WIN, 1), else_=0)
    played = (
        select(*same, func.count().label("played"), func.sum(won).label("won"))
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .where(
            seats.c.person == person,
            results.c.game.in_(list(ladders)),
            results.c.level.is_not(None),
            results.c.program.is_(False),
        )
        .group_by(*same)
    )
    found: list[Wins] = []
    games: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in db.execute(played.where(results.c.private.is_(False)) if public else played):
        games[row.game, row.level] += row.played
        if row.won:
            found.append(Wins(row.game, row.level, row.speed, row.hints, row.memory, row.feats, int(row.won)))
    return Progress(
        tuple(_ladder(game, levels, found, games) for game, levels in ladders.items()),
        tuple(badge.seen(found, ladders) for badge in badges()),
    )


def _ladder(
    game: str, levels: Sequence[str], won: Sequence[Wins], games: Mapping[tuple[str, str], int]
) -> BotLadder:
    rungs = []
    for level in levels:
        here = [one for one in won if one.game == game and one.level == level]
        rungs.append(
            Rung(
                level,
                games.get((game, level), 0),
                sum(one.count for one in here),
                any(not one.hints for one in here),
                any(one.memory for one in here),
            )
        )
    left = [one.level for one in rungs if not one.wins]
    return BotLadder(game, tuple(rungs), len(rungs) - len(left), left[0] if left else "")
