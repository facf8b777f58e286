"""The processes that think for the server: they never keep anybody waiting for a compiler."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.bots import background_compile
from flagfall.bots.base import Clock
from flagfall.bots.processes import protocol
from flagfall.bots.ranks import advice, search_bot
from flagfall.core import hears
from flagfall.server.workers import advice_worker, bot_worker
from tests.waits import PATIENCE


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that is still compiling the search."""
    go = threading.Event()

    def held() -> None:
        assert go.wait(PATIENCE)

    monkeypatch.setattr(search_bot, "compile_search", held)
    monkeypatch.setattr(advice_worker, "compile_search", held)
    monkeypatch.setattr(advice, "COMPILING", 0.0)
    yield
    go.set()
    background_compile.begun(held).result(PATIENCE)


def begun() -> tuple[Any, list[list[Any]]]:
    """A game of duel at its first move, and what seat 0 heard of it."""
    state: Any = flagfall.game("duel").new(seed=1)
    heard = []
    for seat in (0, 1):
        step = state.apply(seat, flagfall.bots.make("duel", 1, seat).deploy(state.view(seat)))
        state = step.state
        heard.append([event for event in step.events if hears(event, 0)])
    return state, heard


@pytest.mark.usefixtures("uncompiled")
def test_a_bot_that_searches_moves_while_its_search_is_compiled() -> None:
    state, heard = begun()
    legal = state.legal(0)
    seats = bot_worker.seats()
    start = protocol.Start("duel", 0, 5, 7, {"hurry": True}, protocol.MANY_SEATS, key="t/0", id=1)
    told = protocol.Observe(protocol.content([event for some in heard for event in some]), "t/0")
    question = protocol.AskMove(protocol.content(state.view(0)), protocol.content(legal), Clock(), "t/0", 2)
    seats.answer(protocol.line(start))
    seats.answer(protocol.line(told))
    answer = seats.answer(protocol.line(question))
    assert isinstance(answer, protocol.Answer)
    assert msgspec.json.decode(answer.action, type=flagfall.game("duel").action_type) in legal


@pytest.mark.usefixtures("uncompiled")
def test_hints_come_while_the_search_is_compiled() -> None:
    _, heard = begun()
    adviser = advice_worker.Adviser()  # made at once
    question = protocol.AskAdvice("hints", "duel", 0, {}, protocol.content(heard), id=3)
    reply = adviser.answer(protocol.line(question))
    assert isinstance(reply, protocol.Advice)
    assert reply.id == 3
    assert msgspec.json.decode(reply.advice)["moves"]


EDITION = Path(flagfall.__file__).parent / "ranks" / "editions" / "barrage.toml"


def test_a_bot_plays_an_edition_of_which_it_is_told_the_text() -> None:
    text = EDITION.read_text(encoding="utf-8")
    seats = bot_worker.seats()
    start = protocol.Start("up-1", 0, 1, protocol=protocol.MANY_SEATS, rules=text, key="a", id=1)
    assert isinstance(seats.answer(protocol.line(start)), protocol.BotReady)
    view = protocol.content(flagfall.game("up-1").new().view(0))
    assert isinstance(seats.answer(protocol.line(protocol.AskSetup(view, "a", 2))), protocol.Answer)
