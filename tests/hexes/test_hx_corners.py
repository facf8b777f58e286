"""Corners where rules meet: the unseen in the way, crowded hexes, guests and partners together."""

from __future__ import annotations

import pytest
from battle import On, after, battle, dice, do, legal, mode, number, piece, put, sheet, told, turn, where

from flagfall.core import PUBLIC, hears
from flagfall.core.errors import IllegalAction
from flagfall.hexes.rules.attacks import Attack, damage_odds
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, GROUND, Place
from flagfall.hexes.units.sheets import Team

RED = sheet("red")
BLUE = sheet("blue")
GHOST = sheet("ghost", mode(abilities=("cloak",), attributes=("fly",)))


def haunted(unit: object = RED, at: str = "0504", **ghost: object) -> HexState:
    """A ghost that red cannot see, by default in front of it."""
    return battle(
        [On(unit, "0505", "N")],  # type: ignore[arg-type]
        [On(GHOST, at, cloaked=True, **ghost), On(BLUE, "0101")],
        cloak_hides_position=True,
    )


def test_hx_abl_clk_building_where_the_unseen_stands_finds_it() -> None:
    state = haunted(sheet("red", mode(abilities=("build",))))
    assert "build 0504" in legal(state, "build")
    done = after(state, "build 0504")
    assert not piece(done, "ghost").cloaked
    assert done.changes == {}
    assert done.frame.used == ("build",), "the action is spent"


def test_hx_abl_clk_setting_something_down_on_the_unseen_finds_it() -> None:
    tape = sheet("tape", mode(attributes=("small",), height=1))
    state = battle(
        [On(RED, "0505", "N"), On(tape, "0909")], [On(GHOST, "0504", cloaked=True)], cloak_hides_position=True
    )
    state = put(state, "tape", carrier="red")
    done = after(state, "setdown tape 0504")
    assert piece(done, "tape").carrier == 0
    assert not piece(done, "ghost").cloaked


def test_hx_abl_clk_a_teleport_onto_the_unseen_stays_where_it_was() -> None:
    jumper = sheet("red", mode(attributes=("teleport",)))
    step = do(haunted(jumper), "teleport 0504 S")
    assert where(step.state, "red") == "0505 N"
    assert told(step, "Moved")[0].stopped


def test_hx_abl_clk_a_landing_on_the_unseen_stays_in_the_air() -> None:
    jet = sheet("red", mode(attributes=("fly",)))
    state = put(haunted(jet), "red", layer=AIR)
    done = after(state, "move 0504 N")
    assert where(done, "red") == "0504 N"
    assert piece(done, "red").layer == AIR


def test_hx_abl_clk_a_unit_that_cannot_stay_where_it_was_stopped_goes_back_along_its_path() -> None:
    state = battle(
        [On(RED, "0506", "N"), On(sheet("friend"), "0505")],
        [On(GHOST, "0504", cloaked=True)],
        cloak_hides_position=True,
    )
    assert where(after(state, "move 0503 N"), "red") == "0506 N"


def test_hx_abl_clk_out_of_a_transport_into_the_unseen_stays_inside() -> None:
    truck = sheet("truck", mode(height=4, attributes=("transport",)))
    state = battle(
        [On(RED, "0909"), On(truck, "0505", "N")],
        [On(GHOST, "0504", cloaked=True)],
        cloak_hides_position=True,
    )
    state = put(state, "red", carrier="truck")
    done = after(state, "move 0504 N")
    assert piece(done, "red").carrier == number(done, "truck")
    assert not piece(done, "ghost").cloaked


def collapsing(revision: int) -> HexState:
    """Red is about to shoot down a construct that somebody unseen stands on."""
    rows = "\n".join(["0. " * 9] * 2 + ["0. " * 4 + "0c6:5 " + "0. " * 4] + ["0. " * 9] * 6)
    return battle(
        [On(RED, "0506", "N")],
        [On(GHOST, "0503", cloaked=True), On(BLUE, "0101")],
        rows,
        cloak_hides_position=True,
        revision=revision,
    )


