"""The hand-made maps: readable, even-handed, and connected."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.core.errors import BadData
from flagfall.hexes.maps.geometry import STEPS, axial, offset
from flagfall.hexes.maps.map_files import lint, map_ids, map_named
from flagfall.hexes.maps.map_text import Map, read_map, write_map
from flagfall.hexes.maps.terrain import IMPASSABLE, OFF

SYMMETRIC = ("arena", "canyon", "city", "forest", "islands", "plain", "river", "steppe", "yard")


def test_the_map_files_have_no_fault() -> None:
    assert lint() == []


def test_there_are_maps_of_every_character_in_several_sizes() -> None:
    wanted = {"plain", "river", "city", "canyon", "islands", "forest", "base", "arena"}
    assert wanted <= set(map_ids())
    assert len({(map_named(id).width, map_named(id).height) for id in map_ids()}) >= 8


@pytest.mark.parametrize("id", map_ids())
def test_a_map_survives_writing_and_reading(id: str) -> None:
    there = map_named(id)
    assert read_map(write_map(there), id) == there


@pytest.mark.parametrize("id", SYMMETRIC)
def test_a_symmetric_map_looks_the_same_from_both_sides(id: str) -> None:
    there = map_named(id)
    # In columns that alternate by half a hex, half a turn maps (x, y) to (W-1-x, H-1-y) only if W is even.
    assert there.width % 2 == 0
    assert there.cells == there.cells[::-1]
    last = len(there.cells) - 1
    assert there.zones["south"] == tuple(sorted(last - hex for hex in there.zones["north"]))


@pytest.mark.parametrize("id", map_ids())
def test_a_map_is_in_one_piece(id: str) -> None:
    there = map_named(id)
    usable = {hex for hex, cell in enumerate(there.cells) if cell.terrain not in (OFF, IMPASSABLE)}
    start = min(usable)
    seen, edge = {start}, [start]
    while edge:
        for hex in neighbours(there, edge.pop()):
            if hex in usable and hex not in seen:
                seen.add(hex)
                edge.append(hex)
    assert seen == usable


def neighbours(there: Map, hex: int) -> list[int]:
    q, r = axial(hex % there.width, hex // there.width)
    around = [offset(q + a, r + b) for a, b in STEPS]
    return [y * there.width + x for x, y in around if 0 <= x < there.width and 0 <= y < there.height]


def test_a_map_that_is_not_there_is_said_with_one_that_looks_like_it() -> None:
    with pytest.raises(BadData, match="there is no such map; did you mean 'river'"):
        map_named("rivers")


def test_a_users_map_is_found_and_its_faults_name_its_file(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    path = tmp_path / "maps" / "mine.txt"
    path.write_text("name = Mine\n0. 0.\n0. 0r\n")
    assert map_named("mine", tmp_path).width == 2
    (tmp_path / "maps" / "bad.txt").write_text("name = Bad\n0. 0.\n0. 0x\n")
    found = lint(tmp_path)
    assert [(fault.file, fault.line) for fault in found] == [(str(path.with_name("bad.txt")), 3)]


def test_a_bad_hex_and_a_zone_outside_the_map_are_told_at_once() -> None:
    text = "size = 3x2\nzone a = 0101 0901\nzone b = 0202\nzone c = west\n\n0. 0. 0?\n0. --\n"
    with pytest.raises(BadData) as caught:
        read_map(text, "m.txt")
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [
        (6, "hex 0301"),
        (7, "rows"),
        (2, "zone a"),
        (4, "zone c"),
    ]
