"""What revision 2 of the rules put right, and that older games go on by revision 1 (HX-CONV-7)."""

from __future__ import annotations

from pathlib import Path

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
    tile,
    turn,
    where,
)

import flagfall
from flagfall.core.errors import BadText, IllegalAction
from flagfall.core.record import read_record, write_record
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.victory import losses
from flagfall.hexes.options import REVISION
from flagfall.hexes.rules.attacks import TOTAL, Attack, damage_odds, to_hit
from flagfall.hexes.rules.costs import stays_down
from flagfall.hexes.scenarios.scenario import Eliminate, Exit
from flagfall.hexes.state import HexState
from flagfall.hexes.units.sheets import People, Team

OLD = Path(__file__).with_name("data") / "old"
RED = sheet("red")
BLUE = sheet("blue")
LEADER = sheet("leader", mode(abilities=("command", "transmit")))
TEAM = Team("team", "Team", ("a", "b", "c"), "big")
BIG = sheet("big", mode(height=6, abilities=("separate",)), end=12, separate="team")
MEMBERS = [sheet(id, mode(abilities=("combine",)), combine="team") for id in TEAM.members]
HEAD = sheet("blue", nebulon="partner")
PARTNER = sheet("partner", mode(kind="nebulon", strength=1, speed=2, firepower=1, height=1), end=2, ski=3)


# The option


@pytest.mark.parametrize("file", sorted(OLD.glob("*.txt")), ids=lambda file: file.stem)
def test_hx_conv_7_a_record_from_before_replays_by_the_rules_it_began_with(file: Path) -> None:
    """These files were written by the code before there was a revision; reading holds their digests."""
    text = file.read_text("utf-8")
    assert "revision" not in text
    record = read_record(text, file.name)
    assert record.options["revision"] == 1
    assert read_record(write_record(record)) == record, "written again it says by which rules"


def test_hx_conv_7_one_of_them_could_not_be_played_today() -> None:
    """A big robot is given a free action in the round it was formed, and so are its parts."""
    text = (OLD / "hex-skirmish-transmit.txt").read_text("utf-8")
    with pytest.raises(BadText, match="HX-ABL-TRM"):
        read_record(text.replace("option preset", "option revision 2\noption preset"))


def test_hx_conv_7_new_games_are_played_by_the_last_revision_and_positions_say_so() -> None:
    game = flagfall.game("hex-duel")
    state = game.new(seed=1)
    assert state.options.revision == REVISION
    assert f'"revision":{REVISION}' in state.position()
    assert game.position(state.position()).digest() == state.digest()
    old = game.new(seed=1, revision=1)
    assert "revision" not in old.position(), "the digests of old games stay"
    assert game.position(old.position()).options.revision == 1


# Combine and Separate


def combined(revision: int) -> HexState:
    """The leader's turn after the team has combined."""
    units = [On(one, at) for one, at in zip(MEMBERS, ("0505", "0504", "0503"), strict=True)]
    state = battle(
        [*units, On(LEADER, "0909")], [On(BLUE, "0101")], more=[BIG], teams=[TEAM], revision=revision
    )
    return turn(after(state, "combine a NE"), "leader")


@pytest.mark.parametrize("verb", ["command", "transmit"])
def test_hx_abl_cmb_a_new_big_robot_gets_no_free_actions_in_that_round(verb: str) -> None:
    state = combined(2)
    assert f"{verb} big" not in legal(state, verb)
    with pytest.raises(IllegalAction):
        do(state, f"{verb} big")
    later = after(turn(state, "leader", last=True), "end")
    assert piece(later, "big").waiting == 0
    assert f"{verb} big" in legal(turn(later, "leader"), verb)
    assert f"{verb} big" in legal(combined(1), verb)


def test_hx_abl_sep_the_parts_get_no_free_actions_in_that_round() -> None:
    for revision in (2, 1):
        later = after(turn(combined(revision), "leader", last=True), "end")
        parted = turn(after(turn(later, "big"), "separate"), "leader")
        ready = {f"command {one}" for one in TEAM.members} & legal(parted, "command")
        assert len(ready) == (0 if revision == 2 else 3)
        joined = after(turn(parted, "leader", last=True), "end")
        assert {number(joined, one) for one in TEAM.members} <= {*joined.pile, joined.actor}


