"""Advice for people: legal, with reasons that are true, and from what the seat may know alone."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import flagfall
from flagfall.bots.base import Clock
from flagfall.bots.levels import levels, make
from flagfall.bots.ranks import search_bot
from flagfall.bots.ranks.advice import Curve, HeardGame, curve
from flagfall.bots.ranks.explain import reasons
from flagfall.core import hears
from flagfall.lessons.lesson_board import board_of
from flagfall.ranks.actions import Move
from flagfall.ranks.board import BY_NAME
from flagfall.ranks.game import RankGame

GAMES = ("barrage", "duel", "pirates-code", "star-wars-powers", "transformers-powers")


def played(id: str, plies: int, seed: int = 1, level: int = 2) -> tuple[Any, tuple[list[Any], list[Any]]]:
    """A state after some half-moves of two bots, and what each seat heard of each action."""
    game = flagfall.game(id)
    state: Any = game.new(seed=seed)
    bots = [make(id, level, seat, seed) for seat in (0, 1)]
    heard: tuple[list[Any], list[Any]] = ([], [])
    while state.outcome() is None and (state.phase == "setup" or state.track.ply < plies):
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        action = bots[seat].decide(view, legal, Clock(0.02)) if legal else bots[seat].deploy(view)
        step = state.apply(seat, action)
        state = step.state
        for ears in (0, 1):
            events = [event for event in step.events if hears(event, ears)]
            heard[ears].append(events)
            bots[ears].observe(events)
    return state, heard


def told(id: str, seat: int, heard: Sequence[Any]) -> HeardGame:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    story = HeardGame(game, seat)
    for events in heard:
        story.hear(events)
    return story


@pytest.mark.parametrize("id", GAMES)
def test_hints_are_legal_moves_with_reasons(id: str) -> None:
    for plies in (0, 9, 24):
        state, heard = played(id, plies)
        if state.outcome() is not None:
            continue
        seat = state.pending()[0].seat
        story = told(id, seat, heard[seat])
        assert story.view == state.view(seat)
        assert set(story.legal()) == set(state.legal(seat))
        hints = story.hints(6_000)
        assert hints
        assert hints[0].behind == 0
        for hint in hints:
            assert hint.action in state.legal(seat)
            assert hint.reasons
        assert told(id, 1 - seat, heard[1 - seat]).hints(6_000) == ()


@pytest.mark.parametrize("id", GAMES)
def test_hints_do_not_depend_on_how_fast_the_machine_is(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal knowledge gives equal answers: an hour between two looks at the clock changes nothing."""
    state, heard = played(id, 12)
    seat = state.pending()[0].seat
    quick = told(id, seat, heard[seat]).hints(60_000)
    hours = itertools.count(0, 3_600)
    monkeypatch.setattr(search_bot.time, "perf_counter", lambda: float(next(hours)))
    assert told(id, seat, heard[seat]).hints(60_000) == quick


@pytest.mark.parametrize("id", GAMES)
def test_beliefs_are_about_the_hidden_pieces_and_the_truth_is_possible(id: str) -> None:
    state, heard = played(id, 20)
    if state.outcome() is not None:
        pytest.skip("this game was short")
    truth = state.ended(flagfall.Outcome("agreement", (0.5, 0.5))).state.view(0)
    kinds = {piece.id: piece for piece in truth.pieces}
    for seat in (0, 1):
        story = told(id, seat, heard[seat])
        hidden = {p.id for p in story.view.pieces if p.seat != seat and not p.rank}
        ranked = {p.id for p in story.view.pieces if p.seat != seat and p.rank}
        for level in (0, *(one.number for one in levels(id))):
            believed = story.beliefs(level)
            if level in (1, 2):
                assert believed == {}
                continue
            assert hidden <= set(believed) | ranked
            for piece, odds in believed.items():
                assert 0.9 < sum(odds.values()) < 1.001
                if level in (0, 4, 5) and piece in hidden:
                    assert odds.get(kinds[piece].rank, 0.0) > 0 or sum(odds.values()) < 0.999


