"""Attacks, to-hit, damage, deactivation, Nebulons (HX-ATK, HX-HIT, HX-DMG, HX-NEB), the dice (HX-CONV)."""

from __future__ import annotations

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

from flagfall.core.errors import IllegalAction
from flagfall.hexes.maps.terrain import ROUGH, WATER
from flagfall.hexes.rules.attacks import (
    TOTAL,
    Attack,
    Odds,
    ToHit,
    damage_odds,
    damage_table,
    scaled,
    to_hit,
)
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, PRONE

RED = sheet("red")
BLUE = sheet("blue")


def aim(state: HexState, kind: str = "weapon", b: str = "blue", **more: str) -> ToHit:
    target = number(state, b)
    return to_hit(state.field(), Attack(state.actor, kind, target, state.pieces[target].hex, **more))


def odds(state: HexState, kind: str = "weapon", b: str = "blue") -> Odds:
    target = number(state, b)
    return damage_odds(state.field(), Attack(state.actor, kind, target, state.pieces[target].hex))


def far(**more: object) -> HexState:
    """Red at 0505 looks north to blue at 0502."""
    return battle([On(RED, "0505", "N")], [On(BLUE, "0502", "S")], **more)  # type: ignore[arg-type]


def near(red: object = RED, blue: object = BLUE, **more: object) -> HexState:
    """Red at 0505 faces blue at 0504."""
    return battle([On(red, "0505", "N")], [On(blue, "0504", "S")], **more)  # type: ignore[arg-type]


def names(found: ToHit) -> dict[str, int]:
    return {part.name: part.value for part in found.parts}


# Dice


def test_hx_conv_1_every_roll_is_told_with_purpose_roller_and_value() -> None:
    step = do(far(), "fire 0502")
    for event in told(step, "Rolled"):
        assert event.purpose
        assert 1 <= event.value <= 10
        assert event.unit in (0, 1)
        assert event.audience is None


def test_hx_conv_2_the_order_of_dice_is_to_hit_cover_resistance_potential_control() -> None:
    hit = do(dice(far(), ("to-hit", 1)), "fire 0502")
    assert [purpose for purpose, _ in rolls(hit)] == ["to-hit", "resistance", "potential"], (
        "TN <= 1 is rolled too"
    )
    missed = do(dice(far(to_hit_offset=10), ("to-hit", 1)), "fire 0502")
    assert rolls(missed) == [("to-hit", 1)]
    thief = sheet("red", mode(abilities=("control",)))
    taken = do(near(thief), "control")
    assert [purpose for purpose, _ in rolls(taken)] == ["to-hit", "control"]


def test_hx_conv_3_roundings() -> None:
    assert [scaled(raw, True, (1, 1)) for raw in (0, 1, 2, 3, 7)] == [0, 1, 1, 2, 4]
    builder = near()
    assert [
        names(aim(battle([On(RED, "0505")], [On(sheet("blue", mode(speed=s)), "0503")])))["speed"]
        for s in (1, 2, 15)
    ] == [1, 1, 8]
    assert builder.field().height(0) == 2


def test_hx_conv_6_prone_and_grounded_are_two_things() -> None:
    flyer = sheet("blue", mode(attributes=("fly",)))
    state = battle([On(RED, "0505", "N")], [On(flyer, "0504", "S", layer=AIR)])
    assert "prone-target-near" not in names(aim(state))
    with pytest.raises(IllegalAction, match="HX-ATK-3"):
        do(state, "strike")
    assert "prone-target-near" in names(aim(put(state, "blue", layer=0, stance=PRONE)))


# Attacks


