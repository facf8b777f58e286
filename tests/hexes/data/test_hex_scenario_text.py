"""Scenarios written as one file: read again without loss, with the map and units they bring along."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.hexes import scenario_game
from flagfall.hexes.data_files import PACKAGE, DataFile
from flagfall.hexes.maps.map_files import map_named
from flagfall.hexes.maps.map_text import write_map
from flagfall.hexes.missions.mission_files import mission, mission_ids
from flagfall.hexes.scenarios.scenario import Eliminate, Limit, OwnParts, Scenario
from flagfall.hexes.scenarios.scenario_files import opened, read_scenario, scenario, scenario_ids
from flagfall.hexes.scenarios.scenario_text import write_scenario
from flagfall.terminal.commands.hex import faults

MAP = 'name = It\'s "own"\nsize = 3x2\nzone south = 0102-0302\nzone north = 0101-0301\n\n0. 0. 0.\n0. 0t 0.\n'
UNITS = (
    (PACKAGE / "units" / "mercenaries.toml").read_text(encoding="utf-8").replace('"doubledealer"', '"dealer"')
)


def read_again(text: str, id: str) -> tuple[Scenario, OwnParts]:
    """The scenario of a file and what it brings along."""
    _, read, own = opened(DataFile(1, "test.toml", id, text))
    return read, own


@pytest.mark.parametrize("id", scenario_ids())
def test_every_scenario_is_written_and_read_without_loss(id: str) -> None:
    assert read_again(write_scenario(scenario(id)), id) == (scenario(id), OwnParts())


@pytest.mark.parametrize("id", mission_ids())
def test_the_scenario_of_every_mission_is_written_and_read_without_loss(id: str) -> None:
    read = mission(id).scenario
    assert read_again(write_scenario(read), id) == (read, OwnParts())


@given(title=st.text(), map=st.text(), rounds=st.integers(1, 99))
def test_any_text_is_written_and_read_without_loss(title: str, map: str, rounds: int) -> None:
    title, map = (one.encode("utf-8", "ignore").decode() for one in (title, map))
    read = msgspec.structs.replace(
        scenario("hex-duel"), title={"en": title}, victory=(), limit=Limit(rounds, "draw")
    )
    assert read_again(write_scenario(read, OwnParts(map)), read.id) == (read, OwnParts(map))


def own(**more: object) -> Scenario:
    """A small scenario on a map of its own."""
    duel = scenario("hex-duel")
    sides = tuple(
        msgspec.structs.replace(side, zone=zone, units=(msgspec.structs.replace(side.units[0], at=None),))
        for side, zone in zip(duel.sides, ("south", "north"), strict=True)
    )
    options = {name: value for name, value in duel.options.items() if name != "start_damage"}  # names a unit
    plain: dict[str, object] = {"id": "mine", "map": "own", "sides": sides, "options": options}
    plain["victory"] = (Eliminate(),)
    return msgspec.structs.replace(duel, **{**plain, **more})


def test_a_file_with_a_map_and_units_of_its_own_is_checked_and_played(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    file = tmp_path / "scenarios" / "mine.toml"
    read = own()
    sides = (
        msgspec.structs.replace(
            read.sides[0], units=(msgspec.convert({"unit": "dealer"}, type(read.sides[0].units[0])),)
        ),
        read.sides[1],
    )
    file.write_text(write_scenario(own(sides=sides), OwnParts(MAP, UNITS)), encoding="utf-8")
    assert faults(str(file)) == []
    game = scenario_game("mine", tmp_path)
    assert game.board().map.name == 'It\'s "own"'
    assert game.new(seed=1).pieces[0].sheet == "dealer"


def test_a_fault_in_the_own_map_names_the_line_of_the_whole_file() -> None:
    text = write_scenario(
        own(), OwnParts(MAP.replace("0t", "0q"), UNITS.replace("endurance", "endurence", 1))
    )
    found = read_scenario(DataFile(1, "mine.toml", "mine", text))[1]
    lines = text.split("\n")
    assert "0q" in lines[found[0].line - 1] and found[0].field == "own.map hex 0202"
    assert any("endurence" in lines[one.line - 1] for one in found[1:])
    assert all(one.field.startswith("own.units ") for one in found[1:])


def test_the_map_in_the_file_comes_before_one_of_its_name() -> None:
    text = write_scenario(own(map="river"), OwnParts(write_map(map_named("arena"))))
    assert read_scenario(DataFile(1, "mine.toml", "mine", text))[1] == []
