"""Abilities (HX-ABL)."""

from __future__ import annotations

import random

import msgspec
import pytest
from battle import (
    AT,
    On,
    able,
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
    tile,
    told,
    turn,
    where,
)

from flagfall.core import PUBLIC, hears
from flagfall.core.errors import IllegalAction
from flagfall.hexes.abilities.separate import shares
from flagfall.hexes.maps.terrain import CONSTRUCT
from flagfall.hexes.rules.attacks import Attack, damage_odds, to_hit
from flagfall.hexes.rules.sight import sight
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR
from flagfall.hexes.units.sheets import Team

RED = sheet("red")
BLUE = sheet("blue")
ONE = sheet("one")


# Build


def test_hx_abl_bld_a_new_construct_more_hit_points_or_one_level_more() -> None:
    state = battle([On(able("build"), "0505", "N")], [On(BLUE, "0101")])
    assert len(legal(state, "build")) == 6
    built = after(state, "build 0504")
    assert built.field().cell(AT)[1:] == (CONSTRUCT, 1, 6)
    again = turn(built, "red")
    assert after(again, "build 0504 hp").field().cell(AT)[1:] == (CONSTRUCT, 1, 12)
    assert after(again, "build 0504 level").field().cell(AT)[1:] == (CONSTRUCT, 2, 6)


def test_hx_abl_bld_only_on_clear_or_rough_free_ground() -> None:
    for cell in ("0t", "0T", "0w0", "0#"):
        with pytest.raises(IllegalAction, match="HX-ABL-BLD"):
            do(battle([On(able("build"), "0505")], [On(BLUE, "0101")], tile(cell)), "build 0504")
    assert do(battle([On(able("build"), "0505")], [On(BLUE, "0101")], tile("0r")), "build 0504").events
    with pytest.raises(IllegalAction, match="HX-ABL-BLD"):
        do(battle([On(able("build"), "0505")], [On(BLUE, "0504")]), "build 0504")
    with pytest.raises(IllegalAction, match="HX-ABL-BLD"):
        do(battle([On(able("build"), "0505")], [On(BLUE, "0101")]), "build 0503")


def test_hx_abl_bld_a_unit_on_top_rises_with_it() -> None:
    state = battle([On(able("build"), "0505"), On(ONE, "0504")], [On(BLUE, "0101")], tile("0c2:9"))
    assert after(state, "build 0504 level").field().base(1) == 3


# Cloak


def test_hx_abl_clk_a_cloaked_unit_is_no_target_and_does_not_attack() -> None:
    state = battle([On(able("cloak"), "0505", "N")], [On(BLUE, "0504", "S")])
    hidden = after(state, "cloak")
    assert piece(hidden, "red").cloaked
    assert legal(hidden, "fire") == legal(hidden, "strike") == set()
    with pytest.raises(IllegalAction, match="HX-ABL-CLK"):
        do(hidden, "strike")
    with pytest.raises(IllegalAction, match="HX-SEQ-3"):
        do(hidden, "uncloak")
    theirs = turn(hidden, "blue")
    assert legal(theirs, "fire") == legal(theirs, "strike") == set()
    with pytest.raises(IllegalAction, match="HX-ATK-4"):
        do(theirs, "fire 0505")
    assert theirs.view(1).pieces[0].hex == 4 * 9 + 4, "its place stays public"
    seen = after(turn(hidden, "red"), "uncloak")
    assert legal(seen, "strike") == {"strike"}


def test_hx_abl_clk_it_may_move_and_is_no_wall_and_no_cover() -> None:
    state = battle([On(RED, "0507", "N"), On(ONE, "0505", cloaked=True)], [On(BLUE, "0504")])
    field = state.field()
    assert sight(field, field.sight_end(0), field.sight_end(2)).clear
    assert to_hit(field, Attack(0, "weapon", 2, AT)).cover is None
    assert legal(turn(state, "one"), "move")


HIDE = {"cloak_hides_position": True}


def ambush() -> HexState:
    """Blue stands unseen at 0503, two hexes ahead of red."""
    return battle(
        [On(RED, "0505", "N")], [On(sheet("blue", mode(abilities=("cloak",))), "0503", cloaked=True)], **HIDE
    )


