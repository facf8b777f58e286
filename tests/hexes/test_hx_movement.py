"""Movement: terrain, ground, prone, air, water (HX-TERR, HX-MOVE, HX-PRONE, HX-AIR, HX-WAT)."""

from __future__ import annotations

from typing import Any

import pytest
from battle import On, after, battle, do, legal, mode, number, piece, put, sheet, turn, where

from flagfall.core.errors import IllegalAction
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.explicit_path import follow
from flagfall.hexes.rules.field import prone_height
from flagfall.hexes.scenarios.scenario import Exit
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PRONE, STANDING, Place
from flagfall.hexes.units.sheets import People

BLUE = sheet("blue")
JET = {"kind": "jet", "attributes": ("fly",), "speed": 6}
COPTER = {"kind": "vtol", "attributes": ("vtol",), "speed": 6}


def walker(**stats: object) -> object:
    return sheet("red", mode(**stats))


def lane(*cells: str) -> str:
    """A map one column wide, north at the top."""
    return "\n".join(cells)


def cost(cells: tuple[str, ...], *, facing: str = "N", **stats: object) -> int | None:
    """What the first step north costs a unit that starts at the bottom of a lane; None if it cannot."""
    stats = {"speed": 30, **stats}
    stance = stats.pop("stance", STANDING)
    state = battle([On(walker(**stats), f"01{len(cells):02d}", facing, stance=stance)], map=lane(*cells))
    found = state.reach(0, 30)
    return found.cost(Place(len(cells) - 2, 0, GROUND, stance))


def hovering(cell: str) -> int:
    """What it costs a hovering VTOL to go on at ground level from a clear hex; 0 if it cannot."""
    state = battle([On(walker(**COPTER), "0102", "N", stance=HOVERING)], map=lane(cell, "0."))
    return costs(state.board, profile(state.field(), 0)).entry(HOVERING, 1, 0)


# Terrain


def test_hx_terr_1_a_hex_has_an_elevation_and_one_terrain() -> None:
    state = battle([On(walker(), "0101")], map="2. -1r 0w3 0t 0T 1c2:7 0# --")
    cells = state.board.cells
    assert [cell.terrain for cell in cells] == [CLEAR, ROUGH, WATER, THIN, THICK, CONSTRUCT, IMPASSABLE, OFF]
    assert [cell.floor for cell in cells[:6]] == [2, -1, -3, 0, 0, 3]
    assert cost(("0#", "0.")) is None
    assert cost(("--", "0.")) is None


@pytest.mark.parametrize(
    ("cell", "foot", "hover", "vtol", "water"),
    [
        ("0.", 1, 1, 1, None),
        ("0r", 2, None, 1, None),
        ("0w0", 2, 1, 1, None),
        ("0w2", 4, 1, 1, None),
        ("0t", 2, None, None, None),
        ("0T", 3, None, None, None),
        ("0c3:99", 4, None, 4, None),
        ("2.", 3, 3, 3, None),
    ],
)
def test_hx_terr_2_entry_costs(cell: str, foot: int, hover: int, vtol: int, water: int) -> None:
    assert cost((cell, "0.")) == foot
    assert cost((cell, "0."), kind="hover", attributes=("hover",)) == hover
    assert (hovering(cell) or None) == vtol
    assert cost((cell, "0."), kind="boat", attributes=("water",)) == water


def test_hx_terr_3_turning_dropping_standing_take_off_and_landing() -> None:
    robot = sheet("red", mode(speed=20, attributes=("fly",)))
    found = battle([On(robot, "0505", "N")]).reach(0, 20)
    here = 4 * 9 + 4
    assert found.cost(Place(here, 1)) == 1
    assert found.cost(Place(here, 3)) == 3
    assert found.cost(Place(here, 0, GROUND, PRONE)) == 1
    assert found.cost(Place(here, 0, AIR)) == 2
    up = battle([On(robot, "0505", "N", layer=AIR)]).reach(0, 20)
    assert up.cost(Place(here, 0)) == 2
    lying = battle([On(robot, "0505", "N", stance=PRONE)]).reach(0, 20)
    assert lying.cost(Place(here, 4)) == 2


def test_hx_terr_4_hills_cost_a_point_a_level_up_and_down() -> None:
    assert cost(("3.", "0.")) == 4
    assert cost(("0.", "3.")) == 4
    assert cost(("2T", "0.")) == 5
    limited = battle([On(walker(speed=30), "0102")], map=lane("3.", "0."), max_climb=2)
    assert limited.reach(0, 30).cost(Place(0, 0)) is None


