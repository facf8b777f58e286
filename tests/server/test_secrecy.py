"""The law of secrecy on the bytes of real websockets.

Two servers, the same game on both, but for two pieces of one side that changed places where the others
cannot know. Whatever the opponent and an onlooker receive must be the same, byte for byte.
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
from flagfall.ranks.game import RankGame
from tests.server.kit import Line, Person, Server, StillWorld, run, settings

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
PLIES = 16


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers that draw the same chance and whose clocks stand still."""
    folder = tmp_path_factory.mktemp("twins")
    with (
        Server(settings(f"sqlite:///{folder}/a.sqlite3"), StillWorld()) as first,
        Server(settings(f"sqlite:///{folder}/b.sqlite3"), StillWorld()) as second,
    ):
        yield first, second


class Side:
    """One of the two games: its players, an onlooker, and what the two who must not know were sent."""

    def __init__(self, ann: Person, ben: Person, eve: Person, table: str, code: str) -> None:
        self.people = (ann, ben)
        self.eve = eve
        self.table = table
        self.code = code
        self.lines: list[Line] = []

    async def settle(self, first: Line) -> None:
        """Wait until what one did has been done, then until all have been sent everything."""
        for line in (first, *(line for line in self.lines if line is not first)):
            await line.settled()

    async def act(self, seat: int, action: Action) -> None:
        await self.lines[seat].send_raw(
            '{"type":"act","action":%s}' % msgspec.json.encode(action).decode()  # noqa: UP031
        )
        await self.settle(self.lines[seat])

    async def bodies(self, seat: int) -> list[bytes]:
        """What the seat and the onlooker can ask for by HTTP."""
        table = f"/api/tables/{self.table}"
        return [
            (await self.people[seat].get(f"{table}/history?seat={seat}")).content,
            (await self.people[seat].get(table)).content,
            (await self.people[seat].get("/api/me/tables")).content,
            (await self.eve.get(f"{table}/history?seat=-1&code={self.code}")).content,
            (await self.eve.get(f"{table}?code={self.code}")).content,
            (await self.eve.get("/api/lobby")).content,
            (await self.people[seat].get(f"{table}/advice/beliefs?seat={seat}")).content,
            (await self.people[seat].get(f"{table}/advice/hints?seat={seat}")).content,
            (await self.people[seat].http.get(f"{table}/advice/beliefs?seat={1 - seat}")).content,
            (await self.people[seat].http.get(f"{table}/record")).content,
            (await self.people[seat].http.get(f"{table}/history?seat={1 - seat}")).content,
        ]


@contextlib.asynccontextmanager
async def side(server: Server, game: str) -> AsyncIterator[Side]:
    async with Person(server) as ann, Person(server) as ben, Person(server) as eve:
        clock = {"type": "bank", "base": 600, "increment": 2}
        made = await ann.table(game, "link", seat=0, clock=clock, setup=300, watch=True)
        table, code = made["table"]["id"], made["code"]
        await ben.post(f"/api/tables/{table}/join", {"code": code})
        here = Side(ann, ben, eve, table, code)
        async with contextlib.AsyncExitStack() as stack:
            for person in (ann, ben, eve):
                line = await stack.enter_async_context(person.at(table, code=code))
                here.lines.append(line)
                await here.settle(line)
            yield here