def test_hx_atk_1_the_steps_are_taken_in_order() -> None:
    state = battle(
        [On(RED, "0505", "S")], [On(BLUE, "0501")], "\n".join(["0. " * 9] * 2 + ["9. " * 9] + ["0. " * 9] * 6)
    )
    assert aim(state).refused == "HX-LOS-4", "sight comes before arc"
    flat = battle([On(RED, "0509", "S")], [On(BLUE, "0501")])
    assert aim(flat).refused == "HX-ARC-1", "arc comes before range"
    assert aim(put(flat, "red", facing=0)).refused == "HX-RNG-1"
    assert aim(put(flat, "blue", hex="0508")).refused == "HX-ARC-1"
    weak = battle([On(sheet("red", mode(firepower=0)), "0509", "S")], [On(BLUE, "0501")])
    assert aim(weak).refused == "HX-ATK-2", "the type comes first"


def test_hx_atk_2_a_weapon_attack_reaches_from_ground_to_air_and_back() -> None:
    jet = sheet("blue", mode(attributes=("fly",)))
    state = battle([On(RED, "0505", "N")], [On(jet, "0502", "S", layer=AIR)])
    assert aim(state).legal
    back = turn(state, "blue")
    assert aim(back, b="red").legal


def test_hx_atk_3_hands_need_the_front_hex_the_same_layer_and_overlapping_spans() -> None:
    def step(height: int, level: int) -> ToHit:
        rows = ["0. " * 9] * 3 + ["0. " * 4 + f"{level}. " + "0. " * 4] + ["0. " * 9] * 5
        state = battle(
            [On(RED, "0505", "N")], [On(sheet("blue", mode(height=height)), "0504")], "\n".join(rows)
        )
        return aim(state, "physical")

    assert step(2, 0).legal
    assert step(2, 1).legal
    assert step(2, 2).refused == "HX-ATK-3", "it begins where the attacker ends"
    assert step(2, -1).legal
    assert step(2, -2).refused == "HX-ATK-3"
    assert step(3, -2).legal
    flyer = sheet("x", mode(attributes=("fly",)))
    both = battle(
        [On(sheet("red", *flyer.modes), "0505", "N", layer=AIR)],
        [On(sheet("blue", *flyer.modes), "0504", layer=AIR)],
    )
    assert aim(both, "physical").legal, "two flyers always overlap"


def test_hx_atk_3_works_under_water_where_no_line_of_sight_is() -> None:
    sea = "\n".join(["0w5 " * 9] * 9)
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0504")], sea)
    assert aim(state).refused == "HX-WAT-2"
    assert aim(state, "physical").legal
    woods = "\n".join(["0. " * 9] * 3 + ["0T " * 9] + ["0. " * 9] * 5)
    hidden = aim(battle([On(RED, "0505", "N")], [On(BLUE, "0504")], woods), "physical")
    assert names(hidden)["thick-trees"] == 2


def test_hx_atk_4_wrecks_carried_cloaked_and_own_units_are_no_targets() -> None:
    friend = sheet("friend")
    state = battle([On(RED, "0505", "N"), On(friend, "0503")], [On(BLUE, "0502")])
    assert aim(state, b="friend").refused == "HX-ATK-4"
    for change in ({"status": "wreck"}, {"cloaked": True}, {"carrier": "friend"}):
        assert aim(put(state, "blue", **change)).refused == "HX-ATK-4"
        assert legal(put(state, "blue", **change), "fire") == set()
    with pytest.raises(IllegalAction, match="HX-ATK-4"):
        do(state, "fire 0501")


# To-hit


def test_hx_hit_1_half_the_targets_speed_less_the_skill() -> None:
    """Worked check 4: Skill 6 against Speed 15 needs 2, against Speed 10 hits always; thick trees +2."""
    for speed, trees, number_, tenths in (
        (15, ".", 2, 9),
        (10, ".", -1, 10),
        (15, "T", 4, 7),
        (10, "T", 1, 10),
    ):
        rows = ["0. " * 9, "0. " * 4 + f"0{trees} " + "0. " * 4] + ["0. " * 9] * 7
        found = aim(
            battle([On(RED, "0505")], [On(sheet("blue", mode(speed=speed)), "0502")], "\n".join(rows))
        )
        assert (found.number, found.tenths) == (number_, tenths)