def test_hx_terr_5_the_base_of_a_grounded_unit() -> None:
    def base(cell: str, **stats: object) -> int:
        stance = stats.pop("stance", STANDING)
        return battle([On(walker(**stats), "0101", stance=stance)], map=cell).field().base(0)

    assert base("2.") == 2
    assert base("1w3") == -2
    assert base("1w3", attributes=("hover",)) == 1
    assert base("1w3", attributes=("water",)) == 1
    assert base("1w3", attributes=("vtol",), stance=HOVERING) == 1
    assert base("1c4:9") == 5


def test_hx_terr_6_smoke_is_no_hindrance_to_movement() -> None:
    from flagfall.hexes.events import Smoke

    state = battle([On(walker(), "0505", "N")]).copy()
    state.smoke = (Smoke(3 * 9 + 4, -1, 0),)
    assert state.reach(0, 6).cost(Place(3 * 9 + 4, 0)) == 1


# Ground


def test_hx_move_1_one_move_gives_the_speed_of_the_mode() -> None:
    car = sheet("red", mode(speed=3), mode("car", kind="vehicle", speed=7))
    state = battle([On(car, "0509", "N")])
    assert state.reach(0, 3).cost(Place(5 * 9 + 4, 0)) == 3
    with pytest.raises(IllegalAction, match="HX-MOVE-4"):
        do(state, "move 0505 N")
    assert where(after(battle([On(car, "0509", "N", mode=1)]), "move 0502 N"), "red") == "0502 N"


def test_hx_move_2_forward_or_back_with_the_facing_kept_and_turns_at_a_point_a_side() -> None:
    state = battle([On(walker(), "0505", "N")])
    found = state.reach(0, 6)
    assert found.cost(Place(3 * 9 + 4, 0)) == 1
    assert found.cost(Place(5 * 9 + 4, 0)) == 1, "back"
    assert found.cost(Place(3 * 9 + 5, 1)) == 2, "turn and go"
    assert found.cost(Place(3 * 9 + 5, 0)) == 3
    assert where(after(state, "move via r f l"), "red") == "0604 N"


def test_hx_move_3_backward_keeps_the_elevation() -> None:
    level = battle([On(walker(), "0101", "N")], map=lane("0.", "0."))
    assert level.reach(0, 6).cost(Place(1, 0)) == 1
    for below in ("1.", "0w1", "0c1:99"):
        state = battle([On(walker(), "0101", "N")], map=lane("0.", below))
        with pytest.raises(IllegalAction, match="HX-MOVE-3"):
            do(state, "move via b")
    ford = battle([On(walker(), "0101", "N")], map=lane("0.", "0w0"))
    assert ford.reach(0, 6).cost(Place(1, 0)) == 2


def test_hx_move_4_a_hex_is_entered_only_if_its_whole_cost_can_be_paid() -> None:
    """Worked check 2: two points, a rough hex two levels up needs four."""
    state = battle([On(walker(speed=2), "0102", "N")], map=lane("2r", "0."))
    assert state.reach(0, 2).cost(Place(0, 0)) is None
    with pytest.raises(IllegalAction, match="HX-MOVE-4") as refused:
        do(state, "move via f")
    assert refused.value.params["needs"] == 4


def test_hx_move_5_friends_are_passed_enemies_not_and_nobody_ends_on_another() -> None:
    friend = sheet("friend")
    state = battle([On(walker(), "0103", "N"), On(friend, "0102")], map=lane("0.", "0.", "0."))
    assert state.reach(0, 6).cost(Place(0, 0)) == 2
    assert state.reach(0, 6).cost(Place(1, 0)) is None
    with pytest.raises(IllegalAction, match="HX-MOVE-5"):
        do(state, "move 0102 N")
    hostile = battle([On(walker(), "0103", "N")], [On(BLUE, "0102")], lane("0.", "0.", "0."))
    assert hostile.reach(0, 6).cost(Place(0, 0)) is None
    with pytest.raises(IllegalAction, match="HX-MOVE-5"):
        do(hostile, "move via f f")
    above = put(hostile, "blue", layer=AIR)
    assert above.reach(0, 6).cost(Place(1, 0)) == 1


