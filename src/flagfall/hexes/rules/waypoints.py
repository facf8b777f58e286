"""Ways through hexes of the player's choice: the cheapest path that passes them in order."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import msgspec

from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.explicit_path import words
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import obstacles, start_of
from flagfall.hexes.units.pieces import GROUND, HOVERING, PRONE, Place


class Ending(msgspec.Struct, frozen=True):
    """One way to end in the last hex of a route."""

    place: Place
    cost: int
    via: tuple[str, ...]
    """The steps, as a Move takes them."""
    path: tuple[Place, ...]


def route(field: Field, number: int, way: Sequence[int], points: int) -> tuple[Ending, ...]:
    """Every ending in the last hex of a way, each by the cheapest path through all its hexes in order."""
    begin = start_of(field, number)
    if begin is None or not way or field.mode(number).speed < 1 or field.has(number, "gun"):
        return ()
    table = costs(field.board, profile(field, number))
    size6, hover = table.size * 6, HOVERING * table.size * 6
    barred, fragile = obstacles(field, number, table)
    own = field.pieces[number]
    taken = set(field.ground) | set(field.wrecks)
    if own.hex >= 0 and own.layer == GROUND:
        taken.discard(own.hex)

    def passed(count: int, hex: int) -> int:
        while count < len(way) and way[count] == hex:
            count += 1
        return count

    start = (passed(0, begin[0].hex), table.node(begin[0]))
    best = {start: begin[1]}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap = [(begin[1], start)]
    while heap:
        spent, state = heappop(heap)
        count, node = state
        hex = node // 6 % table.size
        if spent > best[state] or (node < size6 and hex in fragile and state != start):  # HX-MOVE-9
            continue
        steps = table.moves(node)
        if node >= hover and hex not in taken:
            steps = (*steps, *table.lands(node))
        for other, cost in steps:
            total = spent + cost
            after = (passed(count, other // 6 % table.size), other)
            if other not in barred and total <= points and total < best.get(after, points + 1):
                best[after] = total
                came[after] = state
                heappush(heap, (total, after))
    return tuple(_endings(field, number, way, points, best, came, start))


def _endings(
    field: Field,
    number: int,
    way: Sequence[int],
    points: int,
    best: dict[tuple[int, int], int],
    came: dict[tuple[int, int], tuple[int, int]],
    start: tuple[int, int],
) -> list[Ending]:
    table = costs(field.board, profile(field, number))
    own = field.pieces[number]
    drops = field.sheet(number).can_drop_in(own.mode)
    begin = table.place(start[1])
    found: list[Ending] = []
    for state, cost in sorted(best.items(), key=lambda one: one[1]):
        place = table.place(state[1])
        if state[0] < len(way) or place.hex != way[-1]:
            continue
        if (place.hex, place.layer) != (own.hex, own.layer) and not field.free(place.hex, place.layer):
            continue
        path: list[Place] = []
        at = state
        while at != start:
            path.append(table.place(at[1]))
            at = came[at]
        path.reverse()
        if path:
            found.append(Ending(place, cost, words(field.board, begin, path), tuple(path)))
        if drops and cost < points and state[1] < table.size * 6:
            down = (*path, place._replace(stance=PRONE))
            found.append(Ending(down[-1], cost + 1, words(field.board, begin, down), down))
    return found


__all__ = ["Ending", "route"]