def test_hx_seq_6_a_big_robot_that_falls_in_the_round_it_was_formed_stays_down() -> None:
    state = put(turn(combined(2), "blue"), "big", hp=1)
    state = put(state, "blue", hex="0502", facing=3)
    fallen = do(dice(state, ("to-hit", 9), ("resistance", 1), ("potential", 10)), "fire 0505").state
    assert piece(fallen, "big").status == "wreck"
    assert piece(after(turn(fallen, "leader", last=True), "end"), "big").status == "wreck"


def big_alone() -> HexState:
    later = after(turn(combined(2), "leader", last=True), "end")
    return turn(later, "big")


def test_hx_abl_sep_the_player_chooses_hexes_and_facings() -> None:
    state = big_alone()
    done = after(state, "separate a 0504 S c 0605 NW")
    assert (where(done, "a"), where(done, "c")) == ("0504 S", "0605 NW")
    assert piece(done, "b").status == "play", "who is not named is put around"
    grid = state.board.grid
    assert grid.distance(piece(state, "big").hex, piece(done, "b").hex) == 1
    action = state.game.action("separate a 0504 S")
    assert str(action) == "separate a 0504 S"


@pytest.mark.parametrize(
    "text",
    [
        "separate a 0501 N",  # too far
        "separate a 0505 N",  # the middle, while there is room around
        "separate a 0504 N b 0504 S",
        "separate a 0504 N a 0506 S",
        "separate leader 0504 N",
    ],
)
def test_hx_abl_sep_parts_stand_next_to_the_big_robot(text: str) -> None:
    with pytest.raises(IllegalAction, match="HX-ABL-SEP"):
        do(big_alone(), text)


# Telaport


def test_hx_prone_1_who_lies_cannot_teleport() -> None:
    jumper = sheet("red", mode(attributes=("teleport",)))
    for revision in (2, 1):
        state = battle([On(jumper, "0505", stance=1)], [On(BLUE, "0101")], revision=revision)
        assert bool(legal(state, "teleport")) == (revision == 1)
    with pytest.raises(IllegalAction, match="HX-PRONE-1"):
        do(battle([On(jumper, "0505", stance=1)], [On(BLUE, "0101")]), "teleport 0503 N")


def test_hx_prone_2_who_is_too_slow_to_stand_up_is_known_before() -> None:
    slow, other = mode(speed=1), mode("car", kind="car", speed=1)
    for one, stays in ((sheet("red", slow), True), (sheet("red", slow, other), False), (RED, False)):
        assert stays_down(battle([On(one, "0505")], [On(BLUE, "0101")]).field(), 0) == stays
    state = battle([On(sheet("red", slow), "0505", stance=1)], [On(BLUE, "0101")])
    assert legal(state, "move") == set()


# Shields


def covered(revision: int) -> HexState:
    """Red fires at blue; a friend of blue stands before it, inside a weapon field that blue is outside of."""
    cover, keeper = sheet("cover", mode(height=1)), sheet("keeper", mode(abilities=("shield",)))
    return battle(
        [On(sheet("red", mode(firepower=9)), "0506", "N")],
        [On(BLUE, "0502"), On(cover, "0503"), On(keeper, "0403", shield="weapon")],
        revision=revision,
    )


def test_hx_abl_shd_a_weapon_field_keeps_out_what_cover_would_catch() -> None:
    for revision in (2, 1):
        state = covered(revision)
        attack = Attack(0, "weapon", number(state, "blue"), piece(state, "blue").hex)
        aim = to_hit(state.field(), attack)
        assert aim.legal and aim.cover is not None and aim.cover.unit == number(state, "cover")
        caught = damage_odds(state.field(), attack).cover_damage
        assert (caught == (TOTAL,)) == (revision == 2), "the odds say the same"
        step = do(dice(state, ("to-hit", 9), ("cover", 3)), "fire 0502")
        assert ("resistance" in dict(rolls(step))) == (revision == 1)
    assert piece(step.state, "blue").hp == 12


