"""Hidden-rank games that began before options existed: they go on and replay by the rules of their time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import flagfall
from flagfall.core import IllegalAction
from flagfall.core.record import read_record
from flagfall.ranks.options import BEFORE
from flagfall.server.tables.log_entries import Acted
from flagfall.server.tables.table_state import TableState

OLDER = json.loads((Path(__file__).parent / "data/older_rank_logs.json").read_text(encoding="utf-8"))
"""Logs and records as they were written before ``two_square_reading`` and its companions existed.

In them pieces go to and fro by powers, a mode changes while another piece acts, and a draw has bombs alone.
"""


def recovered(older: dict[str, Any]) -> TableState:
    """The table that a log leads to; RulesChanged if an event differs from the one in the log."""
    table_state = TableState("t", flagfall.game)
    for n, body in enumerate(older["bodies"]):
        table_state.take(table_state.read(body), n)
    return table_state


@pytest.mark.parametrize("older", OLDER, ids=lambda older: older["game"])
def test_an_older_table_recovers_with_the_rules_that_it_began_with(older: dict[str, Any]) -> None:
    table_state = recovered(older)
    assert table_state.state.digest() == older["digest"]
    options = table_state.opened.options
    assert {name: options[name] for name in BEFORE if name in options} == {
        name: value for name, value in BEFORE.items() if name in options
    }
    for body in older["bodies"]:
        entry = table_state.read(body)
        if isinstance(entry, Acted):
            assert entry.events


@pytest.mark.parametrize("older", OLDER, ids=lambda older: older["game"])
def test_an_older_record_replays_to_its_digest(older: dict[str, Any]) -> None:
    record = read_record(older["record"])
    *_, last = record.steps()
    assert last.state.digest() == older["digest"]


@pytest.mark.parametrize("older", OLDER[:3], ids=lambda older: older["game"])
def test_a_new_game_would_not_allow_what_these_did(older: dict[str, Any]) -> None:
    """Else the tests above would show nothing."""
    state: Any = flagfall.game(older["game"]).new()
    with pytest.raises(IllegalAction) as refused:
        for seat, action in read_record(older["record"]).actions:
            state = state.apply(seat, action).state
    assert refused.value.rule in ("ST-MOVE-6", "ST-MODE-1")


def test_an_older_table_goes_on_by_its_own_rules() -> None:
    table_state = recovered(next(older for older in OLDER if older["game"] == "transformers-powers"))
    state: Any = table_state.state
    assert state.rules.switch_binds is False
    seat = state.track.turn
    assert any(
        getattr(action, "switch", -1) not in (-1, getattr(action, "origin", -1))
        for action in state.legal(seat)
    )
