"""A family plugs in: nothing in core, server, bots or terminal knows Goofspiel, and all of them play it."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from flagfall import bots
from flagfall.core import AnyGame, Outcome
from flagfall.core.record import Record, read_record, write_record
from flagfall.server.wire.people import GameRecord
from flagfall.testing import LAWS
from tests.server.kit import Line, Person, Server, run, settings
from tests.terminal.program import flagfall


@pytest.fixture(scope="module")
def server(goofspiel: AnyGame, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(settings(f"sqlite:///{tmp_path_factory.mktemp('third')}/x.sqlite3")) as server:
        yield server


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("cards", [3, 5, 13])
def test_it_keeps_the_law_of(goofspiel: AnyGame, law: str, cards: int) -> None:
    for seed in range(12):
        LAWS[law](goofspiel, seed, cards=cards)


def test_a_fresh_process_finds_it_by_its_entry_point(goofspiel: AnyGame) -> None:
    code = "import flagfall; print(flagfall.games('goofspiel'), flagfall.game('goofspiel').family)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "('goofspiel',) goofspiel\n"


# ---- at a table ---------------------------------------------------------------------------------


async def _turn(line: Line, seen: list[Any]) -> dict[str, Any] | None:
    """The next turn of a seat, None at the end; what is told on the way is kept."""
    while True:
        message = await line.next()
        if message["type"] == "told":
            seen.append(message)
        if message["type"] == "turn":
            return message
        if message["type"] == "table" and message["table"]["status"] == "over":
            return None


async def _play(line: Line, rng: random.Random, seen: list[Any], most: int = 99) -> bool:
    """Bid when it is one's turn; whether the game is over."""
    for _ in range(most):
        turn = await _turn(line, seen)
        if turn is None:
            return True
        await line.send("act", action=rng.choice(turn["legal"]))
        while True:
            message = await line.next()
            if message["type"] == "told":
                seen.append(message)
                if any(event["type"] == "own-bid" for event in message["events"]):
                    break
    return False


