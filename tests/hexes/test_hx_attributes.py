"""Attributes (HX-ATT, HX-TRN), unique units and people (HX-UNQ, HX-HUM)."""

from __future__ import annotations

import random

import pytest
from battle import (
    On,
    after,
    battle,
    dice,
    do,
    legal,
    mode,
    number,
    piece,
    put,
    rolls,
    sheet,
    told,
    turn,
    where,
)

import flagfall
from flagfall.core.errors import IllegalAction
from flagfall.hexes.rules.attacks import Attack, to_hit
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, GROUND, Place
from flagfall.hexes.units.sheets import People

RED = sheet("red")
BLUE = sheet("blue")
ONE = sheet("one")


def test_hx_att_2_fly_and_hx_att_3_vtol_take_to_the_air() -> None:
    for attribute in ("fly", "vtol"):
        unit = sheet("red", mode(attributes=(attribute,)))
        done = after(battle([On(unit, "0505", "N")], [On(BLUE, "0101")]), "move 0505 N air")
        assert piece(done, "red").layer == AIR


def test_hx_att_3_only_a_vtol_slides() -> None:
    fly = battle([On(sheet("red", mode(attributes=("fly",))), "0505", "N", layer=AIR)])
    with pytest.raises(IllegalAction, match="HX-MOVE-2"):
        do(fly, "move via sNE")


def test_hx_att_5_water_keeps_to_water() -> None:
    boat = sheet("red", mode(kind="boat", attributes=("water",)))
    state = battle([On(boat, "0102", "N")], map="0.\n0w1\n0w2")
    assert state.reach(0, 6).cost(Place(0, 0)) is None
    assert state.reach(0, 6).cost(Place(2, 0)) == 1


# Guns

GUN = sheet(
    "gun", mode("robot"), mode("gun", kind="gun", firepower=9, speed=0, height=1, attributes=("gun", "small"))
)


def armed(**more: object) -> HexState:
    state = battle([On(RED, "0509", "N"), On(GUN, "0508", mode=1)], [On(BLUE, "0502")], **more)  # type: ignore[arg-type]
    return turn(after(state, "pickup gun"), "red")


def test_hx_att_6_a_gun_is_picked_up_and_lends_its_firepower_and_range() -> None:
    loose = battle([On(RED, "0509", "N"), On(GUN, "0508", mode=1)], [On(BLUE, "0502")])
    assert legal(turn(loose, "gun"), "fire") == legal(turn(loose, "gun"), "move") == set()
    state = armed()
    field = state.field()
    assert (field.firepower(0), field.weapon_range(0)) == (9, 9)
    aim = to_hit(field, Attack(0, "weapon", number(state, "blue"), piece(state, "blue").hex))
    assert aim.legal
    assert aim.parts[1].of == "6", "the operator's skill"
    step = do(dice(state, ("to-hit", 9), ("resistance", 5), ("potential", 5)), "fire 0502")
    assert told(step, "Struck")[0].damage == 3


def test_hx_att_6_it_goes_back_to_robot_only_in_its_own_turn() -> None:
    state = turn(armed(), "gun")
    freed = after(state, "transform 0")
    assert piece(freed, "gun").carrier == -1
    assert freed.board.grid.distance(piece(freed, "gun").hex, piece(freed, "red").hex) == 1
    free = state.copy()
    free.stack = (free.stack[0]._replace(free=True),)
    with pytest.raises(IllegalAction, match="HX-ATT-6"):
        do(free, "transform 0")
    enemy = put(armed(), "gun", seat=1, owner=1)
    assert enemy.field().firepower(0) == 5, "a captured gun is not fired"


# Small

TINY = sheet(
    "tiny", mode("robot"), mode("tape", kind="device", speed=0, firepower=0, height=1, attributes=("small",))
)


def test_hx_att_7_small_ones_are_hard_to_hit_and_anybody_may_pick_them_up() -> None:
    state = battle([On(RED, "0505", "N")], [On(TINY, "0504", mode=1), On(BLUE, "0101")])
    aim = to_hit(state.field(), Attack(0, "weapon", 1, piece(state, "tiny").hex))
    assert {part.name: part.value for part in aim.parts}["small"] == 8
    held = after(state, "pickup tiny")
    assert piece(held, "tiny").carrier == 0
    assert legal(turn(held, "red"), "fire") == set()
    assert len(legal(turn(held, "red"), "setdown")) == 6
    own = turn(held, "tiny")
    assert legal(own, "transform") == {"transform 0"}
    free = after(own, "transform 0")
    assert where(free, "tiny") == "0504 N"
    assert piece(free, "tiny").carrier == -1


def test_hx_att_7_the_carrier_falls_and_the_small_one_is_dropped_unhurt() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502"), On(TINY, "0501", mode=1)])
    state = put(put(state, "tiny", carrier="blue"), "blue", hp=1)
    done = do(dice(state, ("to-hit", 5), ("resistance", 1), ("potential", 10)), "fire 0502").state
    assert where(done, "tiny") == "0501 N"
    assert piece(done, "tiny").hp == 12


