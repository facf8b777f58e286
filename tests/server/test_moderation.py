"""Moderators: the queue of reports, mutes, bans, notes and the log of it, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import select

from flagfall.server.accounts import moderation
from flagfall.server.admin import people as operator
from flagfall.server.storage import schema
from tests.server.kit import Person, Server, deploy, run
from tests.server.test_people import account


async def on_database(server: Server, work: Any) -> Any:
    return await asyncio.to_thread(server.on_loop, lambda: server.tables.store.write(work))


async def people(server: Server, n: int) -> list[Person]:
    """A moderator, and others."""
    found = [(await account(server))[0] for _ in range(n)]
    await on_database(server, lambda db: operator.make_moderator(db, found[0].me["name"], True))
    return found


async def report_of(moderator: Person, about: Person, closed: bool = False) -> dict[str, Any] | None:
    """The report about somebody, as a moderator sees it."""
    after = 0
    while True:
        page = (await moderator.get(f"/api/moderation/reports?closed={closed}&after={after}")).json()
        for one in page["reports"]:
            if one["about"]["person"]["id"] == about.me["id"]:
                return dict(one)
        if not page.get("more"):
            return None
        after = page["more"]


async def act(moderator: Person, about: Person, what: str, status: int = 204, **more: Any) -> Any:
    body = {"person": about.me["id"], "act": what, **more}
    return await moderator.post("/api/moderation/acts", body, status=status)


def test_only_moderators_see_reports_and_act(server: Server) -> None:
    async def go() -> None:
        mod, ann, ben = await people(server, 3)
        assert (await mod.get("/api/hello")).json()["me"]["moderator"] is True
        assert "moderator" not in (await ann.get("/api/hello")).json()["me"]
        await ann.get("/api/moderation/reports", 403)
        await ann.get(f"/api/moderation/people/{ben.me['id']}", 403)
        await act(ann, ben, "ban", 403)
        await act(mod, mod, "mute", 403)
        other, *_ = await people(server, 1)
        await act(mod, other, "ban", 403)
        await on_database(server, lambda db: operator.make_moderator(db, mod.me["name"], False))
        await mod.get("/api/moderation/reports", 403)

    run(go())


def test_a_moderator_learns_nothing_of_reports_and_notes_about_themselves(server: Server) -> None:
    async def go() -> None:
        mod, ann = await people(server, 2)
        other, *_ = await people(server, 1)
        await ann.post("/api/reports", {"person": mod.me["id"], "reason": "other"})
        assert await report_of(mod, mod) is None
        found = await report_of(other, mod)
        assert found is not None
        # Nor is one closed under the name of somebody else.
        await act(mod, ann, "close", 404, report=found["id"])
        await mod.get(f"/api/moderation/people/{mod.me['id']}", 403)
        await act(other, mod, "close", report=found["id"])
        assert (await other.get(f"/api/moderation/people/{mod.me['id']}")).json()

    run(go())


def test_a_report_is_judged_by_what_was_said_and_closed(server: Server) -> None:
    async def go() -> None:
        mod, ann, ben = await people(server, 3)
        table = (await ann.table("barrage", "anyone", seat=0))["table"]["id"]
        await ben.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as a, ben.at(table) as b:
            await b.send("say", text="something nasty", ref=1)
            await b.until("done")
            await a.send("say", text="no", ref=1)
            await a.until("done")
            told = {"person": ben.me["id"], "table": table, "reason": "chat", "text": "he is rude"}
            await ann.post("/api/reports", told)
            seen = await report_of(mod, ben)
            assert seen is not None
            # While the game runs nothing of anybody else is shown, nor the game.
            assert [(one["text"], one["about"]) for one in seen["lines"]] == [("something nasty", True)]
            assert "replay" not in seen
            assert seen["running"] is True
            assert (seen["reason"], seen["text"], seen["by"]["name"]) == (
                *("chat", "he is rude", ann.me["name"]),
            )
            await deploy(a, "barrage", 0)
            await deploy(b, "barrage", 1)
            turn = await a.until("turn", where=lambda m: m["must"] == "act")
            await a.send("act", seat=0, action=turn["legal"][0])
            await a.send("resign")
            await a.until("table", where=lambda m: m["table"]["status"] == "over")
        seen = await report_of(mod, ben)
        assert seen is not None
        assert [one["text"] for one in seen["lines"]] == ["something nasty", "no"]
        assert seen["replay"] == table
        await act(mod, ben, "note", text="second time", report=seen["id"])
        await act(mod, ben, "close", report=seen["id"])
        assert await report_of(mod, ben) is None
        done = await report_of(mod, ben, closed=True)
        assert done is not None
        assert [(one["act"], one["by"]) for one in done["about"]["acts"]] == [
            ("close", mod.me["name"]),
            ("note", mod.me["name"]),
        ]

    run(go())


def test_a_moderator_who_plays_learns_nothing_from_a_report_of_the_running_game(server: Server) -> None:
    async def go() -> None:
        mod, ann = await people(server, 2)
        table = (await mod.table("barrage", "anyone", seat=0))["table"]["id"]
        await ann.post(f"/api/tables/{table}/join", {})
        async with Person(server) as onlooker, onlooker.at(table) as line:
            await line.send("say", text="the flag is at a1", ref=1)
            await line.until("done")
            await ann.post("/api/reports", {"person": onlooker.me["id"], "table": table})
            seen = await report_of(mod, onlooker)
        assert seen is not None
        assert "lines" not in seen

    run(go())


def test_who_is_muted_has_only_ready_phrases_until_it_ends(server: Server) -> None:
    async def go() -> None:
        mod, ann = await people(server, 2)
        table = (await ann.table("barrage", "link", seat=0))["table"]["id"]
        async with ann.at(table) as line:
            await act(mod, ann, "mute", hours=2)
            await line.send("say", text="hello", ref=1)
            refused = (await line.until("refused"))["problem"]
            assert refused["code"] == "muted"
            assert 0 < refused["retry"] <= 7_200
            await line.send("say", preset="hello", ref=2)
            await line.until("said")
            await act(mod, ann, "unmute")
            await line.send("say", text="hello again", ref=3)
            assert (await line.until("said"))["text"] == "hello again"

    run(go())


def test_a_ban_by_a_moderator_ends_all_sessions_and_can_be_lifted(server: Server) -> None:
    async def go() -> None:
        mod, ann = await people(server, 2)
        await act(mod, ann, "ban", text="spam")
        assert "me" not in (await ann.get("/api/hello")).json()
        seen = (await mod.get(f"/api/moderation/people/{ann.me['name']}")).json()
        assert seen["banned"] is True
        assert [(one["act"], one["text"]) for one in seen["acts"]] == [("ban", "spam")]
        await act(mod, ann, "unban")
        assert "banned" not in (await mod.get(f"/api/moderation/people/{ann.me['id']}")).json()

    run(go())


def test_wrong_acts_are_refused_by_field_and_not_logged(server: Server) -> None:
    async def go() -> None:
        mod, ann = await people(server, 2)
        for what, more, status, field in (
            ("note", {}, 400, "text"),
            ("close", {}, 400, "report"),
            ("close", {"report": 2_000_000_000}, 404, "report"),
            ("mute", {"hours": 0}, 400, "hours"),
        ):
            answer = (await act(mod, ann, what, status, **more)).json()
            assert answer["field"] == field, answer
        log = schema.moderation_log
        count = lambda db: db.execute(select(log).where(log.c.person == ann.me["id"])).all()  # noqa: E731
        assert await on_database(server, count) == []

    run(go())


def test_the_log_is_exported_without_notes_and_goes_with_the_account(server: Server) -> None:
    async def go() -> None:
        mod, ann, ben = await people(server, 3)
        await ann.post("/api/reports", {"person": ben.me["id"], "text": "why"})
        await act(mod, ann, "mute", text="rude")
        await act(mod, ann, "note", text="secret thoughts")
        kept = (await ann.get("/api/me/export")).json()
        assert [one["act"] for one in kept["moderation"]] == ["mute"]
        assert "secret thoughts" not in str(kept)
        assert mod.me["id"] not in str(kept)
        assert [one["text"] for one in kept["reports"]] == ["why"]
        assert (await ann.http.delete("/api/me")).status_code == 204
        seen = await report_of(mod, ben)
        assert seen is not None
        assert "by" not in seen
        log = schema.moderation_log
        about = lambda db: db.execute(select(log).where(log.c.person == ann.me["id"])).all()  # noqa: E731
        assert await on_database(server, about) == []
        # What a moderator did stays when the moderator goes, without the name.
        await act(mod, ben, "note", text="kept")
        await mod.http.delete("/api/me")
        found = await on_database(server, lambda db: moderation.person_moderated(db, ben.me["id"]))
        assert [(one.text, one.by) for one in found.acts] == [("kept", "")]

    run(go())


def test_the_operator_lists_reports_and_makes_moderators(server: Server) -> None:
    async def go() -> None:
        _, ann, ben = await people(server, 3)
        await ann.post("/api/reports", {"person": ben.me["id"], "reason": "name"})
        listed = await on_database(server, lambda db: list(operator.open_reports(db)))
        assert (ben.me["id"], "name") in [(one.about.person.id, one.reason) for one in listed]

    run(go())
