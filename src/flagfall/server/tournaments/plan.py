"""What a tournament does next: a pure function of what is stored of it and of the time.

So it does not matter which process runs it, or how often it was killed: the next one reads what is there and
goes on. Results are read from the tables, and pairings are written before their tables are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from flagfall.server.pairing import arena, round_robin, swiss
from flagfall.server.pairing.games import DRAW, LOSS, WIN, Entrant, Pair, PairedGame, opponent
from flagfall.server.pairing.seats import seated, seats_had
from flagfall.server.pairing.standings import standings
from flagfall.server.storage.tournament_rows import (
    BOT,
    NewPairing,
    PairedTableRow,
    Plan,
    Result,
    Snapshot,
    StoredPairing,
    StoredPlayer,
)
from flagfall.server.tables.log_entries import Aborted, read_entry
from flagfall.server.wire.tournaments import HowEnded

MINUTE = 60_000
BOT_RESTS = 2
"""Somebody who has waited in an arena for so many rests plays the bot, if there is one."""
WON, LOST, HALVED, NOTHING = (WIN, LOSS), (LOSS, WIN), (DRAW, DRAW), (LOSS, LOSS)


def paired_games(pairings: Sequence[StoredPairing]) -> list[PairedGame]:
    """The games of a tournament as pairing and standings take them."""
    return [
        PairedGame(one.first, one.second, one.points, one.how in ("", "played", "void")) for one in pairings
    ]


def plan(snapshot: Snapshot, now: int, new_id: Callable[[], str], rest: int) -> Plan:
    """What is to be done now; ``rest`` is the time between two games, in milliseconds."""
    tournament = snapshot.tournament
    if tournament.status == "open":
        return _begin(snapshot, now)
    if tournament.status != "running":
        return Plan()
    results, away = _results(snapshot)
    scored = {one.number: one for one in results}
    games = [
        replace(one, points=scored[one.number].points, how=scored[one.number].how, ended=now)
        if one.number in scored
        else one
        for one in snapshot.pairings
    ]
    players = [replace(one, away=one.away or one.number in away) for one in snapshot.players]
    step = _Step(snapshot, players, games, now, new_id, rest)
    found = step.arena() if tournament.wish.kind == "arena" else step.rounds()
    return replace(found, results=tuple(results), away=tuple(away))


def _people(players: Sequence[StoredPlayer]) -> list[StoredPlayer]:
    return [one for one in players if not one.bot]


def _begin(snapshot: Snapshot, now: int) -> Plan:
    tournament, wish = snapshot.tournament, snapshot.tournament.wish
    if now < tournament.starts:
        return Plan(wake=tournament.starts)
    if wish.kind == "arena":
        return Plan(change={"status": "running", "ends": now + wish.minutes * MINUTE})
    people = len(_people(snapshot.players))
    if people < 2:
        return Plan(change={"status": "cancelled", "ended": now})
    field = people + (people % 2 if wish.bots else 0)
    if wish.kind == "swiss":
        rounds = min(wish.rounds, swiss.rounds_at_most(field))
    else:
        rounds = round_robin.rounds_of(field, wish.rounds)
    return Plan(change={"status": "running", "rounds": rounds})


# ---- results -------------------------------------------------------------------------------------------


def _results(snapshot: Snapshot) -> tuple[list[Result], list[int]]:
    """The games that are over by now, and the players who did not come to theirs."""
    gone = {one.number for one in snapshot.players if one.person is None and not one.bot}
    results: list[Result] = []
    away: list[int] = []
    for game in snapshot.pairings:
        if game.points is not None or game.second is None:
            continue
        both = (game.first, game.second)
        table = snapshot.tables.get(game.table)
        if table is not None:
            points, how, absent = _result(table)
            if points is not None:
                results.append(Result(game.number, points, how))
                away += [both[seat] for seat in absent]
        elif not game.made and gone & set(both):
            results.append(Result(game.number, _without(both, gone), "left"))
    return results, away


def _without(both: tuple[int, int], gone: set[int]) -> tuple[int, int]:
    """The points of a game that is not played since one or both have gone."""
    if gone.issuperset(both):
        return NOTHING
    return LOST if both[0] in gone else WON


def _result(table: PairedTableRow) -> tuple[tuple[int, int] | None, HowEnded, tuple[int, ...]]:
    """The points of a table that is over, how it ended, and the seats whose players did not come."""
    info = table.info
    if info.status == "over" and info.outcome is not None:
        first, second = (round(WIN * score) for score in info.outcome.scores)
        return (first, second), "played", ()
    if info.status != "aborted":
        return None, "", ()
    entry = read_entry(table.aborted) if table.aborted else None
    if not isinstance(entry, Aborted) or entry.seat < 0:
        return HALVED, "void", ()
    points = NOTHING if entry.both else (LOST if entry.seat == 0 else WON)
    if entry.reason != "time":
        return points, "left", ()
    return points, "no-show", (0, 1) if entry.both else (entry.seat,)


# ---- what comes next -----------------------------------------------------------------------------------


class _Step:
    """A tournament that goes on, with the results of this moment."""

    def __init__(
        self,
        snapshot: Snapshot,
        players: Sequence[StoredPlayer],
        games: Sequence[StoredPairing],
        now: int,
        new_id: Callable[[], str],
        rest: int,
    ) -> None:
        self.tournament = snapshot.tournament
        self.wish = snapshot.tournament.wish
        self.players = players
        self.games = games
        self.paired = paired_games(games)
        self.apart = snapshot.apart
        self.now = now
        self.new_id = new_id
        self.rest = rest
        self.present = [one for one in _people(players) if not one.away]

    def _over(self) -> Plan:
        bots = {one.number for one in self.players if one.bot}
        numbers = [one.number for one in self.players]
        table = standings(self.wish.kind, numbers, self.paired, bots)
        best = [one for one in table if one.place == 1]
        winner = best[0].number if len(best) == 1 and best[0].points else None
        change: dict[str, object] = {"status": "over", "ended": self.now, "winner": winner}
        return Plan(change=change)

    def _board(self, pair: Pair) -> NewPairing:
        return NewPairing(pair.first, pair.second, self.new_id())

    # ---- rounds ---------------------------------------------------------------------------------

    def rounds(self) -> Plan:
        """The next round once this one is over, and the end after the last."""
        tournament = self.tournament
        here = [game for game in self.games if game.round == tournament.round]
        if any(game.points is None for game in here):
            return Plan()
        if tournament.round >= tournament.rounds:
            return self._over()
        if self.wish.kind == "swiss" and len(self.present) < 2:
            return self._over()
        due = max((game.ended for game in here), default=0) + self.rest
        if tournament.round and self.now < due:
            return Plan(wake=due)
        next = tournament.round + 1
        pairings = self._swiss(next) if self.wish.kind == "swiss" else self._round_robin(next)
        return Plan(pairings=tuple(pairings), change={"round": next})

    def _swiss(self, round: int) -> list[NewPairing]:
        field = [Entrant(one.number, one.rating) for one in self.present]
        if len(field) % 2 and self.wish.bots:
            field.append(Entrant(BOT))
        last = round if round == self.tournament.rounds else 0
        pairs = swiss.pair_round(field, self.paired, self.tournament.seed, self.apart, last)
        return [
            self._board(pair) if pair.second is not None else NewPairing(pair.first, None, "", WON, "bye")
            for pair in pairs
        ]

    def _round_robin(self, round: int) -> list[NewPairing]:
        numbers = [one.number for one in _people(self.players)]
        if len(numbers) % 2 and self.wish.bots:
            numbers.append(BOT)
        gone = {one.number for one in self.players if one.away}
        found = []
        for pair in round_robin.pair_round(sorted(numbers), round, self.tournament.seed):
            if pair.second is None:
                found.append(NewPairing(pair.first, None, "", NOTHING, "bye"))
            elif gone & set(pair):
                points = _without((pair.first, pair.second), gone)
                found.append(NewPairing(pair.first, pair.second, "", points, "left"))
            else:
                found.append(self._board(pair))
        return found

    # ---- arena ----------------------------------------------------------------------------------

    def arena(self) -> Plan:
        """Games for those who wait, as long as there is time; the end once the last game is over."""
        live = [game for game in self.games if game.points is None]
        if self.now >= self.tournament.ends:
            return Plan() if live else self._over()
        busy = {number for game in live for number in (game.first, game.second)}
        free = {one.number: self._free_since(one) for one in self.present if one.number not in busy}
        rested = [number for number, since in free.items() if since + self.rest <= self.now]
        waiting = sorted(rested, key=lambda number: (free[number], number))
        others = len(free) - len(waiting) + sum(one.number in busy for one in self.players)
        seed = self.tournament.seed + len(self.games)
        pairs = arena.pair_waiting(waiting, others, self.paired, seed, self.apart) if waiting[1:] else []
        paired = {number for pair in pairs for number in pair}
        left = [number for number in waiting if number not in paired]
        if self.wish.bots and BOT not in busy and left and self._may_play_bot(left[0], free[left[0]]):
            pairs.append(seated(left[0], BOT, seats_had(self.paired), bool(seed % 2)))
        wakes = [since + self.rest for since in free.values() if since + self.rest > self.now]
        wakes += [free[number] + BOT_RESTS * self.rest for number in left if self.wish.bots]
        later = [at for at in (*wakes, self.tournament.ends) if at > self.now]
        return Plan(pairings=tuple(map(self._board, pairs)), wake=min(later))

    def _free_since(self, player: StoredPlayer) -> int:
        ended = [game.ended for game in self.games if player.number in (game.first, game.second)]
        # Somebody who has not played yet needs no rest.
        return max(player.joined, *ended) if ended else player.joined - self.rest

    def _may_play_bot(self, number: int, since: int) -> bool:
        mine = [game for game in self.paired if number in (game.first, game.second)]
        again = bool(mine) and opponent(mine[-1], number) == BOT and len(self.present) > 1
        return not again and since + BOT_RESTS * self.rest <= self.now