def test_hx_abl_clk_hidden_places_are_in_no_view_but_the_owners() -> None:
    state = ambush()
    for seat in (0, PUBLIC):
        assert (state.view(seat).pieces[1].hex, state.view(seat).pieces[1].unseen) == (-1, True)
    assert state.view(1).pieces[1].hex == 2 * 9 + 4
    other = put(state, "blue", hex="0909", facing=3)
    assert msgspec.json.encode(state.view(0)) == msgspec.json.encode(other.view(0))
    assert state.legal(0) == other.legal(0), "legality never depends on it"
    assert "move 0503 N" in legal(state, "move")


def test_hx_abl_clk_a_made_up_world_has_the_unseen_anywhere_and_facing_any_way() -> None:
    state = ambush()
    view = state.view(0)
    rng = random.Random(2)
    guesses = [state.game.determinize(view, rng) for _ in range(600)]
    assert {guess.pieces[1].hex for guess in guesses} == set(range(81)) - {state.pieces[0].hex}
    assert {guess.pieces[1].facing for guess in guesses} == set(range(6))
    assert all(state.game.fits(view, guess) for guess in guesses)


def test_hx_abl_clk_no_world_has_the_unseen_off_the_map_or_on_top_of_somebody() -> None:
    state = ambush()
    assert state.game.fits(state.view(0), state)
    for hex in (-1, state.pieces[0].hex):
        other = put(state, "blue", hex=hex)
        assert not state.game.fits(state.view(0), other)


def test_hx_abl_clk_a_move_that_meets_the_unseen_ends_before_it_and_reveals_it() -> None:
    step = do(ambush(), "move 0502 N")
    assert where(step.state, "red") == "0504 N"
    assert not piece(step.state, "blue").cloaked
    assert step.state.view(0).pieces[1].hex == 2 * 9 + 4
    assert told(step, "Moved")[0].stopped


def test_hx_abl_clk_the_unseen_move_without_a_word_to_others() -> None:
    state = turn(ambush(), "blue")
    step = do(state, "move 0502 N")
    for seat in (0, PUBLIC):
        heard = [event for event in step.events if hears(event, seat)]
        assert all(type(event).__name__ == "TableIs" for event in heard)
    assert any(type(event).__name__ == "Moved" for event in step.events if hears(event, 1))
    assert step.state.view(0) == msgspec.structs.replace(state.view(0), table=step.state.view(0).table)


# Combine and separate

TEAM = Team("team", "Team", ("a", "b", "c", "d", "e"), "big")
BIG = sheet("big", mode(height=6, abilities=("separate",)), end=12, separate="team")
MEMBERS = [sheet(id, mode(abilities=("combine",)), combine="team") for id in TEAM.members]
SPOTS = ("0505", "0504", "0503", "0604", "0605")


def team(damage: tuple[int, ...] = (1, 0, 3, 2, 5), spots: tuple[str, ...] = SPOTS) -> HexState:
    units = [On(one, at, hp=12 - lost) for one, at, lost in zip(MEMBERS, spots, damage, strict=True)]
    return battle(units, [On(BLUE, "0101")], more=[BIG], teams=[TEAM])


def test_hx_abl_cmb_the_big_robot_has_the_sum_of_their_damage() -> None:
    """Worked check 10."""
    done = after(team(), "combine d SE")
    big = piece(done, "big")
    assert (big.status, big.hp) == ("play", 24 - 11)
    assert where(done, "big") == "0604 SE"
    assert all(piece(done, one).status == "away" for one in TEAM.members)
    assert done.actor == number(done, "blue"), "the member's turn is over and the other cards are void"
    assert number(done, "big") not in done.pile, "it acts next round"
    assert number(after(done, "end"), "big") in (*after(done, "end").pile, after(done, "end").actor)


def test_hx_abl_cmb_all_have_to_be_operational_together_and_on_the_ground() -> None:
    assert len(legal(team(), "combine")) == 30
    apart = team(spots=("0505", "0504", "0503", "0604", "0909"))
    hurt = team(damage=(5, 5, 5, 5, 4))
    for state in (
        apart,
        hurt,
        put(team(), "c", status="wreck", hp=0),
        put(team(), "c", layer=AIR),
        put(team(), "c", seat=1, controller="blue"),
    ):
        assert legal(state, "combine") == set()
        with pytest.raises(IllegalAction, match="HX-ABL-CMB"):
            do(state, "combine a N")


