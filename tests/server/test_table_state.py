"""The state of a table by itself: what may be taken back, and when a clock by the move is full again."""

from __future__ import annotations

import random
from typing import Any

import pytest

import flagfall
from flagfall.core import Action, Event
from flagfall.hexes import events as hexes
from flagfall.ranks.events import Attacked
from flagfall.server.refusal import Refusal
from flagfall.server.tables import referee
from flagfall.server.tables.log_entries import Acted, Opened, Sat
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import ClockSpec, MoveClock, NoClock, PersonSitter

SECOND = 1_000


def opened(game: str, clock: ClockSpec | None = None) -> TableState:
    """A casual table of two people, as it is when both sit."""
    table_state = TableState("t", flagfall.game)
    entry = Opened(
        game=game,
        options={},
        clock=clock or NoClock(),
        setup=0,
        rated=False,
        private=False,
        watch=True,
        hotseat=False,
        seed=3,
        nonces=("00" * 32,) * 3,
        rules="",
    )
    table_state.take(entry, 0)
    for seat, name in enumerate(("Ann", "Ben")):
        table_state.take(Sat(seat, PersonSitter(id=name, name=name, guest=True)), 0)
    return table_state


def act(table_state: TableState, action: Action | str, at: int = 0) -> tuple[Event, ...]:
    """Have the seat to move act; what came of it."""
    seat = table_state.state.pending()[0].seat
    done: Any = table_state.game.action(action) if isinstance(action, str) else action
    step = table_state.state.apply(seat, done)
    table_state.take(Acted(seat, done, step.events), at, step)
    return step.events


def barrage() -> TableState:
    """A barrage in which both sides have scouts in front, with open columns between them."""
    table_state = opened("barrage")
    for seat in (0, 1):
        action = table_state.game.setup("S........S/M........./..GY....../NB.......F", seat)
        step = table_state.state.apply(seat, action)
        table_state.take(Acted(seat, action, step.events), 0, step)
    return table_state


def attacks(table_state: TableState, action: Action) -> bool:
    """Whether an action of the seat to move is an attack."""
    seat = table_state.state.pending()[0].seat
    return any(isinstance(event, Attacked) for event in table_state.state.apply(seat, action).events)


def test_a_step_into_the_open_may_be_taken_back() -> None:
    table_state = barrage()
    act(table_state, next(one for one in table_state.state.legal(0) if not attacks(table_state, one)))
    assert referee.turns_back(table_state, 0) == 1


def test_what_a_battle_has_shown_is_never_taken_back() -> None:
    table_state = barrage()
    act(table_state, next(one for one in table_state.state.legal(0) if not attacks(table_state, one)))
    act(table_state, next(one for one in table_state.state.legal(1) if attacks(table_state, one)))
    for seat in (0, 1):
        with pytest.raises(Refusal) as refused:
            referee.turns_back(table_state, seat)
        assert refused.value.problem.code == "revealed"


def test_hx_abl_clk_who_ran_into_the_unseen_has_learnt_of_it() -> None:
    assert hexes.Moved(unit=1).plain
    assert not hexes.Moved(unit=1, stopped=True).plain


def test_hx_seq_7_a_clock_by_the_move_is_full_again_with_every_card() -> None:
    """Several cards of one side may follow each other; each is a turn, whose time is its own."""
    table_state = opened("hex-three", MoveClock(seconds=60))
    rng = random.Random(1)
    while table_state.state.phase != "play":
        act(table_state, table_state.state.pending()[0].sample(rng))
    at = followed = 0
    for _ in range(200):
        seat = table_state.turn
        if seat is None:
            break
        at += 7 * SECOND
        events = act(table_state, "end", at)
        drawn = any(isinstance(event, hexes.Drawn) and event.turn for event in events)
        if table_state.turn == seat:
            followed += drawn
            assert table_state.clocks.left[seat] == (60 * SECOND if drawn else 53 * SECOND)
    assert followed > 5, "one side never had two cards in a row"
