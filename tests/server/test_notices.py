"""Notices for those who are away, by push and by e-mail, as local receivers get them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from py_vapid import Vapid02

from flagfall.core import BadOption
from flagfall.server.notices import delivery, watch
from flagfall.server.notices.endpoints import check_endpoint, is_public, public_resolver
from flagfall.server.notices.mail import check_address
from flagfall.server.notices.push import new_key, public_key
from flagfall.server.notices.watch import Watch
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from tests.server.competitors import TOURNAMENT, soon
from tests.server.conftest import fresh
from tests.server.kit import ManualTime, Person, Server, deploy, run, settings
from tests.server.notice_receivers import MailServer, PushService
from tests.server.test_names import stored
from tests.server.test_people import GOOD, account
from tests.waits import PATIENCE

DAYS = {"type": "days", "days": 3}
BASE = "http://flagfall.example"


@pytest.fixture(autouse=True)
def one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent first comes first; what could not be sent is tried again at once."""
    monkeypatch.setattr(delivery, "WORKERS", 1)
    monkeypatch.setattr(delivery, "AGAIN", (0.0, 0.0, 0.0))


@pytest.fixture
def push() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture
def post() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


def noticing(database: str, post: MailServer | None = None, **more: Any) -> Settings:
    """Settings of a server that tells at once those who are away."""
    mail = (
        {"smtp_host": "127.0.0.1", "smtp_port": post.port, "smtp_tls": "none", "smtp_from": "ff@example.org"}
        if post
        else {}
    )
    given = {"notice_seconds": 0.0, "push_local": True, "base_url": BASE, "hosts": ("127.0.0.1",)}
    return settings(database, **{**given, **mail, **more})


async def subscribe(person: Person, push: PushService, **more: str) -> dict[str, Any]:
    answer = await person.http.put("/api/me/notices/devices", json=push.subscription(**more))
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def begin(ann: Person, ben: Person, **more: Any) -> str:
    """A slow game that has begun: both have to set up, and nobody is at the table. Its id."""
    made = await ann.table("barrage", "link", seat=0, clock=DAYS, **more)
    await ben.post(f"/api/tables/{made['table']['id']}/join", {"code": made["code"]})
    return str(made["table"]["id"])


async def seen(person: Person) -> None:
    """Wait until the server has noted that somebody has a page open."""
    async with asyncio.timeout(PATIENCE):
        while not (await person.get("/api/me/export")).json()["here"]:
            await asyncio.sleep(0.05)


async def give_address(person: Person, post: MailServer, address: str) -> str:
    """Give an address; the secret of the link that came there."""
    answer = await person.http.put("/api/me/notices/address", json={"address": address, "language": "nl"})
    assert answer.status_code == 200, answer.text
    return secret_in(await asyncio.to_thread(post.next))


def secret_in(mail: Any) -> str:
    found = re.search(rf"{BASE}/notices/confirm/(\S+)", mail.get_content())
    assert found is not None
    return found[1]


async def confirmed(server: Server, post: MailServer, address: str = "ann@example.org") -> Person:
    """Somebody with an account and an address that is confirmed."""
    ann, _, _ = await account(server)
    async with httpx.AsyncClient(
        base_url=server.url, headers={"X-Flagfall": "1"}, timeout=PATIENCE
    ) as elsewhere:
        answer = await elsewhere.post(
            "/api/notices/confirm", json={"token": await give_address(ann, post, address)}
        )
        assert answer.json() == {"name": ann.me["name"]}
    return ann


# ---- push ------------------------------------------------------------------------------------------------


