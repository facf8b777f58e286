"""Tournaments as people are shown them, read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection as Database

from flagfall.server.pairing.standings import standings
from flagfall.server.storage import tournament_rows
from flagfall.server.storage.tournament_rows import NamedPerson, StoredPlayer, StoredTournament
from flagfall.server.tables import clocks
from flagfall.server.tournaments.plan import paired_games
from flagfall.server.wire.tables import BotSitter, PersonSitter
from flagfall.server.wire.tournaments import (
    TournamentGame,
    TournamentInfo,
    TournamentNow,
    TournamentPlayer,
    Tournaments,
    TournamentStanding,
)

GAMES = 240
"""Games that are shown; those that are over and came before are counted in the standings alone."""
COMING = 50
PAST = 20


def info(
    one: StoredTournament, players: int, maker: NamedPerson | None = None, winner: str = ""
) -> TournamentInfo:
    """A tournament as lists show it."""
    wish = one.wish
    return TournamentInfo(
        id=one.id,
        name=wish.name,
        game=wish.game,
        kind=wish.kind,
        status=one.status,
        clock=wish.clock,
        speed=clocks.speed(wish.clock),
        options=wish.options,
        setup=wish.setup,
        most=wish.most,
        starts=one.starts,
        ends=one.ends,
        minutes=wish.minutes if wish.kind == "arena" else 0,
        round=one.round,
        rounds=one.rounds or (wish.rounds if wish.kind == "swiss" else 0),
        cycles=wish.rounds if wish.kind == "round-robin" else 0,
        players=players,
        rated=wish.rated,
        private=one.private,
        bots=wish.bots,
        maker=one.maker or "",
        maker_name=maker.name if maker else "",
        winner=winner,
    )


def all_seen(db: Database, person: str | None) -> Tournaments:
    """The tournaments that a person may see in the list."""
    running = tournament_rows.listed(db, ("running",), COMING, person, True)
    coming = tournament_rows.listed(db, ("open",), COMING, person, True)
    past = tournament_rows.listed(db, ("over",), PAST, person, False)
    every = (*running, *coming, *past)
    ids = {one.id for one in every}
    counts, winners = tournament_rows.counts(db, ids), tournament_rows.winners(db, ids)
    makers = tournament_rows.people(db, (one.maker for one in every if one.maker))

    def told(found: Sequence[StoredTournament]) -> tuple[TournamentInfo, ...]:
        return tuple(
            info(one, counts.get(one.id, 0), makers.get(one.maker or ""), winners.get(one.id, ""))
            for one in found
        )

    return Tournaments(told(running), told(coming), told(past))


def seen(db: Database, id: str, now: int, no_show: float) -> TournamentNow | None:
    """A tournament with its standings and games; None if there is none."""
    snapshot = tournament_rows.snapshot(db, id)
    if snapshot is None:
        return None
    tournament, wish = snapshot.tournament, snapshot.tournament.wish
    ids = {one.person for one in snapshot.players if one.person} | {tournament.maker or ""}
    names = tournament_rows.people(db, ids)
    fills = {number for game in snapshot.pairings for number in (game.first, game.second)}
    # The bot is shown once it has been needed.
    players = [one for one in snapshot.players if not one.bot or one.number in fills]
    bots = {one.number for one in players if one.bot}
    numbers = [one.number for one in players]
    whole = 1 if wish.kind == "arena" else 2
    tie_whole = {"arena": 1, "swiss": 2, "round-robin": 4}[wish.kind]
    table = standings(wish.kind, numbers, paired_games(snapshot.pairings), bots)
    running = [game for game in snapshot.pairings if game.points is None]
    over = [game for game in snapshot.pairings if game.points is not None][-GAMES:]
    games = sorted((*running, *over), key=lambda game: -game.number)
    winner = next((one for one in snapshot.players if one.number == tournament.winner), None)
    return TournamentNow(
        info(
            tournament,
            sum(not one.bot for one in players),
            names.get(tournament.maker or ""),
            names[winner.person].name if winner and winner.person in names else "",
        ),
        tuple(_player(one, names) for one in players),
        tuple(
            TournamentStanding(
                one.place, one.number, one.points / whole, one.tie_break / tie_whole, one.wins, one.games
            )
            for one in table
        ),
        tuple(
            TournamentGame(
                game.number,
                game.round,
                game.first,
                game.second,
                game.table if game.made else "",
                None if game.points is None else (game.points[0] / whole, game.points[1] / whole),
                game.how,
            )
            for game in games
        ),
        now,
        round(no_show),
    )


def _player(one: StoredPlayer, names: dict[str, NamedPerson]) -> TournamentPlayer:
    if one.bot:
        return TournamentPlayer(one.number, BotSitter(one.bot))
    named = names.get(one.person or "", NamedPerson("", False))
    sitter = PersonSitter(one.person or "", named.name, named.guest, one.api, one.rating or None)
    return TournamentPlayer(one.number, sitter, one.away)
