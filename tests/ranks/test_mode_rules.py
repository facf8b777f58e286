"""Modes of the transforming pieces: ST-MODE."""

from __future__ import annotations

from flagfall.core import PUBLIC
from flagfall.ranks.events import Switched
from tests.ranks.scenes import cell, do, edition, legal, refused, scene, step, told


def test_st_mode_1_all_start_upright_with_the_first_power() -> None:
    state = scene("D . . n . m")
    plain = {text for text in legal(state) if not text.startswith("switch")}
    assert any(" speed " in text for text in plain)
    assert not any(" rumble " in text for text in plain)


def test_st_mode_1_the_piece_that_changes_its_mode_acts_by_default() -> None:
    defaults = {option.name: option.default for option in edition("transformers-powers").options}
    assert defaults["mode_switch_binds"] is True
    assert "switch a1, e1-e2" not in legal(scene("D . . n K m"))


def test_st_mode_1_by_an_option_switch_one_piece_and_then_act_with_any() -> None:
    state = scene("D . . n K m", mode_switch_binds=False)
    assert {"switch a1, a1-b1", "switch a1, e1-e2", "switch a1, e1xd1"} <= legal(state)
    after, events = step(state, "switch a1, e1-e2")
    assert after.track.turn == 1
    assert Switched(state.board[0], True, "friend") in told(events, 1)
    assert cell(after, "e2") == "K"


def test_st_mode_1_the_switched_piece_may_use_its_new_power() -> None:
    state = scene(
        """
        n . .
        . . .
        D . . . m
        """
    )
    assert "switch a1, a1 rumble a2" in legal(state)
    assert refused(state, "a1 rumble a2", "ST-MODE-1").params["reason"] == "other mode"
    refused(state, "switch a1, a1 speed b1 c1", "ST-POW-1")
    waiting = do(state, "switch a1, a1 rumble a2")
    assert cell(do(waiting, "strike a3"), "a3") == "."


def test_st_mode_1_back_to_vehicle_mode() -> None:
    state = scene("D^ . . . n m")
    after, events = step(state, "switch a1, a1 speed b1 c1")
    assert Switched(state.board[0], False) in told(events, 1)
    assert cell(after, "c1") == "D"


def test_st_mode_1_the_action_is_bound_to_the_switched_piece() -> None:
    state = scene("D . . n K m")
    assert "switch a1, a1-b1" in legal(state)
    assert refused(state, "switch a1, e1-e2", "ST-MODE-1").params["reason"] == "binds"


def test_st_mode_1_a_switch_needs_an_action_after_it() -> None:
    state = scene(
        """
        B B .
        D F . . m
        """
    )
    assert state.outcome() is None or legal(state) == set()
    assert not any(text.startswith("switch a1") for text in legal(state))


def test_st_mode_2_in_robot_mode_the_piece_lies_face_up() -> None:
    for memory in ("assisted", "table"):
        state = do(scene("D . . n K m", memory=memory, mode_switch_binds=False), "switch a1, e1-e2")
        for seat in (1, PUBLIC):
            piece = state.view(seat).at(0)
            assert piece is not None
            assert (piece.kind, piece.rank, piece.robot) == ("friend", "8", True)


def test_st_mode_2_upright_again_it_has_to_be_remembered() -> None:
    for memory, seen in (("assisted", "friend"), ("table", "")):
        state = do(
            scene("D . . n K m", memory=memory, mode_switch_binds=False),
            "switch a1, e1-e2",
            "f1-g1",
            "switch a1, e2-e1",
        )
        piece = state.view(1).at(0)
        assert piece is not None
        assert (piece.kind, piece.robot) == (seen, False)


def test_st_mode_3_only_pieces_with_two_powers_have_modes() -> None:
    state = scene("D . . n R m")
    assert refused(state, "switch e1, a1-b1", "ST-MODE-3").params["reason"] == "no modes"
    assert refused(state, "switch b1, a1-b1", "ST-MODE-1").params["reason"] == "no piece"
    for army in edition("transformers-powers").edition.armies:
        for kind in army.kinds:
            assert bool(kind.robot) <= bool(kind.powers)
            assert len(kind.powers) <= 1
            assert len(kind.robot) <= 1


def test_st_mode_1_an_upright_piece_never_shows_whether_it_has_modes() -> None:
    views = []
    for letter in ("d", "r"):
        state = scene(f"K . . {letter} . m", captured="stealth", turn=0)
        views.append([(piece.id, piece.robot, piece.kind) for piece in state.view(0).pieces])
    assert views[0] == views[1]