def test_a_turn_in_a_slow_game_is_told_to_who_is_away_and_tells_nothing_else(
    database: str, push: PushService
) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann, Person(server) as ben:
            key = (await subscribe(ben, push, language="fr"))["push_key"]
            await ben.http.put("/api/me/preferences", json={"language": "de"})
            async with ann.at(table := await begin(ann, ben)) as a:
                first = await asyncio.to_thread(push.next)
                assert first.content["title"] == "Deine Partie hat begonnen"
                async with ben.at(table) as b:
                    await deploy(a, "barrage", 0)
                    await deploy(b, "barrage", 1)
                    turn = await a.until("turn", where=lambda m: m["must"] == "act")
                await a.until("presence", where=lambda m: m["seats"] == [True, False])
                await a.send("act", seat=0, action=turn["legal"][0])
                came = await asyncio.to_thread(push.next)
            # Whose turn it is, the game, the opponent and a link: the same in every game of these two.
            assert came.content == {
                "title": "Du bist am Zug",
                "body": "Barrage, gegen " + ann.me["name"].replace("Guest", "Gast"),
                "lang": "de",
                "tag": table,
                "path": f"/table/{table}",
            }
            assert Vapid02.verify(came.headers["authorization"])
            assert came.headers["authorization"].endswith(f"k={key}")
            assert came.headers["topic"] == table
            assert came.headers["ttl"] == str(3 * 86_400)
            assert came.headers["content-encoding"] == "aes128gcm"
            assert table.encode() not in came.body

    with Server(noticing(database)) as server:
        run(go(server))


def test_who_has_a_page_open_or_does_not_want_it_is_not_told(sqlite: str, push: PushService) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann, Person(server) as ben, Person(server) as eve, Person(server) as joe:
            for person, name in ((ann, "ann"), (eve, "eve"), (joe, "joe")):
                await subscribe(person, push, name=name)
            await eve.http.put("/api/me/notices", json={"kinds": ["challenge", "tournament"]})
            async with ann.socket("/api/live") as lobby:
                await lobby.until("lobby")
                while (
                    "here" not in (await ann.get("/api/me/export")).json()
                    or not (await ann.get("/api/me/export")).json()["here"]
                ):
                    await asyncio.sleep(0.05)
                await begin(ann, ben)
                await begin(eve, ben)
                fast = await joe.table("barrage", "anyone", seat=0)
                await ben.post(f"/api/tables/{fast['table']['id']}/join", {})
                last = await begin(joe, ben)
                assert (await asyncio.to_thread(push.next)).content["tag"] == last
            assert push.came.empty()

    with Server(noticing(sqlite)) as server:
        run(go(server))


def test_somebody_at_the_table_is_not_told(sqlite: str, push: PushService) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann, Person(server) as ben:
            await subscribe(ann, push)
            made = await ann.table("barrage", "link", seat=0, clock=DAYS)
            async with ann.at(made["table"]["id"]) as line:
                await line.until("welcome")
                await ben.post(f"/api/tables/{made['table']['id']}/join", {"code": made["code"]})
                await line.until("turn")
                other = await begin(ann, ben)
                assert (await asyncio.to_thread(push.next)).content["tag"] == other
            assert push.came.empty()

    with Server(noticing(sqlite)) as server:
        run(go(server))


def test_a_restart_tells_nothing_twice_and_forgets_nothing(database: str, push: PushService) -> None:
    async def before(server: Server) -> tuple[str, dict[str, str], dict[str, str]]:
        async with Person(server) as ann, Person(server) as ben:
            await subscribe(ann, push)
            table = await begin(ann, ben)
            assert (await asyncio.to_thread(push.next)).content["tag"] == table
            return table, dict(ann.http.cookies), dict(ben.http.cookies)

    async def late(server: Server, *cookies: dict[str, str]) -> str:
        people = []
        for one in cookies:
            people.append(Person(server))
            people[-1].http.cookies.update(one)
        return await begin(*people)

    with Server(noticing(database)) as server:
        _, ann, ben = run(before(server))
    with Server(noticing(database, notice_seconds=3_600.0)) as server:
        untold = run(late(server, ann, ben))  # It ends before anybody is told.
    with Server(noticing(database)):
        assert push.next().content["tag"] == untold
    with Server(noticing(database)) as server:
        last = run(late(server, ann, ben))
        assert push.next().content["tag"] == last
    assert push.came.empty()


