"""Beliefs: exact in the counts, equal to brute force where that is possible, and never peeking."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagfall
from flagfall import bots
from flagfall.bots.ranks import kind_counts
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.core import hears
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]


def by_brute_force(weights: np.ndarray, left: np.ndarray) -> np.ndarray:
    army = [kind for kind, n in enumerate(left) for _ in range(n)]
    found = np.zeros_like(weights)
    for deal in set(permutations(army)):
        weight = np.prod([weights[piece, kind] for piece, kind in enumerate(deal)])
        for piece, kind in enumerate(deal):
            found[piece, kind] += weight
    return found / found.sum(1, keepdims=True)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_small_armies_agree_with_the_enumeration_of_all_deals(data: st.DataObject) -> None:
    left = np.array(
        data.draw(st.lists(st.integers(0, 3), min_size=2, max_size=4).filter(lambda n: 0 < sum(n) < 7))
    )
    pieces = int(left.sum())
    seed = data.draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    weights = rng.random((pieces, len(left))) + 0.05
    weights[rng.random(weights.shape) < 0.15] = 0.0
    weights[np.arange(pieces), [k for k, n in enumerate(left) for _ in range(n)]] += 0.3  # one deal fits
    assert np.allclose(kind_counts.exact(weights, left), by_brute_force(weights, left))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), moved=st.integers(0, 12))
def test_scaling_is_exact_where_only_moved_and_unmoved_pieces_differ(seed: int, moved: int) -> None:
    """Bombs and flag are among the pieces that never moved; all else is alike: simple fractions."""
    left = np.array([1, 4, 6, 5, 4])  # flag, bombs, three ranks
    weights = np.ones((20, 5))
    weights[:moved, :2] = 0.0
    found = kind_counts.scaled(weights, left)
    still = 20 - moved
    assert np.allclose(found[moved:, 0], 1 / still, atol=1e-6)
    assert np.allclose(found[moved:, 1], 4 / still, atol=1e-6)
    assert np.allclose(found[:moved, 2], 6 / 15, atol=1e-6)
    assert np.allclose(found[moved:, 2], (still - 5) / still * 6 / 15, atol=1e-6)


def test_samples_come_as_often_as_they_are_likely() -> None:
    left = np.array([1, 2, 1])
    weights = np.array([[1.0, 2.0, 0.0], [0.5, 1.0, 1.0], [0.0, 1.0, 3.0], [1.0, 1.0, 1.0]])
    deals = kind_counts.sample_exact(weights, left, 40_000, np.random.default_rng(5))
    often = np.stack([(deals == kind).mean(0) for kind in range(3)], 1)
    assert np.allclose(often, kind_counts.exact(weights, left), atol=0.015)


def positions(
    id: str, seed: int, plies: int, **options: object
) -> tuple[RankGame, RankView, RankView, Beliefs, Beliefs]:
    """A position of a game between simple bots: seat 0's view, the truth, beliefs about either side."""
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    players = [bots.make(id, 2, 0, seed), bots.make(id, 1, 1, seed)]
    theirs, own = Beliefs(game, 1), Beliefs(game, 0)
    state = game.new(**options)
    view = state.view(0)
    for _ in range(plies + 2):
        if state.outcome() is not None:
            break
        view = state.view(0)
        seat = state.pending()[0].seat
        legal = state.legal(seat)
        player = players[seat]
        action = (
            player.decide(state.view(seat), legal, bots.Clock()) if legal else player.deploy(state.view(seat))
        )
        step = state.apply(seat, action)
        state = step.state
        heard = tuple(event for event in step.events if hears(event, 0))
        if state.outcome() is None:
            theirs.observe(heard)
            own.observe(heard)
            view = state.view(0)
    return game, view, state.view(1), theirs, own


