"""A whole game as people play it, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

import flagfall
from flagfall.ranks.actions import RankAction
from flagfall.ranks.events import RankEvent
from flagfall.ranks.view import RankView
from flagfall.server.cluster.connection import WAITING
from flagfall.server.commitments import verify
from flagfall.server.wire import messages
from flagfall.server.wire.messages import Pong, ServerMessage
from flagfall.server.wire.people import GameRecord
from tests.server.kit import Line, Person, Server, deploy, play_on, run


async def sit(server: Server, game: str = "barrage", **more: object) -> tuple[Person, Person, str]:
    """Two people at a table by invite link; the first has seat 0."""
    ann, ben = Person(server), Person(server)
    await ann.__aenter__()
    await ben.__aenter__()
    made = await ann.table(game, "link", seat=0, **more)
    await ben.post(f"/api/tables/{made['table']['id']}/join", {"code": made["code"]})
    return ann, ben, made["table"]["id"]


async def set_up(a: Line, b: Line, game: str = "barrage") -> None:
    """Both set up, and wait until play has begun."""
    for seat, line in enumerate((a, b)):
        await deploy(line, game, seat)
        await line.until("done")
    await a.until("turn", where=lambda m: m["must"] == "act")
    await b.until("table", where=lambda m: m["table"]["status"] == "play")


def test_a_client_with_an_old_protocol_is_told_to_reload(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "OLDEST", 2)

    async def go() -> None:
        ann, _, table = await sit(server)
        async with ann.socket(f"/api/tables/{table}/live?protocol=1") as old:
            goodbye = await old.until("goodbye")
            assert goodbye["problem"]["code"] == "outdated" and "reload" in goodbye["problem"]["detail"]
            await old.socket.wait_closed()
            assert old.socket.close_code == 4426
        for query in ("", "?protocol=2", "?protocol=", "?protocol=x"):
            async with ann.socket(f"/api/tables/{table}/live{query}") as new:
                await new.until("welcome")

    run(go())


def test_a_game_by_invite_link_is_played_to_its_end_and_can_be_checked(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            assert (await a.next())["type"] == "welcome"
            assert (await b.next())["seats"] == [1]
            await deploy(a, "barrage", 0)
            await deploy(b, "barrage", 1)
            rng = random.Random(3)
            ends = await asyncio.gather(play_on(a, rng), play_on(b, rng))
            assert ends[0] == ends[1]
            assert ends[0] is not None
            assert ends[0]["outcome"]["termination"]
        commitments = ends[0]["commitments"]
        assert [one["what"] for one in commitments] == ["seed", "setup-0", "setup-1"]
        assert all(verify(one["hash"], one["nonce"], one["content"]) for one in commitments)
        for line, seat in ((a, 0), (b, 1)):
            numbers = [m["n"] for m in line.heard if m["type"] in ("told", "reset")]
            assert numbers == list(range(1, len(numbers) + 1))
            for text in line.raw:
                msgspec.json.decode(text, type=ServerMessage[RankView, RankEvent, RankAction])
            history = (await (ann, ben)[seat].get(f"/api/tables/{table}/history?seat={seat}")).json()
            assert history == [m for m in line.heard if m["type"] == "told"]

    run(go())


def test_a_seats_stream_folds_into_its_view(server: Server) -> None:
    game = flagfall.game("star-wars-powers")

    async def go() -> None:
        ann, ben, table = await sit(server, "star-wars-powers")
        async with ann.at(table) as a, ben.at(table) as b:
            await deploy(a, "star-wars-powers", 0)
            await deploy(b, "star-wars-powers", 1)
            rng = random.Random(5)
            await asyncio.gather(play_on(a, rng, 40), play_on(b, rng, 40))
            await a.settled()
            view = msgspec.convert(a.heard[0]["streams"][0]["view"], game.view_type)
            for message in a.heard:
                if message["type"] == "told":
                    for event in message["events"]:
                        view = game.fold(view, msgspec.convert(event, game.event_type))
            last = max(m["n"] for m in a.heard if m["type"] == "told")
        async with ann.at(table) as again:
            welcome = await again.next()
            assert welcome["streams"][0]["n"] == last
            assert msgspec.convert(welcome["streams"][0]["view"], game.view_type) == view

    run(go())


def test_a_bot_plays_a_whole_game_and_leaves_a_record(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann:
            made = await ann.table("duel", {"type": "bot", "level": "1"}, seat=1)
            table = made["table"]["id"]
            async with ann.at(table) as a:
                await deploy(a, "duel", 1)
                end = await play_on(a, random.Random(1))
            assert end is not None
            answer = await ann.get(f"/api/tables/{table}/record")
            record = msgspec.json.decode(answer.content, type=GameRecord[RankView, RankEvent])
            assert record.outcome is not None
            assert record.entries[-1].events[-1].outcome == record.outcome  # type: ignore[union-attr]
            text = (await ann.get(f"/api/tables/{table}/text")).text
            from flagfall.core.record import read_record

            assert read_record(text).replay().digest() == record.digest

    run(go())


def test_a_hot_seat_table_gives_both_streams_to_one_connection(server: Server) -> None:
    async def go() -> None:
        async with Person(server) as ann, Person(server) as eve:
            made = await ann.table("barrage", "hotseat")
            table = made["table"]["id"]
            assert made["seats"] == [0, 1]
            async with ann.at(table) as a:
                welcome = await a.next()
                assert [stream["seat"] for stream in welcome["streams"]] == [0, 1]
                await a.send("act", action={"type": "halt"}, ref=9)
                refused = await a.until("refused")
                assert refused["problem"]["field"] == "seat"
                await deploy(a, "barrage", 1)
                await deploy(a, "barrage", 0)
                assert await play_on(a, random.Random(2))
                for seat in (0, 1):
                    mine = [m for m in a.heard if m["type"] == "told" and m["seat"] == seat]
                    other = f'"seat":{1 - seat},"setup"'
                    assert mine
                    assert not any(other in text for text in a.raw if f'"told","seat":{seat}' in text)
            async with eve.at(table) as e:
                assert await e.closed() == 4404

    run(go())


def test_reconnecting_gives_exactly_what_was_missed(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a:
            async with ben.at(table) as b:
                await set_up(a, b)
            seen = b.heard
            last = max(m["n"] for m in seen if m["type"] == "told")
            turn = next(m for m in a.heard if m["type"] == "turn" and m["must"] == "act")
            await a.send("act", action=turn["legal"][0], ref=7)
            await a.until("done")
            async with ben.at(table, since=f"1:{last}") as b:
                resumed = await b.next()
                assert resumed["type"] == "resumed"
                assert resumed["streams"] == [{"seat": 1, "n": last + 1}]
                told = await b.next()
                assert (told["type"], told["n"]) == ("told", last + 1)
                assert (await b.next())["type"] == "turn"
            for strange in ("1:999", "1:-5", "0:1", "x", f"1:{10**30}"):
                async with ben.at(table, since=strange) as b:
                    assert (await b.next())["type"] == "welcome"

    run(go())


def test_an_act_with_an_old_number_is_refused_and_changes_nothing(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            await set_up(a, b)
            last = max(m["n"] for m in a.heard if m["type"] == "told")
            turn = next(m for m in reversed(a.heard) if m["type"] == "turn")
            for n in (last - 1, 0, last + 1):
                await a.send("act", action=turn["legal"][0], n=n, ref=7)
                refused = await a.until("refused", "done")
                assert refused["type"] == "refused", n
                assert (refused["problem"]["code"], refused["problem"]["params"]) == ("stale", {"n": last})
            await b.settled()
            assert max(m["n"] for m in b.heard if m["type"] == "told") == last
            await a.send("act", action=turn["legal"][0], n=last, ref=8)
            assert (await a.until("refused", "done"))["type"] == "done"

    run(go())


def test_a_client_that_reads_too_slowly_is_let_go_and_may_come_back(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            await set_up(a, b)

            async def flood() -> int:
                """More at once than may wait for one client."""
                sockets = server.tables.local_sockets._sockets.values()
                (slow,) = (one.connection for one in sockets if one.connection.person == ann.me["id"])
                for _ in range(WAITING + 100):
                    slow.tell(Pong(now=0))
                return len(slow.out)

            assert await asyncio.to_thread(server.on_loop, flood) <= WAITING + 1
            assert await a.closed() == 4408
            last = max(m["n"] for m in a.heard if m["type"] == "told")
            await b.settled()
        async with ann.at(table, since=f"0:{last}") as again:
            assert (await again.next())["type"] == "resumed"

    run(go())


@pytest.mark.parametrize("ending", ["resign", "draw"])
def test_endings_by_the_players(server: Server, ending: str) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            await set_up(a, b)
            turn = a.heard[-1]
            await a.send("act", action=turn["legal"][0])
            await b.until("turn")
            if ending == "resign":
                await b.send("resign", ref=1)
                end = await a.until("table")
                assert end["table"]["outcome"] == {
                    "termination": "resignation",
                    "scores": [1.0, 0.0],
                    "rule": "ST-END-3",
                }
            else:
                await b.send("offer", what="draw")
                offered = await a.until("table")
                assert offered["table"]["offers"] == [[], ["draw"]]
                await a.send("decline", what="draw")
                assert await b.until("table", where=lambda m: m["table"]["offers"] == [[], []])
                await b.send("offer", what="draw")
                assert (await b.until("refused"))["problem"]["code"] == "declined"
                await a.send("offer", what="draw")
                await b.until("table", where=lambda m: m["table"]["offers"] == [["draw"], []])
                await b.send("offer", what="draw")
                end = await a.until("table", where=lambda m: m["table"]["status"] == "over")
                assert end["table"]["outcome"]["scores"] == [0.5, 0.5]
            await a.send("offer", what="rematch")
            await b.until("table", where=lambda m: m["table"]["offers"] == [["rematch"], []])
            await b.send("offer", what="rematch")
            again = await a.until("table", where=lambda m: bool(m["table"].get("next")))
        other = (await ann.get(f"/api/tables/{again['table']['next']}")).json()
        assert other["seats"] == [1]
        assert other["table"]["status"] == "setup"

    run(go())


def test_a_takeback_needs_consent_and_nothing_shown(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            await set_up(a, b)
            await a.send("offer", what="takeback")
            assert (await a.until("refused"))["problem"]["code"] == "nothing"
            before = (await ann.get(f"/api/tables/{table}/history?seat=0")).json()
            turn = next(m for m in a.heard if m["type"] == "turn" and m["must"] == "act")
            await a.send("act", action=turn["legal"][0], ref=3)
            await a.until("done")
            await a.send("offer", what="takeback")
            await b.until("table", where=lambda m: m["table"]["offers"] == [["takeback"], []])
            await b.send("offer", what="takeback")
            reset = await a.until("reset")
            assert reset["n"] == before[-1]["n"] + 2
            assert reset["view"]["track"].get("ply", 0) == 0
            again = await a.until("turn")
            assert again["legal"] == turn["legal"]

    run(go())


def test_leaving_before_the_first_move_counts_for_nobody(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            await deploy(a, "barrage", 0)
            await a.until("done")
            await b.send("abort", ref=4)
            end = await a.until("table", where=lambda m: m["table"]["status"] == "aborted")
            assert end["table"].get("outcome") is None
            assert not any(one.get("content") for one in end["table"]["commitments"])
            await a.send("act", action={"type": "move", "origin": 0, "target": 1}, ref=5)
            assert (await a.until("refused"))["problem"]["code"] == "over"
        await ann.get(f"/api/tables/{table}/record", status=409)

    run(go())


def test_setting_up_shows_only_that_it_is_done(server: Server) -> None:
    async def go() -> None:
        ann, ben, table = await sit(server)
        async with ann.at(table) as a, ben.at(table) as b:
            await b.settled()
            await deploy(a, "barrage", 0)
            await a.until("done")
            told = await b.until("told")
            assert told["events"] == [{"type": "ready", "seat": 0}]

    run(go())