# Water


def test_hx_wat_2_deep_water_stops_shots_at_the_next_hex_too() -> None:
    rows = [["0."] * 9 for _ in range(9)]
    rows[4][4], rows[3][4] = "0w3", "0c2:9"
    ground = "\n".join(" ".join(row) for row in rows)
    burner = sheet("red", mode(abilities=("fire",)))
    for revision in (2, 1):
        state = battle([On(burner, "0505", "N")], [On(BLUE, "0101")], ground, revision=revision)
        assert ("fire 0504 construct" in legal(state, "fire")) == (revision == 1)
        assert ("burn 0504" in legal(state, "burn")) == (revision == 1)
    with pytest.raises(IllegalAction, match="HX-WAT-2"):
        do(battle([On(burner, "0505", "N")], [On(BLUE, "0101")], ground), "fire 0504 construct")


def test_hx_cov_2_flat_land_is_no_cover_for_a_wader() -> None:
    for revision in (2, 1):
        state = battle([On(RED, "0507", "N")], [On(BLUE, "0504")], tile("0w1"), revision=revision)
        aim = to_hit(state.field(), Attack(0, "weapon", 1, piece(state, "blue").hex))
        assert (aim.cover is None) == (revision == 2)


# Partners, cargo, weight, heads


def test_hx_neb_5_repaired_at_once_both_have_a_card_and_rejoining_works() -> None:
    medic = sheet("medic", mode(abilities=("repair",)))
    for rejoin in (False, True):
        state = battle(
            [On(RED, "0505", "N")],
            [On(HEAD, "0502", hp=1), On(medic, "0501")],
            more=[PARTNER],
            nebulon_rejoin=rejoin,
        )
        fallen = do(dice(state, ("to-hit", 5), ("resistance", 1), ("potential", 10)), "fire 0502").state
        done = after(turn(fallen, "medic", last=True), "repair blue", "end")
        assert piece(done, "blue").status == "play"
        assert piece(done, "partner").status == ("away" if rejoin else "play")
        assert rejoin or piece(done, "partner").card != piece(done, "blue").card


def test_hx_move_8_what_belongs_to_the_enemy_does_not_leave_as_cargo() -> None:
    truck = sheet("red", mode(height=4, attributes=("transport",)))
    exit_ = (Exit(side="red", edge="N"), Eliminate())
    for revision in (2, 1):
        state = battle(
            [On(truck, "0501", "N"), On(sheet("mate"), "0909"), On(sheet("puppeteer"), "0908")],
            [On(BLUE, "0505"), On(sheet("other"), "0101")],
            victory=exit_,
            revision=revision,
        )
        state = put(state, "mate", carrier="red")
        state = put(state, "blue", carrier="red", seat=0, controller="puppeteer")
        gone = after(state, "move off N")
        assert piece(gone, "red").status == piece(gone, "mate").status == "left"
        assert piece(gone, "blue").status == ("play" if revision == 2 else "left")


def test_hx_con_2_landing_by_transforming_weighs_on_a_construct() -> None:
    copter = sheet("red", mode(), mode("copter", kind="vtol", attributes=("vtol",)))
    for hp, left in ((9, "0c2:6"), (3, "0r")):
        state = battle([On(copter, "0504", mode=1)], [On(BLUE, "0101")], tile(f"0c2:{hp}"))
        done = after(put(state, "red", stance=2), "transform 0")
        assert str(done.field().cell(piece(done, "red").hex)) == left
    old = battle([On(copter, "0504", mode=1)], [On(BLUE, "0101")], tile("0c2:9"), revision=1)
    done = after(put(old, "red", stance=2), "transform 0")
    assert str(done.field().cell(piece(done, "red").hex)) == "0c2:9"


def test_hx_hum_3_losses_count_from_the_heads_it_began_with() -> None:
    people = sheet("red", mode(kind="human", strength=0, speed=3, height=1), people=People(20, 5), end=5)
    for revision, lost in ((2, 3), (1, 11)):
        state = battle([On(people, "0505", entry={"heads": 12}, hp=9)], [On(BLUE, "0101")], revision=revision)
        assert losses(Draft(state, state.copy()), 0) == lost