def test_a_browser_that_is_gone_is_forgotten_and_a_busy_service_is_asked_again(
    sqlite: str, push: PushService
) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann, Person(server) as ben:
            await subscribe(ann, push, name="old")
            push.answers = [503, 429, 410]
            await begin(ann, ben)
            assert [push.next().path for _ in range(3)] == ["/push/old"] * 3
            async with asyncio.timeout(PATIENCE):
                while "devices" in (await ann.get("/api/me/notices")).json():
                    await asyncio.sleep(0.05)
            await subscribe(ann, push, name="new")
            push.answers = [500] * 4  # The first try and three more, then no more of this one.
            await begin(ann, ben)
            last = await begin(ann, ben)
            came = [await asyncio.to_thread(push.next) for _ in range(5)]
            assert {one.path for one in came} == {"/push/new"}
            assert [one.content["tag"] for one in came].count(last) in (1, 2, 3, 4)

    with Server(noticing(sqlite)) as server:
        run(go(server))


def test_a_browser_is_told_only_while_its_session_lasts_and_for_one_person(
    database: str, push: PushService
) -> None:
    async def devices(person: Person) -> int:
        return len((await person.get("/api/me/notices")).json().get("devices", []))

    async def go(server: Server) -> None:
        ann, name, _ = await account(server)
        async with Person(server) as phone, Person(server) as eve:
            await subscribe(ann, push)
            assert await devices(ann) == 1
            await subscribe(eve, push)  # The same browser, used by somebody else.
            assert (await devices(ann), await devices(eve)) == (0, 1)
            await phone.post("/api/login", {"name": name, "password": GOOD})
            await subscribe(phone, push, name="phone")
            assert await devices(ann) == 1
            await phone.post("/api/logout")
            assert await devices(ann) == 0
            for number in range(6):
                subscription = push.subscription(name=f"many {number}".replace(" ", "-"))
                answer = await ann.http.put("/api/me/notices/devices", json=subscription)
                assert answer.status_code == (200 if number < 5 else 429)
            mine = (await ann.get("/api/me/notices")).json()["devices"]
            await eve.http.delete(f"/api/me/notices/devices/{mine[0]['id']}")
            assert await devices(ann) == 5
            await ann.http.delete(f"/api/me/notices/devices/{mine[0]['id']}")
            assert await devices(ann) == 4

    with Server(noticing(database)) as server:
        run(go(server))


REFUSED = (
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://localhost/x",
    "https://push.example.org:8443/x",
    "https://user:password@push.example.org/x",
    "https://push.example.org\r\nX-Bad: 1/x",
    "ftp://push.example.org/x",
    "https:///x",
    "https://[/x",
    "nothing at all",
)


