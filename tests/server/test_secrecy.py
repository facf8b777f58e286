"""The law of secrecy on the bytes of real websockets.

Two servers, the same game on both, but for two pieces of one side that changed places where the others
cannot know. Whatever the opponent and an onlooker receive must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.core import Action
from flagfall.ranks.game import RankGame
from tests.server.kit import FrozenTime, Server, run
from tests.server.sides import Side, side, two_servers

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
PLIES = 16
COMPILING = 100
"""Seconds that compiling may take on a busy machine."""
CLOCKS = {"clock": {"type": "bank", "base": 600, "increment": 2}, "setup": 300}


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers that tell the same, unless they tell what is hidden."""
    with two_servers(tmp_path_factory.mktemp("twins"), FrozenTime) as servers:
        yield servers


async def bodies(here: Side, seat: int) -> list[bytes]:
    """What the seat and the onlooker can ask for by HTTP."""
    table = f"/api/tables/{here.table}"
    me = here.people[seat]
    return [
        *await here.onlooker(),
        (await me.get(f"{table}/history?seat={seat}")).content,
        (await me.get(table)).content,
        (await me.get("/api/me/tables")).content,
        (await me.get(f"{table}/advice/beliefs?seat={seat}")).content,
        (await me.http.get(f"{table}/advice/beliefs?seat={1 - seat}")).content,
        (await me.http.get(f"{table}/record")).content,
        (await me.http.get(f"{table}/history?seat={1 - seat}")).content,
    ]


async def same_hints(one: Side, two: Side, seat: int) -> bool:
    """Whether both servers give the seat the same hints.

    They are simpler until the search is compiled, which each server has done at its own time: while they
    differ they are asked for again.
    """
    for _ in range(COMPILING):
        first, second = [
            (await here.people[seat].get(f"/api/tables/{here.table}/advice/hints?seat={seat}")).content
            for here in (one, two)
        ]
        if first == second:
            return True
        await asyncio.sleep(1)
    return False


def script(game: RankGame, seat: int, rng: random.Random) -> tuple[Any, list[tuple[int, Action]]]:
    """Twins, and acts that do not show how they differ: legal ones, and vain attempts of the seat."""
    twin_maker = game.twins()
    pair = twin_maker.make(seat, rng)
    first, second = pair.first, pair.second
    acts: list[tuple[int, Action]] = []
    for _ in range(PLIES):
        acts.append((seat, twin_maker.attempt(first, seat, rng)))
        if first.outcome() is not None or twin_maker.reveals(first, second, *acts[-1]):
            acts.pop()
        else:
            # An attempt may happen to be legal: then it is a move like any other.
            with contextlib.suppress(flagfall.IllegalAction):
                first, second = (state.apply(*acts[-1]).state for state in (first, second))
        if first.outcome() is not None:
            break
        mover = first.pending()[0].seat
        both = [action for action in first.legal(mover) if action in second.legal(mover)]
        both = [action for action in both if not twin_maker.reveals(first, second, mover, action)]
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
        async with side(twins[0], id, **CLOCKS) as one, side(twins[1], id, **CLOCKS) as two:
            await asyncio.gather(play(one, pair.first), play(two, pair.second))
            for place in (seat, 2):
                first, second = one.lines[place].raw, two.lines[place].raw
                assert first == second
                assert sum('"type":"told"' in text for text in first) > 4
            assert one.lines[1 - seat].raw != two.lines[1 - seat].raw  # The test can see a difference.
            assert await bodies(one, seat) == await bodies(two, seat)
            assert await same_hints(one, two, seat)
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
    from flagfall.server.tables import table_state

    if leak == "every event to everybody":
        monkeypatch.setattr(table_state, "hears", lambda event, seat: True)
    else:
        right = table_state.TableState.stream
        monkeypatch.setattr(table_state.TableState, "stream", lambda self, seat: right(self, 1))
    with pytest.raises(AssertionError):
        test_not_one_byte_depends_on_what_is_hidden(twins, "barrage", 0)


def test_before_the_end_nobody_is_sent_seed_nonce_or_the_others_set_up(twins: tuple[Server, Server]) -> None:
    server = twins[0]

    async def go() -> None:
        async with side(server, "barrage", **CLOCKS) as here:
            for seat in (0, 1):
                found = await here.people[seat].get(f"/api/games/barrage/setup?seat={seat}&style=random")
                action = msgspec.convert(
                    {"type": "deploy", "pieces": found.json()["pieces"]}, flagfall.game("barrage").action_type
                )
                await here.act(seat, action)
            opened = server.tables.actors[here.table].table_state.opened
            for line in here.lines:
                assert not any(nonce in text for nonce in opened.nonces for text in line.raw)
            turn = next(m for m in here.lines[0].heard if m["type"] == "turn" and m["must"] == "act")
            await here.lines[0].send("act", action=turn["legal"][0])
            await here.settle(here.lines[0])
            await here.lines[1].send("resign")
            await here.settle(here.lines[1])
            assert all(opened.nonces[1] in "".join(line.raw) for line in here.lines)

    run(go())