def test_hx_hit_1_the_book_hits_nearly_always() -> None:
    for skill in range(4, 11):
        state = battle([On(sheet("red", ski=skill), "0505")], [On(sheet("blue", mode(speed=10)), "0502")])
        assert aim(state).tenths == 10
    for skill in range(7, 11):
        state = battle([On(sheet("red", ski=skill), "0505")], [On(sheet("blue", mode(speed=15)), "0502")])
        assert aim(state).tenths == 10


def test_hx_hit_2_speed_is_the_stat_of_the_mode_moved_or_not() -> None:
    car = sheet("blue", mode(speed=4), mode("car", kind="vehicle", speed=12))
    assert names(aim(battle([On(RED, "0505")], [On(car, "0502")])))["speed"] == 2
    assert names(aim(battle([On(RED, "0505")], [On(car, "0502", mode=1)])))["speed"] == 6


def test_hx_hit_3_modifiers_add_up() -> None:
    small = sheet("blue", mode(attributes=("small",)))
    map = "\n".join(["0. " * 9, "0T " * 9, "0t " * 9, "0. " * 9, "0T " * 9] + ["0. " * 9] * 4)
    state = battle([On(RED, "0505", "N", stance=PRONE)], [On(small, "0502", stance=PRONE)], map)
    assert names(aim(state)) == {
        "speed": 3,
        "skill": -6,
        "prone-attacker": 2,
        "prone-target-far": 1,
        "small": 8,
        "thin-trees": 1,
        "thick-trees": 2,
    }, "the attacker's own hex adds nothing, the target's does"
    assert aim(state).number == 11


def test_hx_hit_3_immobile_targets_are_easy() -> None:
    rows = ["0. " * 9] * 3 + ["0. " * 4 + "0c2:9 " + "0. " * 4] + ["0. " * 9] * 5
    state = battle([On(RED, "0507", "N")], [On(BLUE, "0101")], "\n".join(rows))
    found = to_hit(state.field(), Attack(0, "weapon", -1, 3 * 9 + 4))
    assert names(found) == {"speed": 0, "skill": -6, "immobile": -4}


def test_hx_hit_4_presets_and_naturals() -> None:
    assert aim(far()).tenths == 10
    arena = far(preset="arena")
    assert arena.options.to_hit_offset == 8
    assert aim(arena).number == 5
    assert aim(arena).tenths == 6
    assert aim(far(natural_1_misses=True)).tenths == 9
    hopeless = far(to_hit_offset=10)
    quick = battle([On(RED, "0505")], [On(sheet("blue", mode(speed=20)), "0502")], to_hit_offset=10)
    assert aim(hopeless).number == 7
    assert (aim(quick).number, aim(quick).tenths) == (14, 0)
    assert legal(quick, "fire") == {"fire 0502"}, "it is legal all the same"
    lucky = battle(
        [On(RED, "0505")], [On(sheet("blue", mode(speed=20)), "0502")], to_hit_offset=10, natural_10_hits=True
    )
    assert aim(lucky).tenths == 1
    assert told(do(dice(lucky, ("to-hit", 10)), "fire 0502"), "Attacked")[0].hit
    assert not told(do(dice(far(natural_1_misses=True), ("to-hit", 1)), "fire 0502"), "Attacked")[0].hit


def test_hx_hit_5_smoke_counts_once_a_hex_and_adds_to_trees() -> None:
    from flagfall.hexes.events import Smoke

    rows = ["0. " * 9] * 2 + ["0T " * 9] + ["0. " * 9] * 6
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502")], "\n".join(rows)).copy()
    hex = 2 * 9 + 4
    state.smoke = (Smoke(hex, -1, 3), Smoke(hex, 7, 0))
    found = aim(state)
    assert [str(part) for part in found.parts][2:] == ["thick trees 0503: +2", "smoke 0503: +2"]


def test_hx_hit_6_physical_attacks_have_the_same_base_and_three_less() -> None:
    assert names(aim(near(), "physical")) == {"speed": 3, "skill": -6, "physical": -3}