def test_hx_abl_clk_who_falls_with_a_construct_is_revealed() -> None:
    step = do(collapsing(3), "fire 0503 construct")
    assert piece(step.state, "ghost").hp == 9
    assert not piece(step.state, "ghost").cloaked


def test_hx_conv_7_in_revision_2_a_fall_is_seen_by_its_hit_points_alone() -> None:
    """A cloaked unit on a construct that collapses is hurt; where it fell is not told."""
    step = do(collapsing(2), "fire 0503 construct")
    assert piece(step.state, "ghost").hp == 9
    for seat in (0, PUBLIC):
        heard = [event for event in step.events if hears(event, seat)]
        assert not any(type(event).__name__ == "Struck" and event.unit == 1 for event in heard)
        assert [event.piece.hex for event in heard if type(event).__name__ == "PieceIs"] == [-1]


def test_a_ghost_killed_by_a_fall_is_a_wreck_that_all_can_see() -> None:
    rows = "\n".join(["0. " * 9] * 2 + ["0. " * 4 + "0c6:5 " + "0. " * 4] + ["0. " * 9] * 6)
    state = battle(
        [On(RED, "0506", "N")],
        [On(GHOST, "0503", cloaked=True, hp=1), On(BLUE, "0101")],
        rows,
        cloak_hides_position=True,
    )
    done = after(state, "fire 0503 construct")
    assert piece(done, "ghost").status == "wreck"
    assert done.view(0).pieces[1].hex == 2 * 9 + 4


def test_two_of_one_sheet_have_two_names() -> None:
    state = battle([On(RED, "0505"), On(RED, "0506")], [On(BLUE, "0101")])
    assert [one.key for one in state.pieces[:2]] == ["red", "red-2"]
    assert [where(state, key) for key in ("red", "red-2")] == ["0505 N", "0506 N"]


def test_a_big_robot_that_a_scenario_places_brings_its_members() -> None:
    team = Team("team", "Team", ("a", "b"), "big")
    big = sheet("big", mode(abilities=("separate",)), separate="team")
    members = [sheet(id, mode(abilities=("combine",)), combine="team") for id in team.members]
    state = battle([On(big, "0505", hp=9)], [On(BLUE, "0101")], more=members, teams=[team])
    done = after(state, "separate")
    assert [piece(done, id).hp for id in team.members] == [10, 11]
    flying = put(state, "big", layer=AIR)
    with pytest.raises(IllegalAction, match="HX-ABL-SEP"):
        do(flying, "separate")


def test_hx_abl_sep_a_member_whose_share_is_too_much_is_deactivated() -> None:
    team = Team("team", "Team", ("a", "b"), "big")
    big = sheet("big", mode(abilities=("separate",)), separate="team", hp=40)
    members = [sheet(id, mode(abilities=("combine",)), combine="team", hp=10) for id in team.members]
    state = battle([On(big, "0505", hp=21)], [On(BLUE, "0101")], more=members, teams=[team])
    done = after(state, "separate")
    assert [piece(done, id).status for id in team.members] == ["wreck", "play"], "19 is 10 and 9"


def test_hx_trn_5_with_no_hex_free_a_unit_is_out() -> None:
    truck = sheet("truck", mode(height=4, attributes=("transport",)))
    state = battle([On(BLUE, "0102", "N")], [On(truck, "0101", hp=1), On(RED, "0101")], "0.\n0.")
    state = turn(put(state, "red", carrier="truck"), "blue")
    done = do(dice(state, ("to-hit", 9), ("resistance", 1), ("potential", 9)), "strike").state
    assert piece(done, "red").status == "out"