def test_hx_att_7_from_the_same_layer_and_next_to_one_only() -> None:
    state = battle([On(RED, "0505", "N")], [On(TINY, "0503", mode=1), On(BLUE, "0101")])
    with pytest.raises(IllegalAction, match="HX-ATT-7"):
        do(state, "pickup tiny")
    with pytest.raises(IllegalAction, match="HX-ATT-7"):
        do(put(put(state, "tiny", hex="0504"), "red", layer=AIR), "pickup tiny")
    with pytest.raises(IllegalAction, match="HX-ATT-7"):
        do(put(state, "blue", hex="0504"), "pickup blue")


# Teleport


def test_hx_att_8_teleport_goes_anywhere_within_speed_between_sky_and_ground_too() -> None:
    jumper = sheet("red", mode(speed=3, attributes=("teleport", "fly")))
    state = battle([On(jumper, "0505", "N")], [On(BLUE, "0504"), On(ONE, "0909")])
    done = after(state, "teleport 0502 SW air")
    assert where(done, "red") == "0502 SW"
    assert piece(done, "red").layer == AIR
    assert piece(after(turn(done, "red"), "teleport 0502 N"), "red").layer == GROUND
    for text, rule in (("teleport 0501 N", "HX-ATT-8"), ("teleport 0504 N", "HX-MOVE-5")):
        with pytest.raises(IllegalAction, match=rule):
            do(state, text)
    with pytest.raises(IllegalAction, match="HX-SEQ-3"):
        do(done, "move 0503 N")
    walker = battle([On(sheet("red", mode(attributes=("teleport",))), "0505")], [On(BLUE, "0101")])
    with pytest.raises(IllegalAction, match="HX-ATT-8"):
        do(walker, "teleport 0503 N air")
    assert all(str(state.game.action(text)) == text for text in legal(state, "teleport"))


# Transports

TRUCK = sheet("truck", mode(height=4, attributes=("transport",)))
RIDER = sheet("rider", mode(height=2, speed=6), mode("giant", height=3))


def loading(**more: object) -> HexState:
    return battle([On(RIDER, "0505", "N"), On(TRUCK, "0503", "SE", **more)], [On(BLUE, "0101")])  # type: ignore[arg-type]


def test_hx_trn_1_a_transport_holds_allies_of_at_most_half_its_height() -> None:
    assert "move into truck" in legal(loading(), "move")
    big = put(loading(), "rider", mode=1)
    assert "move into truck" not in legal(big, "move")
    foe = put(loading(), "truck", seat=1)
    assert "move into truck" not in legal(foe, "move")


def test_hx_trn_2_entering_and_leaving_cost_a_point_more() -> None:
    state = loading()
    assert state.reach(0, 6).aboard[1][0] == 3, "two hexes and one"
    inside = after(state, "move into truck")
    assert (piece(inside, "rider").carrier, piece(inside, "rider").hex) == (1, -1)
    out = turn(inside, "rider")
    found = out.reach(0, 6)
    assert found.cost(Place(2 * 9 + 5, 2)) == 2, "out of it facing south-east, and one hex"
    assert where(after(out, "move 0603 SE"), "rider") == "0603 SE"
    flyer = sheet("rider", mode(attributes=("fly",)))
    above = battle([On(flyer, "0503", "N", layer=AIR), On(TRUCK, "0503")], [On(BLUE, "0101")])
    assert above.reach(0, 6).aboard[1][0] == 3, "landing and one"
    aboard = turn(after(above, "move into truck"), "rider")
    assert aboard.reach(0, 6).cost(Place(2 * 9 + 4, 0, AIR)) == 3, "take-off and one"
    lofty = put(aboard, "truck", layer=AIR)
    assert lofty.reach(0, 6).cost(Place(9 + 4, 0, AIR)) == 2


def test_hx_trn_3_carried_units_are_no_targets() -> None:
    inside = after(loading(), "move into truck")
    theirs = turn(put(inside, "blue", hex="0501", facing=3), "blue")
    assert legal(theirs, "fire") == {"fire 0503"}
    aim = to_hit(theirs.field(), Attack(number(theirs, "blue"), "weapon", 0, 2 * 9 + 4))
    assert aim.refused == "HX-ATK-4"


def test_hx_trn_4_inside_only_leaving_and_fitting_transformations() -> None:
    inside = turn(after(loading(), "move into truck"), "rider")
    assert {str(action).split()[0] for action in inside.legal(0)} == {"move", "end"}
    with pytest.raises(IllegalAction, match="HX-TRN-4"):
        do(inside, "transform 1")


def test_hx_trn_5_a_fallen_transport_sets_its_guests_down_around_clockwise_from_its_front() -> None:
    inside = after(loading(), "move into truck")
    state = turn(put(put(inside, "blue", hex="0501", facing=3), "truck", hp=1), "blue")
    done = do(dice(state, ("to-hit", 5), ("resistance", 1), ("potential", 10)), "fire 0503").state
    assert piece(done, "truck").status == "wreck"
    assert where(done, "rider") == "0603 SE"
    assert piece(done, "rider").hp == 12
    blocked = put(state, "blue", hex="0603", facing=5)
    done = do(dice(blocked, ("to-hit", 5), ("resistance", 1), ("potential", 10)), "fire 0503").state
    assert where(done, "rider") == "0504 SE"


