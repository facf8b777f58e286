"""The measure of how even scenarios are says what is off."""

from __future__ import annotations

import pytest
from bench.balance import Played, faults, interval, printed_ways

from flagfall.hexes import scenario_game


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