def test_hx_conv_5_two_layers_a_hex() -> None:
    flyer = sheet("blue", mode(attributes=("fly",)))
    state = battle([On(walker(), "0505")], [On(flyer, "0505", layer=AIR)])
    field = state.field()
    assert field.ground[4 * 9 + 4] == 0
    assert field.air[4 * 9 + 4] == 1


def test_hx_move_6_wrecks_may_be_passed_but_not_stopped_on() -> None:
    state = battle(
        [On(walker(), "0103", "N")], [On(BLUE, "0102"), On(sheet("x"), "0101")], lane("0.", "0.", "0.")
    )
    state = put(put(state, "blue", status="wreck", hp=0), "x", layer=AIR)
    found = state.reach(0, 6)
    assert found.cost(Place(1, 0)) is None
    assert found.cost(Place(0, 0)) == 2
    for text in ("move 0102 N", "move via f"):
        with pytest.raises(IllegalAction, match="HX-MOVE-6"):
            do(state, text)


def test_hx_move_7_jets_on_the_ground_pay_double_for_terrain_not_for_turning() -> None:
    """Worked check 1: thick trees one level up cost a walker 4, a jet 8."""

    def taxi(cell: str, **stats: object) -> int:
        state = battle([On(walker(speed=20, **stats), "0102", "N")], map=lane(cell, "0."))
        return follow(state.field(), 0, ["f"])[1]

    assert taxi("1T") == 4
    assert taxi("1T", kind="jet", attributes=("fly",)) == 8
    assert taxi("0.", attributes=("fly",)) == 1, "a flying robot walks like any other"
    assert taxi("0.", kind="vtol", attributes=("vtol",)) == 2, "landed"
    jet = battle([On(walker(kind="jet", attributes=("fly",)), "0505", "N")])
    assert jet.reach(0, 6).cost(Place(4 * 9 + 4, 1)) == 1
    assert jet.reach(0, 6).cost(Place(4 * 9 + 4, 0, AIR)) == 2


def test_hx_move_8_the_map_is_left_only_over_an_exit_edge() -> None:
    state = battle([On(walker(), "0302", "N")], [On(BLUE, "0909")])
    with pytest.raises(IllegalAction, match="HX-MOVE-8"):
        do(state, "move off N")
    open_ = battle(
        [On(walker(), "0302", "N"), On(sheet("two"), "0505")],
        [On(BLUE, "0909")],
        victory=(Exit(side="red", edge="N", count=2),),
    )
    assert open_.reach(0, 6).exits["N"][0] == 2, "one hex and one point"
    gone = after(open_, "move off N")
    assert piece(gone, "red").status == "left"
    assert gone.outcome() is None
    assert "move off N" in legal(open_, "move")


def test_hx_move_9_and_hx_con_6_a_construct_that_collapses_under_the_mover_ends_the_move() -> None:
    state = battle([On(walker(speed=20), "0103", "N")], map=lane("0.", "0c4:3", "0."))
    found = state.reach(0, 20)
    assert found.cost(Place(1, 0)) == 5
    assert found.cost(Place(0, 0)) is None, "not beyond it"
    step = do(state, "move 0102 N")
    done = step.state
    assert done.field().cell(1).terrain == ROUGH
    assert piece(done, "red").hp == 12 - 2, "a fall of four levels"
    assert where(done, "red") == "0102 N"
    with pytest.raises(IllegalAction, match="HX-MOVE-9"):
        do(state, "move via f f")


def test_hx_seq_5_a_move_is_one_action_and_unspent_points_are_lost() -> None:
    state = after(battle([On(walker(), "0505", "N")], [On(BLUE, "0101")]), "move 0504 N")
    assert state.frame.used == ("move",)
    assert legal(state, "move") == set()
    with pytest.raises(IllegalAction, match="HX-SEQ-3"):
        do(state, "move 0503 N")


# Prone


def test_hx_prone_1_height_prone_is_a_quarter_up_and_there_is_no_way_to_move_or_turn() -> None:
    """Worked check 3."""
    assert [prone_height(h) for h in (2, 5, 8, 9)] == [1, 2, 2, 3]
    lying = battle([On(walker(speed=1), "0505", "N", stance=PRONE)])
    assert lying.field().height(0) == 1
    assert legal(lying, "move") == set()
    dropped = after(battle([On(walker(), "0505", "SE")], [On(BLUE, "0101")]), "move 0505 SE prone")
    assert piece(dropped, "red").stance == PRONE
    assert where(dropped, "red") == "0505 SE"


