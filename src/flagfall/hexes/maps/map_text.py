"""Maps as text: one token a hex, one line a row, so that they can be read, compared and typed.

::

    # A line that begins with # is a comment.
    name = River crossing
    text = Two fords and a bridge-head.
    size = 6x3
    zone red = 0101-0601 0102
    zone blue = 0103-0603
    road = 0101 0201 0301

    0.  0.   1.  2t      0T     0.
    0r  0w0  0w2 0c3:12  -1.    0#
    0.  0.   0.  0.      --     0.

A token is the elevation and a letter: ``.`` clear, ``r`` rough, ``t`` thin trees, ``T`` thick trees, ``w2``
water of depth 2, ``c3:12`` a construct 3 levels high with 12 hit points, ``#`` impassable; ``--`` lies off
the map (HX-TERR-1). Odd columns, counted from 0, lie half a hex lower (HX-CONV-4). A zone is a list of hexes;
``0102-0602`` means the columns 01 to 06 of row 02, ``0102-0604`` the block with these corners. A road is
such a list too: it is drawn from hex to hex, and no rule knows of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from flagfall.core.errors import BadData, Fault, Unreadable, complaint
from flagfall.hexes.maps.geometry import label
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, IMPASSABLE, NOWHERE, OFF, WATER, Cell

LARGEST = 300
"""The most columns or rows of a map."""

ROAD = "road"

_TOKEN = re.compile(r"(-?\d{1,3})(?:([.rtT#])|w(\d{1,2})|c(\d{1,2}):(\d{1,4}))")
_ZONE = re.compile(r"(\d{4}|\d{6})(?:-(\d{4}|\d{6}))?")


class Map(msgspec.Struct, frozen=True):
    """A map as a file describes it: size, one cell a hex row by row, and named zones of hexes."""

    name: str
    width: int
    height: int
    cells: tuple[Cell, ...]
    zones: Mapping[str, tuple[int, ...]] = {}
    text: str = ""
    roads: tuple[int, ...] = ()
    """Hexes with a road, which is drawn between those side by side; no rule knows of it."""

    @property
    def digits(self) -> int:
        """How many digits a column or row takes in the number of a hex."""
        return digits(self.width, self.height)

    def label(self, hex: int) -> str:
        """The number of a hex as it is shown (``0305``)."""
        return labels(self.width, self.height)[hex]

    def hex(self, text: str) -> int:
        """The index of a hex given by its number; `Unreadable` if there is none."""
        digits = self.digits
        if len(text) == 2 * digits and text.isdecimal():
            x, y = int(text[:digits]) - 1, int(text[digits:]) - 1
            if 0 <= x < self.width and 0 <= y < self.height:
                return y * self.width + x
        raise Unreadable("map.no-hex", hex=text, width=self.width, height=self.height)


def digits(width: int, height: int) -> int:
    """How many digits a column or row takes in the numbers of a map of some size."""
    return 3 if max(width, height) > 99 else 2


@lru_cache(maxsize=64)
def labels(width: int, height: int) -> tuple[str, ...]:
    """The numbers of all hexes of a map of some size: lists of moves name thousands of them."""
    return tuple(label(x, y, digits(width, height)) for y in range(height) for x in range(width))


def read_cell(token: str) -> Cell:
    """The cell of a token; `Unreadable` says what is wrong with it."""
    if token == "--":
        return NOWHERE
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise Unreadable("map.token", token=token)
    elevation, plain, depth, height, hp = match.groups()
    if depth is not None:
        return Cell(int(elevation), WATER, int(depth))
    if height is not None:
        if int(height) < 1 or int(hp) < 1:
            raise Unreadable("map.construct", token=token)
        return Cell(int(elevation), CONSTRUCT, int(height), int(hp))
    return Cell(int(elevation), plain)


def read_map(text: str, source: str = "map") -> Map:
    """The map of a text; `BadData` lists everything that is wrong with it, by line."""
    faults: list[Fault] = []
    header: dict[str, tuple[int, str]] = {}
    rows: list[tuple[int, list[str]]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        stripped = raw.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if "=" in stripped:
            key, _, value = (part.strip() for part in stripped.partition("="))
            if rows:
                faults.append(Fault(source, number, key, complaint("map.late")))
            elif key in header:
                faults.append(Fault(source, number, key, complaint("map.twice")))
            elif key not in ("name", "text", "size", ROAD) and not re.fullmatch(r"zone [a-z0-9_-]+", key):
                faults.append(Fault(source, number, key, complaint("map.key")))
            else:
                header[key] = number, value
        else:
            rows.append((number, stripped.split()))
    width, height = _size(header, rows, source, faults)
    cells: list[Cell] = []
    if len(rows) != height:
        at = rows[-1][0] if rows else 0
        what = complaint("map.rows", given=len(rows), wanted=height)
        faults.append(Fault(source, at, "rows", what))
    for y, (number, tokens) in enumerate(rows):
        if len(tokens) != width:
            what = complaint("map.row", row=y + 1, given=len(tokens), wanted=width)
            faults.append(Fault(source, number, "rows", what))
        for x, token in enumerate(tokens):
            try:
                cells.append(read_cell(token))
            except Unreadable as error:
                faults.append(Fault(source, number, f"hex {label(x, y)}", error.complaint))
    zones: dict[str, tuple[int, ...]] = {}
    roads: tuple[int, ...] = ()
    if not faults or (max(width, height) <= LARGEST and all(fault.field != "size" for fault in faults)):
        # Where rows have faults, a zone can still lie outside the map, but not be without an open hex.
        # Without the bound, one long row and many short ones would make a map of billions of hexes.
        bare = Map("", width, height, tuple(cells) if not faults else (Cell(0, CLEAR),) * (width * height))
        for key, (number, value) in header.items():
            empty = Fault(source, number, key, complaint("map.empty-zone"))
            if key.startswith("zone "):
                zones[key[5:]] = _zone(bare, value, empty, faults)
            elif key == ROAD:
                roads = _zone(bare, value, empty, faults)
    if faults:
        raise BadData(faults)
    name = header["name"][1] if "name" in header else source
    told = header["text"][1] if "text" in header else ""
    return Map(name, width, height, tuple(cells), zones, told, roads)


def _size(
    header: Mapping[str, tuple[int, str]],
    rows: list[tuple[int, list[str]]],
    source: str,
    faults: list[Fault],
) -> tuple[int, int]:
    number, value = header.get("size", (0, ""))
    if not value:
        return (len(rows[0][1]) if rows else 0), len(rows)
    match = re.fullmatch(r"(\d+)\s*x\s*(\d+)", value)
    if match is None or not (1 <= int(match[1]) <= LARGEST and 1 <= int(match[2]) <= LARGEST):
        what = complaint("map.size", most=LARGEST, value=value)
        faults.append(Fault(source, number, "size", what))
        return (len(rows[0][1]) if rows else 0), len(rows)
    return int(match[1]), int(match[2])


def _zone(bare: Map, value: str, empty: Fault, faults: list[Fault]) -> tuple[int, ...]:
    """The hexes of a zone; ``empty`` is the fault of one without any, and the place of all others."""
    hexes: dict[int, None] = {}
    for word in value.replace(",", " ").split():
        match = _ZONE.fullmatch(word)
        try:
            if match is None:
                raise Unreadable("map.zone", word=word)
            first = bare.hex(match[1])
            last = bare.hex(match[2]) if match[2] else first
        except Unreadable as error:
            faults.append(empty._replace(complaint=error.complaint))
            continue
        xs = sorted((first % bare.width, last % bare.width))
        ys = sorted((first // bare.width, last // bare.width))
        for y in range(ys[0], ys[1] + 1):
            for x in range(xs[0], xs[1] + 1):
                hexes[y * bare.width + x] = None
    usable = [hex for hex in hexes if bare.cells[hex].terrain not in (OFF, IMPASSABLE)]
    if not usable and not any(fault.field == empty.field for fault in faults):
        faults.append(empty)
    return tuple(sorted(usable))


def write_map(map: Map) -> str:
    """The text of a map, in columns; `read_map` gives the same map back."""
    lines = [f"name = {map.name}"]
    if map.text:
        lines.append(f"text = {map.text}")
    lines.append(f"size = {map.width}x{map.height}")
    for name, hexes in map.zones.items():
        lines.append(f"zone {name} = {' '.join(_ranges(map, hexes))}")
    if map.roads:
        lines.append(f"{ROAD} = {' '.join(_ranges(map, map.roads))}")
    lines.append("")
    tokens = [str(cell) for cell in map.cells]
    widths = [max(len(token) for token in tokens[x :: map.width]) for x in range(map.width)]
    for y in range(map.height):
        row = tokens[y * map.width : (y + 1) * map.width]
        lines.append(" ".join(token.ljust(width) for token, width in zip(row, widths, strict=True)).rstrip())
    return "\n".join(lines) + "\n"


def _ranges(map: Map, hexes: Iterable[int]) -> list[str]:
    words: list[str] = []
    run: list[int] = []
    for hex in [*sorted(hexes), -2]:
        if run and (hex != run[-1] + 1 or hex % map.width == 0):
            words.append(map.label(run[0]) + (f"-{map.label(run[-1])}" if len(run) > 1 else ""))
            run = []
        run.append(hex)
    return words
