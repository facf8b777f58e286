"""Who gets in, what every answer carries, and what nobody is told."""

from __future__ import annotations

import io
import logging
import random
import socket
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from flagfall.server.http.client_files import Client
from flagfall.server.http.middleware import address
from flagfall.server.refusal import Refusal
from flagfall.server.run import address as address_of
from flagfall.server.run import lan_address, port_to_play, running_at, show_qr
from flagfall.server.settings import Settings, read_settings
from flagfall.server.token_bucket import Limiter
from flagfall.terminal.main import main
from tests.server.kit import Person, Server, deploy, play_on, run, settings


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("limits")
    with Server(settings(f"sqlite:///{folder}/x.sqlite3")) as server:
        yield server


def test_a_change_needs_our_header_and_our_origin(place: Server) -> None:
    with httpx.Client(base_url=place.url) as client:
        assert client.post("/api/session").status_code == 403
        evil = {"X-Flagfall": "1", "Origin": "https://evil.example"}
        assert client.post("/api/session", headers=evil).status_code == 403
        assert client.post("/api/session", headers={"X-Flagfall": "1", "Origin": "null"}).status_code == 403
        answer = client.post("/api/session", headers={"X-Flagfall": "1", "Origin": place.url})
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie


def test_a_name_that_is_not_ours_is_refused(place: Server, tmp_path: Path) -> None:
    """A page can point its own name at our address: the browser then sends that name."""
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}) as client:
        evil = {"Host": "evil.example:8420", "Origin": "http://evil.example:8420"}
        assert client.post("/api/session", headers=evil).status_code == 421
        assert client.get("/", headers=evil).status_code == 421
        for host in ("localhost:8420", "192.168.1.7:8420", "[::1]:8420"):
            assert client.get("/api/hello", headers={"Host": host}).status_code == 200
    named = settings(f"sqlite:///{tmp_path}/x.sqlite3", hosts=("club.example",))
    with Server(named) as server, httpx.Client(base_url=server.url) as client:
        assert client.get("/api/hello", headers={"Host": "club.example"}).status_code == 200


def test_a_websocket_from_another_site_is_turned_away(place: Server) -> None:
    async def go() -> None:
        async with Person(place) as ann:
            table = (await ann.table("duel", "hotseat"))["table"]["id"]
            with pytest.raises(websockets.InvalidStatus):
                async with ann.socket(f"/api/tables/{table}/live", Origin="https://evil.example"):
                    pass
            async with ann.socket(f"/api/tables/{table}/live", Origin=place.url) as line:
                assert (await line.next())["type"] == "welcome"

    run(go())


def test_every_answer_carries_the_headers(place: Server) -> None:
    with httpx.Client(base_url=place.url) as client:
        for path in ("/", "/lobby", "/api/hello", "/api/nothing", "/missing.png"):
            headers = client.get(path).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


def test_only_the_worker_of_the_bot_may_compile(place: Server) -> None:
    with httpx.Client(base_url=place.url) as client:
        policies = {
            path: client.get(path).headers["content-security-policy"]
            for path in ("/", "/offline", "/assets/index-x.js", "/assets/bot-worker-x.js")
        }
    assert [path for path in policies if "wasm-unsafe-eval" in policies[path]] == ["/assets/bot-worker-x.js"]
    assert "unsafe-eval'" not in policies["/assets/bot-worker-x.js"].replace("wasm-unsafe-eval'", "")


def test_cookies_are_for_https_alone_where_people_come_by_https(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    with (
        Server(settings(url, base_url="https://play.example")) as server,
        httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}) as client,
    ):
        answer = client.post("/api/session", headers={"Origin": "https://play.example"})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers


