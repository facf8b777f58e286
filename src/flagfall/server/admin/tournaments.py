"""Tournaments made, listed and stopped by an operator. A running server takes them up within seconds."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from flagfall.core import BadOption, FlagfallError
from flagfall.server.admin.tables import StoredGames
from flagfall.server.refusal import Refusal
from flagfall.server.storage import tournament_rows
from flagfall.server.storage.uploads import upload_text
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.tournaments import entering, tournament_views
from flagfall.server.wire.tournaments import NewTournament, TournamentInfo

STATUSES = ("running", "open", "over", "stopped", "cancelled")


def list_tournaments(db: Connection, most: int) -> list[TournamentInfo]:
    """The tournaments of a server, private ones too: those that go on first, then those that come."""
    found = [
        one
        for status in STATUSES
        for one in tournament_rows.listed(db, (status,), most, None, status in ("running", "open"), True)
    ][:most]
    counts = tournament_rows.counts(db, {one.id for one in found})
    makers = tournament_rows.people(db, (one.maker for one in found if one.maker))
    return [tournament_views.info(one, counts.get(one.id, 0), makers.get(one.maker or "")) for one in found]


def create_tournament(
    db: Connection, time_and_chance: TimeAndChance, wish: dict[str, object]
) -> tuple[str, str]:
    """A tournament of the operator's, without the limits of an account; its id, and the code if private."""
    try:
        asked = msgspec.convert(wish, NewTournament)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at ")
        raise BadOption(place.strip("`$.") or "tournament", reason) from None
    now = time_and_chance.now()
    game = StoredGames(db)(asked.game)
    try:
        settled = entering.settled(asked, game, upload_text(db, asked.game) is not None, now)
    except Refusal as refusal:
        raise BadOption(refusal.problem.field, refusal.problem.detail) from None
    new = entering.stored(settled, None, time_and_chance)
    tournament_rows.insert_tournament(db, new, now)
    return new.id, new.code if new.private else ""


def stop_tournament(db: Connection, time_and_chance: TimeAndChance, id: str) -> tuple[str, str]:
    """Stop a tournament, or cancel it before its start; its name and status. Games that are played go on."""
    try:
        found = entering.stop(db, id, lambda _: True, time_and_chance.now())
        return found.wish.name, found.status
    except Refusal as refusal:
        raise FlagfallError(f"tournament {id}: {refusal.problem.detail}") from None