@pytest.mark.parametrize("endpoint", REFUSED)
def test_a_browser_cannot_have_the_server_call_just_any_address(endpoint: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_endpoint(endpoint, local=False)
    assert refused.value.problem.field == "endpoint"


def test_push_services_have_public_addresses() -> None:
    assert check_endpoint("https://fcm.googleapis.com/fcm/send/x:y", False) == "https://fcm.googleapis.com"
    assert is_public("142.250.74.74")
    assert is_public("2a00:1450:4001:82f::200a")
    for private in (
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "none",
    ):
        assert not is_public(private), private

    async def look_up() -> None:
        assert await public_resolver(local=True).resolve("localhost", 443)
        with pytest.raises(OSError, match="not public"):
            await public_resolver(local=False).resolve("localhost", 443)

    run(look_up())


def test_keys_of_a_browser_that_cannot_be_used_are_refused(sqlite: str, push: PushService) -> None:
    async def go(server: Server) -> None:
        async with Person(server) as ann:
            good = push.subscription()
            for change, field in (
                ({"p256dh": "A" * 87}, "p256dh"),
                ({"p256dh": "!" * 87}, "p256dh"),
                ({"auth": "A" * 16}, "auth"),
                ({"endpoint": "gopher://127.0.0.1/x"}, "endpoint"),
            ):
                answer = await ann.http.put("/api/me/notices/devices", json={**good, **change})
                assert (answer.status_code, answer.json()["field"]) == (400, field)
            long = {**good, "endpoint": "https://push.example.org/" + "x" * 2_000}
            assert (await ann.http.put("/api/me/notices/devices", json=long)).status_code == 400

    with Server(noticing(sqlite)) as server:
        run(go(server))


def test_the_key_of_the_server_stays_the_same_or_is_the_operators(sqlite: str) -> None:
    async def key(server: Server) -> str:
        async with Person(server) as ann:
            return str((await ann.get("/api/me/notices")).json().get("push_key", ""))

    keys = []
    for more in ({}, {}, {"push_key": (own := new_key())}, {"push": False}):
        with Server(noticing(sqlite, **more)) as server:
            keys.append(run(key(server)))
    assert keys[0] == keys[1] != ""
    assert keys[2:] == [public_key(own), ""]
    with pytest.raises(BadOption, match="push_key"):
        public_key("too short")


# ---- challenges and tournaments ------------------------------------------------------------------------


def test_a_challenge_is_told_without_the_code_of_its_table(database: str, push: PushService) -> None:
    async def go(server: Server) -> None:
        (ann, _, _), (ben, _, _) = await account(server), await account(server)
        await subscribe(ben, push, language="nl")
        wish = {"person": ben.me["id"], "game": "original", "clock": {"type": "none"}}
        made = (await ann.post("/api/challenges", wish)).json()
        came = (await asyncio.to_thread(push.next)).content
        assert came["title"] == f"{ann.me['name']} daagt je uit"
        assert came["path"] == "/friends"
        assert made["code"] not in str(came)

    with Server(noticing(database)) as server:
        run(go(server))


def test_a_tournament_that_begins_soon_is_told_once(
    database: str, push: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL", 0.1)

    async def go(server: Server) -> None:
        (ann, _, _), (ben, _, _) = await account(server), await account(server)
        await subscribe(ann, push)
        wish = {**TOURNAMENT, "kind": "swiss", "clock": {"type": "bank", "base": 300, "increment": 0}}
        ids = []
        for maker, starts in ((ben, soon(7_200)), (ann, soon(600))):
            made = (await maker.post("/api/tournaments", {**wish, "starts": starts})).json()
            ids.append(made["seen"]["tournament"]["id"])
            await ann.post(f"/api/tournaments/{ids[-1]}/join", {})
        came = await asyncio.to_thread(push.next)
        assert came.content["title"] == "Spring cup begins soon"
        assert came.content["body"].endswith(", in 10 minutes")
        assert came.content["path"] == f"/tournaments/{ids[1]}"
        assert 0 < int(came.headers["ttl"]) <= 600
        table = await begin(ann, ben)
        assert (await asyncio.to_thread(push.next)).content["tag"] == table
        assert push.came.empty()

    with Server(noticing(database)) as server:
        run(go(server))


# ---- e-mail ----------------------------------------------------------------------------------------------


def test_an_address_is_used_once_its_link_was_opened_and_left_by_one_click(
    database: str, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = set[str]()
    look = Watch._look_at_table

    async def noted(self: Watch, table: str) -> None:
        await look(self, table)
        looked_at.add(table)

    monkeypatch.setattr(Watch, "_look_at_table", noted)

    async def go(server: Server) -> None:
        ben = await Person(server).__aenter__()
        ann, _, _ = await account(server)
        answer = await ann.http.put(
            "/api/me/notices/address", json={"address": " ann@example.org ", "language": "nl"}
        )
        assert (answer.json()["address"], answer.json().get("confirmed")) == ("ann@example.org", None)
        asked = await asyncio.to_thread(post.next)
        assert asked["Subject"] == "Bevestig je adres voor Flagfall"
        assert ann.me["name"] in asked.get_content()
        secret = secret_in(asked)
        assert secret not in await stored(server)
        first = await begin(ann, ben)  # Of which no mail tells: the address is not confirmed.
        async with asyncio.timeout(PATIENCE):
            while first not in looked_at:
                await asyncio.sleep(0.01)
        for status in (200, 404):
            await ben.post("/api/notices/confirm", {"token": secret}, status=status)
        assert (await ann.get("/api/me/notices")).json()["confirmed"] is True
        table = await begin(ann, ben)
        mail = await asyncio.to_thread(post.next)
        guest = ben.me["name"].replace("Guest", "Gast")
        assert mail["Subject"] == f"Je partij is begonnen: Barrage, tegen {guest}: stel je leger op"
        assert mail["To"] == "ann@example.org"
        assert mail.get_content_type() == "text/plain"
        assert f"{BASE}/table/{table}" in mail.get_content().splitlines()
        assert mail["Content-Language"] == "nl"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert f"\r\nList-Unsubscribe: <{BASE}/".encode() in post.raw[-1], "in one line, not encoded"
        out = mail["List-Unsubscribe"].strip("<>").removeprefix(BASE)
        assert f"{BASE}/notices/stop/{out.split('=')[1]}" in mail.get_content()
        async with httpx.AsyncClient(
            base_url=server.url, timeout=PATIENCE
        ) as program:  # No cookie, no header of ours.
            form = {"List-Unsubscribe": "One-Click"}
            foreign = {"Origin": "https://mail.example.com"}
            for wrong in (out[:-1], out.replace("token=", "token=x"), "/api/notices/stop?token=a~b~c"):
                assert (await program.post(wrong, data=form)).status_code == 404
            assert (await ann.get("/api/me/notices")).json()["confirmed"] is True
            for _ in range(2):
                assert (await program.post(out, data=form, headers=foreign)).status_code == 204
        assert "address" not in (await ann.get("/api/me/notices")).json()
        assert "ann@example.org" not in await stored(server)
        await give_address(ann, post, "other@example.org")
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as program:
            await program.post(out, data=form)  # An old mail ends nothing but the mails to its own address.
        assert (await ann.get("/api/me/notices")).json()["address"] == "other@example.org"
        assert (await ann.http.delete("/api/me/notices/address")).status_code == 204
        assert "address" not in (await ann.get("/api/me/notices")).json()

    with Server(noticing(database, post)) as server:
        run(go(server))


def test_a_link_that_is_too_old_confirms_nothing(sqlite: str, post: MailServer) -> None:
    clock = ManualTime()

    async def go(server: Server) -> None:
        ann, _, _ = await account(server)
        secret = await give_address(ann, post, "ann@example.org")
        clock.time += 25 * 3_600_000
        await ann.post("/api/notices/confirm", {"token": secret}, status=404)
        second = await give_address(ann, post, "ann@example.org")
        clock.time += 23 * 3_600_000
        await ann.post("/api/notices/confirm", {"token": secret}, status=404)
        await ann.post("/api/notices/confirm", {"token": second}, status=200)

    with Server(noticing(sqlite, post), clock) as server:
        run(go(server))


def test_nobody_can_have_mails_sent_to_others_without_end(sqlite: str, post: MailServer) -> None:
    async def ask(person: Person, address: str) -> int:
        return (await person.http.put("/api/me/notices/address", json={"address": address})).status_code

    async def go(server: Server) -> None:
        people = [(await account(server))[0] for _ in range(2)]
        async with Person(server) as guest:
            assert await ask(guest, "ann@example.org") == 403
        # To one address twice a day, however many ask; nobody hears that others have asked for it.
        for person in (*people, people[0]):
            assert await ask(person, "Victim@example.org") == 200
        assert await ask(people[0], "last@example.org") == 200
        to = [(await asyncio.to_thread(post.next))["To"] for _ in range(3)]
        assert to == ["Victim@example.org", "Victim@example.org", "last@example.org"]
        assert post.came.empty()
        assert await ask(people[0], "a@example.org") == 200
        assert await ask(people[0], "b@example.org") == 429
        answer = await people[0].http.put("/api/me/notices/address", json={"address": "no address"})
        assert answer.json()["field"] == "address"

    with Server(noticing(sqlite, post)) as server:
        run(go(server))


def test_the_address_is_exported_shown_to_nobody_and_gone_with_the_account(
    database: str, post: MailServer, push: PushService
) -> None:
    async def go(server: Server) -> None:
        ben = await Person(server).__aenter__()
        ann = await confirmed(server, post)
        await subscribe(ann, push)
        table = await begin(ann, ben)
        await asyncio.to_thread(post.next)
        data = (await ann.get("/api/me/export")).json()
        assert data["mail_address"][0]["address"] == "ann@example.org"
        assert data["push_devices"][0]["endpoint"] == push.subscription()["endpoint"]
        assert data["notices_told"][0]["about"] == table
        assert "hash" not in data["mail_address"][0]
        for path in (f"/api/people/{ann.me['id']}", f"/api/tables/{table}", "/api/lobby", "/api/me/export"):
            assert "ann@example.org" not in (await ben.get(path)).text
        assert (await ann.http.delete("/api/me")).status_code == 204
        left = await stored(server)
        assert "ann@example.org" not in left
        assert push.subscription()["endpoint"] not in left
        assert ann.me["id"] not in str(re.findall(rf".*{table}.*-?\d+\)$", left))

    with Server(noticing(database, post)) as server:
        run(go(server))


def test_an_address_is_one_line_for_one_mailbox() -> None:
    for good in ("ann@example.org", "a.b+c@mail.example.co.uk", "x@xn--bcher-kva.example"):
        assert check_address(good) == good
    for bad in (
        "ann",
        "ann@localhost",
        "a@b@example.org",
        "ann@example.org\nBcc: ben@example.org",
        "ann@example.org, ben@example.org",
        "Ann <ann@example.org>",
        ".ann@example.org",
        "ann..b@example.org",
        "ann@-example.org",
        "ann@example.123",
        "x" * 65 + "@example.org",
        "änn@example.org",
    ):
        with pytest.raises(Refusal):
            check_address(bad)


def test_e_mail_needs_what_its_links_need(sqlite: str) -> None:
    for more, named in (
        ({"smtp_host": "localhost", "smtp_from": "ff@example.org"}, "base_url"),
        ({"smtp_host": "localhost", "base_url": BASE}, "smtp_from"),
    ):
        with pytest.raises(BadOption, match=named):
            Server(settings(sqlite, **more))


# ---- several processes -----------------------------------------------------------------------------------


def test_of_several_processes_one_tells(
    request: pytest.FixtureRequest, tmp_path: Any, redis: str, push: PushService
) -> None:
    database = fresh(request, tmp_path, "postgresql")
    given = noticing(database, redis=redis, lease_seconds=600.0)

    async def go(first: Server, second: Server) -> None:
        async with Person(first) as ann, Person(second) as ben:
            await subscribe(ann, push, name="ann")
            await subscribe(ben, push, name="ben")
            tables = [await begin(ann, ben), await begin(ben, ann)]
            came = [await asyncio.to_thread(push.next) for _ in range(4)]
            assert {(one.path[6:], one.content["tag"]) for one in came} == {
                (name, table) for name in ("ann", "ben") for table in tables
            }
            async with ann.socket("/api/live") as lobby:  # Seen at one process, and so by the other.
                await lobby.until("lobby")
                await seen(ann)
                last = await begin(ben, ann)
                came = [await asyncio.to_thread(push.next)]
                assert (came[0].path, came[0].content["tag"]) == ("/push/ben", last)
            assert push.came.empty()

    with Server(given) as first, Server(given) as second:
        run(go(first, second))
