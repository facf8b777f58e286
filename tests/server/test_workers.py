"""The processes that think for the server: they never keep anybody waiting for a compiler."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.bots import background_compile
from flagfall.bots.base import Clock
from flagfall.bots.ranks import search
from flagfall.core import hears
from flagfall.server.workers import advice_worker
from flagfall.server.workers.advisor import Question
from flagfall.server.workers.bot_worker import Request, Worker


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that is still compiling the search."""
    go = threading.Event()

    def held() -> None:
        assert go.wait(60)

    monkeypatch.setattr(search, "compile_search", held)
    monkeypatch.setattr(advice_worker, "compile_search", held)
    yield
    go.set()
    background_compile.begun(held).result(60)


def begun() -> tuple[Any, list[list[Any]]]:
    """A game of duel at its first move, and what seat 0 heard of it."""
    state: Any = flagfall.game("duel").new(seed=1)
    heard = []
    for seat in (0, 1):
        step = state.apply(seat, flagfall.bots.make("duel", 1, seat).deploy(state.view(seat)))
        state = step.state
        heard.append([event for event in step.events if hears(event, 0)])
    return state, heard


def raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


@pytest.mark.usefixtures("uncompiled")
def test_a_bot_that_searches_moves_while_its_search_is_compiled() -> None:
    state, heard = begun()
    events = [event for some in heard for event in some]
    legal = state.legal(0)
    request = Request(1, "t/0", "duel", 0, 5, 7, raw(state.view(0)), raw(events), raw(legal), Clock(), True)
    answer = Worker().answer(request)
    assert msgspec.json.decode(answer.action, type=flagfall.game("duel").action_type) in legal


@pytest.mark.usefixtures("uncompiled")
def test_hints_come_while_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    _, heard = begun()
    answers: list[Any] = []
    monkeypatch.setattr(advice_worker, "answer_lines", answers.append)
    advice_worker.serve()  # comes back at once
    question = Question(1, "hints", "duel", 0, {}, raw(heard))
    reply = answers[0](msgspec.json.encode(question))
    assert not reply.trouble
    assert msgspec.json.decode(reply.action)["moves"]