def test_hx_att_7_a_small_guest_of_a_transport_may_leave_by_itself() -> None:
    truck = sheet("truck", mode(height=4, attributes=("transport",)))
    small = sheet("small", mode(attributes=("small",), height=1, speed=4))
    state = battle([On(small, "0505", "N"), On(truck, "0504", "N")], [On(BLUE, "0101")])
    inside = turn(after(state, "move into truck"), "small")
    assert where(after(inside, "move 0503 N"), "small") == "0503 N"
    held = put(inside, "truck", seat=1)
    assert legal(held, "move") == set(), "but not out of an enemy's hand"


def test_hx_end_1_both_sides_at_once_is_a_draw() -> None:
    """The last red unit climbs onto a weak tower and dies of the fall; blue has nothing but a wreck."""
    climber = sheet("red", mode(speed=20))
    state = battle([On(climber, "0102", "N", hp=1)], [On(BLUE, "0103")], "0c8:1\n0.\n0.")
    state = put(state, "blue", status="wreck", hp=0)
    done = after(state, "move 0101 N")
    assert done.outcome().result() == "1/2-1/2"


def test_the_odds_of_a_shot_at_a_construct_and_of_fire() -> None:
    rows = "\n".join(["0. " * 9] * 3 + ["0. " * 4 + "0c2:5 " + "0. " * 4] + ["0. " * 9] * 5)
    state = battle([On(sheet("red", mode(abilities=("fire",))), "0506", "N")], [On(BLUE, "0101")], rows)
    shot = damage_odds(state.field(), Attack(0, "weapon", -1, 3 * 9 + 4))
    assert (shot.mean, shot.chance_to_deactivate) == (5, 1)
    fire = damage_odds(state.field(), Attack(0, "fire", -1, 3 * 9 + 4))
    assert (fire.mean, fire.chance_to_hit) == (0, 1)
    none = damage_odds(state.field(), Attack(0, "weapon", -1, 0))
    assert (none.hit, none.to_hit.refused, str(none.to_hit)) == (0, "HX-ATK-4", "not allowed (HX-ATK-4)")


def test_a_to_hit_number_reads_as_a_sentence() -> None:
    state = battle([On(RED, "0505", "N")], [On(sheet("blue", mode(speed=15)), "0502")])
    found = damage_odds(state.field(), Attack(0, "weapon", 1, 9 + 4)).to_hit
    assert str(found) == "2 or more (90 %): target speed 15: +8; skill 6: -6"


def test_hx_seq_10_a_giver_that_falls_in_anothers_free_action_has_no_turn_left() -> None:
    """A free action may bring the house down on the unit that gave it."""
    chief = sheet("chief", mode(abilities=("command",)))
    rows = "\n".join(["0. " * 9] * 3 + ["0. " * 4 + "0c9:1 " + "0. " * 4] + ["0. " * 9] * 5)
    state = battle([On(chief, "0504", hp=1), On(RED, "0506", "N")], [On(BLUE, "0101")], rows)
    free = after(state, "command red")
    down = after(free, "fire 0504 construct")
    assert piece(down, "chief").status == "wreck"
    assert [frame.unit for frame in down.stack] == [0, 1], "the free actions go on"
    done = after(down, "end")
    assert done.actor not in (-1, number(done, "chief"))
    assert len(done.stack) == 1


def test_a_move_can_be_given_only_one_way() -> None:
    from flagfall.hexes.actions import Move

    state = battle([On(RED, "0505", "N")], [On(BLUE, "0101")])
    for wrong in (
        Move(),
        Move(to="0504", facing="N", into="blue"),
        Move(via=("f",), facing="N"),
        Move(via=("",)),
    ):
        with pytest.raises(IllegalAction, match="HX-MOVE-2"):
            state.apply(0, wrong)


def test_a_view_gives_the_field_that_bots_and_pictures_ask() -> None:
    state = haunted()
    seen = state.game.field(state.view(0))
    assert 3 * 9 + 4 not in seen.ground
    assert seen.ground[4 * 9 + 4] == 0
    own = state.game.field(state.view(1))
    assert own.ground[3 * 9 + 4] == 1
    assert own.board is state.field().board


