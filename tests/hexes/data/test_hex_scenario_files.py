"""Scenarios: complete, even, in four languages; and faults that name file, line, field and reason."""

# ruff: noqa: E501 - a table of messages reads best with one a line
from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.core.errors import BadData
from flagfall.core.presentation import in_language
from flagfall.core.words import LANGUAGES
from flagfall.hexes.data_files import FOLDER_VARIABLE, DataFile
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.scenarios.bundle import Bundle, read_bundle, write_bundle
from flagfall.hexes.scenarios.scenario import Destroy, Exit, Hold, Protect
from flagfall.hexes.scenarios.scenario_checks import stands
from flagfall.hexes.scenarios.scenario_files import lint, read_scenario, scenario, scenario_ids
from flagfall.hexes.units.prices import price
from flagfall.hexes.units.unit_files import roster

UNITS = roster()
WANTED = {
    "hex-duel",
    "hex-three",
    "hex-six",
    "hex-convoy",
    "hex-bridge",
    "hex-base",
    "hex-combiners",
    "hex-cassettes",
    "hex-siege",
    "hex-bargain",
    "hex-skirmish",
}


def test_the_scenario_files_have_no_fault() -> None:
    assert lint() == []


def test_every_kind_of_scenario_is_there() -> None:
    assert set(scenario_ids()) >= WANTED


@pytest.mark.parametrize("id", scenario_ids())
def test_title_and_text_are_there_in_four_languages(id: str) -> None:
    read = scenario(id)
    for language in LANGUAGES:
        assert read.title[language].strip()
        assert 20 <= len(read.text[language]) <= 200
    assert in_language(read.title, "xx") == read.title["en"]


@pytest.mark.parametrize("id", scenario_ids())
def test_hx_end_2_every_game_has_a_last_round(id: str) -> None:
    limit = scenario(id).limit
    assert limit is not None
    assert 5 <= limit.rounds <= 40


def test_hx_end_2_every_kind_of_victory_is_used() -> None:
    kinds = {type(condition) for id in scenario_ids() for condition in scenario(id).victory}
    assert kinds >= {Hold, Exit, Protect, Destroy}


def test_skirmish_lets_both_sides_choose_for_the_same_points() -> None:
    one, other = scenario("hex-skirmish").sides
    assert one.points == other.points
    assert scenario("hex-skirmish").generator is not None
    for side in (one, other):
        assert any(
            price(UNITS[id]) <= (side.points or 0) and UNITS[id].faction in side.factions for id in UNITS
        )


GOOD = """\
id = "test"
map = "river"
options = { sprint = true }
limit = { rounds = 9, winner = "points" }

[title]
en = "T"
nl = "T"
fr = "T"
de = "T"

[text]
en = "t"
nl = "t"
fr = "t"
de = "t"

[[sides]]
id = "one"
faction = "autobot"
name = { en = "1", nl = "1", fr = "1", de = "1" }
zone = "south"
units = [
  { unit = "prowl" },
  { unit = "crowd", heads = 10, at = "0101", facing = "N" },
]
chain = ["prowl"]

[[sides]]
id = "two"
faction = "decepticon"
name = { en = "2", nl = "2", fr = "2", de = "2" }
units = [
  { unit = "starscream", mode = "F-15 jet", at = "0118" },
]

[[victory]]
kind = "hold"
side = "one"
zone = "bridge"
"""


def faults(text: str) -> list[str]:
    return [str(fault) for fault in read_scenario(DataFile(0, "test.toml", "test", text))[1]]