def test_hx_abl_sep_the_damage_is_divided_with_the_remainder_to_the_first() -> None:
    """Worked check 10: 11 over five is 3, 2, 2, 2, 2."""
    assert shares(11, 5) == [3, 2, 2, 2, 2]
    big = turn(after(team(), "combine a N"), "big")
    done = after(big, "separate")
    assert [12 - piece(done, one).hp for one in TEAM.members] == [3, 2, 2, 2, 2]
    grid = done.board.grid
    assert {grid.distance(piece(done, one).hex, 4 * 9 + 4) for one in TEAM.members} == {1}
    assert piece(done, "big").status == "away"
    assert all(piece(done, one).mode == 0 for one in TEAM.members)
    assert not set(done.pile) & {number(done, one) for one in TEAM.members}


def test_hx_abl_sep_members_take_the_middle_and_the_next_ring_when_it_is_crowded() -> None:
    walls = [On(sheet(f"w{n}"), at) for n, at in enumerate(("0501", "0602", "0601", "0402", "0401"))]
    units = [On(one, at) for one, at in zip(MEMBERS, ("0502", "0503", "0504", "0603", "0604"), strict=True)]
    state = battle(units, [On(BLUE, "0101"), *walls], more=[BIG], teams=[TEAM])
    done = after(turn(after(state, "combine a N"), "big"), "separate")
    grid = done.board.grid
    far = sorted(grid.distance(piece(done, one).hex, 9 + 4) for one in TEAM.members)
    assert far[0] == 0
    assert far[-1] == 2


# Command and transmit


def chiefs() -> HexState:
    return battle(
        [
            On(sheet("chief", mode(abilities=("command",)), mode("car", kind="vehicle")), "0505"),
            On(sheet("vice", mode(abilities=("command",))), "0506"),
            On(ONE, "0507"),
        ],
        [On(BLUE, "0101")],
        side=({"chain": ("chief", "vice")}, {}),
    )


def test_hx_abl_cmd_only_the_leader_of_the_chain_commands() -> None:
    state = chiefs()
    assert legal(state, "command") == {"command vice", "command one"}
    assert legal(turn(state, "vice"), "command") == set()
    with pytest.raises(IllegalAction, match="HX-ABL-CMD"):
        do(turn(state, "vice"), "command one")
    with pytest.raises(IllegalAction, match="HX-ABL-CMD"):
        do(state, "command chief")
    for gone in (
        {"status": "wreck", "hp": 0},
        {"seat": 1, "controller": "blue"},
        {"status": "away", "hex": -1},
    ):
        assert legal(turn(put(state, "chief", **gone), "vice"), "command")
    assert legal(turn(put(state, "chief", mode=1), "vice"), "command") == set(), "nobody replaces a car"


def test_hx_abl_cmd_gives_two_actions() -> None:
    state = after(chiefs(), "command one")
    assert (state.actor, state.frame.left, state.frame.free) == (2, 2, True)


def test_hx_abl_trm_transmit_gives_one_action() -> None:
    state = battle([On(able("transmit"), "0505"), On(ONE, "0507", "N")], [On(BLUE, "0101")])
    given = after(state, "transmit one")
    assert (given.actor, given.frame.left) == (1, 1)
    back = after(given, "move 0506 N")
    assert (back.actor, back.frame.left) == (0, 1)
    carried = put(state, "one", carrier="red")
    with pytest.raises(IllegalAction, match="HX-ABL-TRM"):
        do(carried, "transmit one")


# Control


def grab(end: int = 6) -> HexState:
    return battle(
        [On(able("control"), "0505", "N")], [On(sheet("blue", end=end), "0504", "S"), On(ONE, "0909")]
    )


def test_hx_abl_ctl_a_hit_and_a_roll_above_the_endurance_take_control() -> None:
    """Worked check 6: Endurance 6 falls at 40 %, 9 at 10 %, 10 never."""
    for end, parts in ((6, 800), (9, 200), (10, 0), (12, 0)):
        odds = damage_odds(grab(end).field(), Attack(0, "control", 1, AT))
        assert odds.deactivate == parts
        assert odds.mean == 0
    won = do(dice(grab(), ("to-hit", 5), ("control", 7)), "control").state
    assert (piece(won, "blue").seat, piece(won, "blue").owner, piece(won, "blue").hp) == (0, 1, 12)
    lost = do(dice(grab(), ("to-hit", 5), ("control", 6)), "control").state
    assert piece(lost, "blue").seat == 1


