"""Games spread over a Ray cluster; run by `make test-ray`, which brings Ray."""

from __future__ import annotations

import sys

import pytest

from flagfall.research.arena.arena import Arena, read_player, schedule
from flagfall.research.arena.ratings import Sprt
from flagfall.research.arena.ray_cluster import NoCluster, spread

MISSING = "Ray is not installed; `make test-ray` brings it"


def test_without_ray_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"'auto': Ray is not installed; it comes with flagfall\[ray\]"):
        next(spread(str, [1], "auto"))


def test_games_on_a_cluster_are_the_same_games_in_the_same_order(cluster: str) -> None:
    tasks = schedule("barrage", [read_player("1"), read_player("2")], 8)
    here = [(one.seed, one.players, one.actions) for one in Arena(tasks).play()]
    there = [(one.seed, one.players, one.actions) for one in Arena(tasks).play(ray=cluster)]
    assert here == there


def test_the_sequential_test_stops_at_the_same_game_on_a_cluster(cluster: str) -> None:
    tasks = schedule("barrage", [read_player("2"), read_player("1")], 100)
    here, there = (Arena(tasks, sprt=Sprt(0.4, 0.6)) for _ in range(2))
    assert len(here.play()) == len(there.play(ray=cluster)) < 100
    assert here.verdict() == there.verdict() != "open"


def test_a_cluster_that_is_not_there_is_named() -> None:
    pytest.importorskip("ray", reason=MISSING)
    with pytest.raises(NoCluster, match=r"Ray cluster '127\.0\.0\.1:1'"):
        next(spread(str, [1], "127.0.0.1:1"))