def test_too_much_is_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    limits: dict[str, Any] = {"requests_per_minute": 60, "logins_per_minute": 3, "guests_per_hour": 6}
    with (
        Server(settings(url, **limits)) as server,
        httpx.Client(base_url=server.url, headers={"X-Flagfall": "1"}) as client,
    ):
        body = {"name": "nobody", "password": "wrong wrong"}
        codes = [client.post("/api/login", json=body).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        guests = []
        for _ in range(4):
            client.cookies.clear()
            guests.append(client.post("/api/session").status_code)
        assert guests == [200, 200, 429, 429]
        answers = [client.get("/api/hello") for _ in range(60)]
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too-many"
        assert int(answers[-1].headers["retry-after"]) >= 1


def test_too_large_a_body_is_refused(place: Server) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}) as client:
        client.post("/api/session")
        assert client.post("/api/editions", json={"text": "x" * 200_000}).status_code == 413
        # Also where the length is not told beforehand.
        answer = client.post(
            "/api/editions",
            content=(b"x" * 10_000 for _ in range(30)),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code in (400, 413)
        assert client.put("/api/me/preferences", json={"x": "y" * 20_000}).status_code == 413


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", {}),
        ("/api/tables", {"game": "duel"}),
        ("/api/tables", {"game": "duel", "against": {"type": "martian"}}),
        ("/api/tables", {"game": "duel", "against": {"type": "bot", "level": "99"}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "options": {"nonsense": 1}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "options": {"two_square": 99}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "clock": {"type": "bank", "base": 1}}),
        ("/api/tables", {"game": "duel", "against": {"type": "link"}, "extra": 1}),
        ("/api/account", {"name": "x", "password": "short"}),
        ("/api/quick", []),
    ],
)
def test_a_bad_request_gets_one_clear_problem(place: Server, path: str, body: Any) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}) as client:
        client.post("/api/session")
        answer = client.post(path, json=body)
        assert answer.status_code == 400, answer.text
        problem = answer.json()
        assert problem["code"] == "bad-message"
        assert problem["detail"]


def test_unknown_things_are_not_found(place: Server) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}) as client:
        client.post("/api/session")
        new = {"game": "nogame", "against": {"type": "link"}}
        for answer in (
            client.get("/api/games/nogame"),
            client.get("/api/tables/nothere"),
            client.get("/api/tables/nothere/record"),
            client.get("/api/people/nobody"),
            client.get("/api/nothing"),
            client.post("/api/tables", json=new),
            client.post("/api/tables/nothere/join", json={}),
            client.get("/api/games/duel/setup?style=wild"),
            client.get("/api/games/pirates-code/setup?style=learned"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_every_style_that_a_game_names_gives_a_set_up_that_it_takes(place: Server) -> None:
    with httpx.Client(base_url=place.url, headers={"X-Flagfall": "1"}) as client:
        client.post("/api/session")
        for game, learned in (("barrage", True), ("pirates-code", False)):
            styles = client.get(f"/api/games/{game}").json()["styles"]
            assert ("learned" in styles) == learned
            for style in styles:
                drawn = client.get(f"/api/games/{game}/setup?seat=1&style={style}").json()
                read = client.post(f"/api/games/{game}/setup?seat=1", json={"text": drawn["text"]})
                assert (read.status_code, read.json()) == (200, drawn)


def test_a_private_table_is_as_good_as_not_there(place: Server) -> None:
    """A person with neither seat nor code gets the very answer of a table that does not exist."""

    async def go() -> None:
        async with Person(place) as ann, Person(place) as ben, Person(place) as eve:
            made = await ann.table("barrage", "link", seat=0)
            table = made["table"]["id"]

            async def nothing() -> None:
                for path in ("", "/record", "/text", "/history?seat=0", "/history?seat=-1"):
                    there = await eve.http.get(f"/api/tables/{table}{path}")
                    missing = await eve.http.get(f"/api/tables/missing{path}")
                    assert (there.status_code, there.content) == (missing.status_code, missing.content)
                for code in ("", "wrong", made["code"][:-1]):
                    answer = await eve.http.post(f"/api/tables/{table}/join", json={"code": code})
                    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
                async with eve.at(table) as line, eve.at("missing") as other:
                    assert await line.closed() == await other.closed() == 4404
                    assert line.raw == other.raw

            await nothing()
            await ben.post(f"/api/tables/{table}/join", {"code": made["code"]})
            await nothing()
            async with ann.at(table) as a, ben.at(table) as b:
                await deploy(a, "barrage", 0)
                await deploy(b, "barrage", 1)
                await play_on(a, random.Random(1), 1)
                await b.until("turn", where=lambda m: m["must"] == "act")
                lobby = (await eve.get("/api/lobby")).text
                assert table not in lobby
                await nothing()
                await b.send("resign")
                await a.until("table", where=lambda m: m["table"]["status"] == "over")
                await nothing()
                await a.send("share", ref=1)
                await a.until("done")
            await eve.get(f"/api/tables/{table}/record")

    run(go())


def test_a_table_without_onlookers_has_none(place: Server) -> None:
    async def go() -> None:
        async with Person(place) as ann, Person(place) as eve:
            table = (await ann.table("duel", "anyone", watch=False))["table"]["id"]
            async with eve.at(table) as line:
                assert await line.closed() == 4404
            await eve.get(f"/api/tables/{table}/history", status=403)

    run(go())


def test_diagnostic_logs_hold_no_secret(place: Server, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        async with Person(place) as ann:
            made = await ann.table("duel", "hotseat")
            actor = place.tables.actors[made["table"]["id"]]
            store = actor.tables.store
            actor.tables.store = _Full(store)  # type: ignore[assignment]
            try:
                async with ann.at(made["table"]["id"]) as line:
                    await line.next()
                    await deploy(line, "duel", 0)
                    # The table is read from its log again; nothing half-done is left.
                    assert await line.closed() == 1012
            finally:
                actor.tables.store = store
            async with ann.at(made["table"]["id"]) as line:
                welcome = await line.next()
                assert welcome["table"]["ready"] == [False, False]
            opened = actor.table_state.opened
            ours = ("flagfall", "uvicorn", "litestar", "sqlalchemy", "alembic")
            text = "\n".join(
                record.getMessage() + (record.exc_text or "")
                for record in caplog.records
                if record.name.startswith(ours)
            )
            assert "is reloaded" in text
            for secret in (*opened.nonces, str(opened.seed), ann.http.cookies["flagfall"], actor.code):
                assert secret not in text

    with caplog.at_level(logging.DEBUG):
        run(go())


class _Full:
    """A database that can be read, but takes no more entries."""

    def __init__(self, store: Any) -> None:
        self.read = store.read
        self.write = store.write

    async def append(self, *_: Any) -> None:
        raise OSError("the disk is full")


def test_the_address_is_that_of_the_last_trusted_proxy() -> None:
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"1.1.1.1, 2.2.2.2, 3.3.3.3")]}
    assert [address(scope, n) for n in range(4)] == ["10.0.0.1", "3.3.3.3", "2.2.2.2", "1.1.1.1"]