def test_hx_abl_ctl_the_unit_acts_for_its_controller_until_a_roll_fails() -> None:
    won = do(dice(grab(), ("to-hit", 5), ("control", 7)), "control").state
    theirs = turn(won, "blue")
    assert theirs.to_move == 0
    assert legal(theirs, "fire") == set(), "its old friends are out of sight, its new ones no target"
    assert legal(turn(won, "red"), "strike") == set()
    for seed in range(40):
        trial = turn(won, "one", last=True)
        trial.seed = seed
        step = do(trial, "end")
        assert (piece(step.state, "blue").seat == 0) == (dict(rolls(step))["keep-control"] > 6)


# Demolish, fire, extinguish, smoke


def test_hx_abl_dem_twice_the_strength() -> None:
    state = battle([On(able("demolish"), "0505", "N")], [On(BLUE, "0101")], tile("0c2:30"))
    assert after(state, "demolish").field().cell(AT).hp == 20
    assert after(state, "strike construct").field().cell(AT).hp == 25
    with pytest.raises(IllegalAction, match=r"HX-ATK-3|HX-ATK-4"):
        do(battle([On(able("demolish"), "0505", "N")], [On(BLUE, "0504")]), "demolish")


def test_hx_abl_fir_the_first_fire_sets_the_wind_and_smoke_lies_to_the_lee() -> None:
    """Worked check 12: wind 1 (N) puts smoke N, NW and NE of the fire."""
    state = battle([On(able("fire"), "0507", "N")], [On(BLUE, "0101")])
    step = do(dice(state, ("to-hit", 5), ("wind", 8), ("wind", 1)), "burn 0504")
    burning = step.state
    assert [purpose for purpose, _ in rolls(step)] == ["to-hit", "wind", "wind"]
    assert burning.fires == (AT,)
    around = burning.board.neighbours[AT]
    assert {mark.hex for mark in burning.smoke} == {around[0], around[1], around[5]}
    second = do(turn(burning, "red"), "burn 0506")
    assert [purpose for purpose, _ in rolls(second)] == ["to-hit"]
    assert piece(burning, "red").hp == 12


def test_hx_abl_fir_not_on_water_and_trees_on_the_line_count() -> None:
    with pytest.raises(IllegalAction, match="HX-ABL-FIR"):
        do(battle([On(able("fire"), "0505", "N")], [On(BLUE, "0101")], tile("0w1")), "burn 0504")
    woods = battle([On(able("fire"), "0507", "N")], [On(BLUE, "0101")], tile("0T", (4, 4)))
    found = to_hit(woods.field(), Attack(0, "fire", -1, AT))
    assert [str(part) for part in found.parts] == [
        "target speed 0: +0",
        "skill 6: -6",
        "immobile target: -4",
        "thick trees 0505: +2",
    ]


def test_hx_abl_ext_a_fire_goes_and_its_smoke_at_the_end_of_the_next_full_round() -> None:
    both = able("fire", "extinguish")
    state = battle([On(both, "0505", "N")], [On(BLUE, "0101")])
    state = turn(do(dice(state, ("to-hit", 5), ("wind", 1)), "burn 0504").state, "red")
    assert legal(state, "extinguish") == {"extinguish 0504"}
    out = after(turn(state, "red", last=True), "extinguish 0504")
    assert out.fires == ()
    assert len(out.smoke) == 3
    two = after(out, "end")
    assert (two.round, len(two.smoke)) == (2, 3)
    three = after(after(turn(two, "red", last=True), "end"))
    assert (three.round, len(three.smoke)) == (3, 0)
    with pytest.raises(IllegalAction, match="HX-ABL-EXT"):
        do(battle([On(both, "0505", "N")], [On(BLUE, "0101")]), "extinguish 0504")