def script(game: RankGame, seat: int, rng: random.Random) -> tuple[Any, list[tuple[int, Action]]]:
    """Twins, and acts that do not show how they differ: legal ones, and vain attempts of the seat."""
    probe = game.probe()
    pair = probe.twins(seat, rng)
    first, second = pair.first, pair.second
    acts: list[tuple[int, Action]] = []
    for _ in range(PLIES):
        acts.append((seat, probe.attempt(first, seat, rng)))
        if first.outcome() is not None or probe.reveals(first, second, *acts[-1]):
            acts.pop()
        else:
            # An attempt may happen to be legal: then it is a move like any other.
            with contextlib.suppress(flagfall.IllegalAction):
                first, second = (state.apply(*acts[-1]).state for state in (first, second))
        if first.outcome() is not None:
            break
        mover = first.pending()[0].seat
        both = [action for action in first.legal(mover) if action in second.legal(mover)]
        both = [action for action in both if not probe.reveals(first, second, mover, action)]
        if not both:
            break
        action = rng.choice(both)
        after = [state.apply(mover, action).state for state in (first, second)]
        if any(state.outcome() is not None for state in after):
            break
        first, second = after
        acts.append((mover, action))
    return pair, acts


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("id", EDITIONS)
def test_not_one_byte_depends_on_what_is_hidden(twins: tuple[Server, Server], id: str, seat: int) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    pair, acts = script(game, seat, random.Random(f"{id} {seat}"))
    assert len(acts) > 4

    async def play(here: Side, state: Any) -> None:
        for each in (1, 0):
            await here.act(each, game.action("deploy " + _text(state.setups[each])))
        for each, action in acts:
            await here.act(each, action)
        other = here.lines[1 - seat]
        await other.send("say", preset="hello")
        await other.send("offer", what="draw")
        await other.send("offer", what="takeback")
        await here.settle(other)

    async def go() -> None:
        async with side(twins[0], id) as one, side(twins[1], id) as two:
            await asyncio.gather(play(one, pair.first), play(two, pair.second))
            for place in (seat, 2):
                first, second = one.lines[place].raw, two.lines[place].raw
                assert first == second
                assert sum('"type":"told"' in text for text in first) > 4
            assert one.lines[1 - seat].raw != two.lines[1 - seat].raw  # The test can see a difference.
            assert await one.bodies(seat) == await two.bodies(seat)
            # Coming back, too, tells nothing.
            again: list[list[list[str]]] = []
            async with contextlib.AsyncExitStack() as stack:
                for here in (one, two):
                    for person, since in (
                        (here.people[seat], ""),
                        (here.people[seat], f"{seat}:2"),
                        (here.eve, ""),
                    ):
                        line = await stack.enter_async_context(person.at(here.table, since, here.code))
                        here.lines.append(line)
                        await here.settle(line)
                    again.append([line.raw for line in here.lines[3:]])
            assert again[0] == again[1]

    run(go())


def _text(setup: Any) -> str:
    from flagfall.ranks.board import NAMES

    return " ".join(f"{NAMES[square]}={kind}" for square, kind in setup)


@pytest.mark.parametrize("leak", ["every event to everybody", "the view of the other seat"])
def test_a_planted_leak_is_found(
    twins: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    from flagfall.server import ledger

    if leak == "every event to everybody":
        monkeypatch.setattr(ledger, "hears", lambda event, seat: True)
    else:
        right = ledger.Ledger.stream
        monkeypatch.setattr(ledger.Ledger, "stream", lambda self, seat: right(self, 1))
    with pytest.raises(AssertionError):
        test_not_one_byte_depends_on_what_is_hidden(twins, "barrage", 0)


def test_before_the_end_nobody_is_sent_seed_nonce_or_the_others_set_up(twins: tuple[Server, Server]) -> None:
    server = twins[0]

    async def go() -> None:
        async with side(server, "barrage") as here:
            for seat in (0, 1):
                found = await here.people[seat].get(f"/api/games/barrage/setup?seat={seat}&style=random")
                action = msgspec.convert(
                    {"type": "deploy", "pieces": found.json()["pieces"]}, flagfall.game("barrage").action_type
                )
                await here.act(seat, action)
            opened = server.hall.actors[here.table].ledger.opened
            for line in here.lines:
                assert not any(nonce in text for nonce in opened.nonces for text in line.raw)
            turn = next(m for m in here.lines[0].heard if m["type"] == "turn" and m["must"] == "act")
            await here.lines[0].send("act", action=turn["legal"][0])
            await here.settle(here.lines[0])
            await here.lines[1].send("resign")
            await here.settle(here.lines[1])
            assert all(opened.nonces[1] in "".join(line.raw) for line in here.lines)

    run(go())
