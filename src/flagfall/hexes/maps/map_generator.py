"""Maps made by chance: the same seed gives the same map, fair to both sides where it is symmetric."""

from __future__ import annotations

import random

import msgspec

from flagfall.hexes.maps.board import grid
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, NOWHERE, OFF, ROUGH, THICK, THIN, WATER, Cell

HOME = 2
"""How many rows at the north and the south edge are the sides' own, where every unit can stand."""
NORTH, SOUTH = ZONES = ("north", "south")
"""The zones that a generated map has."""


class Generator(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Parameters of a generated map; the densities are per cent of the hexes."""

    seed: int | None = None
    """None: the seed of the game."""
    width: int = 16
    height: int = 17
    hills: int = 20
    woods: int = 15
    water: int = 5
    rough: int = 5
    ruins: int = 3
    symmetric: bool = True
    """Whether the map looks the same from both sides (point symmetry)."""


def twin(width: int, height: int, hex: int) -> int:
    """The hex that a half turn of the map brings another to, or -1 where the turned map has none."""
    x, y = hex % width, hex // width
    row = height - 1 - y if width % 2 == 0 or x % 2 == 0 else height - 2 - y
    return row * width + width - 1 - x if row >= 0 else -1


def generate(spec: Generator, seed: int = 0) -> Map:
    """A map by the parameters; the seed counts where the parameters name none."""
    chosen = seed if spec.seed is None else spec.seed
    rng = random.Random(f"{chosen} {spec.width}x{spec.height}")
    width, height = spec.width, spec.height
    size = width * height
    around = grid(width, height).neighbours
    level = [0] * size
    kind = [CLEAR] * size
    extra = [(0, 0)] * size
    home = {hex for hex in range(size) if hex // width < HOME or hex // width >= height - HOME}

    def blob(count: int) -> set[int]:
        """A connected patch of about so many hexes."""
        patch = {rng.randrange(size)}
        while len(patch) < count:
            rim = sorted({other for hex in patch for other in around[hex] if other >= 0} - patch)
            if not rim:
                break
            patch.add(rng.choice(rim))
        return patch

    def patches(percent: int, least: int, most: int) -> list[set[int]]:
        left = size * percent // 100
        found: list[set[int]] = []
        while left > 0:
            count = min(left, rng.randint(least, most))
            found.append(blob(count))
            left -= count
        return found

    for patch in patches(spec.hills, 4, 14):
        for hex in sorted(patch):
            level[hex] = min(4, level[hex] + 1)
    for patch in patches(spec.water, 4, 16):
        deep = rng.randint(0, 2)
        ground = min(level[hex] for hex in patch)
        for hex in sorted(patch - home):
            inner = all(other in patch for other in around[hex] if other >= 0)
            level[hex], kind[hex] = ground, WATER
            extra[hex] = (deep + 1 if inner else deep, 0)
    for patch in patches(spec.woods, 3, 10):
        for hex in sorted(patch):
            if kind[hex] == CLEAR:
                kind[hex] = THICK if rng.random() < 0.3 else THIN
    for patch in patches(spec.rough, 1, 4):
        for hex in sorted(patch):
            if kind[hex] == CLEAR:
                kind[hex] = ROUGH
    for patch in patches(spec.ruins, 1, 4):
        for hex in sorted(patch - home):
            if kind[hex] != WATER:
                tall = rng.randint(1, 4)
                kind[hex], extra[hex] = CONSTRUCT, (tall, 5 * tall + rng.randint(0, 5))
    cells = [
        Cell(level[hex], kind[hex], *(extra[hex] if kind[hex] in (WATER, CONSTRUCT) else (0, 0)))
        for hex in range(size)
    ]
    if spec.symmetric:
        _mirror(cells, width, height)
    zones = {
        NORTH: tuple(hex for hex in range(min(HOME, height) * width) if cells[hex].terrain != OFF),
        SOUTH: tuple(hex for hex in range(max(0, height - HOME) * width, size) if cells[hex].terrain != OFF),
    }
    return Map(f"Generated {chosen}", width, height, tuple(cells), zones)


def _mirror(cells: list[Cell], width: int, height: int) -> None:
    """Make the second half of a map the half turn of the first."""
    for hex in range(width * height):
        other = twin(width, height, hex)
        if other < 0:
            cells[hex] = NOWHERE
        elif other > hex:
            cells[other] = cells[hex]
