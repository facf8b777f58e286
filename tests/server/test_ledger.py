"""The book of a table by itself: what may be taken back, and when a clock by the move is full again."""

from __future__ import annotations

import random
from typing import Any

import pytest

import flagfall
from flagfall.core import Action, Event
from flagfall.hexes import events as hexes
from flagfall.ranks.events import Attacked
from flagfall.server.tables import referee
from flagfall.server.tables.log_entries import Acted, Opened, Sat
from flagfall.server.tables.referee import Refusal
from flagfall.server.tables.table_state import Ledger
from flagfall.server.wire.tables import ClockSpec, MoveClock, NoClock, PersonSitter

SECOND = 1_000


def opened(game: str, clock: ClockSpec | None = None) -> Ledger:
    """A casual table of two people, as it is when both sit."""
    ledger = Ledger("t", flagfall.game)
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
    ledger.take(entry, 0)
    for seat, name in enumerate(("Ann", "Ben")):
        ledger.take(Sat(seat, PersonSitter(id=name, name=name, guest=True)), 0)
    return ledger


def act(ledger: Ledger, action: Action | str, at: int = 0) -> tuple[Event, ...]:
    """Have the seat to move act; what came of it."""
    seat = ledger.state.pending()[0].seat
    done: Any = ledger.game.action(action) if isinstance(action, str) else action
    step = ledger.state.apply(seat, done)
    ledger.take(Acted(seat, done, step.events), at, step)
    return step.events


def barrage() -> Ledger:
    """A barrage in which both sides have scouts in front, with open columns between them."""
    ledger = opened("barrage")
    for seat in (0, 1):
        action = ledger.game.setup("S........S/M........./..GY....../NB.......F", seat)
        step = ledger.state.apply(seat, action)
        ledger.take(Acted(seat, action, step.events), 0, step)
    return ledger


def attacks(ledger: Ledger, action: Action) -> bool:
    """Whether an action of the seat to move is an attack."""
    seat = ledger.state.pending()[0].seat
    return any(isinstance(event, Attacked) for event in ledger.state.apply(seat, action).events)


def test_a_step_into_the_open_may_be_taken_back() -> None:
    ledger = barrage()
    act(ledger, next(one for one in ledger.state.legal(0) if not attacks(ledger, one)))
    assert referee.turns_back(ledger, 0) == 1


def test_what_a_battle_has_shown_is_never_taken_back() -> None:
    ledger = barrage()
    act(ledger, next(one for one in ledger.state.legal(0) if not attacks(ledger, one)))
    act(ledger, next(one for one in ledger.state.legal(1) if attacks(ledger, one)))
    for seat in (0, 1):
        with pytest.raises(Refusal) as refused:
            referee.turns_back(ledger, seat)
        assert refused.value.problem.code == "revealed"


def test_hx_abl_clk_who_ran_into_the_unseen_has_learnt_of_it() -> None:
    assert hexes.Moved(unit=1).plain
    assert not hexes.Moved(unit=1, stopped=True).plain


def test_hx_seq_7_a_clock_by_the_move_is_full_again_with_every_card() -> None:
    """Several cards of one side may follow each other; each is a turn, whose time is its own."""
    ledger = opened("hex-three", MoveClock(seconds=60))
    rng = random.Random(1)
    while ledger.state.phase != "play":
        act(ledger, ledger.state.pending()[0].sample(rng))
    at = followed = 0
    for _ in range(200):
        seat = ledger.turn
        if seat is None:
            break
        at += 7 * SECOND
        events = act(ledger, "end", at)
        drawn = any(isinstance(event, hexes.Drawn) and event.turn for event in events)
        if ledger.turn == seat:
            followed += drawn
            assert ledger.clocks.left[seat] == (60 * SECOND if drawn else 53 * SECOND)
    assert followed > 5, "one side never had two cards in a row"