def test_a_good_scenario_has_none() -> None:
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('map = "river"', 'map = "rivr"', "test.toml:2: map: there is no map 'rivr'; did you mean 'river'?"),
        ('map = "river"', 'map = "river"\ngenerator = { width = 10 }', "test.toml:2: map: a scenario has either a map or a generator"),
        ('map = "river"\n', "", "test.toml:1: id: a scenario has either a map or a generator"),
        ('map = "river"', "generator = { width = 4 }", "test.toml:2: generator.width: is 6 to 300"),
        ('map = "river"', "generator = { hills = 90 }", "test.toml:2: generator.hills: is a share of the hexes, 0 to 60 percent"),
        ('id = "test"', 'id = "best"', "test.toml:1: id: must match the file, 'test'"),
        ("sprint = true", "sprint = 3", "test.toml:3: options.sprint: takes true or false, not 3"),
        ("sprint = true", "sprnt = true", "test.toml:3: options.sprnt: there is no such option; did you mean 'sprint'?"),
        ('en = "T"\n', "", "test.toml:6: title: en is missing"),
        ('de = "T"\n', 'tlh = "T"\n', "test.toml:10: title.tlh: languages are en, nl, fr, de, each with a text"),
        ('zone = "south"', 'zone = "west"', "test.toml:22: sides[1].zone: the map has no zone 'west'; it has north, south, bridge"),
        ('unit = "prowl"', 'unit = "prowel"', "test.toml:24: sides[1].units[1].unit: there is no unit 'prowel'; did you mean 'prowl'?"),
        ('"F-15 jet"', '"jet"', "test.toml:34: sides[2].units[1].mode: Starscream has no mode 'jet'; it has robot, F-15 jet"),
        ('at = "0118"', 'at = "0199"', "test.toml:34: sides[2].units[1].at: there is no hex '0199' on a map of 20x18"),
        ('at = "0118"', 'at = "0101"', "test.toml:34: sides[2].units[1].at: hex 0101 is taken by 'crowd'"),
        (', at = "0118"', "", "test.toml:34: sides[2].units[1]: it has neither a hex (at) nor a zone, and its side has no zone"),
        ("heads = 10", "heads = 30", "test.toml:25: sides[1].units[2].heads: groups of humans have 1 to 20 heads, others none"),
        ('at = "0101"', 'at = "0609"', "test.toml:25: sides[1].units[2].at: Crowd (people) cannot stand in 0609: humans do not go into deep water"),
        ('chain = ["prowl"]', 'chain = ["jazz"]', "test.toml:27: sides[1].chain[1]: the side has no unit 'jazz'"),
        ('chain = ["prowl"]', 'chain = ["crowd"]', "test.toml:27: sides[1].chain[1]: no mode of 'crowd' has the ability command, so it cannot lead (HX-ABL-CMD)"),
        ('id = "two"', 'id = "one"', "test.toml:30: sides[2].id: both sides have the same id"),
        ('side = "one"', 'side = "three"', "test.toml:39: victory[1].side: there is no side 'three'; there are one, two"),
        ('zone = "bridge"', 'zone = "brigde"', "test.toml:40: victory[1].zone: the map has no zone 'brigde'; it has north, south, bridge"),
        ('winner = "points"', 'winner = "nobody"', "test.toml:4: limit.winner: is points, draw or a side (one, two), not 'nobody'"),
        ("rounds = 9", "rounds = 0", "test.toml:4: limit.rounds: is at least 1"),
        ('kind = "hold"', 'kind = "grab"', "test.toml:38: victory[1].kind: takes one of eliminate, hold, exit, protect, destroy, not 'grab'"),
        ('kind = "hold"\nside = "one"\nzone = "bridge"', 'kind = "destroy"\nside = "one"\nhexes = ["0101"]', "test.toml:40: victory[1].hexes[1]: there is no construct in 0101"),
        ('kind = "hold"\nside = "one"\nzone = "bridge"', 'kind = "protect"\nside = "one"\nuntil = 10\nunits = ["crowd"]', "test.toml:40: victory[1].until: is past the last round, 9"),
        ('kind = "hold"\nside = "one"\nzone = "bridge"', 'kind = "destroy"\nside = "one"\nunits = ["jazz"]', "test.toml:40: victory[1].units[1]: there is no unit 'jazz'"),
        ('{ unit = "prowl" },', '{ unit = "prowl" },\n  { unit = "prowl" },', "test.toml:25: sides[1].units[2].unit: 'prowl' appears twice; give one of them its own id"),
        ("[[victory]]", '[[mercenaries]]\nunit = "jazz"\nat = "0505"\n[[victory]]', "test.toml:38: mercenaries[1].unit: no mode of Jazz serves the faction 'autobot' (HX-UNQ-2)"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    assert expected in [fault.replace("Invalid", "invalid") for fault in faults(GOOD.replace(old, new, 1))]


def test_faults_of_every_kind_are_told_at_once() -> None:
    """A field that cannot be read, or is missing, hides nothing that does not rest on it."""
    text = GOOD
    for old, new in (
        ('faction = "autobot"\n', ""),  # required, and missing
        ("rounds = 9", 'rounds = "nine"'),  # required, and of another kind
        ('id = "two"', "id = 2"),
        ('unit = "prowl"', 'unit = "prowel"'),
        ("heads = 10", "heads = 30"),
        ('zone = "south"', 'zone = "west"'),
        ('zone = "bridge"', 'zone = "brigde"\nround = 3'),
        ('at = "0118"', 'at = "9918"'),
        ('kind = "hold"', 'kind = "exit"\nside = "one"\n[[victory]]\nkind = "hold"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    assert faults(text) == [
        "test.toml:4: limit.rounds: takes a whole number",
        "test.toml:18: sides[1]: faction is missing",
        "test.toml:21: sides[1].zone: the map has no zone 'west'; it has north, south, bridge",
        "test.toml:23: sides[1].units[1].unit: there is no unit 'prowel'; did you mean 'prowl'?",
        "test.toml:24: sides[1].units[2].heads: groups of humans have 1 to 20 heads, others none",
        "test.toml:26: sides[1].chain[1]: the side has no unit 'prowl'; did you mean 'prowel'?",
        "test.toml:29: sides[2].id: takes a text in quotes",
        "test.toml:33: sides[2].units[1].at: there is no hex '9918' on a map of 20x18",
        "test.toml:36: victory[1]: edge is missing",
        "test.toml:42: victory[2].zone: the map has no zone 'brigde'; it has north, south, bridge",
        "test.toml:43: victory[2].round: there is no field round",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('unit = "prowl"', "unit = 3"),
        ('unit = "prowl"', 'unit = "prowl", id = 3'),
        ('{ unit = "prowl" }', "3"),
        ('map = "river"', "map = 3"),
        ('map = "river"', ""),
        ('zone = "south"', "zone = 3"),
        ('at = "0118"', "at = 118"),
        ('id = "one"', "id = 1"),
        ('en = "T"', "en = 3"),
        ("rounds = 9", 'rounds = "9"'),
        ('mode = "F-15 jet"', "mode = 3"),
        ('kind = "hold"', 'kind = "grab"'),
        ('kind = "hold"', ""),
        ("options = { sprint = true }", "options = 3"),
        ('id = "test"', "id = 3"),
    ],
)
def test_what_rests_on_a_faulty_field_is_not_told(old: str, new: str) -> None:
    assert old in GOOD
    assert len(faults(GOOD.replace(old, new, 1))) == 1


def test_one_side_too_few_or_too_many_does_not_hide_what_is_wrong_with_another() -> None:
    one, other = GOOD.index('[[sides]]\nid = "two"'), GOOD.index("[[victory]]")
    assert faults((GOOD[:one] + GOOD[other:]).replace("heads = 10", "heads = 30")) == [
        "test.toml:18: sides: has 2 parts, not 1",
        "test.toml:25: sides[1].units[2].heads: groups of humans have 1 to 20 heads, others none",
    ]
    third = GOOD[one:other].replace('"two"', '"three"')
    found = faults((GOOD[:other] + third + GOOD[other:]).replace("heads = 10", "heads = 30"))
    assert [fault.split(": ")[1] for fault in found] == ["sides", "sides[1].units[2].heads"]


def test_a_map_or_units_with_faults_do_not_hide_those_of_the_scenario() -> None:
    faulty = GOOD.replace("heads = 10", "heads = 30").replace('unit = "prowl"', 'unit = "tin"')
    own = "\n[own]\nmap = '''\nsize = 2x1\n0. 0?\n'''\nunits = '''\n[[unit]]\nid = \"tin\"\n'''\n"
    fields = [fault.split(": ")[1] for fault in faults(faulty + own)]
    assert "own.map hex 0201" in fields
    assert "own.units unit[1]" in fields
    assert "sides[1].units[2].heads" in fields
    assert "sides[1].units[1].unit" not in fields, "it is there, with faults"
    assert "sides[1].zone" not in fields, "the map is not known"


def test_the_files_of_a_bundle_tell_their_faults_at_once() -> None:
    scenario = GOOD.replace("heads = 10", "heads = 30").replace('"prowl"', '"tin"')
    bundle = Bundle(scenario, "size = 2x1\n0. 0?\n", '[[unit]]\nid = "tin"\n')
    with pytest.raises(BadData) as caught:
        read_bundle(write_bundle(bundle))
    found = [(fault.file, fault.field) for fault in caught.value.faults]
    assert ("map", "hex 0201") in found
    assert ("units", "unit[1]") in found
    assert [field for file, field in found if file == "scenario"] == ["sides[1].units[2].heads"]


def test_a_zone_has_room_for_its_units() -> None:
    many = "\n".join(f'  {{ unit = "prowl", id = "p{n}", zone = "bridge" }},' for n in range(5))
    found = faults(GOOD.replace('  { unit = "prowl" },', '  { unit = "prowl" },\n' + many))
    assert "test.toml:22: sides[1].zone: zone bridge has 4 hexes for 5 units" in found


@pytest.mark.parametrize(
    ("unit", "mode", "cell", "fits"),
    [
        ("blurr", 1, Cell(0, "."), True),
        ("blurr", 1, Cell(0, "w", 2), True),
        ("blurr", 1, Cell(0, "r"), False),
        ("blurr", 1, Cell(0, "t"), False),
        ("blurr", 1, Cell(0, "c", 1, 5), False),
        ("broadside", 2, Cell(0, "w", 1), True),
        ("broadside", 2, Cell(0, "."), False),
        ("crowd", 0, Cell(0, "w", 0), True),
        ("crowd", 0, Cell(0, "w", 1), False),
        ("prowl", 0, Cell(0, "#"), False),
        ("prowl", 0, Cell(0, "c", 3, 9), True),
    ],
)
def test_hx_trf_3_hx_wat_5_6_9_where_a_mode_can_stand(unit: str, mode: int, cell: Cell, fits: bool) -> None:
    assert (stands(unit, UNITS[unit].modes[mode], cell, "0101") is None) is fits


def test_a_users_folder_adds_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "test.toml").write_text(GOOD)
    assert "test" not in scenario_ids()
    assert scenario("test", tmp_path).id == "test"
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert "test" in scenario_ids()
    assert scenario("test").map == "river"


def test_a_scenario_that_is_not_there_is_said_with_one_that_looks_like_it() -> None:
    with pytest.raises(BadData, match="did you mean 'hex-duel'"):
        scenario("hex-dual")