def test_hx_prone_2_standing_up_costs_two_with_a_free_facing() -> None:
    lying = battle([On(walker(speed=2), "0505", "N", stance=PRONE)])
    assert legal(lying, "move") == {f"move 0505 {way}" for way in ("N", "NE", "SE", "S", "SW", "NW")}


def test_hx_prone_3_stand_move_drop_in_one_action() -> None:
    lying = battle([On(walker(speed=4), "0505", "N", stance=PRONE)], [On(BLUE, "0101")])
    done = after(lying, "move 0504 N prone")
    assert where(done, "red") == "0504 N"
    assert piece(done, "red").stance == PRONE
    assert after(lying, "move via uN f d").pieces == done.pieces


def test_hx_prone_4_only_robots_and_modes_that_can() -> None:
    car = sheet("red", mode(), mode("car", kind="vehicle"), mode("beast", kind="animal", can_drop=True))
    for number_, able in ((0, True), (1, False), (2, True)):
        state = battle([On(car, "0505", "N", mode=number_)])
        assert ("move 0505 N prone" in legal(state, "move")) is able
    with pytest.raises(IllegalAction, match="HX-PRONE-4"):
        do(battle([On(car, "0505", "N", mode=1)]), "move via d")


def test_hx_prone_6_transforming_ends_it_and_take_off_needs_standing() -> None:
    robot = sheet("red", mode(attributes=("fly",), speed=3), mode("car", kind="vehicle"))
    lying = battle([On(robot, "0505", "N", stance=PRONE)], [On(BLUE, "0101")])
    assert lying.reach(0, 3).cost(Place(4 * 9 + 4, 0, AIR)) is None
    assert lying.reach(0, 4).cost(Place(4 * 9 + 4, 0, AIR)) == 4
    assert piece(after(lying, "transform 1"), "red").stance == STANDING


# Air


def test_hx_air_1_flying_needs_fly_or_vtol_in_the_mode() -> None:
    here = 4 * 9 + 4
    assert battle([On(walker(), "0505")]).reach(0, 6).cost(Place(here, 0, AIR)) is None
    assert battle([On(walker(**JET), "0505")]).reach(0, 6).cost(Place(here, 0, AIR)) == 2
    assert battle([On(walker(**COPTER), "0505")]).reach(0, 6).cost(Place(here, 0, AIR)) == 2
    assert (
        where(after(battle([On(walker(**JET), "0505", "SE")], [On(BLUE, "0101")]), "move 0505 SE air"), "red")
        == "0505 SE"
    )


def test_hx_air_2_in_the_air_every_hex_costs_one_over_any_terrain() -> None:
    state = battle([On(walker(**JET), "0104", "N", layer=AIR)], map=lane("9T", "0w9", "0#", "0."))
    found = state.reach(0, 6)
    assert found.cost(Place(0, 0, AIR)) == 3
    assert found.cost(Place(2, 0, AIR)) == 1
    assert found.cost(Place(2, 1, AIR)) == 2
    aside = battle([On(walker(**JET), "0505", "N", layer=AIR)]).reach(0, 6)
    assert aside.cost(Place(3 * 9 + 5, 0, AIR)) == 3, "turn, go, turn back"


def test_hx_air_3_a_vtol_slides_at_two() -> None:
    state = battle([On(walker(**COPTER), "0505", "N", layer=AIR)], [On(BLUE, "0101")])
    for label, hex in (("0604", 3 * 9 + 5), ("0605", 4 * 9 + 5), ("0404", 3 * 9 + 3), ("0405", 4 * 9 + 3)):
        assert state.reach(0, 6).cost(Place(hex, 0, AIR)) == 2, label
    assert where(after(state, "move via sNE"), "red") == "0604 N"


def test_hx_air_4_a_vtol_hovers_over_rough_and_water_but_not_over_woods() -> None:
    assert [hovering(cell) for cell in ("0r", "0w4", "0t", "0T")] == [1, 1, 0, 0]
    state = battle([On(walker(**COPTER, height=3), "0101", stance=HOVERING)], map="1w2")
    assert state.field().sight_end(0).top == 4


