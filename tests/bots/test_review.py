"""The review of a game: what decisions were worth from what their player knew, and luck told apart."""

from __future__ import annotations

from typing import Any

import pytest

import flagfall
from flagfall.bots.base import Clock
from flagfall.bots.levels import make
from flagfall.bots.ranks.review.findings import Finding, MoveTold, SeatFindings
from flagfall.bots.ranks.review.seat_review import SeatReview, accuracy_of, top
from flagfall.core import hears
from flagfall.ranks.actions import Move
from flagfall.ranks.game import RankGame

Acts = list[tuple[list[Any], list[Any]]]


def game_of(id: str) -> RankGame:
    found = flagfall.game(id)
    assert isinstance(found, RankGame)
    return found


def played(id: str, levels: tuple[int, int], plies: int, seed: int = 1) -> tuple[Any, tuple[Acts, Acts]]:
    """A state after a game of two bots, and for each seat its own actions with what it heard."""
    state: Any = flagfall.game(id).new(seed=seed)
    bots = [make(id, level, seat, seed) for seat, level in enumerate(levels)]
    acts: tuple[Acts, Acts] = ([], [])
    while state.outcome() is None and (state.phase == "setup" or state.track.ply < plies):
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        action = bots[seat].decide(view, legal, Clock(0.02)) if legal else bots[seat].deploy(view)
        step = state.apply(seat, action)
        state = step.state
        for ears in (0, 1):
            events = [event for event in step.events if hears(event, ears)]
            acts[ears].append(([action] if ears == seat else [], events))
            bots[ears].observe(events)
    return state, acts


def reviewed(id: str, seat: int, acts: Acts, part: int = 1000) -> SeatFindings:
    review = SeatReview(game_of(id), seat)
    for first in range(0, len(acts), part):
        found = review.hear(acts[first : first + part])
    return found


@pytest.mark.parametrize(("id", "judge"), [("duel", "network"), ("pirates-code", "search")])
def test_a_review_judges_every_decision_and_is_the_same_in_parts(id: str, judge: str) -> None:
    state, acts = played(id, (2, 3), 8)
    found = reviewed(id, 0, acts[0])
    assert found == reviewed(id, 0, acts[0], part=3)
    assert found.judge == judge
    own = sum(bool(action) for action, _ in acts[0]) - 1  # but for the set-up
    assert 0 < found.decisions <= own
    assert 0 <= found.accuracy <= 100
    assert 0 <= found.spotless <= found.decisions - len(found.costly)
    costs = [one.cost for one in found.costly]
    assert costs == sorted(costs, reverse=True)
    for one in found.costly:
        (mine,), _ = acts[0][one.act]
        assert one.played.action == mine
        assert one.better is not None
        assert one.better.action != mine
        assert one.better.reasons
    assert all(one.better is None for one in found.good)
    assert state.track.ply >= 8 or state.outcome() is not None


BOARD = """
. . . . . f . . . .
. . . . . . . . . .
. . . . . b* . . . .
. . . . . M . s . .
. . ~ ~ . . ~ ~ . .
. . ~ ~ . . ~ ~ . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
F . . . . . . . . .
turn red
"""


def test_walking_into_a_known_bomb_is_costly_and_a_better_move_is_told() -> None:
    game = game_of("original")
    state = game.position(BOARD)
    view = state.view(0)
    action = game.action("f7-f8")
    review = SeatReview(game, 0)
    review.story.view = view
    events = [event for event in state.apply(0, action).events if hears(event, 0)]
    found = review.hear([([action], events)])
    (one,) = found.costly
    assert (one.action, one.foe, one.rank, one.kind) == ("attack", "known", "B", "marshal")
    assert (one.wins, one.result, one.met) == (0, "lost", "B")
    assert one.cost > 5
    assert one.better is not None
    assert found.accuracy < 90
    assert (found.decisions, found.spotless) == (1, 0)
    # What was known is nobody's luck.
    assert found.luck.battles == 0


def test_luck_is_what_an_attack_on_a_hidden_piece_brought_beyond_the_odds() -> None:
    _, acts = played("duel", (2, 2), 30, seed=5)
    review = SeatReview(game_of("duel"), 0)
    found = review.hear(acts[0])
    battles = review._battles
    assert found.luck.battles == len(battles) > 0
    for one in battles:
        assert one.hidden
        assert 0 <= one.wins <= 100
        if one.wins in (0, 100):
            continue
        # Who won was lucky unless it was all but sure; who lost was not.
        assert (one.luck > 0) == (one.result == "won") or one.result == "both" or abs(one.luck) < 5
    assert found.luck.won == sum(one.result == "won" for one in battles)
    assert found.luck.luck == pytest.approx(sum(one.luck for one in battles), abs=0.1)


def test_a_move_that_is_tried_again_is_judged_and_an_illegal_one_is_not() -> None:
    _, acts = played("duel", (2, 2), 6)
    heard = [events for _, events in acts[0]][:4]
    review = SeatReview(game_of("duel"), 0)
    (mine,), _ = acts[0][4]
    found = review.tried(heard, mine)
    assert found is not None
    assert found.tried.action == mine
    assert 0 <= found.chance <= 100
    assert (found.better is None) == (found.cost == 0)
    assert SeatReview(game_of("duel"), 0).tried(heard, Move(0, 99)) is None


def test_accuracy_falls_with_what_a_decision_gave_away() -> None:
    assert accuracy_of(0) == 100
    assert 40 < accuracy_of(0.2) < accuracy_of(0.1) < 70


def test_the_same_chance_missed_turn_after_turn_is_one_mistake() -> None:
    def missed(ply: int, cost: float, to: int) -> Finding:
        played, better = (MoveTold(move, str(move), ()) for move in (Move(3, 4), Move(1, to)))
        return Finding(ply, ply, "move", "scout", 4, "", "", -1, None, "", 50, cost, played, better)

    turns = [
        missed(10, 20.0, 2),
        missed(12, 30.0, 2),
        missed(14, 25.0, 2),
        missed(20, 8.0, 5),
        missed(30, 9.0, 6),
    ]
    assert [(one.ply, one.cost) for one in top(turns)] == [(12, 30.0), (30, 9.0), (20, 8.0)]


@pytest.mark.long
def test_a_stronger_bot_is_more_accurate() -> None:
    # Strategist against Recruit, from both sides. Neither looks at a clock: the games are always the same.
    accurate: dict[int, list[int]] = {4: [], 1: []}
    for seed in range(6):
        levels = (4, 1) if seed % 2 == 0 else (1, 4)
        _, acts = played("barrage", levels, 120, seed)
        for seat, level in enumerate(levels):
            accurate[level].append(reviewed("barrage", seat, acts[seat]).accuracy)
    assert sum(accurate[4]) >= sum(accurate[1]) + 6 * 3