def test_the_best_guess_is_the_mean_of_habits_and_network_and_keeps_the_counts() -> None:
    state, heard = played("duel", 12)
    assert state.outcome() is None
    for seat in (0, 1):
        story = told("duel", seat, heard[seat])
        best, habits, network = (story.beliefs(level) for level in (0, 4, 6))
        assert set(best) == set(habits)
        army = story.game.edition.armies[1 - seat].kinds
        rank_of = {kind.id: kind.rank for kind in army}
        left = Counter({kind.rank: kind.count for kind in army})
        left.subtract(piece.rank for piece in story.view.pieces if piece.seat != seat and piece.rank)
        left.subtract(rank_of[gone.kind] for gone in story.view.captured if gone.seat != seat)
        hidden = [piece.id for piece in story.view.pieces if piece.seat != seat and not piece.rank]
        assert hidden
        for rank, count in left.items():
            for believed in (best, network):
                assert sum(believed[id].get(rank, 0.0) for id in hidden) == pytest.approx(count, abs=0.1)
        for id in hidden:
            for rank, chance in best[id].items():
                both = habits[id].get(rank, 0.0), network[id].get(rank, 0.0)
                assert chance == pytest.approx(sum(both) / 2)
        assert any(abs(habits[id].get(r, 0.0) - p) > 0.02 for id in hidden for r, p in network[id].items())


def test_a_sure_capture_is_named_and_told_why() -> None:
    """Where a level 5 bot would take a known weaker piece, the reason says so."""
    found = set()
    for seed in range(6):
        for plies in (20, 30, 40, 50):
            state, heard = played("barrage", plies, seed)
            if state.outcome() is not None:
                continue
            seat = state.pending()[0].seat
            story = told("barrage", seat, heard[seat])
            for hint in story.hints(6_000):
                for reason in hint.reasons:
                    found.add(reason.kind)
                    if reason.kind == "wins":
                        foe = story.view.at(reason.square)
                        own = story.view.at(hint.action.origin)  # type: ignore[attr-defined]
                        assert foe is not None
                        assert own is not None
                        assert foe.seat != seat
                        assert int(own.rank) > int(reason.rank) or own.rank == "1" or reason.rank == "F"
    assert len(found) >= 4, found


def test_an_attack_that_loses_is_not_called_a_trade() -> None:
    """ST-ATT-4: a bomb stays; a trade is where both fall."""
    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    state = board_of(game, "M e9, K b5, T f5, F a1, b+ e10, k+ b6, j+ f6, f j10, t j8", 0)
    bot = search.SearchBot(game, 0)
    evaluation = bot.evaluation(state.view(0))
    said = [
        reasons(evaluation, evaluation.reading.effect(Move(BY_NAME[origin], BY_NAME[target])))[0].kind
        for origin, target in (("e9", "e10"), ("f5", "f6"), ("b5", "b6"))
    ]
    assert said == ["loses", "loses", "trade"]


@pytest.mark.parametrize("id", ["barrage", "pirates-code"])
def test_the_curve_has_a_chance_for_every_half_move_and_ends_near_the_truth(id: str) -> None:
    state, heard = played(id, 500, seed=3, level=4)
    outcome = state.outcome()
    assert outcome is not None
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    for seat in (0, 1):
        chances = curve(game, seat, heard[seat])
        assert len(chances) in (state.track.ply, state.track.ply + 1)
        assert all(0.0 <= one <= 1.0 for one in chances)
        assert 0.25 < chances[0] < 0.75


def test_a_side_that_has_lost_its_army_knows_it() -> None:
    game = flagfall.game("pirates-code")
    assert isinstance(game, RankGame)
    ends = []
    for seed in range(4):
        state, heard = played("pirates-code", 400, seed, level=3)
        outcome = state.outcome()
        if outcome is None or outcome.scores[0] == outcome.scores[1]:
            continue
        winner = outcome.scores.index(1.0)
        for seat in (0, 1):
            chances = curve(game, seat, heard[seat])
            ends.append((seat == winner, chances[-1]))
    won = [chance for winner, chance in ends if winner]
    lost = [chance for winner, chance in ends if not winner]
    assert sum(won) / len(won) > sum(lost) / len(lost)


@pytest.mark.parametrize("id", ["barrage", "pirates-code"])
def test_a_curve_that_is_drawn_in_parts_is_the_same_curve(id: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    _, heard = played(id, 40)
    for seat in (0, 1):
        whole = curve(game, seat, heard[seat])
        parts, grown = Curve(game, seat), []
        for at in range(0, len(heard[seat]), 7):
            grown = parts.hear(heard[seat][at : at + 7])
            assert grown == pytest.approx(whole[: len(grown)], abs=1e-4)
        assert len(grown) == len(whole)