def test_hx_prone_5_prone_target_and_prone_attacker() -> None:
    assert names(aim(put(near(), "blue", stance=PRONE)))["prone-target-near"] == -2
    assert names(aim(put(far(), "blue", stance=PRONE)))["prone-target-far"] == 1
    lying = put(near(), "red", stance=PRONE)
    assert names(aim(lying))["prone-attacker"] == 2
    assert names(aim(lying, "physical"))["prone-attacker"] == 2
    step = do(dice(lying, ("to-hit", 9), ("resistance", 1), ("potential", 7)), "strike")
    assert told(step, "Struck")[0].damage == 3, "7 + 5 - 1 - 6 = 5, half of it up"


# Damage


@pytest.mark.parametrize(
    ("margin", "mean", "any_"), [(-4, 0.35, 15), (0, 1.65, 45), (4, 4.35, 79), (8, 8.01, 97)]
)
def test_hx_dmg_1_the_spread_of_damage(margin: int, mean: float, any_: int) -> None:
    """Worked check 5."""
    table = damage_table(margin, False, (1, 1))
    assert sum(table) == 100
    assert sum(amount * weight for amount, weight in enumerate(table)) / 100 == pytest.approx(mean)
    assert 100 - table[0] == any_
    assert len(table) == margin + 10


def test_hx_dmg_1_potential_less_resistance() -> None:
    step = do(dice(far(), ("to-hit", 5), ("resistance", 2), ("potential", 8)), "fire 0502")
    assert told(step, "Struck")[0].damage == 8 + 5 - 2 - 6
    assert piece(step.state, "blue").hp == 12 - 5
    none = do(dice(far(), ("to-hit", 5), ("resistance", 9), ("potential", 2)), "fire 0502")
    assert told(none, "Struck")[0].damage == 0


def test_hx_dmg_2_prone_half_before_the_factor_of_the_mode() -> None:
    """One halved is one, and one and a half of it two; the other way round it would be one."""
    assert scaled(5, True, (3, 2)) == 5
    assert scaled(1, True, (3, 2)) == 2
    soft = sheet("blue", mode(attributes=("damage*2",)))
    state = put(near(blue=soft), "red", stance=PRONE)
    step = do(dice(state, ("to-hit", 9), ("resistance", 1), ("potential", 5)), "strike")
    assert told(step, "Struck")[0].damage == 4, "5 + 5 - 1 - 6 = 3, half up 2, twice 4"


def test_hx_att_1_damage_factors_round_to_the_nearest_and_halves_up() -> None:
    """Worked check 7."""
    assert [scaled(raw, False, (3, 2)) for raw in (3, 2)] == [5, 3]
    assert [scaled(raw, False, (2, 3)) for raw in (1, 2, 4)] == [1, 1, 3]
    assert scaled(4, False, (2, 1)) == 8
    hard = sheet("blue", mode(attributes=("damage/1.5",)))
    step = do(dice(near(blue=hard), ("to-hit", 9), ("resistance", 1), ("potential", 6)), "strike")
    assert told(step, "Struck")[0].damage == 3


def test_hx_dmg_3_at_no_hit_points_a_unit_is_deactivated_and_stays() -> None:
    state = put(far(), "blue", hp=2)
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502"), On(sheet("other"), "0101")])
    state = put(state, "blue", hp=2)
    step = do(dice(state, ("to-hit", 5), ("resistance", 1), ("potential", 10)), "fire 0502")
    assert piece(step.state, "blue").hp == 0
    assert piece(step.state, "blue").status == "wreck"
    assert where(step.state, "blue") == "0502 N"


def fatal(state: HexState, text: str = "fire 0502") -> HexState:
    """Blue falls to a good shot."""
    state = put(state, "blue", hp=1)
    return do(dice(state, ("to-hit", 5), ("resistance", 1), ("potential", 10)), text).state


