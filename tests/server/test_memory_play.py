"""Tables that play from memory: nothing that was shown is told again before the end (ST-KNOW-2)."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

import flagfall
from flagfall.core import PUBLIC, Event
from flagfall.core.record import Record
from flagfall.ranks import events as happened
from flagfall.ranks.options import CAPTURED
from flagfall.ranks.view import RankView
from flagfall.server.tables import records
from flagfall.server.tables.log_entries import Acted, Entry, Opened, Sat, TookBack
from flagfall.server.tables.table_state import AUDIENCES, TableState
from flagfall.server.wire.tables import NoClock, PersonSitter

EDITIONS = flagfall.games("ranks")
LASTING = {"ready", "deployed", "began", "captured", "trayed"}
"""What the table goes on showing: who has set up, the own set-up, the squares, the tray."""


class Played:
    """A random game at a table, with its log."""

    def __init__(self, game: str, seed: int, plies: int, **options: object) -> None:
        self.rng = random.Random(f"{game} {seed}")
        self.table_state = TableState("t", flagfall.game)
        self.log: list[tuple[int, Entry]] = []
        whole = flagfall.game(game).read_options({"memory": "table", **options})
        self.take(
            Opened(
                game=game,
                options=whole,
                clock=NoClock(),
                setup=0,
                rated=False,
                private=False,
                watch=True,
                hotseat=False,
                seed=seed,
                nonces=("00" * 32,) * 3,
                rules="",
            )
        )
        for seat, name in enumerate(("Ann", "Ben")):
            self.take(Sat(seat, PersonSitter(id=name, name=name, guest=True)))
        for _ in range(plies):
            if not self.act():
                break

    def take(self, entry: Entry) -> None:
        self.table_state.take(entry, 0)
        self.log.append((0, entry))

    def act(self) -> bool:
        """A random action that does not end the game; whether there is one."""
        state = self.table_state.state
        for _ in range(20):
            decision = state.pending()[0]
            action = decision.sample(self.rng)
            step = state.apply(decision.seat, action)
            if step.state.outcome() is None:
                self.take(Acted(decision.seat, action, step.events))
                return True
        return False

    def history(self, audience: int) -> list[dict[str, Any]]:
        told = records.history(TableState("t", flagfall.game), self.log, audience)
        return json.loads(told)  # type: ignore[no-any-return]

    def since_last_turn(self, audience: int) -> int:
        """The number of a stream before the last action of its own seat; of any seat for onlookers."""
        state = TableState("t", flagfall.game)
        mark = 0
        for at, entry in self.log:
            if isinstance(entry, Acted) and audience in (entry.seat, PUBLIC):
                mark = state.marks[audience]
            state.take(entry, at)
        return mark


def names_no_more_than(view: RankView, told: list[dict[str, Any]]) -> None:
    """What is told again is what the view shows as well."""
    tray = {one.id: one.kind for one in view.captured}
    for event in itertools.chain.from_iterable(message["events"] for message in told):
        assert event["type"] in LASTING
        if event["type"] == "trayed":
            assert tray[event["piece"]] == event["kind"]
        if event["type"] == "deployed":
            assert event["seat"] == view.seat


@pytest.mark.parametrize("captured", CAPTURED)
@pytest.mark.parametrize("id", EDITIONS)
def test_st_know_2_history_names_no_piece_that_lies_hidden(id: str, captured: str) -> None:
    played = Played(id, 1, 160, captured=captured)
    for audience in AUDIENCES:
        view: Any = played.table_state.state.view(audience)
        told = played.history(audience)
        assert [message["n"] for message in told] == list(range(1, played.table_state.marks[audience] + 1))
        names_no_more_than(view, told)


@pytest.mark.parametrize("id", EDITIONS)
def test_st_know_2_coming_back_by_any_number_tells_the_last_turn_at_most(id: str) -> None:
    played = Played(id, 2, 60, captured="stealth")
    for _ in range(12):
        played.act()
        for audience in AUDIENCES:
            seen = played.since_last_turn(audience)
            for since in range(played.table_state.marks[audience] + 1):
                missed = played.table_state.missed(audience, since)
                assert (missed is not None) == (since >= seen), "what cannot be told again comes as a view"
                if missed is not None:
                    numbers = [json.loads(text)["n"] for text in missed]
                    assert numbers == list(range(since + 1, played.table_state.marks[audience] + 1))


def test_st_know_2_what_lay_open_at_a_takeback_is_not_told_again() -> None:
    """The view after a takeback shows a piece in Robot Mode; later it is upright and hidden again."""
    for seed in range(200):
        played = Played("transformers-powers", seed, 30)
        view: Any = played.table_state.state.view(PUBLIC)
        if len(played.table_state.past) and any(piece.robot for piece in view.pieces):
            break
    else:
        raise AssertionError("no game had a move to take back while a piece lay open")
    played.take(TookBack(1))
    played.act()
    for audience in AUDIENCES:
        assert '"view"' not in json.dumps(played.history(audience))


def test_st_know_2_every_kind_of_event_fades_unless_it_says_otherwise() -> None:
    kinds = happened.RankEvent.__args__  # type: ignore[attr-defined]
    assert {kind.__struct_config__.tag for kind in kinds if kind.lasts} == LASTING | {"ended"}

    class Unheard(Event, frozen=True):
        pass

    assert not Unheard.lasts


def test_st_know_2_a_saved_game_from_memory_holds_the_own_set_up_until_the_end() -> None:
    played = Played("original", 3, 40)
    acts = tuple((one.seat, one.action) for _, one in played.log if isinstance(one, Acted))
    record = Record("original", played.table_state.opened.options, acts, seed=1)
    assert record.known_to(1).actions == tuple(act for act in acts[:2] if act[0] == 1)
    assert record.known_to(PUBLIC).actions == ()
    assisted = Record("original", {**record.options, "memory": "assisted"}, acts, seed=1)
    assert len(assisted.known_to(1).actions) == len(acts) - 1