def test_hx_air_5_landed_hover_air_and_slides_while_hovering() -> None:
    here = 4 * 9 + 4
    landed = battle([On(walker(**COPTER), "0505", "N")]).reach(0, 6)
    assert landed.cost(Place(here, 0, GROUND, HOVERING)) == 1
    hovering = battle([On(walker(**COPTER), "0505", "N", stance=HOVERING)]).reach(0, 6)
    assert hovering.cost(Place(here, 0, AIR)) == 1
    assert hovering.cost(Place(here, 0)) == 1
    assert hovering.cost(Place(3 * 9 + 5, 0, GROUND, HOVERING)) == 2, "entry cost and one"
    flying = battle([On(walker(**COPTER), "0505", "N", layer=AIR)]).reach(0, 6)
    assert flying.cost(Place(here, 0, GROUND, HOVERING)) == 1
    assert flying.cost(Place(here, 0)) == 2


def test_hx_air_6_landing_needs_free_ground_and_loads_a_construct() -> None:
    state = battle(
        [On(walker(**JET), "0505", "N", layer=AIR), On(sheet("friend"), "0505")], [On(BLUE, "0101")]
    )
    with pytest.raises(IllegalAction, match="HX-AIR-6"):
        do(state, "move via g")
    roof = battle([On(walker(**JET), "0101", "N", layer=AIR)], [On(BLUE, "0102")], lane("0c3:9", "0."))
    landed = after(roof, "move 0101 N")
    assert landed.field().cell(0).hp == 6
    rock = battle([On(walker(**JET), "0101", "N", layer=AIR)], map=lane("0#", "0."))
    assert rock.reach(0, 6).cost(Place(0, 0)) is None


def test_hx_air_7_in_the_air_only_modes_that_fly() -> None:
    robot = sheet("red", mode(), mode("jet", **JET), mode("plane", **JET))
    state = battle([On(robot, "0505", mode=1, layer=AIR)], [On(BLUE, "0101")])
    assert legal(state, "transform") == {"transform 2"}
    with pytest.raises(IllegalAction, match="HX-AIR-7"):
        do(state, "transform 0")
    assert piece(after(state, "transform 2"), "red").layer == AIR


def test_hx_air_8_a_flyer_that_falls_lies_below_or_in_the_nearest_free_hex() -> None:
    from test_hx_combat import fatal

    jet = sheet("blue", mode(**JET))
    state = battle([On(sheet("red"), "0505", "N")], [On(jet, "0502", layer=AIR), On(sheet("under"), "0909")])
    down = fatal(state, "fire 0502 air")
    assert where(down, "blue") == "0502 N"
    assert (piece(down, "blue").layer, piece(down, "blue").status) == (GROUND, "wreck")
    crowded = fatal(put(state, "under", hex="0502"), "fire 0502 air")
    assert where(crowded, "blue") == "0501 N"
    assert piece(crowded, "under").hp == 12


# Water


def test_hx_wat_1_a_walker_goes_along_the_bottom() -> None:
    assert cost(("0w2", "0.")) == 4
    assert cost(("0.", "0w2")) == 3
    assert cost(("0w3", "0w1")) == 4


def test_hx_wat_3_swimming() -> None:
    swim = {"abilities": ("swim",)}
    assert cost(("0w3", "0w1"), **swim) == 1
    assert cost(("0w3", "0."), **swim) == 2, "into the water: one more"
    assert cost(("1.", "0w3"), **swim) == 3, "out of it: one more, the land, and the bank"
    assert cost(("0w3", "2."), **swim) == 4


def test_hx_abl_swm_swim_is_passive() -> None:
    state = battle(
        [On(walker(abilities=("swim",)), "0102", "N")], [On(BLUE, "0103")], lane("0w3", "0w3", "0.")
    )
    assert not any(str(action) == "swim" for action in state.legal(0))
    assert where(after(state, "move 0101 N"), "red") == "0101 N"


def test_hx_wat_5_hover_goes_over_water_and_land_never_rough_trees_or_constructs() -> None:
    hover = {"kind": "hover", "attributes": ("hover",)}
    assert [cost((cell, "0."), **hover) for cell in ("0w5", "0.", "1.", "0r", "0t", "0T", "0c1:9")] == [
        1,
        1,
        2,
        None,
        None,
        None,
        None,
    ]


def test_hx_att_4_hover_and_hx_att_5_water_are_attributes_of_a_mode() -> None:
    boat = sheet(
        "red",
        mode(),
        mode("boat", kind="boat", attributes=("water",)),
        mode("craft", kind="hover", attributes=("hover",)),
    )
    sea = lane("0w4", "0w4")
    prices = [
        battle([On(boat, "0102", "N", mode=n)], map=sea).reach(0, 9).cost(Place(0, 0)) for n in (0, 1, 2)
    ]
    assert prices == [2, 1, 1]


