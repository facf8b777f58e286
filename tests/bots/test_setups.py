"""Set-ups by style: the whole army, never walled in, the flag never in the open."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagfall
from flagfall.bots.ranks import setups
from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
STYLES = [style.id for style in setups.styles() if not style.learned]
TRAINED = ["original", "duel", "barrage", "star-wars-saga", "transformers", "pirates"]


def placed(game: RankGame, seat: int, seed: int, style: str) -> dict[int, Kind]:
    kinds = {kind.id: kind for kind in game.edition.armies[seat].kinds}
    deploy = setups.generate(game, seat, random.Random(seed), style)
    return {square: kinds[kind] for square, kind in deploy.pieces}


@pytest.mark.parametrize("id", EDITIONS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), seat=st.sampled_from((0, 1)), style=st.sampled_from(STYLES))
def test_a_set_up_is_accepted_moves_at_once_and_hides_its_flag(
    id: str, seed: int, seat: int, style: str
) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    own = setups.generate(game, seat, random.Random(seed), style)
    other = setups.generate(game, 1 - seat, random.Random(seed + 1), style)
    state = game.new().apply(seat, own).state.apply(1 - seat, other).state  # accepted: ST-SET-1 to 3
    assert state.outcome() is None
    assert state.legal(0)
    home = HomeArea(game.board, seat)
    pieces = placed(game, seat, seed, style)
    assert setups.walled_in(home, pieces) == []
    flag = next(square for square, kind in pieces.items() if kind.role == "flag")
    assert home.row[flag] < home.depth - 1
    ahead = flag + (10 if seat == 0 else -10)
    assert ahead in pieces, "nothing stands between the flag and a piece of rank 2 far away"


@pytest.mark.parametrize("id", EDITIONS)
def test_no_set_up_comes_twice(id: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    found = {setups.generate(game, 0, random.Random(seed), "human") for seed in range(100)}
    assert len(found) == 100


def wall(*rows: str) -> dict[int, Kind]:
    """An ASCII home of seat 0 in `original`, front row first: b bomb, f flag, s soldier, . empty."""
    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    kinds = {kind.role: kind for kind in game.edition.armies[0].kinds}
    letters = {"b": kinds["bomb"], "f": kinds["flag"], "s": kinds["soldier"]}
    depth = len(rows)
    return {
        10 * (depth - 1 - i) + column: letters[sign]
        for i, row in enumerate(rows)
        for column, sign in enumerate(row)
        if sign != "."
    }


def test_pieces_behind_bombs_are_walled_in() -> None:
    home = HomeArea(flagfall.game("original").board, 0)  # type: ignore[attr-defined]
    free = wall("ssssssssss", "ssssssssss", "bsssssssss", "fbssssssss")
    assert setups.walled_in(home, free) == []
    shut = wall("ssssssssss", "ssssssssss", "bbssssssss", "sfbsssssss")
    assert setups.walled_in(home, shut) == [0]


def test_lakes_close_the_front_as_bombs_do() -> None:
    home = HomeArea(flagfall.game("original").board, 0)  # type: ignore[attr-defined]
    shut = wall("bbssbbssbb", "ssssssssss", "ssssssssss", "fsssssssss")
    assert len(setups.walled_in(home, shut)) == len([kind for kind in shut.values() if kind.movable])


@pytest.mark.parametrize("id", ["original", "star-wars-powers"])
def test_aggressive_set_ups_bring_strong_pieces_further_forward_than_defensive_ones(id: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    home = HomeArea(game.board, 0)

    def forwardness(style: str) -> float:
        rows = [
            home.front(square)
            for seed in range(60)
            for square, kind in placed(game, 0, seed, style).items()
            if 8 <= kind.strength <= 10
        ]
        return sum(rows) / len(rows)

    assert forwardness("aggressive") > forwardness("human") > forwardness("defensive")


def test_a_style_that_does_not_exist_is_refused_by_name() -> None:
    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    with pytest.raises(setups.UnknownStyle, match="no style 'sneaky'; there are human, defensive"):
        setups.generate(game, 0, random.Random(1), "sneaky")


def test_a_flag_among_bombs_is_more_sheltered_than_one_among_soldiers() -> None:
    home = HomeArea(flagfall.game("original").board, 0)  # type: ignore[attr-defined]
    bombs = wall("ssssssssss", "ssssssssss", "sbssssssss", "bfbsssssss")
    soldiers = wall("ssssssssss", "ssssssssss", "ssssssssss", "sfssssssss")
    alone = wall("ssssssssss", "ssssssssss", "..ssssssss", ".f.sssssss")
    assert setups.shelter(home, bombs) == 1.0
    assert setups.shelter(home, soldiers) == 0.5
    assert setups.shelter(home, alone) == 0.0


@pytest.mark.parametrize("id", EDITIONS)
def test_set_ups_learned_by_results_are_a_style_of_the_games_that_a_network_plays(id: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    offered = "learned" in {style.id for style in setups.styles_of(game)}
    assert offered == (id in TRAINED)
    if not offered:
        with pytest.raises(setups.UnknownStyle, match="there is no style 'learned'; there are human"):
            setups.generate(game, 0, random.Random(1), "learned")
        return
    found = {setups.generate(game, 1, random.Random(seed), "learned") for seed in range(40)}
    assert len(found) > 10
    for deploy in found:
        game.new().apply(1, deploy)  # accepted: ST-SET-1 to 3
    rng = random.Random(3)
    proven = {setups.generate(game, 0, rng, "learned") for _ in range(400)}
    assert not any(setups.generate(game, 0, rng) in proven for _ in range(20)), "any is drawn each time"
