"""Constructs (HX-CON) and transformation (HX-TRF)."""

from __future__ import annotations

import pytest
from battle import (
    AT,
    On,
    after,
    battle,
    do,
    legal,
    mode,
    piece,
    put,
    sheet,
    tile,
    where,
)

from flagfall.core.errors import IllegalAction
from flagfall.hexes.maps.terrain import ROUGH
from flagfall.hexes.units.pieces import HOVERING, PRONE

RED = sheet("red")
BLUE = sheet("blue")
ONE = sheet("one")


# Constructs


def test_hx_con_1_a_construct_is_climbed_like_a_hill() -> None:
    from flagfall.hexes.units.pieces import Place

    state = battle([On(sheet("red", mode(speed=9)), "0505", "N")], map=tile("0c3:99"))
    assert state.reach(0, 9).cost(Place(AT, 0)) == 4


def test_hx_con_2_each_climb_costs_it_half_the_climbers_endurance_rounded_up() -> None:
    state = battle([On(sheet("red", mode(speed=20), end=5), "0505", "N")], [On(BLUE, "0101")], tile("0c1:9"))
    assert after(state, "move 0504 N").field().cell(AT).hp == 6
    assert after(state, "move via f f r r r f").field().cell(AT).hp == 3, "at each entry"
    hover = sheet("red", mode(kind="vtol", attributes=("vtol",)))
    above = battle([On(hover, "0505", "N", stance=HOVERING)], [On(BLUE, "0101")], tile("0c1:9"))
    assert after(above, "move 0504 N hover").field().cell(AT).hp == 9
    assert after(above, "move 0504 N").field().cell(AT).hp == 6


def test_hx_con_3_hits_take_the_stat_doubled_or_halved() -> None:
    state = battle(
        [On(RED, "0505", "N")], [On(BLUE, "0101")], tile("0c2:30"), redirect_power=True, brawl=True
    )
    assert after(state, "fire 0504").field().cell(AT).hp == 25
    assert after(state, "blast 0504 construct").field().cell(AT).hp == 20
    assert after(state, "brawl construct").field().cell(AT).hp == 20
    assert after(put(state, "red", stance=PRONE), "fire 0504").field().cell(AT).hp == 27


def test_hx_con_4_at_no_hit_points_it_is_rough_ground() -> None:
    done = after(battle([On(RED, "0505", "N")], [On(BLUE, "0101")], tile("2c3:5")), "fire 0504")
    assert done.field().cell(AT) == (2, ROUGH, 0, 0)
    assert done.field().board.floor[AT] == 2


def test_hx_con_5_a_unit_on_it_falls() -> None:
    soft = sheet("blue", mode(attributes=("damage*2",)))
    state = battle([On(RED, "0507", "N")], [On(soft, "0504"), On(ONE, "0101")], tile("0c5:5"))
    done = after(state, "fire 0504 construct")
    assert piece(done, "blue").hp == 12 - 4, "two for five levels, twice by its factor"
    assert piece(done, "blue").stance == 0


def test_hx_con_7_constructs_are_targets_judged_to_their_top_and_adjacent_always() -> None:
    ridge = tile("0c4:9")
    rows = ridge.splitlines()
    rows[4] = " ".join(["3."] * 9)
    state = battle([On(RED, "0506", "N")], [On(BLUE, "0101")], "\n".join(rows))
    assert legal(state, "fire") == {"fire 0504 construct"}
    low = tile("0c1:9").splitlines()
    low[4] = " ".join(["3."] * 9)
    assert legal(battle([On(RED, "0506", "N")], [On(BLUE, "0101")], "\n".join(low)), "fire") == set()
    near = battle([On(RED, "0505", "N")], [On(BLUE, "0101")], tile("0c1:9", (4, 3)))
    assert legal(near, "fire") == {"fire 0504 construct"}


# Transformation


def test_hx_trf_1_another_mode_takes_effect_at_once() -> None:
    unit = sheet("red", mode(speed=3), mode("car", kind="vehicle", speed=9))
    state = battle([On(unit, "0505", "N")], [On(BLUE, "0101")])
    assert legal(state, "transform") == {"transform 1"}
    done = after(state, "transform 1")
    assert done.field().mode(0).speed == 9
    assert "move 0501 N" in legal(done, "move")
    for text in ("transform 0", "transform 7"):
        with pytest.raises(IllegalAction, match="HX-TRF-1"):
            do(state, text)


def test_hx_trf_2_damage_is_kept() -> None:
    unit = sheet("red", mode(), mode("car", kind="vehicle"))
    state = battle([On(unit, "0505", hp=4)], [On(BLUE, "0101")])
    assert piece(after(state, "transform 1"), "red").hp == 4


def test_hx_trf_3_facing_kept_lost_effects_end_and_the_mode_has_to_fit_the_hex() -> None:
    unit = sheet(
        "red",
        mode(abilities=("cloak", "shield"), attributes=("transport",), height=4),
        mode("car", kind="vehicle", height=4),
    )
    small = sheet("small", mode(height=1))
    state = battle(
        [On(unit, "0505", "SE", cloaked=True, shield="self"), On(small, "0909")], [On(BLUE, "0101")]
    )
    state = put(state, "small", carrier="red")
    done = after(state, "transform 1")
    assert where(done, "red") == "0505 SE"
    assert (piece(done, "red").cloaked, piece(done, "red").shield) == (False, "")
    assert where(done, "small") == "0605 SE"
    craft = sheet("red", mode(), mode("craft", kind="hover", attributes=("hover",)))
    for cell in ("0r", "0t", "0T", "0c1:9"):
        stuck = battle([On(craft, "0504")], [On(BLUE, "0101")], tile(cell))
        with pytest.raises(IllegalAction, match="HX-TRF-3"):
            do(stuck, "transform 1")
