"""Making a tournament, taking part, leaving, and stopping it."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from msgspec.structs import replace
from sqlalchemy import Connection as Database

from flagfall.bots.levels import levels_of
from flagfall.core import AnyGame
from flagfall.server.accounts import ratings
from flagfall.server.accounts.blocks import blocked_by
from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.names import BLANK, name_key
from flagfall.server.hosting.new_table import check_listed, check_rated
from flagfall.server.refusal import Refusal
from flagfall.server.storage import tournament_rows
from flagfall.server.storage.tournament_rows import StoredTournament
from flagfall.server.tables import clocks
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.tournaments import LARGEST_ROUND_ROBIN, NewTournament, TournamentStatus

AHEAD = 90 * 86_400_000
"""Milliseconds that a tournament may be made before it begins."""
AT_ONCE = 1
"""Tournaments of a person's making that are not over."""


def settled(wish: NewTournament, game: AnyGame, own: bool, now: int) -> NewTournament:
    """What somebody wishes, with its options settled; refused with the field that is wrong.

    ``own``: whether the game is one that somebody has uploaded.
    """
    name = " ".join(wish.name.split())
    if len(name_key(name)) < 2 or len(name) < 3 or not name.isprintable() or set(BLANK) & set(name):
        raise Refusal("bad-message", "a name has 3 to 60 characters that can be seen", field="name")
    if wish.kind == "round-robin" and wish.rounds > 2:
        raise Refusal("bad-message", "everybody plays everybody once or twice", field="rounds")
    if wish.kind == "round-robin" and wish.most > LARGEST_ROUND_ROBIN:
        raise Refusal("bad-message", f"at most {LARGEST_ROUND_ROBIN} players", field="most")
    if wish.starts > now + AHEAD:
        raise Refusal("bad-message", "must begin within 90 days", field="starts")
    if wish.kind != "arena" and wish.starts <= now:
        raise Refusal("bad-message", "must begin in the future, so that people can join", field="starts")
    known = {str(one.number) for one in levels_of(game)}
    if wish.bots and wish.bots not in known:
        raise Refusal("bad-message", f"the levels are {', '.join(sorted(known))}", field="bots")
    options = game.read_options(wish.options)
    check_listed(game.id)
    if wish.rated:
        check_rated(game, options, own, bool(wish.bots))
    return replace(wish, name=name, options=options, starts=max(wish.starts, now))


def stored(wish: NewTournament, maker: str | None, time_and_chance: TimeAndChance) -> StoredTournament:
    """A new tournament, to be stored."""
    return StoredTournament(
        id=time_and_chance.id(),
        wish=wish,
        status="open",
        private=wish.private,
        code=time_and_chance.secret()[:24],
        maker=maker,
        created=time_and_chance.now(),
        starts=wish.starts,
        ends=0,
        ended=0,
        round=0,
        rounds=0,
        winner=None,
        seed=time_and_chance.draw(1 << 31),
        version=0,
        epoch=0,
        owner="",
    )


def make(db: Database, new: StoredTournament, now: int) -> None:
    """Store a person's tournament; refused if another one of theirs is not over."""
    if new.maker and tournament_rows.count_unfinished_of(db, new.maker) >= AT_ONCE:
        raise Refusal("too-many", "your last tournament is not over yet")
    tournament_rows.insert_tournament(db, new, now)


def visible(db: Database, id: str, person: str | None, code: str) -> StoredTournament:
    """A tournament that somebody may see; refused as if it were not there if they may not."""
    found = tournament_rows.tournament(db, id)
    if found is not None and _may_see(db, found, person, code):
        return found
    raise Refusal("not-found", "there is no such tournament")


def _may_see(db: Database, found: StoredTournament, person: str | None, code: str) -> bool:
    if not found.private or hmac.compare_digest(code.encode(), found.code.encode()):
        return True
    return person is not None and _inside(db, found, person)


def _inside(db: Database, found: StoredTournament, person: str) -> bool:
    return found.maker == person or tournament_rows.player(db, found.id, person) is not None


def code_for(db: Database, found: StoredTournament, person: str | None) -> str:
    """The code of a private tournament's link, for those who made it or take part."""
    return found.code if found.private and person is not None and _inside(db, found, person) else ""


def join(db: Database, id: str, who: Identity, code: str, now: int) -> None:
    """Have somebody take part, or come back."""
    visible(db, id, who.person, code)
    found = _changed(db, id)
    wish = found.wish
    if found.status not in tournament_rows.UNFINISHED:
        raise Refusal("over", "the tournament is over")
    if tournament_rows.player(db, id, who.person) is not None:
        tournament_rows.set_away(db, id, who.person, False, now)
        return
    if wish.rated and who.guest:
        raise Refusal("forbidden", "only accounts can play rated tournaments")
    if who.bot and not wish.bots:
        raise Refusal("forbidden", "no programs in this tournament")
    if found.status == "running" and _too_late(found, now):
        raise Refusal("begun", "the tournament has begun, so nobody can join any more")
    if wish.kind == "round-robin" and tournament_rows.have_entered(db, id, blocked_by(db, who.person)):
        # Those who are blocked are not told, but those who blocked them are: here everybody plays everybody.
        raise Refusal("blocked", "somebody you have blocked takes part, and here everybody plays everybody")
    if tournament_rows.counts(db, {id}).get(id, 0) >= wish.most:
        raise Refusal("full", "all places are taken")
    known = ratings.shown_rating(db, who.person, wish.game, clocks.speed(wish.clock), now)
    tournament_rows.add_player(db, id, who.person, who.bot, known.rating if known else 0, now)


def _too_late(found: StoredTournament, now: int) -> bool:
    """Whether a tournament that goes on takes nobody in: a Swiss one does in the first half of its rounds."""
    if found.wish.kind == "arena":
        return now >= found.ends
    return found.wish.kind == "round-robin" or 2 * found.round > found.rounds


def leave(db: Database, id: str, who: Identity, now: int) -> None:
    """Have somebody leave: before the start they are off the list, later they get no new games."""
    found = _changed(db, id)
    if tournament_rows.player(db, id, who.person) is None:
        raise Refusal("not-found", "you are not in this tournament")
    if found.status == "open":
        tournament_rows.remove_player(db, id, who.person)
    elif found.status == "running":
        tournament_rows.set_away(db, id, who.person, True, now)


def stop(db: Database, id: str, may: Callable[[StoredTournament], bool], now: int) -> StoredTournament:
    """End a tournament that is not over: cancelled before its start, stopped after it."""
    found = _changed(db, id)
    if not may(found):
        raise Refusal("forbidden", "only the person who created a tournament can stop it")
    if found.status not in tournament_rows.UNFINISHED:
        raise Refusal("over", "the tournament is over")
    status: TournamentStatus = "cancelled" if found.status == "open" else "stopped"
    tournament_rows.stop(db, id, status, now)
    return replace(found, status=status)


def _changed(db: Database, id: str) -> StoredTournament:
    found = tournament_rows.changed(db, id)
    if found is None:
        raise Refusal("not-found", "there is no such tournament")
    return found