def test_hx_abl_smk_a_smoke_screen_takes_both_actions_and_lasts_until_the_end_of_the_next_round() -> None:
    state = battle([On(able("smoke"), "0505", "N")], [On(BLUE, "0101")])
    done = after(state, "smoke 0503 N")
    assert [mark.hex for mark in done.smoke] == [2 * 9 + 4, 3 * 9 + 4, 4 * 9 + 4], "the start too"
    assert {mark.until for mark in done.smoke} == {2}
    assert done.actor == 1
    two = after(turn(done, "blue", last=True), "end")
    assert len(two.smoke) == 3
    assert after(turn(two, "blue", last=True), "end").smoke == ()
    with pytest.raises(IllegalAction, match=r"HX-ABL-SMK|HX-SEQ-3"):
        do(after(state, "fire 0101") if legal(state, "fire") else turn(state, "red", 1), "smoke 0504 N")


# Repair


def test_hx_abl_rep_skill_in_hit_points_to_allies_next_to_one_in_the_same_layer() -> None:
    state = battle([On(able("repair"), "0505"), On(ONE, "0504", hp=2)], [On(BLUE, "0506", hp=2)])
    assert legal(state, "repair") == {"repair one"}
    assert piece(after(state, "repair one"), "one").hp == 8
    assert piece(after(put(state, "one", hp=11), "repair one"), "one").hp == 12, "not above the maximum"
    assert piece(after(put(state, "red", hp=1), "repair red"), "red").hp == 7
    for text in ("repair blue", "repair red"):
        with pytest.raises(IllegalAction, match="HX-ABL-REP"):
            do(state, text)
    assert legal(put(state, "one", layer=AIR), "repair") == set()
    assert legal(put(state, "one", hex="0503"), "repair") == set()


def test_hx_abl_rep_a_wreck_returns_with_its_card_next_round() -> None:
    state = battle([On(able("repair"), "0505"), On(ONE, "0504", status="wreck", hp=0)], [On(BLUE, "0101")])
    repaired = after(turn(state, "red", last=True), "repair one")
    assert (piece(repaired, "one").status, piece(repaired, "one").hp) == ("wreck", 6)
    back = after(repaired, "end")
    assert (piece(back, "one").status, piece(back, "one").stance) == ("play", 0)
    assert 1 in (*back.pile, back.actor)


# Shield


def test_hx_abl_shd_a_self_field_stops_every_attack_in_and_out() -> None:
    state = after(battle([On(able("shield"), "0505", "N")], [On(BLUE, "0504", "S")]), "shield self")
    assert legal(state, "strike") == legal(state, "fire") == set()
    with pytest.raises(IllegalAction, match="HX-ABL-SHD"):
        do(turn(state, "blue"), "fire 0505")
    with pytest.raises(IllegalAction, match="HX-ABL-SHD"):
        do(turn(state, "blue"), "strike")


def test_hx_abl_shd_a_weapon_field_stops_weapons_across_its_edge_only() -> None:
    state = battle(
        [On(able("shield"), "0505", "N"), On(ONE, "0504", "N")],
        [On(BLUE, "0501", "S"), On(sheet("in"), "0506", "N")],
    )
    state = after(state, "shield weapon")
    shots = {key: legal(turn(state, key), "fire") for key in ("red", "one", "blue", "in")}
    assert shots == {"red": set(), "one": set(), "blue": set(), "in": {"fire 0505"}}
    fist = put(state, "in", hex="0503", facing=3)
    assert legal(turn(fist, "in"), "fire") == set()
    assert legal(turn(fist, "in"), "strike") == {"strike"}, "hands go through"
    past = battle([On(ONE, "0109", "N"), On(able("shield"), "0207", shield="weapon")], [On(BLUE, "0105")])
    assert legal(past, "fire") == {"fire 0105"}, "a line with both ends outside passes"


def test_hx_abl_shd_it_drops_at_the_end_of_an_own_turn_without_upkeep() -> None:
    state = after(battle([On(able("shield"), "0505", "N")], [On(BLUE, "0101")]), "shield self", "end")
    assert piece(state, "red").shield == "self"
    state.pile = (0, 1)
    mine = after(state, "end")
    assert (mine.actor, piece(mine, "red").kept) == (0, False)
    assert piece(after(mine, "shield self", "end"), "red").shield == "self"
    assert piece(after(mine, "end"), "red").shield == ""