# Unique units


def test_hx_unq_1_fortress_cerebros_spike() -> None:
    from flagfall.hexes.units.unit_files import roster

    sheets = roster()
    chain = ["fortress-maximus"]
    while True:
        one = sheets[chain[-1]]
        inner = one.nebulon or (one.on_deactivate.spawn if one.on_deactivate else None)
        if inner is None:
            break
        chain.append(inner)
    assert chain == ["fortress-maximus", "cerebros", "spike"]
    assert sheets["spike"].is_nebulon


DEALER = sheet(
    "dealer",
    mode("robot"),
    mode("bird", kind="animal"),
    mode("car", kind="vehicle"),
    allegiance_by_mode=("autobot", "decepticon", "leaves"),
    faction="mercenary",
)


def bargain(seed: int = 1) -> HexState:
    return battle([On(RED, "0505")], [On(BLUE, "0101")], mercenaries=[On(DEALER, "0909")], seed=seed)


def test_hx_unq_2_the_higher_roll_has_the_mercenary_in_his_sides_mode() -> None:
    owners = set()
    for seed in range(40):
        state = bargain(seed)
        one, two = (roll.value for roll in state.opening[-2:])
        assert piece(state, "dealer").owner == (0 if one > two else 1)
        assert piece(state, "dealer").mode == piece(state, "dealer").owner
        owners.add(piece(state, "dealer").owner)
    assert owners == {0, 1}


def test_hx_unq_2_another_mode_hands_him_over_and_ends_his_turn_and_the_car_leaves() -> None:
    state = next(s for s in map(bargain, range(40)) if piece(s, "dealer").owner == 0)
    state = turn(state, "dealer")
    over = after(state, "transform 1")
    assert (piece(over, "dealer").owner, piece(over, "dealer").seat) == (1, 1)
    assert over.actor != number(over, "dealer")
    gone = after(state, "transform 2")
    assert piece(gone, "dealer").status == "out"
    assert gone.outcome() is None


# People


def people(heads: int, per: int, **stats: object) -> object:
    shape = mode("people", kind="human", strength=0, firepower=0, height=1, **stats)
    return sheet("people", shape, people=People(heads, per), end=5, ski=7)


def test_hx_hum_1_a_crowd_by_its_sheet() -> None:
    from flagfall.hexes.units.unit_files import roster

    crowd = next(one for one in roster().values() if one.people and one.people.heads_per_fire == 10)
    shape = crowd.modes[0]
    assert (shape.speed, shape.height, shape.strength, crowd.endurance, crowd.skill) == (2, 1, 0, 1, 5)
    assert crowd.people.heads <= 20


def test_hx_hum_2_a_squad_by_its_sheet() -> None:
    from flagfall.hexes.units.unit_files import roster

    squad = next(one for one in roster().values() if one.people and one.people.heads_per_fire == 5)
    shape = squad.modes[0]
    assert (shape.speed, shape.height, shape.strength, squad.endurance, squad.skill) == (3, 1, 0, 5, 7)


def test_hx_hum_3_firepower_falls_with_the_heads() -> None:
    """Worked check 11."""
    state = battle([On(people(14, 5), "0505", "N")], [On(BLUE, "0503")])
    assert (piece(state, "people").hp, state.field().firepower(0)) == (14, 2)
    assert state.field().weapon_range(0) == 2
    fewer = put(state, "people", hp=9)
    assert fewer.field().firepower(0) == 1
    crowd = battle([On(people(9, 10), "0505", "N")], [On(BLUE, "0504")])
    assert crowd.field().firepower(0) == 0
    assert legal(crowd, "fire") == legal(crowd, "strike") == set()


def test_hx_hum_4_people_are_attacked_and_fire_by_the_normal_rules_and_are_gone_when_none_is_left() -> None:
    state = battle([On(people(14, 5), "0505", "N"), On(ONE, "0909")], [On(BLUE, "0504", "S")])
    assert legal(state, "fire") == {"fire 0504"}
    theirs = turn(state, "blue")
    assert legal(theirs, "strike") == {"strike"}
    step = do(dice(theirs, ("to-hit", 9), ("resistance", 1), ("potential", 9)), "strike")
    assert piece(step.state, "people").hp == 14 - 8
    last = do(
        dice(put(theirs, "people", hp=3), ("to-hit", 9), ("resistance", 1), ("potential", 9)), "strike"
    ).state
    assert (piece(last, "people").status, piece(last, "people").hex) == ("out", -1)


def test_every_mercenary_game_can_be_started() -> None:
    state = flagfall.game("hex-bargain").new(seed=5)
    assert len(state.opening) >= 2
    assert rolls(type("Step", (), {"events": state.opening})())
    rng = random.Random(0)
    assert state.pending()[0].sample(rng)
