"""Movement: where a unit can get to, at what cost, by which path (HX-MOVE, HX-PRONE, HX-AIR, HX-WAT).

`reach` gives the whole envelope; `follow` in `flagfall.hexes.rules.explicit_path` checks a path step by step.
Both read the cost tables of `flagfall.hexes.rules.costs`, which are the only code that decides.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from flagfall.hexes.maps.terrain import WATER
from flagfall.hexes.rules.costs import ALOFT, Costs, costs, profile
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PRONE, STANDING, Place

FAR = 1 << 30


class Reach:
    """Where a unit can get to in one Move, what it costs, and how."""

    __slots__ = ("_came", "_dist", "aboard", "exits", "field", "points", "start", "table", "unit")

    def __init__(self, field: Field, unit: int, points: int, table: Costs, start: int) -> None:
        self.field = field
        self.unit = unit
        self.points = points
        self.table = table
        self.start = start
        self._dist: dict[int, int] = {}
        self._came: list[int] = []
        self.aboard: dict[int, tuple[int, int]] = {}
        """Allied transports that can be entered: (cost, node before) (HX-TRN-2)."""
        self.exits: dict[str, tuple[int, int]] = {}
        """Exit edges that can be crossed: (cost, node before) (HX-MOVE-8)."""

    def ends(self) -> dict[Place, int]:
        """Every place where the Move may end, with the cheapest cost."""
        size6 = self.table.size * 6
        ground, air = self._taken()
        drops = self._drops()
        found: dict[Place, int] = {}
        for node, cost in self._dist.items():
            place = self.table.place(node)
            if place.hex in (air if node >= ALOFT * size6 else ground):
                continue
            if node != self.start or cost:
                found[place] = cost
            if drops and node < size6 and cost < self.points and node + PRONE * size6 != self.start:
                found[place._replace(stance=PRONE)] = cost + 1
        return found

    def facings(self) -> dict[int, dict[int, int]]:
        """The same places by hex and posture, with the facings as bits: quicker to make and shorter."""
        size = self.table.size
        bits: dict[int, int] = {}
        for node in self._dist:
            bits[node // 6] = bits.get(node // 6, 0) | 1 << node % 6
        if not self._dist.get(self.start, 1):
            bits[self.start // 6] ^= 1 << self.start % 6
        if self._drops():
            for node, cost in self._dist.items():
                if node < 6 * size and cost < self.points and node + PRONE * 6 * size != self.start:
                    lying = node // 6 + PRONE * size
                    bits[lying] = bits.get(lying, 0) | 1 << node % 6
        ground, air = self._taken()
        found: dict[int, dict[int, int]] = {}
        for at in sorted(bits):
            posture, hex = divmod(at, size)
            if bits[at] and hex not in (air if posture == ALOFT else ground):
                found.setdefault(hex, {})[posture] = bits[at]
        return found

    def _taken(self) -> tuple[AbstractSet[int], AbstractSet[int]]:
        """The hexes where others are, on the ground and in the air."""
        field = self.field
        ground, air = field.ground.keys() | field.wrecks.keys(), field.air.keys()
        own = field.pieces[self.unit]
        if own.hex < 0:
            return ground, air
        return (ground - {own.hex}, air) if own.layer == GROUND else (ground, air - {own.hex})

    def _drops(self) -> bool:
        """Whether the unit can end a Move prone."""
        return self.field.sheet(self.unit).can_drop_in(self.field.pieces[self.unit].mode)

    def sample(self, rng: random.Random) -> Place | None:
        """A random place where the Move may end, or None."""
        nodes = list(self._dist)
        for _ in range(20):
            if not nodes:
                return None
            place = self.table.place(rng.choice(nodes))
            if place.layer == GROUND and place.stance == STANDING and rng.random() < 0.1:
                place = place._replace(stance=PRONE)
            if self.cost(place) is not None:
                return place
        ends = list(self.ends())
        return rng.choice(ends) if ends else None

    def cost(self, place: Place) -> int | None:
        """What it costs to end in a place, or None if the Move cannot."""
        node = self.table.node(place)
        field = self.field
        own = field.pieces[self.unit]
        if not 0 <= place.hex < self.table.size:
            return None
        if (place.hex != own.hex or place.layer != own.layer) and not field.free(place.hex, place.layer):
            return None
        if place.layer == GROUND and place.stance == PRONE:
            before = self._dist.get(self.table.node(place._replace(stance=STANDING)), FAR)
            able = field.sheet(self.unit).can_drop_in(own.mode) and node != self.start
            return before + 1 if able and before < self.points else None
        known = self._dist.get(node)
        return known if known is not None and (node != self.start or known) else None

    def path(self, place: Place) -> tuple[Place, ...]:
        """The cheapest path to a place where the Move may end, first step first."""
        if place.layer == GROUND and place.stance == PRONE:
            return (*self._walk(self.table.node(place._replace(stance=STANDING))), place)
        return self._walk(self.table.node(place))

    def path_aboard(self, unit: int) -> tuple[Place, ...]:
        """The path to the hex of a transport."""
        return self._walk(self.aboard[unit][1])

    def path_out(self, edge: str) -> tuple[Place, ...]:
        """The path to the last hex before an exit edge."""
        return self._walk(self.exits[edge][1])

    def _walk(self, node: int) -> tuple[Place, ...]:
        steps: list[Place] = []
        while node != self.start:
            steps.append(self.table.place(node))
            node = self._came[node]
        return tuple(reversed(steps))


def start_of(field: Field, number: int) -> tuple[Place, int] | None:
    """Where a Move of a unit begins and what is spent already: 1 point to leave a transport (HX-TRN-2)."""
    piece = field.pieces[number]
    if piece.carrier < 0:
        return (Place(piece.hex, piece.facing, piece.layer, piece.stance), 0) if piece.hex >= 0 else None
    carrier = field.pieces[piece.carrier]
    mode = field.mode(number)
    if carrier.hex < 0 or carrier.seat != piece.seat or not field.has(piece.carrier, "transport"):
        return None  # HX-ATT-7: what is carried in the hand waits to be set down
    if carrier.layer == AIR and not mode.flies:
        return None
    return Place(carrier.hex, carrier.facing, carrier.layer), 1


def deck(field: Field, transport: int) -> bool:
    """Whether a transport is a ship, on water: it is boarded and left at the surface (HX-TRN-2)."""
    piece = field.pieces[transport]
    if piece.hex < 0 or piece.layer == AIR or not field.options.to_the_letter:
        return False
    cell = field.board.cells[piece.hex]
    return cell.terrain == WATER and cell.size > 0 and field.on_surface(transport)


def deck_left(field: Field, number: int, table: Costs) -> int:
    """The hex of the ship that a walker leaves, or -1."""
    carrier = field.pieces[number].carrier
    return field.pieces[carrier].hex if carrier >= 0 and table.wades and deck(field, carrier) else -1


def reach(field: Field, number: int, points: int | None = None, exits: Iterable[str] = ()) -> Reach:
    """The movement envelope of a unit; ``points`` replaces its Speed, ``exits`` are edges it may leave by."""
    piece = field.pieces[number]
    table = costs(field.board, profile(field, number))
    speed = field.mode(number).speed
    limit = speed if points is None else points
    begin = start_of(field, number)
    if begin is None or speed < 1 or field.has(number, "gun"):  # HX-UNIT-4, HX-ATT-6
        return Reach(field, number, 0, table, 0)
    start = table.node(begin[0])
    result = Reach(field, number, limit, table, start)
    size6 = table.size * 6
    barred, fragile = obstacles(field, number, table)
    dist = [FAR] * (4 * size6)
    came = result._came = [-1] * (4 * size6)
    for node in barred:
        dist[node] = -1
    dist[start] = begin[1]
    buckets: list[list[int]] = [[] for _ in range(max(limit, begin[1]) + 1)]
    buckets[begin[1]].append(start)
    taken = field.ground.keys() | field.wrecks.keys()
    if piece.hex >= 0 and piece.layer == GROUND:
        taken = taken - {piece.hex}
    ship = deck_left(field, number, table)
    known, fill, hover = table.split, table.fill, HOVERING * size6
    for spent in range(limit):
        one_more = spent + 1
        append = buckets[one_more].append
        for node in buckets[spent]:
            if dist[node] != spent or (fragile and node < size6 and node // 6 in fragile and node != start):
                continue
            ones, others = known.get(node) or fill(node)
            if ship >= 0 and node < size6 and node // 6 == ship:
                ones, others = (), table.off_deck(node)
            for other in ones:
                if dist[other] > one_more:
                    dist[other] = one_more
                    came[other] = node
                    append(other)
            if node >= hover and node // 6 % table.size not in taken:
                others = (*others, *table.lands(node))
            for other, cost in others:
                total = spent + cost
                if total <= limit and dist[other] > total:
                    dist[other] = total
                    came[other] = node
                    buckets[total].append(other)
    result._dist = {
        node: spent for spent, nodes in enumerate(buckets) for node in nodes if dist[node] == spent
    }
    _aboard(result)
    for edge in exits:
        _exit(result, edge)
    return result


def obstacles(field: Field, number: int, table: Costs) -> tuple[set[int], set[int]]:
    """Nodes that cannot be entered, and constructs that its weight brings down (HX-MOVE-5, HX-CON-6)."""
    piece = field.pieces[number]
    size6 = table.size * 6
    barred: set[int] = set()
    for hex, other in field.ground.items():
        if field.pieces[other].seat != piece.seat:
            for posture in (STANDING, PRONE, HOVERING):
                barred.update(range(posture * size6 + hex * 6, posture * size6 + hex * 6 + 6))
    for hex, other in field.air.items():
        if field.pieces[other].seat != piece.seat:
            barred.update(range(ALOFT * size6 + hex * 6, ALOFT * size6 + hex * 6 + 6))
    fragile = {
        hex for hex, cell in field.constructs() if cell.hp <= weight(field, number) and hex != piece.hex
    }
    for hex in fragile:
        if not field.free(hex):  # nobody may come down on top of another
            barred.update(range(hex * 6, hex * 6 + 6))
    return barred, fragile


def weight(field: Field, number: int) -> int:
    """What a climb costs a construct: half the printed Endurance, rounded up (HX-CON-2)."""
    piece = field.pieces[number]
    return (field.sheet(number).endurance_in(piece.mode) + 1) // 2


def _aboard(result: Reach) -> None:
    """Transports that the unit can get into: a step into the hex or a landing, and a point (HX-TRN-2)."""
    field, table = result.field, result.table
    for number, piece in enumerate(field.pieces):
        if not carries(field, number, result.unit) or piece.hex < 0:
            continue
        if field.pieces[result.unit].carrier == number:
            continue
        best: tuple[int, int] | None = None
        for facing in range(6):
            options = [(Place(piece.hex, facing, piece.layer), 1)]
            if table.wades and deck(field, number):  # from the next hex, at the surface
                beside = table.board.neighbours[piece.hex][(facing + 3) % 6]
                cost = table.boarding(beside, piece.hex) if beside >= 0 else 0
                options = [(Place(beside, facing), cost + 1)] if cost else []
            if piece.layer == GROUND:
                options += [
                    (Place(piece.hex, facing, AIR), 3),
                    (Place(piece.hex, facing, GROUND, HOVERING), 2),
                ]
            for place, extra in options:
                node = table.node(place)
                cost = result._dist.get(node, FAR) + extra
                if cost <= result.points and (best is None or cost < best[0]):
                    best = cost, node
        if best is not None:
            result.aboard[number] = best


def carries(field: Field, transport: int, unit: int) -> bool:
    """Whether one unit may carry another as a Transport: an ally of at most half its height (HX-TRN-1)."""
    carrier, guest = field.pieces[transport], field.pieces[unit]
    return (
        transport != unit
        and carrier.present
        and carrier.seat == guest.seat
        and field.has(transport, "transport")
        and 2 * field.mode(unit).height <= field.mode(transport).height
    )


def _exit(result: Reach, edge: str) -> None:
    """The cheapest way over an edge of the map: one point for the last step (HX-MOVE-8)."""
    grid = result.table.board.grid
    best: tuple[int, int] | None = None
    for node, cost in result._dist.items():
        place = result.table.place(node)
        if place.stance == PRONE or cost + 1 > result.points or (best and cost + 1 >= best[0]):
            continue
        for way in (place.facing, (place.facing + 3) % 6):
            if grid.neighbours[place.hex][way] < 0 and edge in edges_crossed(
                grid.width, grid.height, place.hex, way
            ):
                best = cost + 1, node
    if best is not None:
        result.exits[edge] = best


def edges_crossed(width: int, height: int, hex: int, way: int) -> str:
    """The edges of the map that a step in a direction leaves it by."""
    x, y = hex % width, hex // width
    low = x & 1
    column = x + (0, 1, 1, 0, -1, -1)[way]
    row = y + (-1, low - 1, low, 1, low, low - 1)[way]
    return "".join(
        edge
        for edge, out in (("N", row < 0), ("E", column >= width), ("S", row >= height), ("W", column < 0))
        if out
    )
