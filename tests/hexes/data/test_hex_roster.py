"""The roster: toy cards turned into sheets by one rule, and the two sheets that the rulebook prints."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import pytest

from flagfall.hexes.options import PRESETS
from flagfall.hexes.units.prices import HARDER_TO_HIT, MORE_DAMAGE, price, worth
from flagfall.hexes.units.sheets import ABILITIES, ATTRIBUTES, Mode, Sheet, Source
from flagfall.hexes.units.unit_files import lint, roster

UNITS = roster()
GIANTS = {
    "superion": 2,
    "defensor": 2,
    "computron": 2,
    "devastator": 2,
    "menasor": 2,
    "bruticus": 2,
    "predaking": 2,
    "abominus": 2,
    "omega-supreme": 2,
    "sky-lynx": 2,
    "scorponok": 2,
    "metroplex": 3,
    "trypticon": 3,
    "fortress-maximus": 3,
}


def test_the_unit_files_have_no_fault() -> None:
    assert lint() == []


def test_hx_unit_1_the_roster_has_every_character_and_their_partners() -> None:
    characters = [s for s in UNITS.values() if s.people is None and not s.is_nebulon]
    named_partners = {"spike", "haywire"}
    assert len(characters) + len(named_partners) == 164
    assert len([s for s in UNITS.values() if s.is_nebulon]) == 28


def test_hx_unit_9_blurr_is_as_the_rulebook_prints_him() -> None:
    blurr = UNITS["blurr"]
    robot, hover = blurr.modes
    assert (robot.strength, robot.speed, robot.firepower, robot.height) == (7, 10, 10, 2)
    assert (hover.strength, hover.speed, hover.firepower, hover.height) == (0, 15, 10, 1)
    assert (blurr.endurance, blurr.skill, blurr.hit_points, blurr.nebulon) == (6, 6, 12, "haywire")
    assert hover.has("hover")
    assert hover.has("any-arc")
    assert not blurr.estimate


def test_hx_unit_9_air_raid_has_strength_5_and_none_as_a_jet() -> None:
    assert [mode.strength for mode in UNITS["air-raid"].modes] == [5, 0]


@pytest.mark.parametrize("sheet", [s for s in UNITS.values() if len(s.modes) > 1], ids=lambda s: s.id)
def test_the_other_modes_follow_from_the_robot(sheet: Sheet) -> None:
    first, *others = sheet.modes
    for mode in others:
        assert mode.speed == math.ceil(first.speed * 1.5)
        assert mode.firepower == first.firepower
        assert mode.strength == (first.strength if mode.kind == "animal" else 0)


@pytest.mark.parametrize("sheet", [s for s in UNITS.values() if not s.people], ids=lambda s: s.id)
def test_hx_unit_3_hit_points_are_twice_the_endurance(sheet: Sheet) -> None:
    assert sheet.hit_points == 2 * sheet.endurance


@pytest.mark.parametrize(("id", "factor"), GIANTS.items())
def test_hx_unit_10_giants_use_multiples_and_shoot_20_hexes_at_most(id: str, factor: int) -> None:
    sheet = UNITS[id]
    assert sheet.endurance % factor == 0
    assert 8 <= sheet.endurance // factor <= 10
    for mode in sheet.modes:
        assert mode.firepower % factor == 0
        assert mode.firepower // factor <= 10
        assert mode.weapon_range == min(20, mode.firepower)
    assert sheet.modes[0].height == {2: 6, 3: 9}[factor]


def test_only_giants_have_more_than_10() -> None:
    for sheet in UNITS.values():
        if sheet.id not in GIANTS:
            assert max(sheet.endurance, sheet.skill) <= 10
            assert all(max(m.strength, m.firepower) <= 10 and m.speed <= 15 for m in sheet.modes)


def test_all_eight_teams_combine_into_their_big_robot() -> None:
    assert {team.into for team in UNITS.teams.values()} == set(list(GIANTS)[:8])
    assert {len(team.members) for team in UNITS.teams.values()} == {5, 6}
    for team in UNITS.teams.values():
        assert UNITS[team.into].separate == team.id
        assert UNITS[team.into].modes[0].has("separate")
        for member in team.members:
            assert all(mode.has("combine") for mode in UNITS[member].modes)


def test_hx_unq_1_fortress_maximus_leaves_cerebros_who_leaves_spike() -> None:
    spawn = UNITS["fortress-maximus"].on_deactivate
    assert spawn is not None
    assert spawn.spawn == "cerebros"
    assert UNITS["cerebros"].nebulon_in(0) == "spike"
    assert UNITS["spike"].is_nebulon


def test_hx_unq_2_doubledealer_serves_by_mode_and_leaves_as_a_car() -> None:
    sheet = UNITS["doubledealer"]
    served = dict(zip((mode.name for mode in sheet.modes), sheet.allegiance_by_mode, strict=True))
    assert served["missile launcher"] == "autobot"
    assert served["falcon"] == "decepticon"
    assert served["car"] == "leaves"
    assert sheet.nebulon_in(sheet.mode_index("falcon")) == "skar"
    assert sheet.nebulon_in(sheet.mode_index("missile launcher")) == "knok"


def test_hx_neb_6_partners_have_the_default_numbers() -> None:
    for sheet in UNITS.values():
        if sheet.is_nebulon:
            mode = sheet.modes[0]
            numbers = (
                mode.strength,
                mode.speed,
                sheet.endurance,
                mode.firepower,
                sheet.skill,
                sheet.hit_points,
            )
            assert numbers == (1, 2, 2, 1, 3, 4)
            assert mode.height == 1


def test_hx_hum_1_and_2_humans() -> None:
    crowd, squad = UNITS["crowd"], UNITS["army-squad"]
    assert (crowd.endurance, crowd.skill, crowd.modes[0].speed, crowd.hit_points) == (1, 5, 2, 20)
    assert (squad.endurance, squad.skill, squad.modes[0].speed, squad.hit_points) == (5, 7, 3, 20)
    assert crowd.modes[0].strength == squad.modes[0].strength == 0


@pytest.mark.parametrize(
    ("id", "heads", "firepower"),
    [("army-squad", 14, 2), ("army-squad", 9, 1), ("crowd", 9, 0), ("crowd", 20, 2)],
)
def test_hx_hum_3_firepower_falls_with_the_heads(id: str, heads: int, firepower: int) -> None:
    people = UNITS[id].people
    assert people is not None
    assert people.firepower(heads) == firepower


def test_every_ability_and_attribute_of_the_rules_has_a_user() -> None:
    used = {
        name
        for sheet in UNITS.values()
        for mode in sheet.modes
        for name in (*mode.abilities, *mode.attributes)
    }

    assert used == {*ABILITIES, *ATTRIBUTES}


def test_rows_from_memory_are_shown_as_estimates() -> None:
    assert UNITS["ratchet"].estimate
    assert UNITS["snarl"].estimate
    assert not UNITS["bluestreak"].estimate
    assert not UNITS["crowd"].estimate
    assert UNITS["starscream"].source.note


def test_hx_unit_5_a_transport_can_carry_something() -> None:
    for sheet in UNITS.values():
        for mode in sheet.modes:
            if mode.has("transport"):
                assert mode.height >= 2, sheet.id


def sheet_of(*modes: Mode, **more: object) -> Sheet:
    return Sheet(
        id="x",
        name="X",
        function="",
        faction="autobot",
        group="",
        endurance=6,
        skill=6,
        modes=modes,
        source=Source("rulebook", "high"),
        **more,  # type: ignore[arg-type]
    )


ROBOT = Mode(name="robot", kind="robot", strength=5, speed=5, firepower=5, height=2)
CAR = Mode(name="car", kind="vehicle", strength=0, speed=8, firepower=5, height=1)
TANK = Mode(name="tank", kind="vehicle", strength=0, speed=8, firepower=5, height=1, abilities=("any-arc",))


def test_hx_arc_1_to_5_the_arc_follows_the_mode() -> None:
    sheet = sheet_of(ROBOT, CAR, TANK)
    assert [sheet.arc_in(mode) for mode in range(3)] == [60, 30, 360]
    assert [sheet.arc_in(mode, wide=True) for mode in range(3)] == [90, 60, 360]


def test_hx_prone_4_only_the_robot_drops() -> None:
    crawler = Mode(name="crawler", kind="vehicle", strength=0, speed=2, firepower=1, height=2, can_drop=True)
    sheet = sheet_of(ROBOT, CAR, crawler)
    assert [sheet.can_drop_in(mode) for mode in range(3)] == [True, False, True]


def test_hx_unit_1_a_mode_may_override_endurance_and_skill() -> None:
    hard = Mode(name="shell", kind="base", strength=0, speed=1, firepower=1, height=2, endurance=9, skill=2)
    sheet = sheet_of(ROBOT, hard)
    assert (sheet.endurance_in(0), sheet.skill_in(0)) == (6, 6)
    assert (sheet.endurance_in(1), sheet.skill_in(1)) == (9, 2)


def test_hx_move_7_jets_pay_double_and_flying_robots_do_not() -> None:
    assert UNITS["starscream"].modes[1].ground_penalty
    assert not UNITS["starscream"].modes[0].ground_penalty
    assert UNITS["blades"].modes[1].ground_penalty
    assert not UNITS["divebomb"].modes[1].ground_penalty


@pytest.mark.parametrize(
    ("attribute", "factor"), [("damage/1.5", (2, 3)), ("damage*1.5", (3, 2)), ("damage*2", (2, 1))]
)
def test_hx_att_1_the_damage_factor_is_a_fraction(attribute: str, factor: tuple[int, int]) -> None:
    mode = Mode(
        name="m",
        kind="vehicle",
        strength=0,
        speed=1,
        firepower=1,
        height=1,
        attributes=(attribute,),  # type: ignore[arg-type]
    )
    assert mode.damage_factor == factor
    assert CAR.damage_factor == (1, 1)


@pytest.mark.parametrize("points", [worth, price])
def test_a_stronger_unit_costs_more_points(points: Callable[[Sheet], int]) -> None:
    plain = sheet_of(ROBOT)
    assert points(sheet_of(ROBOT, hp=20)) > points(plain)
    assert points(sheet_of(TANK)) > points(sheet_of(CAR))
    assert points(sheet_of(ROBOT, points=7)) == 7
    assert points(UNITS["optimus-prime"]) > points(UNITS["bumblebee"])


def test_hx_seq_12_prices_are_those_of_the_arena() -> None:
    """Skill counts with every shot there, and so does speed with every shot taken."""
    arena = PRESETS["arena"]
    assert (arena["to_hit_offset"], arena["damage_offset"]) == (HARDER_TO_HIT, MORE_DAMAGE)
    plain, sharp = (msgspec.structs.replace(sheet_of(ROBOT), skill=skill) for skill in (5, 9))
    assert price(sharp) / price(plain) > 1.05 * worth(sharp) / worth(plain)
    half, double = (msgspec.structs.replace(ROBOT, attributes=(name,)) for name in ("damage/1.5", "damage*2"))
    assert price(sheet_of(half)) > price(sheet_of(ROBOT)) > price(sheet_of(double))