def test_hx_trn_2_a_ghost_may_board_and_leave_unheard() -> None:
    truck = sheet("truck", mode(height=4, attributes=("transport",)))
    state = battle(
        [On(RED, "0909")],
        [On(GHOST, "0505", "N", cloaked=True), On(truck, "0504", "N")],
        cloak_hides_position=True,
    )
    step = do(turn(state, "ghost"), "move into truck")
    assert piece(step.state, "ghost").carrier == number(step.state, "truck")
    heard = [type(event).__name__ for event in step.events if hears(event, 0)]
    assert "Moved" not in heard
    assert step.state.reach(number(step.state, "ghost"), 6).cost(Place(2 * 9 + 4, 0, GROUND)) == 2


def test_hx_abl_clk_a_shot_across_an_unseen_weapon_field_ends_there_and_reveals_it() -> None:
    warden = sheet("ghost", mode(abilities=("cloak", "shield")))
    state = battle(
        [On(RED, "0505", "N")],
        [On(warden, "0602", cloaked=True, shield="weapon"), On(BLUE, "0502")],
        cloak_hides_position=True,
    )
    assert legal(state, "fire") == {"fire 0502"}
    step = do(state, "fire 0502")
    assert not piece(step.state, "ghost").cloaked
    assert piece(step.state, "blue").hp == 12
    assert not told(step, "Rolled")
    assert step.state.frame.used == ("attack",)


def test_hx_trn_1_guests_of_a_transport_that_changes_sides_get_out() -> None:
    truck = sheet("truck", mode(height=4, attributes=("transport",)))
    thief = sheet("thief", mode(abilities=("control",)))
    tape = sheet("tape", mode(attributes=("small",), height=1))
    state = battle(
        [On(thief, "0505", "N")],
        [On(truck, "0504", "S"), On(RED, "0909"), On(tape, "0908"), On(BLUE, "0101")],
    )
    state = put(put(state, "red", carrier="truck"), "tape", carrier="truck")
    taken = do(dice(state, ("to-hit", 9), ("control", 10)), "control").state
    assert piece(taken, "truck").seat == 0
    assert (piece(taken, "red").carrier, where(taken, "red")) == (-1, "0404 S")
    assert piece(taken, "tape").carrier == number(taken, "truck"), "small ones stay in the hand"
    boarded = turn(put(taken, "thief", hex="0503", facing=3), "truck", last=True)
    boarded = put(boarded, "thief", carrier="truck")
    for seed in range(60):
        trial = boarded.copy()
        trial.seed = seed
        done = do(trial, "end").state
        assert (piece(done, "thief").carrier < 0) == (piece(done, "truck").seat == 1)


def test_what_a_guest_carries_is_set_down_next_to_the_transport() -> None:
    truck = sheet("truck", mode(height=6, attributes=("transport",)))
    tape = sheet("tape", mode(attributes=("small",), height=1))
    robot = sheet("red", mode(), mode("gun", kind="gun", height=1, attributes=("gun", "small")))
    state = battle([On(robot, "0909"), On(truck, "0505", "N"), On(tape, "0908")], [On(BLUE, "0101")])
    state = put(put(state, "tape", carrier="red"), "red", carrier="truck")
    done = after(state, "transform 1")
    assert where(done, "tape") == "0504 N"


def test_hx_move_8_what_is_carried_inside_what_is_carried_leaves_too() -> None:
    from flagfall.hexes.scenarios.scenario import Exit

    truck = sheet("truck", mode(height=6, attributes=("transport",)))
    tape = sheet("tape", mode(attributes=("small",), height=1))
    state = battle(
        [On(truck, "0501", "N"), On(RED, "0909"), On(tape, "0908"), On(sheet("rest"), "0907")],
        [On(BLUE, "0101")],
        victory=(Exit(side="red", edge="N", count=9),),
    )
    state = put(put(state, "tape", carrier="red"), "red", carrier="truck")
    gone = after(state, "move off N")
    assert [piece(gone, key).status for key in ("truck", "red", "tape")] == ["left"] * 3
