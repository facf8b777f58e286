"""A bot in its own process: what crosses the pipe, and what happens when it fails."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import msgspec
import pytest

import flagfall
from flagfall import bots
from flagfall.bots.processes import protocol
from flagfall.core import State
from flagfall.research.arena.match import play

ROOT = Path(bots.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))


def test_a_bot_in_its_own_process_plays_as_it_does_here() -> None:
    here = play("barrage", (bots.make("barrage", 2, 0, 5), bots.make("barrage", 1, 1, 6)))
    with bots.BotProcess("barrage", 2, 0, 5) as first, bots.BotProcess("barrage", 1, 1, 6) as second:
        there = play("barrage", (first, second))
        assert first.replaced == second.replaced == 0
    assert there.actions == here.actions


def test_a_state_cannot_be_sent() -> None:
    state = flagfall.game("barrage").new()
    for message in (
        protocol.AskSetup(state),
        protocol.AskMove(state, ()),
        protocol.Observe((state,)),
        protocol.Answer(state),
    ):
        with pytest.raises(TypeError, match="RankState cannot be sent"):
            protocol.line(message)
    with pytest.raises(TypeError):
        msgspec.json.encode(state)


def test_the_lines_to_a_bot_hold_the_view_and_the_heard_events_and_nothing_else() -> None:
    game = flagfall.game("barrage")
    state = game.new()
    view = state.view(1)
    request = msgspec.json.decode(protocol.line(protocol.AskSetup(view)))
    assert set(request) == {"say", "view"}
    assert msgspec.json.decode(msgspec.json.encode(request["view"]), type=game.view_type) == view
    for message in (protocol.Start, protocol.Observe, protocol.AskSetup, protocol.AskMove):
        fields = {field.name for field in msgspec.structs.fields(message)}
        assert fields <= {
            "game",
            "seat",
            "level",
            "seed",
            "params",
            "protocol",
            "events",
            "view",
            "legal",
            "clock",
        }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_bots_know_no_states(path: Path) -> None:
    tree = ast.parse(path.read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    if "hexes" not in path.relative_to(ROOT).parts:
        # The simulator's states are made of sampled worlds, and hints deal a view anew: no secrets there.
        simulated = "flagfall.fast.rules" in modules
        assert not {"RankState", "Turn", *(() if simulated else ("State",))} & (names | imported)
        assert not {"flagfall.ranks.state", "flagfall.ranks.turn"} & modules
        assert "determinize" not in attributes or path.name == "advice.py"


def test_nothing_of_a_state_hangs_on_a_bot() -> None:
    bot = bots.make("barrage", 2, 0)
    play("barrage", (bot, bots.make("barrage", 1, 1)))
    assert not any(isinstance(value, State) for value in vars(bot).values())


FAKE = """
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["say"] == "start":
        print(json.dumps({"say": "ready"}), flush=True)
    elif said["say"] != "observe":
        %s
"""


def fake(body: str, **more: float) -> bots.BotProcess:
    return bots.BotProcess("barrage", 1, 0, 5, command=[sys.executable, "-c", FAKE % body], **more)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("sys.exit(1)", "has gone"),
        ("print('hello', flush=True)", "does not speak the protocol"),
        ('print(json.dumps({"say": "error", "reason": "no idea"}), flush=True)', "no idea"),
        ('print(json.dumps({"say": "action", "action": {"type": "move"}}), flush=True)', "no action"),
        ("time.sleep(60)", "in time"),
    ],
    ids=["crash", "chatter", "error", "nonsense", "hang"],
)
def test_a_bot_that_fails_is_replaced_and_its_game_goes_on(body: str, fault: str) -> None:
    state = flagfall.game("barrage").new()
    with fake(body, grace=-0.5) as broken, bots.BotProcess("barrage", 1, 1, 6) as sound:
        first = bots.make("barrage", 1, 0, 5).deploy(state.view(0))
        state = state.apply(0, first).state
        state = state.apply(1, sound.deploy(state.view(1))).state
        action = broken.decide(state.view(0), state.legal(0), bots.Clock(move=1.0))
        assert action in state.legal(0)
        assert broken.replaced >= 1
        assert any(fault in text for text in broken.faults)


def test_an_illegal_answer_is_not_played() -> None:
    state = flagfall.game("barrage").new()
    for seat in (0, 1):
        state = state.apply(seat, bots.make("barrage", 1, seat).deploy(state.view(seat))).state
    move = '{"type": "move", "origin": 0, "target": 99}'
    body = f'print(json.dumps({{"say": "action", "action": {move}}}), flush=True)'
    with fake(body) as cheat:
        assert cheat.decide(state.view(0), state.legal(0), bots.Clock()) in state.legal(0)
        assert "illegal" in cheat.faults[0]


def test_a_replaced_bot_is_told_what_happened_before() -> None:
    """The second process plays on as if it had been there from the beginning."""
    with bots.BotProcess("barrage", 2, 0, 5) as one, bots.BotProcess("barrage", 2, 0, 5) as other:
        state = flagfall.game("barrage").new()
        step = state.apply(0, one.deploy(state.view(0)))
        for bot in (one, other):
            bot.observe(step.events)
        one.close()
        state = step.state.apply(1, bots.make("barrage", 1, 1).deploy(state.view(1))).state
        clock = bots.Clock(move=0.1)
        assert one.decide(state.view(0), state.legal(0), clock) == other.decide(
            state.view(0), state.legal(0), clock
        )


def test_a_missing_program_is_one_clear_fault() -> None:
    with bots.BotProcess("barrage", 1, 0, command=["/no/such/program"]) as missing:
        missing.deploy(flagfall.game("barrage").new().view(0))
        assert "cannot be started" in missing.faults[0]