def test_hx_dmg_4_on_deactivation_effects_end_and_what_is_carried_drops() -> None:
    cargo = sheet("cargo", mode(attributes=("small",), height=1))
    held = sheet("held")
    state = battle([On(RED, "0505", "N"), On(held, "0909")], [On(BLUE, "0502"), On(cargo, "0102")])
    state = put(state, "cargo", carrier="blue")
    state = put(state, "held", seat=1, controller="blue")
    state = put(state, "blue", shield="weapon")
    state = put(state, "red", hex="0503")
    done = fatal(state)
    assert piece(done, "cargo").hex >= 0
    assert done.board.grid.distance(piece(done, "cargo").hex, piece(done, "blue").hex) == 1
    assert piece(done, "blue").shield == ""
    assert (piece(done, "held").seat, piece(done, "held").controller) == (0, -1)


def test_hx_dmg_5_constructs_lose_the_stat_without_dice() -> None:
    rows = ["0. " * 9] * 3 + ["0. " * 4 + "0c2:9 " + "0. " * 4] + ["0. " * 9] * 5
    state = battle([On(RED, "0507", "N")], [On(BLUE, "0101")], "\n".join(rows))
    step = do(state, "fire 0504 construct")
    assert [purpose for purpose, _ in rolls(step)] == ["to-hit"]
    assert step.state.field().cell(3 * 9 + 4).hp == 4


def test_odds_are_exact() -> None:
    """Firepower 10 at Endurance 6 does 4.35 a hit (worked check 5); cover halves; the parts add up."""
    gunner = sheet("red", mode(firepower=10), end=6)
    state = battle([On(gunner, "0505", "N")], [On(BLUE, "0502")])
    found = odds(state)
    assert found.mean == pytest.approx(4.35)
    assert sum(found.damage) == TOTAL
    assert found.chance_to_hit == 1
    assert found.chance_to_deactivate == sum(found.damage[12:]) / TOTAL
    behind = battle(
        [On(gunner, "0505", "N")],
        [On(BLUE, "0502")],
        "\n".join(["0. " * 9] * 2 + ["1. " * 9] + ["0. " * 9] * 6),
    )
    assert odds(behind).chance_of_cover == 0.5
    assert odds(behind).mean == pytest.approx(4.35 / 2)


def test_odds_agree_with_the_dice() -> None:
    """All seeds together give the distribution that the odds promise."""
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502")], to_hit_offset=8)
    promised = odds(state)
    games = 3000
    counts = [0] * 30
    for seed in range(games):
        trial = state.copy()
        trial.seed = seed
        step = do(trial, "fire 0502")
        counts[sum(event.damage for event in told(step, "Struck"))] += 1
    for amount, weight in enumerate(promised.damage):
        assert counts[amount] / games == pytest.approx(weight / TOTAL, abs=0.03)


# Nebulons


PARTNER = sheet("partner", mode(kind="nebulon", strength=1, speed=2, firepower=1, height=1), end=2, ski=3)
HEAD = sheet("blue", mode(), mode("jet", kind="jet", attributes=("fly",)), nebulon="partner")


def headmaster(**more: object) -> HexState:
    return battle([On(RED, "0505", "N")], [On(HEAD, "0502", "SE", **more)], more=[PARTNER])  # type: ignore[arg-type]


def test_hx_neb_1_a_partner_steps_out_of_the_wreck_and_the_hex_turns_rough() -> None:
    done = fatal(headmaster())
    assert done.outcome() is None, "the partner may still come"
    assert done.field().cell(9 + 4).terrain == ROUGH
    ended = after(done, "end", *["end"] * (done.pile != ()))
    assert piece(ended, "partner").status == "play"
    assert ended.field().mode(number(ended, "partner")).height == 1
    gone = put(turn(ended, "red"), "partner", hp=1)
    shot = do(dice(gone, ("to-hit", 9), ("resistance", 1), ("potential", 9)), "fire 0502").state
    assert piece(shot, "partner").status == "out", "unconscious for the rest of the game"
    assert shot.outcome().termination == "elimination"


