"""Captured pieces and what players know: ST-KNOW."""

from __future__ import annotations

import msgspec
import pytest

from flagfall.core import FULL, PUBLIC
from flagfall.ranks.events import Shown, Trayed
from flagfall.ranks.state import RankState
from tests.ranks.scenes import do, game_of, scene, step, told

FIGHT = "M k . N n"


def tray(state: RankState, seat: int) -> list[str]:
    """What a seat sees of the piece that was captured last."""
    return [one.kind for one in state.view(seat).captured[-1:]]


@pytest.mark.parametrize(
    ("captured", "capturer", "owner", "onlooker"),
    [
        ("open", "captain", "captain", "captain"),
        ("prisoner", "captain", "", ""),
        ("secret", "", "captain", ""),
        ("stealth", "", "", ""),
    ],
)
def test_st_know_1_four_ways_of_captured_pieces(
    captured: str, capturer: str, owner: str, onlooker: str
) -> None:
    state, events = step(scene(FIGHT, captured=captured), "a1xb1")
    assert tray(state, 0) == [capturer]
    assert tray(state, 1) == [owner]
    assert tray(state, PUBLIC) == [onlooker]
    for seat, seen in ((0, capturer), (1, owner), (PUBLIC, onlooker)):
        heard = [event.kind for event in told(events, seat) if isinstance(event, Trayed)]
        assert heard == ([seen] if seen else [])


def test_st_know_1_the_tray_does_not_change_what_happened_on_the_board() -> None:
    _, events = step(scene(FIGHT, captured="stealth"), "a1xb1")
    for seat in (0, 1, PUBLIC):
        assert [event.kind for event in told(events, seat) if isinstance(event, Shown)] == [
            "marshal",
            "captain",
        ]


def test_st_know_1_in_a_tie_each_side_holds_the_others_piece() -> None:
    state = do(scene("M m . N n", captured="prisoner"), "a1xb1")
    for seat in (0, 1):
        kinds = {one.seat: one.kind for one in state.view(seat).captured[-2:]}
        assert kinds == {1 - seat: "marshal", seat: ""}


def test_st_know_1_a_removal_by_a_power_is_a_capture() -> None:
    state = do(scene("A n . N n", captured="prisoner"), "a1 blast b1")
    assert tray(state, 0) == ["miner"]
    assert tray(state, 1) == [""]


def test_st_know_2_assisted_memory_keeps_what_was_shown() -> None:
    state = do(scene("K m . N n"), "a1xb1")
    known = next(piece for piece in state.view(0).pieces if piece.square == 1)
    assert (known.kind, known.rank) == ("marshal", "10")
    own = next(piece for piece in state.view(1).pieces if piece.square == 1)
    assert own.seen == 2


def test_st_know_2_at_the_table_a_rank_is_shown_at_the_moment_of_the_battle_only() -> None:
    state, events = step(scene("K m . N n", memory="table"), "a1xb1")
    assert [event.kind for event in told(events, 0) if isinstance(event, Shown)] == ["captain", "marshal"]
    hidden = next(piece for piece in state.view(0).pieces if piece.square == 1)
    assert (hidden.kind, hidden.rank) == ("", "")
    own = next(piece for piece in state.view(1).pieces if piece.square == 1)
    assert own.seen == 0


def test_st_know_2_assisted_memory_is_the_default() -> None:
    assert scene(FIGHT).rules.options["memory"] == "assisted"


def test_st_know_3_games_that_differ_only_in_the_hidden_give_identical_bytes() -> None:
    streams = []
    for pair in ("k b", "b k", "s f"):
        first, second = pair.split()
        state = scene(f"M . . . N\n. . {first} . n {second}")
        after, events = step(state, "a2-b2")
        streams.append(
            [
                msgspec.json.encode(after.view(0)),
                *(msgspec.json.encode(event) for event in told(events, 0)),
                *(msgspec.json.encode(action) for action in state.legal(0)),
            ]
        )
    # The tray is open: in these scenes the missing pieces differ, so only the boards are compared.
    boards = [msgspec.json.decode(stream[0])["pieces"] for stream in streams]
    assert boards[0] == boards[1] == boards[2]
    assert streams[0][1:] == streams[1][1:] == streams[2][1:]


def test_st_know_4_after_the_end_both_set_ups_are_open() -> None:
    state = do(scene("M f . N n k"), "a1xb1")
    for seat in (0, 1, PUBLIC, FULL):
        view = state.view(seat)
        assert all(piece.kind and piece.rank for piece in view.pieces)
        assert all(one.kind for one in view.captured)
        assert all(setup is not None for setup in view.setups)


def test_onlookers_do_not_see_what_one_player_alone_was_shown() -> None:
    state, events = step(scene("V . k . N n"), "a1 vision c1")
    seen = {seat: next(p for p in state.view(seat).pieces if p.square == 2).kind for seat in (0, 1, PUBLIC)}
    assert seen == {0: "captain", 1: "captain", PUBLIC: ""}
    assert [event.kind for event in told(events, PUBLIC) if isinstance(event, Shown)] == ["seer"]
    assert game_of(state).fold_all(scene("V . k . N n").view(PUBLIC), events, PUBLIC) == state.view(PUBLIC)
