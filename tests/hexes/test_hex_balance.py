"""The measure of how even scenarios are says what is off."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from bench.balance import RESULTS, Job, Played, changed, data_hash, faults, interval, play, printed_ways, read

from flagfall.hexes import scenario_game
from flagfall.hexes.scenarios.loaded import LoadedScenario
from flagfall.hexes.scenarios.scenario_files import scenario_ids


def games(won: int, lost: int, first: str = "elimination", second: str = "elimination") -> list[Played]:
    ways = [(1.0, first)] * won + [(0.0, second)] * lost
    return [Played("hex-three", "arena", 3, "", n, score, way, 9) for n, (score, way) in enumerate(ways)]


@pytest.mark.parametrize(
    ("id", "first", "second"),
    [
        ("hex-three", {"elimination", "rounds"}, {"elimination", "rounds"}),
        ("hex-duel", {"elimination"}, {"elimination"}),
        ("hex-bridge", {"rounds"}, {"hold", "elimination"}),
        ("hex-siege", {"protect"}, {"destroy"}),
        ("hex-convoy", {"exit"}, {"destroy"}),
    ],
)
def test_hx_end_2_the_printed_ways_to_win_are_known_for_each_side(
    id: str, first: set[str], second: set[str]
) -> None:
    assert printed_ways(scenario_game(id).scenario) == (first, second)


def test_a_share_out_of_range_and_a_way_that_never_decides_are_off() -> None:
    three = scenario_game("hex-three").scenario
    even = games(25, 25) + games(25, 25, "rounds", "rounds")
    assert faults(three, 3, even) == []
    assert faults(three, 3, games(50, 50)) == ["first: rounds 0 of 50", "second: rounds 0 of 50"]
    uneven = games(30, 20) + games(35, 15, "rounds", "rounds")
    assert faults(three, 3, uneven) == ["uneven"]
    assert faults(three, 4, uneven) == []


def test_the_interval_narrows_with_the_number_of_games() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 2), round(high, 2)) == (0.4, 0.6)
    assert interval(0.5, 20)[1] > high


def test_the_results_are_one_short_line_a_game_each_once() -> None:
    lines = RESULTS.read_text("utf-8").splitlines()
    games = read(RESULTS)
    assert len(games) == len(lines), "a line that cannot be read, or a game that is there twice"
    assert max(map(len, lines)) < 100
    assert {one.scenario for one in games} <= set(scenario_ids())


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    whole = msgspec.json.encode(games(1, 0)[0]).decode()
    file = tmp_path / "balance.jsonl"
    file.write_text(f"{whole}\n{whole[:20]}")
    assert read(file) == games(1, 0)


def test_another_price_is_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    before = data_hash(scenario_game("hex-skirmish"), "arena")
    assert before == data_hash(scenario_game("hex-skirmish"), "arena")
    monkeypatch.setattr(LoadedScenario, "cost", lambda self, sheet: 7)
    assert before != data_hash(scenario_game("hex-skirmish"), "arena")


def test_a_game_played_again_ends_as_before_or_is_told() -> None:
    now = play(Job("hex-duel", "arena", 3, 1, ""))
    other = msgspec.structs.replace(now, score=1 - now.score)
    assert changed([now], 1) == []
    assert changed([other], 1) == [(other, now)]
