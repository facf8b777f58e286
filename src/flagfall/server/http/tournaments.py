"""HTTP: tournaments."""

from __future__ import annotations

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import Connection as Database

from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.bus_messages import LobbyChanged
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import in_scope, signed_in
from flagfall.server.refusal import Refusal
from flagfall.server.tournaments import entering, tournament_views
from flagfall.server.wire.tournaments import JoinTournament, NewTournament, Tournaments, TournamentSeen


async def _seen(tables: Tables, id: str, person: str | None, code: str = "") -> TournamentSeen:
    now, no_show = tables.time_and_chance.now(), tables.settings.tournament_no_show

    def work(db: Database) -> TournamentSeen:
        found = entering.visible(db, id[:64], person, code)
        seen = tournament_views.seen(db, found.id, now, no_show)
        assert seen is not None
        return TournamentSeen(seen, entering.code_for(db, found, person))

    return await tables.store.read(work)


@get("/api/tournaments")
async def list_tournaments(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Tournaments:
    """The tournaments that go on, that come, and the last ones."""
    who = in_scope(identity, "tables")
    person = who.person if who else None
    return await tables.store.read(lambda db: tournament_views.all_seen(db, person))


@post("/api/tournaments")
async def make_tournament(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[NewTournament],
) -> TournamentSeen:
    """Make a tournament; an account has one at a time."""
    who = signed_in(identity, "tables")
    if not tables.settings.tournaments:
        raise Refusal("forbidden", "only the operator creates tournaments here")
    if who.guest:
        raise Refusal("forbidden", "only accounts can create tournaments")
    if data.most > tables.settings.tournament_players:
        most = tables.settings.tournament_players
        raise Refusal("bad-message", f"at most {most} players", field="most")
    game = await tables.games.fetch(data.game)
    chance = tables.time_and_chance
    own = bool(tables.games.text(data.game))
    new = entering.stored(entering.settled(data, game, own, chance.now()), who.person, chance)
    await tables.store.write(lambda db: entering.make(db, new, chance.now()))
    tables.bus.broadcast(LobbyChanged(tournament=new.id))
    return await _seen(tables, new.id, who.person)


@get("/api/tournaments/{tournament:str}")
async def see_tournament(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    tournament: FromPath[str],
    code: FromQuery[str] = "",
) -> TournamentSeen:
    """A tournament with its players, standings and games."""
    who = in_scope(identity, "play", "tables")
    return await _seen(tables, tournament, who.person if who else None, code)


@post("/api/tournaments/{tournament:str}/join", status_code=200)
async def join_tournament(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    tournament: FromPath[str],
    data: JSONBody[JoinTournament],
) -> TournamentSeen:
    """Take part, or come back."""
    who = signed_in(identity, "tables")
    id, now = tournament[:64], tables.time_and_chance.now()
    await tables.store.write(lambda db: entering.join(db, id, who, data.code, now))
    tables.bus.broadcast(LobbyChanged(tournament=id))
    return await _seen(tables, id, who.person)


@post("/api/tournaments/{tournament:str}/leave", status_code=200)
async def leave_tournament(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    tournament: FromPath[str],
) -> None:
    """Leave: before the start you are off the list, later you get no new games until you come back."""
    who = signed_in(identity, "tables")
    id, now = tournament[:64], tables.time_and_chance.now()

    def work(db: Database) -> None:
        entering.visible(db, id, who.person, "")  # A private one is not there for strangers.
        entering.leave(db, id, who, now)

    await tables.store.write(work)
    tables.bus.broadcast(LobbyChanged(tournament=id))


@post("/api/tournaments/{tournament:str}/stop", status_code=200)
async def stop_tournament(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    tournament: FromPath[str],
) -> TournamentSeen:
    """Call a tournament of your making off, or stop it; games that are played go on, but count no more."""
    who = signed_in(identity, "tables")
    id, now = tournament[:64], tables.time_and_chance.now()

    def work(db: Database) -> None:
        entering.visible(db, id, who.person, "")
        entering.stop(db, id, lambda one: one.maker == who.person, now)

    await tables.store.write(work)
    tables.bus.broadcast(LobbyChanged(tournament=id))
    return await _seen(tables, id, who.person)


HANDLERS = [
    list_tournaments,
    make_tournament,
    see_tournament,
    join_tournament,
    leave_tournament,
    stop_tournament,
]
