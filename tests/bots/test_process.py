"""A bot in its own process: what crosses the pipe, and what happens when it fails."""

from __future__ import annotations

import ast
import asyncio
import io
import sys
from pathlib import Path

import msgspec
import pytest
from tests.waits import PATIENCE

import flagfall
from flagfall import bots
from flagfall.bots.processes import protocol
from flagfall.bots.processes.client import BotClient, Limits
from flagfall.bots.processes.line_process import ProcessFailed, wait_for
from flagfall.bots.processes.program import Seats, serve
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
    for thing in (state, [state], [[state.view(0)], [state]], {"view": state}, object()):
        with pytest.raises(TypeError, match="cannot be sent"):
            protocol.content(thing)
    with pytest.raises(TypeError):
        msgspec.json.encode(state)


def test_the_lines_to_a_bot_hold_the_view_and_the_heard_events_and_nothing_else() -> None:
    game = flagfall.game("barrage")
    state = game.new()
    view = state.view(1)
    request = msgspec.json.decode(protocol.line(protocol.AskSetup(protocol.content(view))))
    assert set(request) == {"say", "view"}
    assert msgspec.json.decode(msgspec.json.encode(request["view"]), type=game.view_type) == view
    plain = {"game", "seat", "level", "seed", "params", "protocol", "rules", "key", "id", "clock"}
    for message in (protocol.Start, protocol.Observe, protocol.AskSetup, protocol.AskMove):
        for field in msgspec.structs.fields(message):
            assert (field.name in plain) != (field.type in (msgspec.Raw, msgspec.Raw | msgspec.UnsetType))


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
        # States of the simulator are sampled worlds; hints and the random bot deal a view again: no secrets.
        dealt = path.name in ("advice.py", "random_bot.py")
        simulated = dealt or "flagfall.fast.rules" in modules
        assert not {"RankState", "Turn", *(() if simulated else ("State",))} & (names | imported)
        assert not {"flagfall.ranks.state", "flagfall.ranks.turn"} & modules
        assert "determinize" not in attributes or dealt


def test_nothing_of_a_state_hangs_on_a_bot() -> None:
    bot = bots.make("barrage", 2, 0)
    play("barrage", (bot, bots.make("barrage", 1, 1)))
    assert not any(isinstance(value, State) for value in vars(bot).values())


