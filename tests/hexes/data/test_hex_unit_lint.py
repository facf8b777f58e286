"""Faults in unit files name file, line, field and reason."""

# ruff: noqa: E501 - a table of messages reads best with one a line
from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.core.errors import BadData
from flagfall.hexes import data_files
from flagfall.hexes.data_files import FOLDER_VARIABLE, DataFile
from flagfall.hexes.units.unit_files import read_units, roster

GOOD = """\
[[unit]]
id = "tin"
name = "Tin"
function = "Can"
faction = "autobot"
group = "cans"
endurance = 6
skill = 5
modes = [
  { name = "robot", kind = "robot", str = 5, spe = 5, fir = 5, hgt = 2, abilities = ["repair"] },
  { name = "car", kind = "vehicle", str = 0, spe = 8, fir = 5, hgt = 1 },
]
source = { provenance = "memory", confidence = "low" }
"""


def faults(text: str, *others: str) -> list[str]:
    sources = [
        DataFile(0, f"{name}.toml", name, body) for name, body in zip("abc", (text, *others), strict=False)
    ]
    return [str(fault) for fault in read_units(sources)[1]]


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_a_good_file_has_none() -> None:
    units, found = read_units([DataFile(0, "a.toml", "a", GOOD)])
    assert found == []
    assert units["tin"].hit_points == 12


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"repair"', '"repiar"', "a.toml:10: unit[1].modes[1].abilities: 'repiar' is unknown; did you mean 'repair'?"),
        ('"repair"', '"fly"', "a.toml:10: unit[1].modes[1].abilities: 'fly' is unknown; it is an attribute"),
        ('"repair"', '"repair", "repair"', "a.toml:10: unit[1].modes[1].abilities: 'repair' is listed twice"),
        ("spe = 8", "spe = 99", "a.toml:11: unit[1].modes[2].spe: is 0 to 60, not 99"),
        ("hgt = 1 ", "hgt = 0 ", "a.toml:11: unit[1].modes[2].hgt: is 1 to 20, not 0"),
        ("fir = 5, hgt = 1", "fir = 25, hgt = 1", "a.toml:11: unit[1].modes[2].fir: weapons reach 20 at most: give a range"),
        ("fir = 5, hgt = 1", "fir = 5, hgt = 1, range = 6", "a.toml:11: unit[1].modes[2].range: is at most the firepower, 5"),
        ("endurance = 6", "endurance = 0", "a.toml:7: unit[1].endurance: is 1 to 99, not 0"),
        ('name = "car"', 'name = "robot"', "a.toml:11: unit[1].modes[2].name: 'robot' is used twice"),
        ('kind = "vehicle"', 'kind = "jet"', "a.toml:11: unit[1].modes[2].attributes: a mode of kind jet has the attribute fly or vtol"),
        ('kind = "vehicle"', 'kind = "boat"', "a.toml:11: unit[1].modes[2].attributes: a mode of kind boat has the attribute water"),
        ('kind = "vehicle"', 'kind = "human"', "a.toml:11: unit[1].modes[2].kind: the kind human and the field people go together"),
        ('kind = "vehicle"', 'kind = "cart"', "a.toml:11: unit[1].modes[2].kind: takes one of robot, vehicle, animal, jet, vtol, hover, boat, gun, device, base, nebulon, human, not 'cart'"),
        ("spe = 8", 'spe = "8"', "a.toml:11: unit[1].modes[2].spe: takes a whole number"),
        ("skill = 5\n", "", "a.toml:1: unit[1]: skill is missing"),
        ("skill = 5", "skill = 5\nluck = 3", "a.toml:9: unit[1].luck: there is no field luck"),
        ('id = "tin"', 'id = "Tin Can"', "a.toml:2: unit[1].id: may only have lower-case letters, digits and single hyphens"),
        ("skill = 5", 'skill = 5\nnebulon = "tin"', "a.toml:9: unit[1].nebulon: 'tin' is not a Nebulon: its mode is of kind robot"),
        ("skill = 5", 'skill = 5\nnebulon = "nobody"', "a.toml:9: unit[1].nebulon: there is no unit 'nobody'"),
        ("skill = 5", 'skill = 5\non_deactivate = { spawn = "tim" }', "a.toml:9: unit[1].on_deactivate.spawn: there is no unit 'tim'; did you mean 'tin'?"),
        ("skill = 5", 'skill = 5\non_deactivate = { spawn = "tin" }', "a.toml:9: unit[1].on_deactivate.spawn: it would end up spawning itself"),
        ("skill = 5", 'skill = 5\nallegiance_by_mode = ["autobot"]', "a.toml:9: unit[1].allegiance_by_mode: has 1 words for 2 modes"),
        ("skill = 5", 'skill = 5\nallegiance_by_mode = ["autobot", "leave"]', "a.toml:9: unit[1].allegiance_by_mode: 'leave' is neither a faction nor 'leaves'; did you mean 'leaves'?"),
        ('"repair"', '"combine"', "a.toml:9: unit[1].modes: a mode lists combine, but the unit names no team"),
        ("skill = 5", 'skill = 5\ncombine = "cans"', "a.toml:9: unit[1].combine: no mode lists the ability combine"),
        ("[[unit]]", "extra = 1\n[[unit]]", "a.toml:1: extra: a unit file has [[unit]] and [team] only"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(old: str, new: str, expected: str) -> None:
    assert expected in [fault.replace("Invalid", "invalid") for fault in faults(changed(old, new))]


def test_all_faults_are_listed_at_once() -> None:
    text = changed("spe = 8", "spe = 99").replace("endurance = 6", "endurance = 0")
    assert len(faults(text)) == 2


def test_a_faulty_field_does_not_hide_the_other_faults_of_its_unit() -> None:
    text = (
        changed("skill = 5\n", "").replace("endurance = 6", "endurance = 0").replace("spe = 8", 'spe = "8"')
    )
    assert faults(text.replace('group = "cans"', 'group = "cans"\nnebulon = "nobody"')) == [
        "a.toml:1: unit[1]: skill is missing",
        "a.toml:11: unit[1].modes[2].spe: takes a whole number",
        "a.toml:8: unit[1].endurance: is 1 to 99, not 0",
        "a.toml:7: unit[1].nebulon: there is no unit 'nobody'",
    ]


def test_a_unit_with_a_faulty_field_is_there_for_others() -> None:
    other = changed('id = "tin"', 'id = "zinc"').replace(
        "skill = 5", 'skill = 5\non_deactivate = { spawn = "tin" }'
    )
    assert faults(changed("skill = 5\n", ""), other) == ["a.toml:1: unit[1]: skill is missing"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('kind = "vehicle"', "kind = 3"),
        ('"repair"', "3"),
        ("fir = 5, hgt = 1", 'fir = "5", hgt = 1, range = 4'),
        ('id = "tin"', "id = 3"),
    ],
)
def test_what_rests_on_a_faulty_field_is_not_told(old: str, new: str) -> None:
    assert len(faults(changed(old, new))) == 1


