"""The movement envelope against brute force on small boards (HX-MOVE)."""

from __future__ import annotations

from battle import mode, sheet
from hypothesis import given
from hypothesis import strategies as st

from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.map_generator import Generator, generate
from flagfall.hexes.maps.terrain import CONSTRUCT, COST, OFF, ROUGH, THICK, THIN, WATER
from flagfall.hexes.options import Options
from flagfall.hexes.rules.explicit_path import follow, words
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PLAY, PRONE, STANDING, Piece, Place
from flagfall.hexes.units.sheets import Mode, Roster


def brute(field: Field, unit: int, points: int) -> dict[Place, int]:
    """All places by trying every step again and again, with costs written down a second time."""
    piece_, shape = field.pieces[unit], field.mode(unit)
    best = {Place(piece_.hex, piece_.facing, piece_.layer, piece_.stance): 0}
    grew = True
    while grew:
        grew = False
        for place, spent in list(best.items()):
            for other, price in _steps(field, unit, shape, place):
                if spent + price <= points and spent + price < best.get(other, 10_000):
                    best[other] = spent + price
                    grew = True
    own = Place(piece_.hex, piece_.facing, piece_.layer, piece_.stance)
    ends = {}
    for place, spent in best.items():
        taken = field.air if place.layer == AIR else {**field.wrecks, **field.ground}
        if taken.get(place.hex, unit) == unit and place != own:
            ends[place] = spent
    return ends


def _steps(field: Field, unit: int, shape: Mode, place: Place) -> list[tuple[Place, int]]:
    found: list[tuple[Place, int]] = []
    hex, facing, layer, stance = place
    if stance == PRONE:
        return [(Place(hex, way), 2) for way in range(6)]
    found += [(place._replace(facing=(facing + turn) % 6), 1) for turn in (1, 5)]
    flies, vtol = "fly" in shape.attributes or "vtol" in shape.attributes, "vtol" in shape.attributes
    for way, other in enumerate(field.board.neighbours[hex]):
        turn = (way - facing) % 6
        free_slide = vtol and (layer == AIR or stance == HOVERING)
        if other < 0 or (turn not in (0, 3) and not free_slide):
            continue
        blocker = (field.air if layer == AIR else field.ground).get(other, unit)
        if field.pieces[blocker].seat != field.pieces[unit].seat or field.board.cells[other].terrain == OFF:
            continue
        price = 1 if layer == AIR else _price(field, shape, stance, hex, other, back=turn == 3)
        if price:
            found.append((place._replace(hex=other), price + (turn not in (0, 3))))
    if layer == GROUND and stance == STANDING and unit_can_drop(field, unit):
        found.append((place._replace(stance=PRONE), 1))
    ground_free = field.ground.get(hex, unit) == unit and hex not in field.wrecks
    if flies and layer == GROUND and _enemy_free(field, unit, hex):
        found.append((Place(hex, facing, AIR), 1 if stance == HOVERING else 2))
        if vtol and stance == STANDING and field.board.cells[hex].terrain not in (THIN, THICK):
            found.append((Place(hex, facing, GROUND, HOVERING), 1))
    if layer == AIR and ground_free:
        found.append((Place(hex, facing), 2))
        if vtol and field.board.cells[hex].terrain not in (THIN, THICK):
            found.append((Place(hex, facing, GROUND, HOVERING), 1))
    if stance == HOVERING and ground_free:
        found.append((Place(hex, facing), 1))
    return found


def _enemy_free(field: Field, unit: int, hex: int) -> bool:
    return field.pieces[field.air.get(hex, unit)].seat == field.pieces[unit].seat


def unit_can_drop(field: Field, unit: int) -> bool:
    return field.sheet(unit).can_drop_in(field.pieces[unit].mode)


def _price(field: Field, shape: Mode, stance: int, a: int, b: int, *, back: bool) -> int:
    here, there = field.board.cells[a], field.board.cells[b]
    surface = stance == HOVERING or "hover" in shape.attributes or "water" in shape.attributes
    swims = "swim" in shape.abilities

    def level(cell: object) -> int:
        deep = cell.terrain == WATER and cell.size > 0  # type: ignore[attr-defined]
        if surface or (swims and deep):
            return cell.surface  # type: ignore[attr-defined,no-any-return]
        return cell.floor  # type: ignore[attr-defined,no-any-return]

    climb = abs(level(here) - level(there))
    if back and climb:
        return 0
    if stance == HOVERING:
        return 0 if there.terrain in (THIN, THICK) else 1 + climb
    if "hover" in shape.attributes:
        return 0 if there.terrain in (ROUGH, THIN, THICK, CONSTRUCT) else 1 + climb
    if "water" in shape.attributes:
        return 1 + climb if here.terrain == there.terrain == WATER else 0
    price = COST[there.terrain]
    if swims:
        was, will = (cell.terrain == WATER and cell.size > 0 for cell in (here, there))
        price = (1 if will else price) + (was != will)
    return (price + climb) * (2 if shape.kind in ("jet", "vtol") else 1)


MOVERS = [
    mode(),
    mode(abilities=("swim",)),
    mode(attributes=("fly",)),
    mode(kind="jet", attributes=("fly",)),
    mode(kind="vtol", attributes=("vtol",)),
    mode(kind="hover", attributes=("hover",)),
    mode(kind="boat", attributes=("water",)),
]


@given(st.integers(0, 100_000), st.sampled_from(range(len(MOVERS))), st.integers(1, 9))
def test_the_envelope_equals_brute_force_on_small_boards(seed: int, which: int, points: int) -> None:
    import random

    rng = random.Random(seed)
    map = generate(Generator(width=7, height=7, hills=30, woods=20, water=25, rough=10, ruins=0), seed)
    sheets = [sheet("a", MOVERS[which]), sheet("b"), sheet("c"), sheet("d")]
    places = rng.sample([hex for hex in range(49) if map.cells[hex].terrain != OFF], 5)
    shape = MOVERS[which]
    start_posture = rng.choice([(GROUND, STANDING), (AIR, STANDING)] if shape.flies else [(GROUND, STANDING)])
    if which == 0:
        start_posture = rng.choice([(GROUND, STANDING), (GROUND, PRONE)])
    stands = not (which == 5 and map.cells[places[0]].terrain in (ROUGH, THIN, THICK))
    if not stands:
        return
    pieces = [
        Piece("a", "a", 0, 0, 12, 0, PLAY, 0, places[0], rng.randrange(6), *start_posture),
        Piece("b", "b", 0, 0, 12, 1, PLAY, 0, places[1]),
        Piece("c", "c", 1, 1, 12, 2, PLAY, 0, places[2], 0, rng.choice((GROUND, AIR))),
        Piece("d", "d", 1, 1, 0, 3, "wreck", 0, places[3]),
    ]
    field = Field(Board(map), Roster(sheets), Options(), pieces, {}, (), ())
    found = reach(field, 0, points)
    assert found.ends() == brute(field, 0, points)
    for place, price in found.ends().items():
        assert found.cost(place) == price
        assert found.path(place)[-1] == place
    for place in rng.sample(sorted(found.ends()), min(5, len(found.ends()))):
        start = Place(pieces[0].hex, pieces[0].facing, *start_posture)
        steps = words(field.board, start, found.path(place))
        assert follow(field, 0, steps, points) == (found.path(place), found.cost(place)), "a path is a path"
