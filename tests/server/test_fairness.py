"""What is fair where time runs out, where somebody leaves, and where a table plays from memory."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from msgspec.structs import replace

from flagfall.core.chance import WIDE, map_seed
from flagfall.core.record import Record, read_record, write_record
from flagfall.server.tables import records
from flagfall.server.tables.table_state import TableState
from flagfall.server.workers.bot_pool import BotPool
from tests.server.kit import Line, ManualTime, Person, Server, deploy, play_on, run, settings
from tests.server.test_people import account
from tests.server.test_playing import set_up, sit
from tests.server.two_servers import side

# ---- the set-up's clock ------------------------------------------------------------------------------


def test_time_that_runs_out_in_the_set_up_places_one_for_whoever_is_there(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            ann, ben, table = await sit(server, setup=60)
            async with ann.at(table) as a, ben.at(table) as b:
                await deploy(a, "barrage", 0)
                await a.until("done")
                await b.next()
                time_and_chance.time += 60_001
                await b.send("offer", what="draw")
                own = await b.until("told", where=lambda m: m["events"][0]["type"] == "deployed")
                assert len(own["events"][0]["setup"]) == 8
                turn = await a.until("turn", where=lambda m: m["must"] == "act")
                await a.send("act", action=turn["legal"][0], ref=9)
                await b.until("turn", where=lambda m: m["must"] == "act")
            # Nothing of it reached the other side.
            assert not any('"deployed"' in raw and '"seat":1' in raw.split('"setup"')[0] for raw in a.raw)

    run(go())


def test_two_who_are_both_late_both_get_a_set_up(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            ann, ben, table = await sit(server, setup=60)
            async with ann.at(table) as a, ben.at(table) as b:
                await b.next()
                time_and_chance.time += 60_001
                await a.send("offer", what="draw", ref=1)
                for line in (a, b):
                    await line.until("table", where=lambda m: m["table"]["status"] == "play")
                for line in (a, b):
                    assert any(m["type"] == "told" and "setup" in m["events"][0] for m in line.heard)

    run(go())


def test_who_is_away_when_the_set_up_ends_has_left_the_table(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            ann, ben, table = await sit(server, setup=60)
            async with ben.at(table) as b:
                await b.next()
            async with ann.at(table) as a:
                await a.until("presence", "welcome", where=lambda m: m.get("seats") != [True, True])
                await deploy(a, "barrage", 0)
                await a.until("done")
                time_and_chance.time += 60_001
                await a.send("offer", what="draw")
                end = await a.until("table", where=lambda m: m["table"]["status"] != "setup")
                assert end["table"]["status"] == "aborted"

    run(go())


def test_who_has_set_up_and_left_does_not_lose_the_table_to_the_others_clock(sqlite: str) -> None:
    time_and_chance = ManualTime()

    async def go() -> None:
        with Server(settings(sqlite), time_and_chance) as server:
            ann, ben, table = await sit(server, setup=60)
            async with ann.at(table) as a:
                await deploy(a, "barrage", 0)
                await a.until("done")
            async with ben.at(table) as b:
                await b.until("presence", "welcome", where=lambda m: m.get("seats") != [True, True])
                time_and_chance.time += 60_001
                await b.send("offer", what="draw")
                begun = await b.until("table", where=lambda m: m["table"]["status"] != "setup")
                assert begun["table"]["status"] == "play"

    run(go())


# ---- leaving rated games --------------------------------------------------------------------------------


def test_leaving_rated_games_before_the_first_move_is_forgiven_twice(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        ben, _, _ = await account(server)
        wish = {"game": "duel", "against": {"type": "link"}, "rated": True, "seat": 0}
        # A table where nobody sat down opposite was nobody's loss.
        for _ in range(3):
            alone = (await ann.post("/api/tables", wish)).json()["table"]["id"]
            async with ann.at(alone) as a:
                await a.send("abort", ref=1)
                await a.until("done")
        for _ in range(3):
            made = (await ann.post("/api/tables", wish)).json()
            table = made["table"]["id"]
            await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
            async with ann.at(table) as a:
                await a.send("resign", ref=1)
                await a.until("done")
        refused = (await ann.post("/api/tables", wish, status=429)).json()
        assert refused["code"] == "dodged"
        assert 0 < refused["retry"] <= 6 * 3600
        made = (await ben.post("/api/tables", wish)).json()  # Who was left may play on.
        answer = await ann.post(f"/api/tables/{made['table']['id']}/join", {"code": made["code"]}, status=429)
        assert answer.json()["code"] == "dodged"
        await ann.post("/api/tables", {**wish, "rated": False})

    run(go())


def test_rated_games_against_bots_are_played_by_the_usual_rules(server: Server) -> None:
    async def go() -> None:
        ann, _, _ = await account(server)
        bot = {"type": "bot", "level": "1"}
        wish = {"game": "hex-duel", "against": bot, "rated": True, "seat": 0}
        for game, option in (("hex-duel", {"start_damage": "megatron:15"}), ("duel", {"ply_limit": 10})):
            answer = await ann.post("/api/tables", {**wish, "game": game, "options": option}, status=403)
            assert answer.json()["field"] == "rated"
            await ann.post("/api/tables", {**wish, "game": game, "options": option, "rated": False})
        usual = (await ann.post("/api/tables", wish)).json()["table"]["options"]
        await ann.post("/api/tables", {**wish, "options": usual})
        # A table from before has no rematch either.
        short = {**wish, "game": "duel", "options": {"ply_limit": 10}, "rated": False}
        table = (await ann.post("/api/tables", short)).json()["table"]["id"]
        state = server.tables.actors[table].table_state
        state.opened = replace(state.opened, rated=True)
        async with ann.at(table) as a:
            await a.send("abort")
            await a.send("offer", what="rematch", ref=1)
            assert (await a.until("refused"))["problem"]["field"] == "rated"
        # People see what they sit down to.
        people = {**wish, "game": "duel", "against": {"type": "anyone"}, "options": {"memory": "table"}}
        await ann.post("/api/tables", people)

    run(go())


# ---- playing from memory -----------------------------------------------------------------------------


def shown(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ranks that messages tell of."""
    return [
        event
        for message in messages
        if message["type"] == "told"
        for event in message["events"]
        if event["type"] == "shown"
    ]