def test_two_people_play_it_over_websockets_and_one_comes_back(goofspiel: AnyGame, server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as ben:
            made = await ann.table("goofspiel", "anyone", seat=0, options={"cards": 4})
            table = made["table"]["id"]
            await ben.post(f"/api/tables/{table}/join", {})
            told: tuple[list[Any], list[Any]] = ([], [])
            rng = random.Random(4)
            async with ann.at(table) as first:
                welcome = await first.next()
                assert welcome["type"] == "welcome"
                view = msgspec.convert(welcome["streams"][0]["view"], goofspiel.view_type)
                assert not await _play(first, rng, told[0], 1)
            # Away while the other bids: what was missed comes, and nothing twice.
            async with ben.at(table) as second:
                assert not await _play(second, rng, told[1], 1)
                async with ann.at(table, since=f"0:{told[0][-1]['n']}") as first:
                    assert (await first.next())["type"] == "resumed"
                    over = False
                    while not over:
                        await _play(first, rng, told[0], 1)
                        over = await _play(second, rng, told[1], 1)
            assert [one["n"] for one in told[0]] == list(range(1, len(told[0]) + 1))
            for one in told[0]:
                for event in one["events"]:
                    view = goofspiel.fold(view, msgspec.convert(event, goofspiel.event_type))
            assert view.outcome is not None
            hidden = [event for one in told[1] for event in one["events"] if event["type"] == "own-bid"]
            assert len(hidden) == 4, "each seat hears its own bids alone"
            await _replayed(goofspiel, ann, table, view.outcome)

    run(go())


async def _replayed(goofspiel: AnyGame, ann: Person, table: str, outcome: Outcome) -> None:
    """The finished game as the replay page and as a text file have it."""
    body = (await ann.get(f"/api/tables/{table}/record")).content
    kind: Any = GameRecord
    record = msgspec.json.decode(body, type=kind[goofspiel.view_type, goofspiel.event_type])
    assert record.outcome == outcome
    assert [entry.text.split()[0] for entry in record.entries] == ["bid"] * 8
    text = (await ann.get(f"/api/tables/{table}/text")).text
    assert read_record(text).replay().digest() == record.digest


def test_the_bot_that_plays_any_game_sits_down_and_plays_to_the_end(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            levels = (await ann.get("/api/bots?game=goofspiel")).json()
            assert [one["id"] for one in levels] == ["1"]
            cards = (await ann.get("/api/games")).json()
            assert next(card for card in cards if card["id"] == "goofspiel")["family"] == "goofspiel"
            made = await ann.table("goofspiel", {"type": "bot", "level": "1"}, seat=1)
            async with ann.at(made["table"]["id"]) as line:
                assert await _play(line, random.Random(2), [])

    run(go())


# ---- bots, records, terminal --------------------------------------------------------------------


def test_the_same_view_and_seed_give_the_same_move_here_and_in_a_process(goofspiel: AnyGame) -> None:
    state = goofspiel.new(seed=8, cards=13)
    view, legal = state.view(1), state.legal(1)
    moves = {seed: bots.make("goofspiel", 1, 1, seed).decide(view, legal, bots.Clock()) for seed in range(40)}
    assert len(set(moves.values())) > 8, "at random, not always the same"
    with bots.BotProcess("goofspiel", 1, 1, 7) as process:
        assert process.decide(view, legal, bots.Clock()) == moves[7]
    assert not process.faults


@pytest.mark.parametrize("id", ["barrage", "hex-three"])
def test_the_bot_that_plays_any_game_plays_the_other_families_too(id: str) -> None:
    from flagfall.bots.random_bot import RandomBot
    from flagfall.core import game

    rules = game(id)
    players = [RandomBot(rules, seat, 5) for seat in (0, 1)]
    state = rules.new(seed=3)
    for _ in range(60):
        for decision in state.pending()[:1]:
            seat = decision.seat
            view, legal = state.view(seat), state.legal(seat)
            chosen = players[seat].decide(view, legal, bots.Clock()) if legal else players[seat].deploy(view)
            state = state.apply(seat, chosen).state


def test_a_record_of_one_seat_hides_the_bids_of_the_other(goofspiel: AnyGame) -> None:
    state, rng = goofspiel.new(seed=5, cards=4), random.Random(5)
    actions = []
    for _ in range(5):
        decision = state.pending()[0]
        actions.append((decision.seat, decision.sample(rng)))
        state = state.apply(*actions[-1]).state
    record = Record("goofspiel", goofspiel.read_options({"cards": 4}), tuple(actions), seed=5)
    assert read_record(write_record(record)).replay().digest() == state.digest()
    assert {seat for seat, _ in read_record(write_record(record.known_to(1))).actions} == {1}


def test_the_terminal_lists_shows_plays_and_replays_it(goofspiel: AnyGame, tmp_path: Path) -> None:
    assert "goofspiel" in flagfall("games").out
    assert "cards = 5  (GO-SET-1: 3 to 13)" in flagfall("show", "goofspiel").out
    path = tmp_path / "game.txt"
    script = "help\nmoves\nbid 9\nfly\n" + "random\n" * 3
    played = flagfall("play", "goofspiel", "-o", "cards=3", "--save", str(path), "--seed", "4", script=script)
    assert played.status == 0, played.err
    assert "GO-BID-1" in played.out and "expected a bid" in played.out
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.outcome is not None and len(record.actions) == 6
    seen = flagfall("replay", str(path), "--view", "south", script="n\nlist\nq\n")
    assert seen.status == 0, seen.err
    assert "Step 1 of 6, as seen by south" in seen.out
    own = re.findall(r"^own-bid: card (\d+)", seen.out, re.MULTILINE)
    assert not own or (own == [str(record.actions[0][1].card)] and record.actions[0][0] == 1)  # type: ignore[attr-defined]


def test_nothing_in_the_package_names_it() -> None:
    package = Path(__file__).parents[2] / "src"
    named = [
        path for path in package.rglob("*.py") if "goofspiel" in path.read_text(encoding="utf-8").lower()
    ]
    assert not named


def test_its_messages_are_json_of_its_own_types(goofspiel: AnyGame) -> None:
    state = goofspiel.new(seed=1)
    assert json.loads(msgspec.json.encode(state.legal(0)[0])) == {"type": "bid", "card": 1}
