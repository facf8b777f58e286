"""What is stored about a game once it is over, besides its log: saved set-ups count it, ratings change."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection as Database

from flagfall.core.registry import unlisted_games
from flagfall.server.accounts.ratings import BOT, RatedGame
from flagfall.server.storage.games.game_results import Result, keep_rating
from flagfall.server.storage.games.public_games import PublicGame
from flagfall.server.storage.setups import PlayedSetup, count_played
from flagfall.server.storage.store import Append, Fenced, Store, append
from flagfall.server.tables.log_entries import Rated, write_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import BotSitter, PersonSitter, RatingChange


def results(table_state: TableState) -> tuple[Result, ...]:
    """How a game that is over ended for each person; nothing of a game at one screen."""
    outcome, info = table_state.outcome, table_state.info()
    if outcome is None or info.status != "over" or info.hotseat:
        return ()
    game, ended = table_state.game, table_state.updated
    memory = game.from_memory(info.options)
    found = []
    for seat, sitter in enumerate(info.seats):
        other = info.seats[1 - seat]
        if not isinstance(sitter, PersonSitter) or other is None:
            continue
        feats = game.feats(table_state.state, seat)
        found.append(
            Result(
                table_id=info.id,
                seat=seat,
                game=info.game,
                speed=info.speed,
                level=other.id if isinstance(other, BotSitter) else None,
                score=outcome.scores[seat],
                plies=info.ply,
                seconds=max(0, ended - info.created) // 1_000,
                ended=ended,
                rated=info.rated,
                private=info.private,
                hints=info.advice and not info.rated and not memory,
                memory=memory,
                program=sitter.bot,
                feats=f" {' '.join(feats)} " if feats else "",
            )
        )
    return tuple(found)


def public_game(table_state: TableState) -> PublicGame | None:
    """What a game that is over is found by; None if it was not public, or nobody has moved.

    A game that no list shows, such as a mission, is not in this one either.
    """
    outcome, info, game = table_state.outcome, table_state.info(), table_state.game
    if outcome is None or info.status != "over" or info.private or not info.ply:
        return None
    if info.game in unlisted_games():
        return None
    first, second = (one.id if isinstance(one, BotSitter) else None for one in info.seats)
    ratings = [one.rating for one in info.seats if one is not None and one.rating is not None]
    begun = {seat: action for seat, (_, action) in table_state.firsts.items()}
    return PublicGame(
        table_id=info.id,
        game=info.game,
        speed=info.speed,
        rated=info.rated,
        program=any(isinstance(one, PersonSitter) and one.bot for one in info.seats),
        first_level=first,
        second_level=second,
        rating_low=min(ratings, default=None),
        rating_high=max(ratings, default=None),
        first_score=outcome.scores[0],
        plies=info.ply,
        ended=table_state.updated,
        source=info.source,
        landmarks=tuple(
            (seat, *mark)
            for seat in (0, 1)
            for mark in game.landmarks(seat, table_state.setups[seat], begun.get(seat))
        ),
    )


async def count_setups(store: Store, table_state: TableState) -> None:
    """Count a finished game for the saved set-ups that were played in it."""
    outcome = table_state.outcome
    if outcome is None:
        return
    game = table_state.opened.game
    played = [
        PlayedSetup(sitter.id, seat, table_state.game.write_setup(setup, seat), outcome.scores[seat])
        for seat, (sitter, setup) in enumerate(zip(table_state.sitters, table_state.setups, strict=True))
        if isinstance(sitter, PersonSitter) and setup is not None
    ]
    await store.write(lambda db: count_played(db, game, played))


async def rate(
    store: Store, table_state: TableState, epoch: int, at: int
) -> tuple[RatingChange, RatingChange] | None:
    """Store the ratings after a rated game in one transaction with the entry that tells of them.

    None if there is nothing to rate; `Fenced` if the table has another owner: then nothing is stored.
    """
    outcome = table_state.outcome
    if outcome is None or not table_state.opened.rated or table_state.ratings != (None, None):
        return None
    who = [f"{BOT}{one.id}" if isinstance(one, BotSitter) else one.id for one in table_state.sitters if one]
    info, number, scores = table_state.stored_info(), table_state.length, outcome.scores

    def work(db: Database) -> tuple[RatingChange, RatingChange]:
        rated = RatedGame(db, who, info.game, info.speed, scores, at)
        shown = msgspec.json.encode(replace(info, ratings=rated.changes, updated=at)).decode()
        body = write_entry(Rated(rated.changes))
        entry = Append(info.id, number, epoch, at, body, info.status, shown, False, (False, False))
        if not append(db, entry):
            raise Fenced
        rated.store(db)
        for seat, change in enumerate(rated.changes):
            keep_rating(db, info.id, seat, change.after)
        return rated.changes

    return await store.write(work)