async def turn_of(line: Line) -> dict[str, Any] | None:
    """What a line was asked last, if nothing happened since."""
    await line.settled()
    kinds = ("turn", "told", "reset")
    last = next(message for message in reversed(line.heard) if message["type"] in kinds)
    return last if last["type"] == "turn" else None


async def fight(lines: tuple[Line, Line]) -> int:
    """March on each other until a battle was told; the attacker's seat."""
    while True:
        for seat, line in enumerate(lines):
            turn = await turn_of(line)
            assert turn is not None
            way = 1 - 2 * seat
            march = max(turn["legal"], key=lambda move: way * (move["target"] - move["origin"]))
            await line.send("act", action=march, ref=100)
            await line.until("done", "refused")
            if shown(line.heard):
                await lines[1 - seat].settled()
                return seat


def test_st_know_2_what_was_shown_is_told_once_and_opened_at_the_end(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, ben, table = await sit(server, options={"memory": "table"})
            async with ann.at(table) as a, ben.at(table) as b:
                await set_up(a, b)
                mover = await fight((a, b))
                persons = (ann, ben)
                history = {
                    seat: (await persons[seat].get(f"/api/tables/{table}/history?seat={seat}")).json()
                    for seat in (0, 1)
                }
                for seat, line in ((0, a), (1, b)):
                    assert shown(line.heard), "both see it at the moment"
                    assert not shown(history[seat])
                    told = [m["n"] for m in line.heard if m["type"] == "told"]
                    assert [m["n"] for m in history[seat]][-len(told) :] == told
                # A player who lost the connection then and comes back before moving is told it all the same.
                waiting = persons[1 - mover]
                async with waiting.at(table, since=f"{1 - mover}:2") as back:
                    await back.until("turn")
                    assert len(shown(back.heard)) == len(shown(a.heard))
                # Once they have moved, it is the past.
                turn = await turn_of((a, b)[1 - mover])
                assert turn is not None
                await (a, b)[1 - mover].send("act", action=turn["legal"][-1], ref=7)
                await (a, b)[1 - mover].until("done")
                async with waiting.at(table, since=f"{1 - mover}:2") as back:
                    await back.settled()
                    assert not [m for m in back.heard if m["type"] == "told"]
                    assert back.heard[0]["type"] == "welcome", "a fresh view, which shows what lies open"
                await a.send("resign", ref=8)
                await a.until("done")
                whole = (await ann.get(f"/api/tables/{table}/history?seat=0")).json()
                assert len(shown(whole)) >= len(shown(a.heard))

    run(go())


# ---- a bot after a takeback --------------------------------------------------------------------------


def test_a_bot_hears_the_game_without_what_was_taken_back(sqlite: str) -> None:
    """After a takeback a new bot hears its seat's whole story, and that story gives its present view."""
    import flagfall

    heard: list[tuple[bool, Any, Any]] = []

    class Listening(BotPool):
        async def decide(self, *args: Any, **named: Any) -> Any:
            heard.append((named["whole"], named["events"], named["view"]))
            return await super().decide(*args, **named)

    async def go() -> None:
        with Server(settings(sqlite)) as server:
            server.tables.bots = Listening()
            async with Person(server) as ann:
                for seed in range(20):
                    if await takes_back(ann, seed):
                        return
        raise AssertionError("in every game something was shown at once")

    async def takes_back(ann: Person, seed: int) -> bool:
        """Play, take back, and play on; not where the bot's first moves showed something."""
        made = await ann.table("original", {"type": "bot", "level": "1"}, seat=0)
        async with ann.at(made["table"]["id"]) as a:
            await deploy(a, "original", 0)
            assert await play_on(a, random.Random(seed), 2) is None
            await a.until("turn")
            await a.send("offer", what="takeback", ref=3)
            if (await a.until("reset", "refused"))["type"] == "refused":
                return False
            turn = await a.until("turn")
            await a.send("act", action=turn["legal"][-1], ref=4)
            await a.until("turn", where=lambda m: m["legal"] != turn["legal"])
            return True

    run(go())
    game = flagfall.game("original")
    whole, events, seen = heard[-1]
    assert whole
    view = game.new().view(1)
    for event in events:
        view = game.fold(view, event)
    assert view == seen


# ---- numbers that tell nothing -----------------------------------------------------------------------


def test_a_seed_is_too_wide_to_search_for_and_survives_log_and_record(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            ann, _, table = await sit(server, game="hex-skirmish")
            seed = server.tables.actors[table].table_state.opened.seed
            assert WIDE <= seed < 2 * WIDE
            async with ann.at(table) as a:
                await a.settled()
                assert str(seed) not in "".join(a.raw)
            game = server.tables.games("hex-skirmish")
            log = await asyncio.to_thread(
                server.on_loop, lambda: server.tables.store.read(lambda db: records.entries(db, table, game))
            )
            read = TableState(table, server.tables.games)
            for at, entry in log:
                read.take(entry, at)
            assert read.opened.seed == seed
            assert read.state.map_seed in (0, map_seed(seed))
            record = Record("hex-skirmish", read.opened.options, (), seed=seed)
            assert read_record(write_record(record)).seed == seed

    run(go())


def test_chat_is_numbered_by_table_and_onlookers_leave_no_gap(sqlite: str) -> None:
    async def go() -> None:
        with Server(settings(sqlite)) as server:
            for _ in range(2):
                async with side(server, "barrage") as here:
                    a, b, eve = here.lines
                    numbers = []
                    for line, hearer in ((a, b), (eve, eve), (b, a), (eve, eve), (a, b)):
                        await line.send("say", preset="hello")
                        numbers.append((await hearer.until("said"))["id"])
                        await here.settle(line)
                    assert numbers == [1, 2, 3, 4, 5], "the players hear 1, 3, 5"
                    async with here.eve.at(here.table, code=here.code) as back:
                        assert [one["id"] for one in (await back.until("welcome"))["said"]] == numbers

    run(go())
