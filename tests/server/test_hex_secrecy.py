"""The law of secrecy for the hex game, on the bytes of real websockets and of the answers to questions.

Hidden are the order of the cards (HX-SEQ-9) and, where it is agreed, the places of the cloaked (HX-ABL-CLK).
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.core import Action
from flagfall.hexes.abilities import Cloak
from flagfall.hexes.actions import End, Move
from flagfall.hexes.state import HexState
from tests.server.kit import Line, Person, Server, StillWorld, run, settings


class SeededWorld(StillWorld):
    """A world whose next game has a seed of choice."""

    seed = 0

    def draw(self, n: int) -> int:
        return self.seed % n


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers that draw the same chance, but for the seed of games, and whose clocks stand still."""
    folder = tmp_path_factory.mktemp("twins")
    with (
        Server(settings(f"sqlite:///{folder}/a.sqlite3"), SeededWorld()) as first,
        Server(settings(f"sqlite:///{folder}/b.sqlite3"), SeededWorld()) as second,
    ):
        yield first, second


class Side:
    """One of the two games: its players and an onlooker, with all that they were sent."""

    def __init__(self, people: tuple[Person, Person, Person], table: str, code: str) -> None:
        self.people = people
        self.table = table
        self.code = code
        self.lines: list[Line] = []

    async def settle(self, first: Line) -> None:
        """Wait until what one did has been done, then until all have been sent everything."""
        for line in (first, *(line for line in self.lines if line is not first)):
            await line.settled()

    async def act(self, seat: int, action: Action) -> None:
        line = self.lines[seat]
        await line.send_raw(f'{{"type":"hex-act","action":{msgspec.json.encode(action).decode()}}}')
        await self.settle(line)

    async def bodies(self, seat: int) -> list[bytes]:
        """What a seat and an onlooker can ask for by HTTP."""
        table = f"/api/tables/{self.table}"
        me, eve = self.people[seat], self.people[2]
        paths = ["hex/demand?seat={0}"]
        for unit in range(8):
            paths += [f"hex/sight?seat={{0}}&unit={unit}", f"hex/gaze?seat={{0}}&unit={unit}"]
            paths += [f"hex/line?seat={{0}}&unit={unit}&at={at}" for at in ("0505", "1010", "0312")]
        paths += ["hex/way?seat={0}&n=0&through=0505", "history?seat={0}", "hex/luck"]
        found = [(await me.http.get(f"{table}/{path.format(seat)}")).content for path in paths]
        found.append((await me.get(table)).content)
        found.append((await eve.get(f"{table}/history?seat=-1&code={self.code}")).content)
        found.append((await eve.get(f"{table}?code={self.code}")).content)
        return found


@contextlib.asynccontextmanager
async def side(server: Server, game: str, seed: int) -> AsyncIterator[Side]:
    world = server.hall.world
    assert isinstance(world, SeededWorld)
    async with Person(server) as ann, Person(server) as ben, Person(server) as eve:
        world.seed = seed
        made = await ann.table(game, "link", seat=0, watch=True)
        world.seed = 0
        table, code = made["table"]["id"], made["code"]
        await ben.post(f"/api/tables/{table}/join", {"code": code})
        here = Side((ann, ben, eve), table, code)
        async with contextlib.AsyncExitStack() as stack:
            for person in (ann, ben, eve):
                line = await stack.enter_async_context(person.at(table, code=code))
                here.lines.append(line)
                await here.settle(line)
            yield here


def views(state: HexState) -> list[Any]:
    return [state.view(seat) for seat in (0, 1, -1)]


def deployed(id: str, seed: int) -> tuple[HexState, list[tuple[int, Action]]]:
    """A game at its first card, with the decisions before it, which are the same for every seed."""
    game: Any = flagfall.game(id)
    rng = random.Random(7)
    state = game.new(seed=seed)
    acts: list[tuple[int, Action]] = []
    while state.phase != "play":
        decision = state.pending()[0]
        acts.append((decision.seat, decision.sample(rng)))
        state = state.apply(*acts[-1]).state
    return state, acts