def test_what_is_no_toml_is_one_fault_and_the_other_files_are_still_read() -> None:
    found = faults("[[unit]\n", changed("spe = 8", "spe = 99"))
    assert [fault.split(":")[0] for fault in found] == ["a.toml", "b.toml"]


def test_an_id_is_used_once() -> None:
    assert faults(GOOD, GOOD) == ["b.toml:2: unit[1].id: 'tin' is taken: a.toml:2"]


def test_a_file_without_units_is_a_fault() -> None:
    assert faults("# nothing\n") == ["a.toml:1: there is no [[unit]] in this file"]


TEAM = """\
[team]
id = "cans"
name = "Cans"
members = ["tin", "zinc"]
into = "kettle"

"""


def test_a_team_has_to_be_complete() -> None:
    found = faults(TEAM + GOOD)
    assert found == [
        "a.toml:4: team.members[1]: the sheet of 'tin' does not combine in cans",
        "a.toml:4: team.members[2]: there is no unit 'zinc'",
        "a.toml:5: team.into: there is no unit 'kettle'",
    ]


def test_a_member_has_to_be_on_the_list_of_its_team() -> None:
    text = TEAM + changed('"repair"', '"combine"').replace("skill = 5", 'skill = 5\ncombine = "can"')
    assert "a.toml:15: unit[1].combine: there is no team 'can'; did you mean 'cans'?" in faults(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "units").mkdir()
    (tmp_path / "units" / "mine.toml").write_text(GOOD)
    return tmp_path


def test_a_users_folder_adds_units(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tin" not in roster()
    assert roster(folder)["tin"].name == "Tin"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    assert roster()["tin"].name == "Tin"
    assert len(roster()) == len(roster(folder))


def test_a_users_unit_takes_the_place_of_one_with_its_id(folder: Path) -> None:
    (folder / "units" / "mine.toml").write_text(changed('id = "tin"', 'id = "jazz"'))
    assert roster(folder)["jazz"].name == "Tin"


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no such folder"):
        roster(tmp_path / "nowhere")


def test_a_file_that_is_no_text_is_said(folder: Path) -> None:
    (folder / "units" / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="cannot be read"):
        roster(folder)


def test_faults_of_the_user_name_the_users_file(folder: Path) -> None:
    path = folder / "units" / "mine.toml"
    path.write_text(changed("spe = 8", "spe = 99"))
    with pytest.raises(BadData) as caught:
        roster(folder)
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [(str(path), 11)]


def test_the_packages_own_folder_comes_first() -> None:
    assert data_files.folders()[0].name == "data"
