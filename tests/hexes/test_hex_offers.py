"""Offers: legal actions as products of short lists. Multiplied out they are what the rules list."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.smoke import smoke

import flagfall
from flagfall.core import Action, OfferedActions
from flagfall.core.offers import factored, multiplied
from flagfall.hexes.abilities import Separate
from flagfall.hexes.actions import End, Move, Shoot
from flagfall.hexes.actions.act import affordable
from flagfall.hexes.all_acts import ANY, KINDS
from flagfall.hexes.scene import Scene

SCENARIOS = [id for id in flagfall.games() if id.startswith("hex-")]
LONGEST = 40_000
"""Bytes that a message with offers has at most."""


def one_by_one(state: Any) -> set[Action]:
    """Every legal action, listed and judged by itself."""
    scene = Scene(state)
    return {act for kind in KINDS for act in kind.legal(scene) if affordable(scene, act)}


@pytest.mark.parametrize("seed", smoke(range(4), 0))
@pytest.mark.parametrize("id", SCENARIOS)
def test_offers_multiplied_out_are_the_legal_actions(id: str, seed: int) -> None:
    """Along a random game of every scenario, each of them once, and in few bytes."""
    state: Any = flagfall.game(id).new(seed=seed)
    rng = random.Random(seed)
    turns = 0
    while turns < 20 and (pending := state.pending()):
        decision = pending[0]
        if state.phase == "play" and rng.random() < 0.5:
            turns += 1
            offers = state.offers(decision.seat)
            found = multiplied(offers, ANY)
            assert len(set(found)) == len(found)
            assert set(found) == one_by_one(state)
            assert tuple(found) == tuple(state.legal(decision.seat))
            assert len(msgspec.json.encode(offers)) < LONGEST
        state = state.apply(decision.seat, decision.sample(rng)).state
        assert not any(state.offers(seat) for seat in (0, 1) if seat not in {d.seat for d in state.pending()})
    assert turns > 5


def test_the_turns_that_the_client_is_held_against_multiply_out_to_the_same_here() -> None:
    recorded = Path(__file__).parents[2] / "web/test/hexes/offers.json"
    turns = msgspec.json.decode(recorded.read_bytes())
    assert len(turns) > 10
    for turn in turns:
        offers = msgspec.convert(turn["offers"], list[OfferedActions])
        assert multiplied(offers, ANY) == msgspec.convert(turn["legal"], list[ANY])


def test_equal_lists_become_one_offer() -> None:
    acts = [Shoot(at, "", boost) for at in ("0101", "0202") for boost in ("", "aim")]
    offers = factored([*acts, Shoot("0303", "air"), End()])
    assert offers == [
        OfferedActions("fire", {"at": ("0101", "0202"), "boost": ("", "aim")}),
        OfferedActions("fire", {"at": ("0303",), "what": ("air",)}),
        OfferedActions("end", {}),
    ]
    assert multiplied(offers, ANY) == [*acts, Shoot("0303", "air"), End()]


def test_fields_that_stay_as_they_are_are_left_out() -> None:
    assert factored([Separate()]) == [OfferedActions("separate", {})]
    assert multiplied([OfferedActions("move", {"into": ("a", "b")})], ANY) == [Move(into="a"), Move(into="b")]