def test_a_limit_lets_through_its_rate() -> None:
    now = [0.0]
    limit = Limiter(2.0, 3, lambda: now[0])
    assert [limit.take("a") for _ in range(4)] == [True, True, True, False]
    assert limit.take("b")
    assert limit.wait("a") == 1
    now[0] = 0.5
    assert [limit.take("a"), limit.take("a")] == [True, False]


def test_the_client_is_served_with_its_page_for_its_own_addresses(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "assets" / "a-1234.js").write_text("1")
    (tmp_path / "sw.js").write_text("2")
    client = Client(tmp_path)
    for path in ("/", "/table/abc", "/join/abc/def"):
        found = client.at(path)
        assert found is not None
        assert found.body == b"<p>page"
    asset, worker = client.at("/assets/a-1234.js"), client.at("/sw.js")
    assert asset is not None
    assert worker is not None
    assert "immutable" in asset.cache
    assert worker.cache == "no-cache"
    assert worker.type.startswith("text/javascript")
    assert client.at("/assets/other.js") is None
    assert client.at("/../secret.txt") is None


def test_files_of_the_client_are_sent_small_and_only_if_they_changed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>" + "page " * 1_000)
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    with Server(settings(url, web=str(tmp_path))) as server, httpx.Client(base_url=server.url) as client:
        first = client.get("/lobby")
        assert first.headers["content-encoding"] == "gzip"
        assert first.text == "<p>" + "page " * 1_000
        assert "content-encoding" not in client.get("/", headers={"accept-encoding": "identity"}).headers
        again = client.get("/", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.head("/").content == b""
        assert client.post("/", headers={"X-Flagfall": "1"}).status_code == 404


def test_a_qr_code_is_drawn() -> None:
    out = io.StringIO()
    show_qr("http://192.168.1.7:8420", out)
    assert len(out.getvalue().splitlines()) > 10
    assert address_of(settings("sqlite://", host="192.168.1.7", port=8420)) == "http://192.168.1.7:8420"
    assert address_of(settings("sqlite://", host="::1", port=1)) == "http://[::1]:1"
    assert address_of(settings("sqlite://", base_url="https://play.example")) == "https://play.example"


def test_settings_come_from_file_environment_and_flags(tmp_path: Path) -> None:
    file = tmp_path / "flagfall.toml"
    file.write_text('host = "::1"\nport = 1\nchat = false\n')
    found = read_settings({"port": 3, "host": None}, {"FLAGFALL_PORT": "2", "FLAGFALL_BOT_PACE": "0.5"}, file)
    assert (found.host, found.port, found.chat, found.bot_pace) == ("::1", 3, False, 0.5)
    for environment, wrong in (
        ({"FLAGFALL_PORT": "many"}, "^FLAGFALL_PORT: "),
        ({"FLAGFALL_PORT": "99999"}, "^FLAGFALL_PORT: .* 65535"),
        ({"FLAGFALL_BOT_SECONDS": "-1"}, "^FLAGFALL_BOT_SECONDS: takes no -1.0$"),
        ({"FLAGFALL_SETTINGS": str(tmp_path / "none.toml")}, "none.toml: No such file or directory$"),
    ):
        with pytest.raises(ValueError, match=wrong):
            read_settings({}, environment)
    for text, wrong in (
        ("prot = 1", "no setting 'prot'; did you mean port"),
        ("proxies = 'x'", "toml: proxies: "),
    ):
        file.write_text(text)
        with pytest.raises(ValueError, match=wrong):
            read_settings({}, {}, file)


@pytest.mark.parametrize(
    ("flag", "wrong"),
    [
        ("--port=65536", "--port: "),
        ("--host=192.0.2.1", "cannot listen at 192.0.2.1"),
        (
            "--database=postgresql://me:secret@127.0.0.1:1/x",
            "cannot open the database postgresql://me:***@127.0.0.1:1/x: ",
        ),
        (
            "--database=sqlite:////dev/null/x",
            "cannot open the database sqlite:////dev/null/x: ",
        ),
    ],
)
def test_an_address_that_cannot_be_is_one_line(
    flag: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--database", "sqlite://", flag]) == 2
    said = capsys.readouterr().err
    assert wrong in said and said.count("\n") == 1


def test_refusals_carry_their_problem() -> None:
    assert Refusal("illegal", rule="ST-MOVE-1").problem.rule == "ST-MOVE-1"


def test_a_second_server_says_that_the_port_is_taken_and_what_to_do(
    place: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    port = int(place.url.rsplit(":", 1)[1])
    assert main(["serve", "--port", str(port), "--database", "sqlite://"]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is taken" in said
    assert place.url in said
    assert f"--port {port + 1}" in said


def test_a_second_game_on_this_machine_opens_the_one_that_runs(
    place: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    port = int(place.url.rsplit(":", 1)[1])
    assert main(["serve", "--open", "--port", str(port), "--database", "sqlite://"]) == 0
    assert f"running already, at {place.url}" in capsys.readouterr().out
    assert opened == [place.url]


def test_a_game_for_the_network_does_not_pass_off_one_that_phones_cannot_reach(
    place: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    if lan_address() is None:
        pytest.skip("this machine is in no network")
    port = place.url.rsplit(":", 1)[1]
    assert main(["serve", "--open", "--lan", "--port", port, "--database", "sqlite://"]) == 1
    assert "for this machine alone" in capsys.readouterr().out


def test_a_port_of_another_program_is_left_for_the_next_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = Settings(port=other.getsockname()[1])
        found, runs = port_to_play(taken)
        assert (found.port > taken.port, runs) == (True, False)
    assert not running_at(taken)


def test_a_game_that_had_to_take_another_port_is_found_again(place: Server) -> None:
    port = int(place.url.rsplit(":", 1)[1])
    try:
        other = socket.create_server(("127.0.0.1", port - 1))
    except OSError:
        pytest.skip("another program has the port before")
    with other:
        found, runs = port_to_play(Settings(port=port - 1))
    assert (found.port, runs) == (port, True)