def test_hx_wat_6_a_boat_never_goes_on_land_and_on_it_only_turns() -> None:
    boat = {"kind": "boat", "attributes": ("water",)}
    assert cost(("0w1", "0w3"), **boat) == 1
    assert cost(("0.", "0w3"), **boat) is None
    assert cost(("0w3", "0."), **boat) is None
    stuck = battle([On(walker(**boat), "0505", "N")])
    assert all(" 0505 " in text for text in legal(stuck, "move"))
    assert len(legal(stuck, "move")) >= 5


def test_hx_wat_7_who_loses_the_surface_sinks_unhurt() -> None:
    boat = sheet("red", mode("boat", kind="boat", attributes=("water",)), mode("robot"))
    state = battle([On(boat, "0101")], [On(BLUE, "0102")], lane("0w5", "0."))
    assert state.field().base(0) == 0
    sunk = after(state, "transform 1")
    assert sunk.field().base(0) == -5
    assert piece(sunk, "red").hp == 12


def test_hx_wat_8_a_ford_costs_two_and_hides_nobody() -> None:
    assert cost(("0w0", "0.")) == 2
    assert cost(("0w0", "0."), abilities=("swim",)) == 2
    flat = battle([On(walker(), "0101", stance=PRONE)], map="0w0")
    assert not flat.field().sight_end(0).sunk


def test_hx_wat_9_people_stay_out_of_deep_water() -> None:
    people = {"kind": "human", "height": 1}
    assert cost(("0w1", "0."), **people) is None
    assert cost(("0w0", "0."), **people) == 2


def test_a_state_knows_its_moves_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state: HexState = battle([On(walker(), "0505")])
    assert state.reach(0, 6) is state.reach(0, 6)
    assert turn(state, "red").reach(0, 6) is not state.reach(0, 6)
    assert number(state, "red") == 0


HOVERCRAFT = {"kind": "hover", "attributes": ("hover",)}
SHIP = {"kind": "boat", "attributes": ("water",)}
PERSON = {"kind": "human", "strength": 0}


@pytest.mark.parametrize(
    ("stats", "here", "ahead", "stance", "text", "rule"),
    [
        ({}, "0.", "0.", 1, "move via f", "HX-PRONE-1"),
        ({}, "0.", "0.", 1, "move via r", "HX-PRONE-1"),
        ({}, "0.", "0.", 0, "move via t", "HX-AIR-1"),
        ({}, "0.", "0.", 0, "move 0101 N air", "HX-AIR-1"),
        ({}, "0.", "0.", 0, "move 0101 N hover", "HX-AIR-4"),
        (COPTER, "0.", "0t", 2, "move via f", "HX-TERR-2"),
        (HOVERCRAFT, "0.", "0r", 0, "move via f", "HX-TERR-2"),
        (HOVERCRAFT, "0.", "0r", 0, "move 0101 N", "HX-TERR-2"),
        (HOVERCRAFT, "0.", "0.", 0, "move 0101 N prone", "HX-PRONE-4"),
        (SHIP, "0w1", "0.", 0, "move 0101 N", "HX-TERR-2"),
        (PERSON, "0.", "0w1", 0, "move via f", "HX-WAT-9"),
        (PERSON, "0.", "0w1", 0, "move 0101 N", "HX-WAT-9"),
        ({"speed": 1}, "0.", "0r", 0, "move 0101 N", "HX-MOVE-4"),
    ],
)
def test_hx_terr_2_a_move_that_cannot_be_is_refused_by_the_rule_that_forbids_it(
    stats: dict[str, Any], here: str, ahead: str, stance: int, text: str, rule: str
) -> None:
    people = {"people": People(10, 5)} if stats == PERSON else {}
    unit = sheet("red", mode(**stats), **people)
    state = battle([On(unit, "0102", "N", stance=stance)], map=lane(ahead, here))
    with pytest.raises(IllegalAction) as refused:
        do(state, text)
    assert refused.value.rule == rule


def test_hx_terr_4_a_step_that_is_too_steep_says_so() -> None:
    state = battle([On(walker(), "0102", "N")], map=lane("3.", "0."), max_climb=2)
    with pytest.raises(IllegalAction, match="HX-TERR-4"):
        do(state, "move via f")
