"""What a tournament does next, from what is stored of it and the time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from flagfall.core import Outcome
from flagfall.server.storage.tournament_rows import (
    PairedTableRow,
    Plan,
    Result,
    Snapshot,
    StoredPairing,
    StoredPlayer,
    StoredTournament,
)
from flagfall.server.tables.log_entries import Aborted, write_entry
from flagfall.server.tournaments.plan import plan
from flagfall.server.wire.tables import BankClock, TableInfo
from flagfall.server.wire.tournaments import NewTournament

NOW = 1_000_000
REST = 10_000


def tournament(kind: Any, people: int, bots: str = "", **more: Any) -> Snapshot:
    """A tournament that goes on, in which nobody has been paired yet."""
    wish = NewTournament("Cup", "original", kind, 0, rounds=1 if kind == "round-robin" else 5, bots=bots)
    row: dict[str, Any] = {
        "status": "running",
        "private": False,
        "code": "c",
        "maker": None,
        "created": 0,
        "starts": 0,
        "ends": NOW * 10,
        "ended": 0,
        "round": 0,
        "rounds": 5,
        "winner": None,
        "seed": 3,
        "version": 1,
        "epoch": 1,
        "owner": "me",
        **more,
    }
    bot = [StoredPlayer(0, None, bots, False, False, 0, 0)] if bots else []
    players = [StoredPlayer(n, f"p{n}", "", False, False, 0, 0) for n in range(1, people + 1)]
    return Snapshot(StoredTournament("t", wish, **row), (*bot, *players), ())


def what_next(snapshot: Snapshot, now: int = NOW) -> Plan:
    ids = count()
    return plan(snapshot, now, lambda: f"table-{next(ids)}", REST)


def game(number: int, first: int, second: int, points: Any = None, ended: int = 0, round: int = 1) -> Any:
    return StoredPairing(number, round, first, second, f"t{number}", True, points, "played", 0, ended)


def table(number: int, status: Any, outcome: Outcome | None = None, entry: Aborted | None = None) -> Any:
    info = TableInfo(
        f"t{number}", "original", {}, status, BankClock(600), "rapid", (None, None), 0, True, outcome=outcome
    )
    return {f"t{number}": PairedTableRow(info, write_entry(entry) if entry else "")}


def away(snapshot: Snapshot, *numbers: int, gone: bool = False) -> Snapshot:
    """The same with some who are away, or whose accounts are deleted."""
    players = [
        replace(one, away=True, person=None if gone else one.person) if one.number in numbers else one
        for one in snapshot.players
    ]
    return replace(snapshot, players=tuple(players))


def result_of(status: Any, outcome: Outcome | None = None, entry: Aborted | None = None) -> Sequence[Any]:
    """The result of a game whose table looks so, and who is away then."""
    here = replace(tournament("arena", 2), pairings=(game(1, 2, 1),), tables=table(1, status, outcome, entry))
    found = what_next(here)
    return found.results, found.away


def test_results_are_read_from_the_tables() -> None:
    assert result_of("play") == ((), ())
    won = Outcome("flag", (1.0, 0.0), "ST-WIN-1")
    assert result_of("over", won) == ((Result(1, (2, 0), "played"),), ())
    assert result_of("over", Outcome("agreement", (0.5, 0.5), "ST-WIN-1"))[0] == (
        Result(1, (1, 1), "played"),
    )
    assert result_of("aborted", None, Aborted("left", 0)) == ((Result(1, (0, 2), "left"),), ())
    assert result_of("aborted", None, Aborted("time", 1)) == ((Result(1, (2, 0), "no-show"),), (1,))
    assert result_of("aborted", None, Aborted("time", 0, True)) == ((Result(1, (0, 0), "no-show"),), (2, 1))
    # What the server cannot finish is a draw.
    for reason in ("rules", "operator"):
        assert result_of("aborted", None, Aborted(reason)) == ((Result(1, (1, 1), "void"),), ())  # type: ignore[arg-type]


def test_a_plan_is_the_same_whoever_makes_it() -> None:
    for kind in ("arena", "swiss", "round-robin"):
        assert what_next(tournament(kind, 7)) == what_next(tournament(kind, 7))


def test_a_game_with_a_deleted_account_is_won_by_the_other_before_there_is_a_table() -> None:
    waiting = replace(game(1, 1, 2), made=False)
    here = replace(tournament("arena", 3), pairings=(waiting,))
    assert what_next(here).results == ()
    assert what_next(away(here, 2, gone=True)).results == (Result(1, (2, 0), "left"),)
    assert what_next(away(here, 1, 2, gone=True)).results == (Result(1, (0, 0), "left"),)


def test_who_is_away_loses_in_a_round_robin_and_is_not_paired_in_swiss_rounds() -> None:
    found = what_next(away(tournament("round-robin", 4, rounds=3), 3))
    lost = [one for one in found.pairings if 3 in (one.first, one.second)]
    assert [(one.how, one.table) for one in lost] == [("left", "")]
    assert lost[0].points == ((0, 2) if lost[0].first == 3 else (2, 0))
    found = what_next(away(tournament("swiss", 4), 3))
    assert all(3 not in (one.first, one.second) for one in found.pairings)
    assert [one.how for one in found.pairings if one.second is None] == ["bye"]
    # Nobody is left to play.
    assert what_next(away(tournament("swiss", 4), 2, 3, 4)).change["status"] == "over"


def test_a_bot_fills_the_field_only_where_it_is_odd() -> None:
    for kind in ("swiss", "round-robin"):
        for people, plays in ((4, False), (5, True)):
            found = what_next(tournament(kind, people, bots="2"))
            assert any(0 in (one.first, one.second) for one in found.pairings) is plays
            assert all(one.second is not None for one in found.pairings)


def test_who_waits_alone_in_an_arena_plays_the_bot_after_a_while() -> None:
    here = replace(tournament("arena", 3, bots="2"), pairings=(game(1, 1, 2), game(2, 3, 0, (2, 0), NOW)))
    assert what_next(here).pairings == ()
    later = what_next(here, NOW + 3 * REST)
    assert later.pairings == ()  # Not the bot twice in a row, as long as others take part.
    here = replace(here, pairings=(game(1, 1, 2), game(2, 3, 2, (2, 0), NOW)))
    found = what_next(here, NOW + REST)
    assert found.pairings == ()
    assert found.wake == NOW + 2 * REST
    (pair,) = what_next(here, NOW + 2 * REST).pairings
    assert {pair.first, pair.second} == {0, 3}


def test_the_next_round_waits_for_all_games_and_for_a_rest() -> None:
    here = tournament("swiss", 4, round=1, rounds=2)
    here = replace(here, pairings=(game(1, 1, 2, (2, 0), NOW), game(2, 3, 4)))
    assert what_next(here, NOW + REST).empty
    here = replace(here, pairings=(game(1, 1, 2, (2, 0), NOW), game(2, 3, 4, (1, 1), NOW)))
    assert what_next(here) == Plan(wake=NOW + REST)
    found = what_next(here, NOW + REST)
    assert found.change == {"round": 2}
    assert len(found.pairings) == 2


def test_the_winner_is_told_unless_the_first_place_is_shared() -> None:
    here = tournament("arena", 2, ends=NOW)
    won = replace(here, pairings=(game(1, 1, 2, (0, 2), NOW),))
    assert what_next(won).change == {"status": "over", "ended": NOW, "winner": 2}
    drawn = replace(here, pairings=(game(1, 1, 2, (1, 1), NOW),))
    assert what_next(drawn).change["winner"] is None
    running = replace(here, pairings=(game(1, 1, 2),), tables=table(1, "play"))
    assert what_next(running).empty  # Games that are being played still count.
