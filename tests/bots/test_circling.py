"""Going round in circles: not for the third time where no rule forbids it, unless one is chased."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import flagfall
from flagfall import bots
from flagfall.bots.ranks.circling import OFTEN, Circling
from flagfall.core import hears
from flagfall.ranks.notation.text import read_action

HUNT = """
    . . . . . . . . b f
    . . . . . . . . . n
    . . . . . . . . . .
    . . . . . . . . . .
    . . ~ ~ g* . ~ ~ . .
    . . ~ ~ . . ~ ~ . .
    . . . . . M* . . . .
    . . . . . . . . . .
    B . . . . . . . . .
    F N . . . . . . . .
{}"""
GAME: Any = flagfall.game("barrage")
FREE = "options two_square=0 more_square=false"
THERE_AND_BACK = ("f4-e4", "e6-f6", "e4-f4", "f6-e6")


def played(state: Any, moves: tuple[str, ...], seat: int = 0) -> tuple[Any, Circling]:
    """The state after moves, and what a seat remembers of them."""
    circles = Circling()
    for text in moves:
        step = state.apply(state.pending()[0].seat, read_action(GAME, text))
        circles.hear(event for event in step.events if hears(event, seat))
        state = step.state
    return state, circles


def left(state: Any, circles: Circling, seat: int = 0) -> set[str]:
    """What is left of the legal moves."""
    return {str(one) for one in circles.elsewhere(GAME.board, state.view(seat), state.legal(seat))}


def test_nothing_is_avoided_the_second_time() -> None:
    state, circles = played(GAME.position(HUNT.format(FREE)), THERE_AND_BACK)
    assert left(state, circles) == {str(one) for one in state.legal(0)}


def test_a_position_is_not_brought_about_for_the_third_time() -> None:
    state, circles = played(GAME.position(HUNT.format(FREE)), OFTEN * THERE_AND_BACK)
    legal = {str(one) for one in state.legal(0)}
    assert left(state, circles) == legal - {"f4-e4"}
    state, circles = played(state, ("b1-b2", "e6-f6"))
    assert "b2-b1" in left(state, circles), "a new position is free again"


@pytest.mark.parametrize("option", ["", "options more_square=false"])
def test_where_both_rules_bind_they_alone_decide(option: str) -> None:
    """ST-MOVE-6 alone lets a piece go round a lake for ever."""
    round_and_round = ("f4-f5", "e6-e7", "f5-e5", "e7-f7", "e5-e4", "f7-f6", "e4-f4", "f6-e6")
    start = GAME.position(HUNT.format(option))
    state, circles = played(start, OFTEN * round_and_round)
    gone = {str(one) for one in state.legal(0)} - left(state, circles)
    assert gone == ({"f4-f5"} if option else set())


CHASED = """
    . . . . . . . . b f
    . . . . . . . . . n
    . . . . . . . . . .
    . . . . . . . . . .
    . . ~ ~ . m* ~ ~ . .
    . . ~ ~ . G* ~ ~ . .
    . . . . . . . . . .
    . . . . . . . . . .
    B . . . . . . . . .
    F N . . . . . . . .
options two_square=0 more_square=false"""


def test_who_is_chased_may_go_on_fleeing() -> None:
    fled = ("f5-e5", "f6-e6", "e5-f5", "e6-f6")
    state, circles = played(GAME.position(CHASED), 5 * fled)
    assert left(state, circles) == {str(one) for one in state.legal(0)}
    state, circles = played(GAME.position(CHASED), 5 * fled + fled[:1], seat=1)
    assert "f6-e6" not in left(state, circles, seat=1), "the chaser has to think of something else"


def test_a_fight_makes_everything_new() -> None:
    _, circles = played(GAME.position(CHASED), ("f5-f6",))
    assert not circles.routes


FLEEING = """
    l j b f t n n t b n
    s n b c j t+ n b b .
    l . l s k . s b+ C' .
    s m' c g . t' y' . . .
    . . ~ ~ M'+ . ~ ~ . k'+
    . . ~ ~ . . ~ ~ J'+ .
    J . G K . . . . . .
    S C K S S J N . . .
    B L Y B L N B . B .
    N T B F B L S T+ N N
turn red
ply 224
quiet 141
route red 19 j5 i5
route blue 58 i6 j6
options two_square=0 more_square=false"""
"""From a game that was drawn: the major on i5 goes after the colonel on j6 for ever."""


@pytest.mark.parametrize("level", [4, 5, 6])
def test_no_level_chases_for_ever(level: int) -> None:
    state: Any = flagfall.game("original").position(FLEEING)
    bot = bots.make("original", level, 0, seed=1)
    stood: Counter[tuple[tuple[int, int], ...]] = Counter()
    for _ in range(40):
        seat = state.pending()[0].seat
        legal = {str(one): one for one in state.legal(seat)}
        if seat == 0:
            action = bot.decide(state.view(0), list(legal.values()), bots.Clock(move=0.02))
        else:
            action = next(legal[one] for one in ("i6-j6", "j6-i6", *legal) if one in legal)
        step = state.apply(seat, action)
        state = step.state
        bot.observe(tuple(event for event in step.events if hears(event, 0)))
        if seat == 0:
            stood[tuple(sorted((piece.id, piece.square) for piece in state.view(0).pieces))] += 1
    assert max(stood.values()) <= OFTEN