VERSION_1 = """
import json, sys

log = open(sys.argv[1], "a")
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    said = json.loads(line)
    if said["say"] == "start":
        assert said["protocol"] == 1
        answer = {"say": "ready", "name": "guest"}
    elif said["say"] == "decide":
        answer = {"say": "action", "action": said["legal"][0]}
    elif said["say"] == "deploy":
        answer = {"say": "error", "reason": "cannot set up"}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""
"""A program by the documentation of version 1, without a line of ours."""


def test_a_program_written_for_version_1_is_sent_what_it_always_was(tmp_path: Path) -> None:
    game = flagfall.game("barrage")
    state = game.new()
    step = state.apply(0, bots.make("barrage", 1, 0).deploy(state.view(0)))
    state = step.state.apply(1, bots.make("barrage", 1, 1).deploy(state.view(1))).state
    view, legal = state.view(0), state.legal(0)
    log = tmp_path / "log"
    with bots.BotProcess(
        "barrage", 0, 0, 5, command=[sys.executable, "-c", VERSION_1, str(log)], strict=True, cores=2
    ) as guest:
        guest.observe(step.events)
        assert guest.decide(view, legal, bots.Clock(move=0.5)) == legal[0]
    written = msgspec.json.encode
    assert log.read_bytes().splitlines() == [
        b'{"say":"start","game":"barrage","seat":0,"level":0,"seed":5,"params":{"cores":2},"protocol":1}',
        b'{"say":"observe","events":' + written(step.events) + b"}",
        b'{"say":"decide","view":%s,"legal":%s,"clock":{"move":0.5}}' % (written(view), written(legal)),
    ]


def test_a_program_of_ours_answers_version_1_without_tags() -> None:
    state = flagfall.game("barrage").new()
    start = b'{"say":"start","game":"barrage","seat":0,"level":1,"seed":5,"protocol":1}'
    ask = b'{"say":"deploy","view":' + msgspec.json.encode(state.view(0)) + b"}"
    out = io.BytesIO()
    serve(io.BytesIO(start + b"\n\n" + ask + b"\n"), out, Seats().answer)
    ready, action = map(msgspec.json.decode, out.getvalue().splitlines())
    assert set(ready) == {"say", "name"}
    assert set(action) == {"say", "action", "seconds"}


def test_an_unknown_version_is_refused() -> None:
    start = b'{"say":"start","game":"barrage","seat":0,"level":1,"protocol":3}'
    reply = Seats().answer(start)
    assert isinstance(reply, protocol.BotProblem)
    assert "1 and 2, not 3" in reply.reason


def ask(key: str, id: int) -> bytes:
    view = protocol.content(flagfall.game("barrage").new().view(0))
    return protocol.line(protocol.AskSetup(view, key, id))


def start(key: str, id: int, seed: int = 0) -> bytes:
    return protocol.line(protocol.Start("barrage", 0, 1, seed, protocol=2, key=key, id=id))


def test_one_process_plays_many_seats_and_tags_its_answers() -> None:
    seats = Seats()
    for id, key in enumerate(("a", "b"), 1):
        ready = seats.answer(start(key, id, seed=id))
        assert isinstance(ready, protocol.BotReady)
        assert ready.id == id
    first, second, again = (seats.answer(ask(key, id)) for key, id in (("a", 7), ("b", 8), ("a", 9)))
    assert isinstance(first, protocol.Answer)
    assert isinstance(second, protocol.Answer)
    assert isinstance(again, protocol.Answer)
    assert [first.id, second.id, again.id] == [7, 8, 9]
    assert bytes(first.action) == bytes(again.action) != bytes(second.action)


def test_a_seat_that_the_process_does_not_know_is_said_to_be_forgotten() -> None:
    seats = Seats(most=1)
    seats.answer(start("a", 1))
    seats.answer(start("b", 2))
    assert isinstance(seats.answer(ask("b", 3)), protocol.Answer)
    assert seats.answer(ask("a", 4)) == protocol.BotProblem("no seat has been taken yet", True, 4)


def test_a_seat_that_was_told_nonsense_says_so_once_and_is_forgotten() -> None:
    seats = Seats()
    seats.answer(start("a", 1))
    assert seats.answer(protocol.line(protocol.Observe(msgspec.Raw(b'[{"type":"no"}]'), "a"))) is None
    reply = seats.answer(ask("a", 2))
    assert isinstance(reply, protocol.BotProblem)
    assert "ValidationError" in reply.reason
    assert reply.id == 2
    assert seats.answer(ask("a", 3)) == protocol.BotProblem("no seat has been taken yet", True, 3)


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
        assert "cannot be started: /no/such/program" in missing.faults[0]


def test_in_an_arena_a_program_that_ends_between_two_moves_has_failed() -> None:
    state = flagfall.game("barrage").new()
    once = 'print(json.dumps({"say": "action", "action": %s}), flush=True); sys.exit()'
    setup = msgspec.json.encode(bots.make("barrage", 1, 0).deploy(state.view(0))).decode()
    with fake(once % setup.replace("%", "%%"), strict=True) as guest:
        guest.deploy(state.view(0))
        with pytest.raises(ProcessFailed, match="has gone"):
            guest.deploy(state.view(0))


def test_a_question_that_nobody_waits_for_is_not_answered_to_the_next(tmp_path: Path) -> None:
    """Somebody stops a bot that thinks: its late answer must not be taken for another one."""
    slow = """
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["say"] == "start":
        answer = {"say": "ready"}
    else:
        time.sleep(said["clock"]["move"])
        answer = {"say": "action", "action": said["clock"]}
    print(json.dumps(answer), flush=True)
"""
    view = protocol.content(flagfall.game("barrage").new().view(0))

    async def talk() -> None:
        client = BotClient([sys.executable, "-c", slow], Limits(grace=PATIENCE))

        async def move(seconds: float) -> bytes:
            if not client.started:
                await client.take_seat(protocol.Start("barrage", 0, 0), [])
            clock = bots.Clock(seconds)
            return bytes((await client.choose(protocol.AskMove(view, view, clock), seconds)).action)

        try:
            await move(0.01)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(move(0.5), 0.1)
            assert msgspec.json.decode(await move(0.02)) == {"move": 0.02}
        finally:
            await client.stop()

    wait_for(talk())
