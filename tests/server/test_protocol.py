"""The websocket protocol under whatever clients do: a state machine that sends sense and nonsense."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, ClassVar

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as how
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import flagfall
from flagfall.ranks.actions import RankAction
from flagfall.ranks.events import RankEvent
from flagfall.ranks.view import RankView
from flagfall.server.wire.messages import ServerMessage
from tests.server.kit import PATIENCE, Server, settings

GAME = "barrage"
SEATS = (0, 1, -1)
ODD = ("", "x", "9:9", "1:-1", "0:" + "9" * 30)


class Guest:
    """Somebody with a cookie, and a line to the table if they are there."""

    def __init__(self, url: str, seat: int) -> None:
        self.http = httpx.Client(base_url=url, headers={"X-Flagfall": "1"}, timeout=PATIENCE)
        self.http.post("/api/session").raise_for_status()
        self.seat = seat
        self.line: ClientConnection | None = None
        self.n = 0
        self.view: Any = None
        self.turn: dict[str, Any] | None = None

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None


class Protocol(RuleBasedStateMachine):
    """Two players and an onlooker at one table after another."""

    url: ClassVar[str]
    game = flagfall.game(GAME)

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.guests = {seat: Guest(self.url, seat) for seat in SEATS}
        new = {"game": GAME, "against": {"type": "anyone"}, "seat": 0}
        made = self.guests[0].http.post("/api/tables", json=new).json()
        self.table = made["table"]["id"]
        self.guests[1].http.post(f"/api/tables/{self.table}/join", json={}).raise_for_status()
        self.status = "setup"
        for seat in SEATS:
            self.come(seat, False, "")

    def teardown(self) -> None:
        for guest in getattr(self, "guests", {}).values():
            guest.close()
            guest.http.close()

    # ---- what is heard --------------------------------------------------------------------------

    def hear(self, guest: Guest, raw: str | bytes) -> dict[str, Any]:
        """Check a message, and keep what follows from it."""
        msgspec.json.decode(raw, type=ServerMessage[RankView, RankEvent, RankAction])
        message: dict[str, Any] = json.loads(raw)
        match message["type"]:
            case "welcome":
                (stream,) = message["streams"]
                assert stream["seat"] == guest.seat
                view = msgspec.convert(stream["view"], self.game.view_type)
                if guest.view is not None and stream["n"] == guest.n:
                    assert view == guest.view  # Folding came to the same.
                guest.n, guest.view = stream["n"], view
                self.status = message["table"]["status"]
            case "told":
                assert (message["seat"], message["n"]) == (guest.seat, guest.n + 1)
                guest.n += 1
                guest.turn = None
                for event in message["events"]:
                    assert event.get("to") is None or guest.seat in event["to"]
                    guest.view = self.game.fold(guest.view, msgspec.convert(event, self.game.event_type))
            case "reset":
                assert message["n"] == guest.n + 1
                guest.n += 1
                guest.turn = None
                guest.view = msgspec.convert(message["view"], self.game.view_type)
            case "turn":
                assert message["seat"] == guest.seat
                guest.turn = message
            case "table" | "resumed":
                self.status = message["table"]["status"]
        return message

    def settle(self) -> list[dict[str, Any]]:
        """Hear out everybody who is here."""
        heard = []
        for guest in self.guests.values():
            if guest.line is not None:
                guest.line.send('{"type":"ping"}')
                while True:
                    message = self.hear(guest, guest.line.recv(PATIENCE))
                    if message["type"] == "pong":
                        break
                    heard.append(message)
        return heard

    def say(self, guest: Guest, message: str | bytes) -> list[dict[str, Any]]:
        """Send something, and hear out the sender first."""
        assert guest.line is not None
        guest.line.send(message)
        guest.line.send('{"type":"ping"}')
        heard = []
        while (message_ := self.hear(guest, guest.line.recv(PATIENCE)))["type"] != "pong":
            heard.append(message_)
        return heard + self.settle()

    # ---- rules ----------------------------------------------------------------------------------

    @rule(
        seat=st.sampled_from(SEATS),
        resume=st.booleans(),
        odd=st.sampled_from(ODD),
    )
    def come(self, seat: int, resume: bool, odd: str) -> None:
        guest = self.guests[seat]
        guest.close()
        since = f"{seat}:{guest.n}" if resume and guest.view is not None else odd
        cookie = f"flagfall={guest.http.cookies['flagfall']}"
        guest.line = connect(
            f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/live?since={since}",
            additional_headers={"Cookie": cookie},
            legacy=True,
        )
        first = self.hear(guest, guest.line.recv(PATIENCE))
        assert first["type"] in ("welcome", "resumed")
        if resume and guest.view is not None and odd == "":
            self.settle()

    @rule(seat=st.sampled_from(SEATS))
    def go(self, seat: int) -> None:
        self.guests[seat].close()

    @precondition(lambda self: any(guest.turn and guest.line for guest in self.guests.values()))
    @rule(stale=st.booleans())
    def act(self, stale: bool) -> None:
        guest = next(guest for guest in self.guests.values() if guest.turn and guest.line)
        assert guest.turn is not None
        if guest.turn["must"] == "setup":
            drawn = guest.http.get(f"/api/games/{GAME}/setup?seat={guest.seat}").json()
            action = {"type": "deploy", "pieces": drawn["pieces"]}
        else:
            action = self.rng.choice(guest.turn["legal"])
        self.settle()
        before = guest.n
        n = guest.n - 1 if stale else guest.n
        heard = self.say(guest, json.dumps({"type": "act", "action": action, "n": n, "ref": 5}))
        answer = next(m for m in heard if m["type"] in ("done", "refused"))
        if self.status in ("over", "aborted") and answer["type"] == "refused":
            return
        assert answer["type"] == ("refused" if stale else "done"), answer
        assert guest.n == before + (not stale)

    @precondition(lambda self: any(guest.line for guest in self.guests.values()))
    @rule(
        seat=st.sampled_from(SEATS),
        kind=st.sampled_from(["draw", "takeback", "rematch"]),
        verb=st.sampled_from(["offer", "decline"]),
    )
    def bargain(self, seat: int, kind: str, verb: str) -> None:
        guest = self.guests[seat]
        if guest.line is None:
            return
        before = guest.n, guest.view
        heard = self.say(guest, json.dumps({"type": verb, "what": kind, "ref": 6}))
        answer = next(m for m in heard if m["type"] in ("done", "refused"))
        if answer["type"] == "refused":
            assert (guest.n, guest.view) == before
        if seat == -1:
            assert answer["problem"]["code"] == "forbidden"

    @rule(
        seat=st.sampled_from(SEATS),
        junk=st.one_of(
            st.text(max_size=60),
            st.binary(max_size=60),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=8),
                lambda inner: (
                    st.lists(inner, max_size=3)
                    | st.dictionaries(st.sampled_from(["type", "action", "seat", "n"]), inner, max_size=4)
                ),
                max_leaves=8,
            ).map(json.dumps),
            st.sampled_from(
                [
                    '{"type":"act"}',
                    '{"type":"act","action":{"type":"move","origin":-1,"target":1000000}}',
                    '{"type":"act","action":{"type":"deploy","pieces":[]}}',
                    '{"type":"act","action":{"type":"deploy","pieces":[[99999999999999999999,"x"]]}}',
                    '{"type":"act","action":{"type":"use","origin":3,"power":"no","targets":[1,2,3]}}',
                    '{"type":"act","seat":1,"action":{"type":"halt"}}',
                    '{"type":"act","action":{"type":"strike","targets":[-5]}}',
                    '{"type":"typed","text":"b4-b5 \\u0000"}',
                    '{"type":"typed","text":"deploy a1=flag"}',
                    '{"type":"say","text":"\\u202e"}',
                    '{"type":"say","preset":"hello","text":"both"}',
                    "[" * 5_000,
                    '{"type":"share"}',
                    '{"type":"welcome"}',
                ]
            ),
        ),
    )
    def babble(self, seat: int, junk: str | bytes) -> None:
        guest = self.guests[seat]
        if guest.line is None or _sensible(junk):
            return
        self.settle()
        before = {seat: (one.n, one.view) for seat, one in self.guests.items()}
        heard = self.say(guest, junk)
        assert any(m["type"] == "refused" for m in heard)
        assert {seat: (one.n, one.view) for seat, one in self.guests.items()} == before

    @precondition(lambda self: self.guests[0].line is not None)
    @rule(how=st.sampled_from(["resign", "abort"]), sure=st.integers(0, 9))
    def leave(self, how: str, sure: int) -> None:
        if sure != 9:
            return
        self.say(self.guests[0], json.dumps({"type": how, "ref": 8}))

    @invariant()
    def the_server_answers(self) -> None:
        if hasattr(self, "guests"):
            self.settle()


def _sensible(junk: str | bytes) -> bool:
    """Whether a message happens to make sense, so that it need not be refused."""
    try:
        read = json.loads(junk)
    except (ValueError, RecursionError):
        return False
    return isinstance(read, dict) and read.get("type") in ("ping", "resign", "abort", "say")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("protocol")
    with Server(settings(f"sqlite:///{folder}/x.sqlite3")) as server:
        yield server


@pytest.mark.parametrize("examples", [15, pytest.param(400, marks=pytest.mark.long)])
def test_no_client_breaks_a_table(place: Server, examples: int) -> None:
    Protocol.url = place.url
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Protocol,
        settings=how(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_too_long_a_message_is_refused_and_far_too_long_a_one_ends_the_line(place: Server) -> None:
    guest = Guest(place.url, 0)
    made = guest.http.post("/api/tables", json={"game": GAME, "against": {"type": "hotseat"}}).json()
    url = f"{place.live}/api/tables/{made['table']['id']}/live"
    headers = {"Cookie": f"flagfall={guest.http.cookies['flagfall']}"}
    with connect(url, additional_headers=headers) as line:
        line.recv(PATIENCE)
        line.send('{"type":"typed","text":"%s"}' % ("x" * 20_000))
        while (answer := json.loads(line.recv(PATIENCE)))["type"] != "refused":
            pass
        assert answer["problem"]["code"] == "bad-message"
        with pytest.raises(ConnectionClosed):
            line.send("x" * 100_000)
            while True:
                line.recv(PATIENCE)
    with connect(url, additional_headers=headers) as line:
        assert json.loads(line.recv(PATIENCE))["type"] == "welcome"