@pytest.mark.parametrize("id", EDITIONS)
@pytest.mark.parametrize(
    "options", [{}, {"memory": "table", "captured": "stealth", "announce": "rank"}], ids=str
)
def test_beliefs_sum_to_one_for_each_piece_and_to_the_counts_for_each_kind(
    id: str, options: dict[str, str]
) -> None:
    for seed, plies in ((1, 0), (2, 30), (3, 90)):
        _, view, _, theirs, own = positions(id, seed, plies, **options)
        for beliefs in (theirs, own):
            beliefs.update(view)
            assert np.allclose(beliefs.table.sum(1), 1.0, atol=1e-6)
            assert np.allclose(beliefs.table.sum(0), beliefs.left, atol=1e-4)
            assert (beliefs.left >= 0).all()
            for piece in view.pieces:
                if piece.seat == beliefs.about:
                    assert beliefs.by_strength(piece.id).sum() == pytest.approx(1.0)
                    if piece.moved:
                        assert not beliefs.of(piece.id)[~beliefs.movable].any()


@pytest.mark.parametrize("id", EDITIONS)
def test_sampled_armies_fit_the_view(id: str) -> None:
    for seed, plies in ((1, 0), (2, 40), (3, 100)):
        _, view, _, theirs, _ = positions(id, seed, plies, announce="rank")
        theirs.update(view)
        for deal in theirs.sample_columns(20, np.random.default_rng(seed)):
            assert (np.bincount(deal, minlength=len(theirs.kinds)) == theirs.left).all()
            assert all(theirs.weights[i, kind] > 0 for i, kind in enumerate(deal))
        for army in theirs.sample(3, np.random.default_rng(seed)):
            for piece in view.pieces:
                if piece.seat == 1:
                    assert not piece.rank or army[piece.id].rank == piece.rank
                    assert not piece.moved or army[piece.id].movable


def test_beliefs_do_not_depend_on_what_is_hidden() -> None:
    """Two games that differ only in the enemy's hidden set-up make the same beliefs."""
    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    tables = []
    for seed in (1, 2):
        state = game.new()
        rng = random.Random(seed)
        state = state.apply(0, bots.make("original", 1, 0, 9).deploy(state.view(0))).state
        state = state.apply(1, state.pending()[0].sample(rng)).state
        beliefs = Beliefs(game, 1)
        beliefs.update(state.view(0))
        tables.append(beliefs.table)
    assert (tables[0] == tables[1]).all()


def test_people_put_the_flag_at_the_back_and_the_prior_says_so() -> None:
    game, view, _, theirs, _ = positions("original", 1, 0)
    theirs.update(view)
    flag = theirs.column["flag"]
    back = [i for i, square in enumerate(theirs.squares) if square >= 90]
    assert theirs.table[back, flag].sum() > 0.8
    plain = Beliefs(game, 1, prior=False)
    plain.update(view)
    assert np.allclose(plain.table[:, flag], 1 / 40)


def test_the_prior_makes_the_truth_likelier_than_chance_does() -> None:
    gained = 0.0
    for seed in range(6):
        game, view, truth, theirs, _ = positions("original", seed, 60)
        plain = Beliefs(game, 1, prior=False, behaviour=False)
        for beliefs, sign in ((theirs, 1), (plain, -1)):
            beliefs.update(view)
            for piece in truth.pieces:
                if piece.seat == 1 and piece.id in beliefs.ids:
                    gained += sign * np.log(beliefs.of(piece.id)[beliefs.column[piece.kind]] + 1e-9)
    assert gained > 0


def test_a_piece_that_hunts_a_shown_one_is_believed_to_be_stronger() -> None:
    from flagfall.bots.ranks.behaviour import Behaviour
    from flagfall.ranks.events import Began, Moved, Shown, Turned

    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    behaviour = Behaviour(game, about=1)
    squares = (tuple(range(40)), tuple(range(60, 100)))
    behaviour.observe([Began(squares), Shown(30, "7"), Turned(1, False)])
    behaviour.observe([Moved(40, 60, 50), Moved(40, 50, 40), Turned(0, False)])  # up to the shown 7 on a4
    factors = behaviour.factors(40)
    assert factors[8] > factors[7] > factors[2]
