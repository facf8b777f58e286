"""The law of secrecy on the bytes of real websockets.

Two servers, the same game on both, but for two pieces of one side that changed places where the others
cannot know. Whatever the opponent and an onlooker receive must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.core import Action
from flagfall.ranks.game import RankGame
from flagfall.ranks.options import CAPTURED
from tests.server.kit import FrozenTime, Server, run
from tests.server.two_servers import Side, side, two_servers
from tests.smoke import smoke

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
PLIES = 16
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
        (await me.get("/api/me/tables")).content,
    ]


def script(
    game: RankGame, seat: int, rng: random.Random, **options: object
) -> tuple[Any, list[tuple[int, Action]]]:
    """Twins, and acts that do not show how they differ: legal ones, and vain attempts of the seat."""
    twin_maker = game.twins()
    pair = twin_maker.make(seat, rng, **options)
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


def ways(id: str) -> dict[str, object]:
    """From memory, with a way of captured pieces that goes round with the editions."""
    return {"memory": "table", "captured": CAPTURED[EDITIONS.index(id) % len(CAPTURED)]}


@pytest.mark.parametrize(
    ("id", "seat"),
    smoke([(id, seat) for id in EDITIONS for seat in (0, 1)], *((id, 1) for id in EDITIONS), ("original", 0)),
)
def test_not_one_byte_depends_on_what_is_hidden(twins: tuple[Server, Server], id: str, seat: int) -> None:
    compare(twins, id, seat, ways(id) if seat else {})


@pytest.mark.long
@pytest.mark.parametrize("memory", ["assisted", "table"])
@pytest.mark.parametrize("captured", CAPTURED)
@pytest.mark.parametrize("id", EDITIONS)
def test_st_know_1_not_one_byte_in_any_way_of_memory_and_tray(
    twins: tuple[Server, Server], id: str, captured: str, memory: str
) -> None:
    for seat in (0, 1):
        compare(twins, id, seat, {"memory": memory, "captured": captured})


def compare(twins: tuple[Server, Server], id: str, seat: int, options: dict[str, object]) -> None:
    """Play a game and its twin on two servers, and compare all that a seat and an onlooker are sent."""
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    wish = {**CLOCKS, "options": options}
    pair, acts = script(game, seat, random.Random(f"{id} {seat}"), **options)
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
        async with side(twins[0], id, **wish) as one, side(twins[1], id, **wish) as two:
            await asyncio.gather(play(one, pair.first), play(two, pair.second))
            for place in (seat, 2):
                first, second = one.lines[place].raw, two.lines[place].raw
                assert first == second
                assert sum('"type":"told"' in text for text in first) > 4
            assert one.lines[1 - seat].raw != two.lines[1 - seat].raw  # The test can see a difference.
            assert await bodies(one, seat) == await bodies(two, seat)
            # Hints, too: they are computed by a count of work, so that equal knowledge gives equal answers.
            assert await one.answers(seat) == await two.answers(seat)
            # Coming back, too, tells nothing.
            again: list[list[list[str]]] = [[], []]
            for here, heard in zip((one, two), again, strict=True):
                told = here.lines[seat].raw
                last = sum('"type":"told"' in text or '"type":"reset"' in text for text in told)
                for person, stream in ((here.people[seat], seat), (here.eve, -1)):
                    for since in ("", *(f"{stream}:{n}" for n in range(last + 2))):
                        async with person.at(here.table, since, here.code) as line:
                            await line.settled()
                            heard.append([text for text in map(without_presence, line.raw) if text])
            assert again[0] == again[1]

    run(go())


def without_presence(text: str) -> str:
    """A message but for who is here: who left a moment ago may still be counted."""
    if text.startswith('{"type":"presence"'):
        return ""
    return re.sub(r'"presence":{[^}]*}|"watchers":\d+', "", text)


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
    async def go(server: Server) -> None:
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

    for server in twins:  # Both, so that they draw the same chance in the next test too.
        run(go(server))
