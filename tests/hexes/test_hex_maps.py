"""Maps as text, made by chance, and imported; boards and their tables."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core.errors import BadData, BadText
from flagfall.hexes.maps.board import FARTHEST, LOW, Board
from flagfall.hexes.maps.map_generator import Generator, generate, twin
from flagfall.hexes.maps.map_text import Map, read_cell, read_map, write_map
from flagfall.hexes.maps.megamek import import_board
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, IMPASSABLE, OFF, ROUGH, THICK, THIN, WATER, Cell

SMALL = """\
# A crossing.
name = River crossing
text = Two fords.
size = 6x3
zone red = 0101-0601 0102
zone blue = 0103-0603

0.  0.   1.  2t      0T     0.
0r  0w0  0w2 0c3:12  -1.    0#
0.  0.   0.  0.      --     0.
"""

cells = st.one_of(
    st.builds(
        lambda level, terrain: Cell(level, terrain),
        st.integers(-99, 99),
        st.sampled_from([CLEAR, ROUGH, THIN, THICK, IMPASSABLE]),
    ),
    st.builds(lambda level, deep: Cell(level, WATER, deep), st.integers(-99, 99), st.integers(0, 20)),
    st.builds(Cell, st.integers(-9, 9), st.just(CONSTRUCT), st.integers(1, 30), st.integers(1, 999)),
    st.just(Cell(0, OFF)),
)


def test_a_map_is_read_as_it_is_written() -> None:
    map = read_map(SMALL)
    assert (map.name, map.text, map.width, map.height) == ("River crossing", "Two fords.", 6, 3)
    assert map.cells[map.hex("0402")] == Cell(0, CONSTRUCT, 3, 12)
    assert map.cells[map.hex("0502")] == Cell(-1, CLEAR)
    assert [map.label(hex) for hex in map.zones["blue"]] == ["0103", "0203", "0303", "0403", "0603"]
    assert read_map(write_map(map)) == map


def test_a_road_is_read_and_written_and_changes_no_hex() -> None:
    map = read_map(SMALL.replace("\n\n", "\nroad = 0101-0201 0302\n\n"))
    assert [map.label(hex) for hex in map.roads] == ["0101", "0201", "0302"]
    assert read_map(write_map(map)) == map
    assert map.cells == read_map(SMALL).cells
    with pytest.raises(BadData, match="0901"):
        read_map(SMALL.replace("\n\n", "\nroad = 0901\n\n"))


@given(st.integers(1, 6), st.data())
def test_every_map_comes_back_from_its_text(width: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=5))
    map = Map("Any", width, len(rows), tuple(cell for row in rows for cell in row))
    assert read_map(write_map(map)) == map


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("0T", "0Q", 8, "hex 0501"),
        ("0c3:12", "0c0:12", 9, "hex 0402"),
        ("0c3:12", "0c3", 9, "hex 0402"),
        ("size = 6x3", "size = 7x3", 8, "rows"),
        ("size = 6x3", "size = 6x4", 10, "rows"),
        ("size = 6x3", "size = 600x3", 4, "size"),
        ("size = 6x3", "sise = 6x3", 4, "sise"),
        ("0103-0603", "0103-0609", 6, "zone blue"),
        ("0103-0603", "north", 6, "zone blue"),
        ("0103-0603", "0602", 6, "zone blue"),
        ("text = Two", "name = Two", 3, "name"),
    ],
)
def test_a_bad_map_names_line_and_field(old: str, new: str, line: int, field: str) -> None:
    with pytest.raises(BadData) as bad:
        read_map(SMALL.replace(old, new), "river.txt")
    assert (bad.value.faults[0].file, bad.value.faults[0].line, bad.value.faults[0].field) == (
        "river.txt",
        line,
        field,
    )


def test_a_header_after_the_rows_is_a_fault() -> None:
    with pytest.raises(BadData, match="the header goes first"):
        read_map(SMALL + "zone late = 0101\n")


def test_big_maps_number_their_hexes_with_three_digits() -> None:
    map = Map("Big", 120, 100, (Cell(0, CLEAR),) * 12_000)
    assert map.label(0) == "001001"
    assert map.hex("120100") == 11_999
    with pytest.raises(ValueError, match="no hex"):
        map.hex("0101")


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(4, 20), st.integers(5, 20))
def test_a_generated_map_is_the_same_for_a_seed_and_symmetric(seed: int, width: int, height: int) -> None:
    spec = Generator(width=width, height=height, hills=30, woods=20, water=15, rough=10, ruins=10)
    map = generate(spec, seed)
    assert map == generate(spec, seed)
    assert read_map(write_map(map)) == map
    assert map.zones["north"]
    assert map.zones["south"]
    for hex, cell in enumerate(map.cells):
        other = twin(width, height, hex)
        assert (cell.terrain == OFF) if other < 0 else map.cells[other] == cell


def test_a_half_turn_keeps_distances() -> None:
    for width in (8, 9):
        grid = Board(generate(Generator(width=width, height=8), 1)).grid
        rng = random.Random(width)
        for _ in range(300):
            a, b = rng.randrange(grid.size), rng.randrange(grid.size)
            c, d = twin(width, 8, a), twin(width, 8, b)
            if c >= 0 and d >= 0:
                assert grid.distance(a, b) == grid.distance(c, d)


def test_a_map_need_not_be_symmetric_and_its_own_seed_counts() -> None:
    spec = Generator(width=9, height=9, symmetric=False, seed=5)
    assert generate(spec, 1) == generate(spec, 2)
    assert all(cell.terrain != OFF for cell in generate(spec, 1).cells)


@settings(max_examples=30)
@given(st.integers(0, 1000))
def test_the_sight_tables_agree_with_walking_the_line(seed: int) -> None:
    rng = random.Random(seed)
    width, height = rng.randint(2, 40), rng.randint(2, 40)
    tops = tuple(Cell(rng.randint(-3, 9), CLEAR) for _ in range(width * height))
    board = Board(Map("Any", width, height, tops))
    for _ in range(40):
        a, b = rng.randrange(width * height), rng.randrange(width * height)
        line = board.grid.between(a, b)
        assert all(0 <= hex < width * height for place in line for hex in place)
        assert all(line)
        walked = max((tops[hex].elevation for place in line for hex in place), default=LOW)
        assert board.highest(a, b) == walked


def test_tables_can_be_filled_ahead() -> None:
    map = generate(Generator(width=12, height=12), 3)
    ahead, asked = Board(map), Board(map)
    ahead.fill(8)
    for a in range(0, 144, 7):
        for b in range(0, 144, 5):
            if ahead.grid.distance(a, b) <= 8 < FARTHEST:
                assert ahead.highest(a, b) == asked.highest(a, b)


def test_a_changed_board_is_another_and_the_first_stays() -> None:
    board = Board(read_map("0. 0c3:9 0."))
    flat = board.changed({1: Cell(0, ROUGH)})
    assert (board.floor[1], flat.floor[1]) == (3, 0)
    assert board.changed({1: Cell(0, CONSTRUCT, 3, 2)}) is board, "hit points change no table"
    assert board.changed({1: Cell(0, ROUGH)}) is flat


BOARD = """\
# made by hand
size 4 2
option exit_roads_to_pavement false
description "A test = of"
description "sorts"
tag "Woods (Auto)"
hex 0101 0 "" ""
hex 0201 2 "woods:1;foliage_elev:2" "grass"
hex 0301 -1 "woods:2" ""
hex 0401 0 "water:2" ""
hex 0102 0 "building:2:8;bldg_elev:4;bldg_cf:42" ""
hex 0202 1 "rough:1;road:1:9" ""
hex 0302 0 "impassable:1" ""
hex 0402 3 "moonbase:1;jungle:3" ""
end
nonsense after the end
"""


def test_a_board_file_is_imported_by_the_table_of_terrains() -> None:
    for text in (BOARD, BOARD.replace("\n", "\r\n"), BOARD.upper().replace("MOONBASE", "moonbase")):
        map, warnings = (found := import_board(text, "maps/Test.board")).map, found.warnings
        assert map.cells == (
            Cell(0, CLEAR),
            Cell(2, THIN),
            Cell(-1, THICK),
            Cell(0, WATER, 2),
            Cell(0, CONSTRUCT, 4, 8),
            Cell(1, ROUGH),
            Cell(0, IMPASSABLE),
            Cell(3, THICK),
        )
        assert [str(one) for one in warnings] == [
            "terrain 'moonbase' is unknown and became clear ground",
            "road: this ground counts as the terrain under it",
        ]
        assert read_map(write_map(map)) == map


def test_an_import_fills_what_is_missing_and_says_so() -> None:
    found = import_board(
        'size 3 2\nhex 0101 1 "space:1" ""\nwibble 3\nhex 0201 0 "bridge:1;water:3" ""\nend\n'
    )
    assert [cell.terrain for cell in found.map.cells] == [IMPASSABLE, CLEAR, *[CLEAR] * 4]
    assert len(found.warnings) == 3


def test_a_board_that_is_cut_off_names_the_line_where_it_ends() -> None:
    with pytest.raises(BadText) as caught:
        import_board(BOARD[: BOARD.index("hex 0302")], "Test.board")
    assert caught.value.line == 12
    assert "6 of 8 hexes" in str(caught.value)


def test_bridges_are_kept_over_magma_and_space() -> None:
    grounds = ("magma:2;bridge:1", "space:1;bridge:1", "magma:2")
    rows = "\n".join(f'hex 0{at}01 0 "{ground}" ""' for at, ground in enumerate(grounds, 1))
    text = f"size 3 1\n{rows}\nend\n"
    assert [cell.terrain for cell in import_board(text).map.cells] == [CLEAR, CLEAR, IMPASSABLE]


@pytest.mark.parametrize(
    "text", ["", "hex 0101 0", "size 3", "size x y", "size 301 10", "size 2 2\nhex 0101 high"]
)
def test_what_is_no_board_file_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        import_board(text)


def test_large_boards_are_imported() -> None:
    rows = "\n".join(f'hex {x:03d}{y:03d} {(x * y) % 5} "" ""' for y in range(1, 201) for x in range(1, 201))
    map = import_board(f"size 200 200\n{rows}\nend\n").map
    assert Board(map).highest(0, 150) >= 0
    assert map.label(39_999) == "200200"


def test_a_token_says_what_is_wrong_with_it() -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        read_cell("0z")
