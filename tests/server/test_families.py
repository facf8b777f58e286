"""Messages and logs are generic: at every table they carry what the family of its game declares, no less."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import flagfall
from flagfall.core import PUBLIC, AnyGame
from flagfall.server.http.websockets import read_message
from flagfall.server.refusal import Refusal
from flagfall.server.tables import referee
from flagfall.server.tables.log_entries import Acted, Closed, Entry, Opened, Sat, write_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.messages import ServerMessage, Told
from flagfall.server.wire.tables import NoClock, PersonSitter

OLD_LOGS = json.loads((Path(__file__).parent / "data/old_logs.json").read_text(encoding="utf-8"))
"""Logs as the server wrote them while families had entries of their own, and the state they lead to."""
GAMES = ("barrage", "hex-three")


def opened(game: AnyGame) -> TableState:
    """A table of a game at which one person plays both seats."""
    table_state = TableState("t", flagfall.game)
    entry = Opened(
        game=game.id,
        options=game.read_options({}),
        clock=NoClock(),
        setup=0,
        rated=False,
        private=False,
        watch=True,
        hotseat=True,
        seed=11,
        nonces=("11" * 32, "22" * 32, "33" * 32),
        rules="1",
    )
    ann = PersonSitter("ann", "Ann")
    for n, one in enumerate((entry, Sat(0, ann), Sat(1, ann))):
        table_state.take(one, n)
    return table_state


def act(table_state: TableState, rng: random.Random) -> tuple[Entry, dict[int, str]]:
    """Have the next seat do something; the entry, and what was told to whom."""
    decision = table_state.state.pending()[0]
    entry, step = referee.act(table_state, decision.seat, decision.sample(rng), None)
    return entry, table_state.take(entry, table_state.updated + 1, step)


@pytest.mark.parametrize("id", GAMES)
def test_what_a_client_receives_decodes_as_the_declared_types_of_its_family(id: str) -> None:
    game = flagfall.game(id)
    message_type: Any = ServerMessage
    decode = msgspec.json.Decoder(message_type[game.view_type, game.event_type, game.action_type]).decode
    table_state, rng = opened(game), random.Random(3)
    for _ in range(20):
        _, told = act(table_state, rng)
        for audience in (0, 1, PUBLIC):
            stream = msgspec.json.encode(table_state.stream(audience))
            view = msgspec.json.decode(stream)["view"]
            assert msgspec.convert(view, game.view_type) == table_state.state.view(audience)
            if audience in told:
                message = decode(told[audience])
                assert isinstance(message, Told)
                assert all(isinstance(event, msgspec.Struct) for event in message.events)
        for seat in (0, 1):
            if (demand := table_state.demand(seat)) is not None:
                assert decode(msgspec.json.encode(demand)) == demand


NAME = re.compile(r'"name":"[^"]*"')
"""In old logs; now people are in logs by their ids alone."""


@pytest.mark.parametrize("old", OLD_LOGS, ids=lambda old: old["game"])
def test_a_log_of_the_last_version_still_reads_and_is_written_as_it_was(old: dict[str, Any]) -> None:
    # As it was: processes of the last version read these logs too while the server is restarted.
    table_state = TableState("t", flagfall.game)
    kinds = set()
    for n, body in enumerate(old["bodies"]):
        entry = table_state.read(body)
        table_state.take(entry, n)
        assert write_entry(entry, table_state.game) == NAME.sub('"name":""', body)
        kinds.add(type(entry))
    assert table_state.state.digest() == old["digest"]
    assert {Acted, Closed} < kinds


def test_an_action_of_another_family_is_refused_with_its_field() -> None:
    table_state = opened(flagfall.game("barrage"))
    with pytest.raises(Refusal) as refused:
        referee.take_action(table_state, {"type": "end"})
    assert refused.value.problem.code == "bad-message"
    assert refused.value.problem.field.startswith("action")


@pytest.mark.parametrize(
    "content",
    ['{"type":"deploy","pieces":[[99999999999999999999,"x"]]}', '{"type":"move","origin":[[[[[1]]]]]}', "3"],
)
def test_an_action_that_no_bus_could_carry_is_refused_at_the_socket(content: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_message(f'{{"type":"act","action":{content}}}')
    assert refused.value.problem.field.startswith("action")