def seeds_that_look_alike(id: str) -> tuple[int, int]:
    """Two seeds of games whose first card is the same for everybody, with the others in another order."""
    known: list[tuple[int, HexState]] = []
    for seed in range(400):
        state, _ = deployed(id, seed)
        for other, before in known:
            if views(before) == views(state) and before.pile != state.pile:
                return other, seed
        known.append((seed, state))
    raise AssertionError("no two games look alike")


@pytest.mark.parametrize("id", ["hex-siege", "hex-base"])
def test_hx_seq_9_no_byte_tells_the_order_of_the_cards(twins: tuple[Server, Server], id: str) -> None:
    seeds = seeds_that_look_alike(id)
    _, acts = deployed(id, seeds[0])

    async def play(here: Side, server: Server, seed: int) -> None:
        assert server.hall.actors[here.table].ledger.opened.seed == seed
        for seat, action in acts:
            await here.act(seat, action)

    async def go() -> None:
        async with side(twins[0], id, seeds[0]) as one, side(twins[1], id, seeds[1]) as two:
            await asyncio.gather(play(one, twins[0], seeds[0]), play(two, twins[1], seeds[1]))
            for place in (0, 1, 2):
                told = one.lines[place].raw
                assert told == two.lines[place].raw
                assert any('"phase":"play"' in text for text in told)
            for seat in (0, 1):
                assert await one.bodies(seat) == await two.bodies(seat)

    run(go())


def hunt() -> tuple[int, list[tuple[int, Action]], Action, Action]:
    """A game of the hunt in which a unit of seat 1 is cloaked and about to move; two moves that differ."""
    game: Any = flagfall.game("hex-hunt")
    for seed in range(60):
        rng = random.Random(seed)
        state = game.new(seed=seed)
        acts: list[tuple[int, Action]] = []
        for _ in range(40):
            decision = state.pending()[0]
            seat = decision.seat
            legal = state.legal(seat)
            if seat == 1 and legal and state.pieces[state.actor].cloaked and state.frame.left == 2:
                ends = [one for one in legal if isinstance(one, Move) and one.to]
                if len(ends) > 3:
                    return seed, acts, ends[0], ends[-1]
            cloak = next((one for one in legal if isinstance(one, Cloak)), None)
            end = next((one for one in legal if isinstance(one, End)), None)
            action = (cloak if seat == 1 else None) or end or decision.sample(rng)
            acts.append((seat, action))
            state = state.apply(seat, action).state
            if state.outcome() is not None:
                break
    raise AssertionError("nobody ever hid")


def test_hx_abl_clk_no_byte_tells_where_the_unseen_went(twins: tuple[Server, Server]) -> None:
    seed, acts, first, second = hunt()
    assert first != second

    async def play(here: Side, move: Action) -> None:
        for seat, action in acts:
            await here.act(seat, action)
        await here.act(1, move)
        await here.lines[0].send("say", preset="hello")
        await here.lines[0].send("offer", what="draw")
        await here.settle(here.lines[0])

    async def go() -> None:
        async with side(twins[0], "hex-hunt", seed) as one, side(twins[1], "hex-hunt", seed) as two:
            await asyncio.gather(play(one, first), play(two, second))
            for place in (0, 2):
                told = one.lines[place].raw
                assert told == two.lines[place].raw
                assert sum('"type":"told"' in text for text in told) > 4
            assert one.lines[1].raw != two.lines[1].raw  # The test can see a difference.
            assert await one.bodies(0) == await two.bodies(0)
            assert await one.bodies(1) != await two.bodies(1)

    run(go())


def test_a_planted_leak_is_found(twins: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch) -> None:
    from flagfall.server import ledger

    monkeypatch.setattr(ledger, "hears", lambda event, seat: True)
    with pytest.raises(AssertionError):
        test_hx_abl_clk_no_byte_tells_where_the_unseen_went(twins)