def test_hx_trn_2_a_ship_is_boarded_and_left_at_the_surface() -> None:
    ship = sheet("ship", mode("ship", kind="ship", height=4, attributes=("water", "transport")))
    for revision, cost in ((2, 3), (1, 6)):
        state = battle(
            [On(RED, "0505", "N"), On(ship, "0504", "N")],
            [On(BLUE, "0101")],
            tile("0w3"),
            revision=revision,
        )
        assert state.reach(0, 9).aboard[1][0] == cost, "water, and a point to get in"
        inside = put(state, "red", carrier="ship")
        out = inside.reach(0, 9)
        ahead = next(
            place for place in out.ends() if state.board.label(place.hex) == "0503" and not place.stance
        )
        assert out.cost(ahead) == (2 if revision == 2 else 5)
        assert after(state, "move into ship").pieces[0].carrier == 1 or revision == 1
    path = after(put(state, "red", carrier="ship"), "move via f")
    assert where(path, "red") == "0503 N"


def test_hx_trn_2_people_may_board_a_ship_in_water_that_they_cannot_enter() -> None:
    people = sheet("red", mode(kind="human", strength=0, speed=3, height=1), people=People(10, 5), end=5)
    ship = sheet("ship", mode("ship", kind="ship", height=4, attributes=("water", "transport")))
    state = battle([On(people, "0505", "N"), On(ship, "0504", "N")], [On(BLUE, "0101")], tile("0w3"))
    assert "move into ship" in legal(state, "move")


# Guns and optional actions


def test_hx_att_6_only_a_robot_operates_a_gun() -> None:
    gun = sheet("gun", mode(kind="gun", attributes=("gun", "small"), firepower=9, height=1))
    car = sheet("red", mode(), mode("car", kind="car", firepower=2))
    for revision in (2, 1):
        state = battle([On(car, "0505", mode=1), On(gun, "0506")], [On(BLUE, "0101")], revision=revision)
        held = put(state, "gun", carrier="red")
        assert held.field().firepower(0) == (2 if revision == 2 else 9)
        assert put(held, "red", mode=0).field().firepower(0) == 9


def commanded(text: str, revision: int = 2, **options: bool) -> HexState:
    """The leader's turn after red has done something with its own."""
    state = battle(
        [On(RED, "0505", "N"), On(LEADER, "0909")], [On(BLUE, "0501")], revision=revision, **options
    )
    return turn(after(state, text), "leader")


def test_hx_opt_1_who_has_sprinted_gets_no_further_action_in_that_round() -> None:
    done = commanded("sprint 0508 N", sprint=True)
    assert "command red" not in legal(done, "command")
    assert "command red" in legal(commanded("sprint 0508 N", 1, sprint=True), "command")
    later = after(turn(done, "leader", last=True), "end")
    assert "command red" in legal(turn(later, "leader"), "command")


def test_hx_opt_1_a_sprint_by_free_actions_takes_the_turn_of_its_card() -> None:
    state = battle([On(LEADER, "0909"), On(RED, "0505", "N")], [On(BLUE, "0101")], sprint=True)
    state.pile = (number(state, "red"), number(state, "blue"))
    done = after(state, "command red", "sprint 0508 N", "end")
    assert done.actor == number(done, "blue"), "the card of red is turned and passes"


def test_hx_opt_2_who_has_aimed_carefully_gets_no_further_action_in_that_round() -> None:
    assert "command red" not in legal(commanded("aim 0501", careful_aim=True), "command")
    assert "command red" in legal(commanded("aim 0501", 1, careful_aim=True), "command")


def test_hx_opt_5_free_actions_end_the_cover() -> None:
    done = commanded("duck", duck_and_cover=True)
    assert piece(done, "red").ducked
    assert not piece(after(done, "command red"), "red").ducked
    old = commanded("duck", 1, duck_and_cover=True)
    assert piece(after(old, "command red"), "red").ducked