def test_hx_neb_2_a_partner_of_a_flyer_is_unconscious_at_once() -> None:
    done = fatal(headmaster(mode=1, layer=AIR), "fire 0502 air")
    assert piece(done, "partner").status == "out"
    assert done.outcome() is not None


def test_hx_neb_3_it_enters_at_the_next_round_in_the_wrecks_hex_with_its_card() -> None:
    state = headmaster()
    done = after(fatal(turn(state, "red", last=True)), "end")
    assert done.round == 2
    assert where(done, "partner") == "0502 SE"
    assert piece(done, "partner").card == piece(done, "blue").card
    assert number(done, "partner") in (*done.pile, done.actor)


def test_hx_neb_3_water_stays_water() -> None:
    sea = "\n".join(["0. " * 9, "0w1 " * 9] + ["0. " * 9] * 7)
    state = battle([On(RED, "0505", "N")], [On(HEAD, "0502")], sea, more=[PARTNER])
    assert fatal(state).field().cell(9 + 4).terrain == WATER


def test_hx_neb_4_one_nebulon_is_carried_by_the_small_rules() -> None:
    one, two = (sheet(id, mode(kind="nebulon", height=1)) for id in ("one", "two"))
    state = battle([On(RED, "0505", "N"), On(one, "0504"), On(two, "0506")], [On(BLUE, "0101")])
    assert legal(state, "pickup") == {"pickup one", "pickup two"}
    held = turn(after(state, "pickup one"), "red")
    assert piece(held, "one").carrier == number(held, "red")
    with pytest.raises(IllegalAction, match="HX-NEB-4"):
        do(held, "pickup two")
    down = after(held, "setdown one 0604")
    assert where(down, "one") == "0604 N"


def test_hx_neb_5_a_repaired_unit_and_its_partner_stay_two() -> None:
    medic = sheet("medic", mode(abilities=("repair",)))
    for rejoin in (False, True):
        state = battle(
            [On(RED, "0505", "N")],
            [On(HEAD, "0502"), On(medic, "0501")],
            more=[PARTNER],
            nebulon_rejoin=rejoin,
        )
        fallen = fatal(state)
        stood = after(turn(fallen, "red", last=True), "end")
        assert piece(stood, "partner").status == "play"
        repaired = after(turn(stood, "medic", last=True), "repair blue", "end")
        assert piece(repaired, "blue").status == "play"
        assert piece(repaired, "partner").status == ("away" if rejoin else "play")
        if not rejoin:
            assert piece(repaired, "blue").card != piece(repaired, "partner").card
            assert piece(repaired, "blue").hex != piece(repaired, "partner").hex


def test_hx_neb_6_default_stats_are_those_of_the_plain_partner() -> None:
    from flagfall.hexes.units.unit_files import roster

    plain = [one for one in roster().values() if one.is_nebulon and (one.endurance, one.skill) == (2, 3)]
    assert plain
    stats = plain[0].modes[0]
    assert (stats.strength, stats.speed, stats.firepower) == (1, 2, 1)
    assert plain[0].hit_points == 4


def test_hx_neb_7_a_giant_spawns_a_robot_that_spawns_a_nebulon() -> None:
    from flagfall.hexes.units.sheets import Spawn

    robot = sheet("robot", mode(), nebulon="partner")
    giant = sheet("blue", mode(height=9), on_deactivate=Spawn("robot"))
    state = battle([On(RED, "0505", "N")], [On(giant, "0502")], more=[robot, PARTNER])
    one = after(fatal(turn(state, "red", last=True)), "end")
    assert piece(one, "robot").status == "play"
    two = put(turn(one, "red", last=True), "robot", hp=1)
    two = after(do(dice(two, ("to-hit", 9), ("resistance", 1), ("potential", 10)), "fire 0502").state, "end")
    assert piece(two, "partner").status == "play"
    assert piece(two, "robot").status == "wreck"
