"""Code that is compiled in the background: a bot that plays by the clock never waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.waits import PATIENCE

import flagfall
from flagfall import bots
from flagfall.bots import background_compile
from flagfall.bots.base import Clock
from flagfall.bots.network import look_ahead
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.look_ahead import LookAheadBot
from flagfall.bots.ranks import search_bot
from flagfall.bots.ranks.search_bot import SearchBot
from flagfall.bots.ranks.weighing_bot import WeighingBot
from flagfall.core import Action
from flagfall.ranks.view import RankView
from flagfall.research.arena.ucc_agent import Agent

Compiler = Callable[[], None]
SECOND = Clock(move=1.0)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A machine on which nothing is compiled yet; calling it ends the compiling."""
    go = threading.Event()
    compilers: list[Compiler] = []
    for module, name in ((search_bot, "compile_search"), (look_ahead, "compile_rollouts")):
        real: Compiler = getattr(module, name)

        def held(real: Compiler = real) -> None:
            assert go.wait(PATIENCE)
            real()

        monkeypatch.setattr(module, name, held)
        compilers.append(held)

    def compiled() -> None:
        go.set()
        for one in compilers:
            background_compile.begun(one).result(3 * PATIENCE)

    yield compiled
    compiled()


def opening(game: Any) -> tuple[RankView, list[Action]]:
    """The first decision of a game."""
    state = game.new(seed=3)
    for seat in (0, 1):
        state = state.apply(seat, bots.make(game.id, 1, seat, seed=3).deploy(state.view(seat))).state
    return state.view(0), state.legal(0)


def test_in_a_hurry_the_search_weighs_moves_until_it_is_compiled(slowly: Compiler) -> None:
    game = flagfall.game("original")
    view, legal = opening(game)
    player = SearchBot(game, 0, 5, {"hurry": True, "noise": 0.05})
    assert player.decide(view, legal, SECOND) == WeighingBot(game, 0, 5).decide(view, legal, SECOND)
    assert not player.work
    slowly()
    player.decide(view, legal, SECOND)
    assert player.work["depth"] >= 2


def test_in_a_hurry_the_network_plays_its_policy_until_it_can_look_ahead(slowly: Compiler) -> None:
    game = flagfall.game("duel")
    view, legal = opening(game)
    params = {"heat": 0.5, "floor": 0.0001}
    player = LookAheadBot(game, 0, 5, {"hurry": True, **params})
    assert player.decide(view, legal, SECOND) == NetworkBot(game, 0, 5, params).decide(view, legal, SECOND)
    assert player.rollouts is None
    slowly()
    player.decide(view, legal, SECOND)
    assert player.rollouts is not None


def test_in_a_hurry_one_waits_for_half_of_the_time_one_has(slowly: Compiler) -> None:
    """Or a quick opponent would be half through with the game before the code is there."""
    game = flagfall.game("duel")
    view, legal = opening(game)
    player = LookAheadBot(game, 0, 5, {"hurry": True, "floor": 0.0001, "rate": 2})
    threading.Timer(0.2, slowly).start()
    player.decide(view, legal, Clock(move=120.0))
    assert player.rollouts is not None


@pytest.mark.parametrize("kind", [SearchBot, LookAheadBot])
def test_a_bot_in_no_hurry_waits(kind: type[bots.Bot], slowly: Compiler) -> None:
    made = threading.Thread(target=kind, args=(flagfall.game("duel"), 0))
    made.start()
    made.join(0.3)
    assert made.is_alive()
    slowly()
    made.join(PATIENCE)
    assert not made.is_alive()


@pytest.mark.parametrize("level", [5, 6])
def test_a_host_gets_set_up_and_first_move_while_code_is_compiled(level: int, slowly: Compiler) -> None:
    agent = Agent(level, 0.5, 1)
    assert [len(row) for row in agent.take_seat("RED")] == [10, 10, 10, 10]
    assert agent.answer().split()[2] == "DOWN"


def test_what_goes_wrong_in_compiling_is_told() -> None:
    def broken() -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        background_compile.ready(broken, hurry=False)
    with pytest.raises(OSError, match="no space left"):
        background_compile.ready(broken, hurry=True)
