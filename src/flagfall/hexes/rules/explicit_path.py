"""A Move given step by step."""

from __future__ import annotations

from collections.abc import Iterable

from flagfall.core.errors import IllegalAction
from flagfall.hexes.maps.board import Board
from flagfall.hexes.maps.geometry import DIRECTIONS, direction
from flagfall.hexes.rules.costs import Costs, costs, profile
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import deck_left, obstacles, start_of
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PRONE, STANDING, Place


def follow(
    field: Field, number: int, steps: Iterable[str], points: int | None = None
) -> tuple[tuple[Place, ...], int]:
    """The places along a path given step by step, and its cost; `IllegalAction` names the rule that stops it.

    Steps: ``f`` forward, ``b`` back, ``l`` and ``r`` turn, ``sNE`` slide, ``d`` drop, ``uNE`` stand up,
    ``t`` take off, ``h`` hover, ``g`` down to the ground.
    """
    table = costs(field.board, profile(field, number))
    mode = field.mode(number)
    limit = mode.speed if points is None else points
    begin = start_of(field, number)
    if begin is None or mode.speed < 1 or mode.has("gun"):
        raise IllegalAction("HX-UNIT-4")
    barred, fragile = obstacles(field, number, table)
    ship = deck_left(field, number, table)
    place, spent = begin
    path: list[Place] = []
    for step in steps:
        if place.hex in fragile and path:
            raise IllegalAction("HX-MOVE-9", hex=field.label(place.hex))
        after, cost = _step(field, number, table, place, step, place.hex == ship and not place.layer)
        if table.node(after) in barred:
            raise IllegalAction("HX-MOVE-5", hex=field.label(after.hex))
        spent += cost
        if spent > limit:
            raise IllegalAction("HX-MOVE-4", hex=field.label(after.hex), needs=spent, has=limit)
        path.append(after)
        place = after
    own = field.pieces[number]
    if not path:
        raise IllegalAction("HX-MOVE-2")
    if (place.hex, place.layer) != (own.hex, own.layer) and not field.free(place.hex, place.layer):
        raise IllegalAction(field.taken_by(place.hex, place.layer), hex=field.label(place.hex))
    return tuple(path), spent


def _step(field: Field, number: int, table: Costs, place: Place, step: str, deck: bool) -> tuple[Place, int]:
    """The place after one step and what the step costs."""
    letter, rest = step[:1], step[1:]
    if letter == "d" and place.layer == GROUND and place.stance == STANDING:
        if not field.sheet(number).can_drop_in(field.pieces[number].mode):
            raise IllegalAction("HX-PRONE-4")
        return place._replace(stance=PRONE), 1
    after: Place | None = None
    if letter in "lr":
        after = place._replace(facing=(place.facing + (1 if letter == "r" else 5)) % 6)
    elif letter in "fbs":
        way = direction(rest) if letter == "s" else (place.facing + (3 if letter == "b" else 0)) % 6
        other = table.board.neighbours[place.hex][way]
        after = place._replace(hex=other) if other >= 0 else None
    elif letter == "u":
        after = place._replace(facing=direction(rest), stance=STANDING) if place.stance == PRONE else None
    elif letter == "t":
        after = Place(place.hex, place.facing, AIR)
    elif letter in "hg":
        after = Place(place.hex, place.facing, GROUND, HOVERING if letter == "h" else STANDING)
    if after is None or after == place:
        raise IllegalAction("HX-MOVE-2", step=step)
    node, target = table.node(place), table.node(after)
    for other, cost in table.off_deck(node) if deck else table.moves(node):
        if other == target:
            return after, cost
    for other, cost in table.lands(node):
        if other == target:
            if not field.free(place.hex) and field.ground.get(place.hex) != number:
                raise IllegalAction("HX-AIR-6", hex=field.label(place.hex))
            return after, cost
    raise IllegalAction(_stopped_by(table, place, after, letter), step=step, hex=field.label(after.hex))


def _stopped_by(table: Costs, place: Place, after: Place, letter: str) -> str:
    """The rule that forbids a step."""
    if place.stance == PRONE:
        return "HX-PRONE-1"
    if barred := table.barred(after):
        return "HX-AIR-6" if place.layer == AIR and after.layer == GROUND else barred
    if letter in "fb":
        return "HX-MOVE-3" if letter == "b" else "HX-TERR-4"
    return "HX-MOVE-2"  # nobody else slides, and the air has its steps


def words(board: Board, start: Place, path: Iterable[Place]) -> tuple[str, ...]:
    """A path as the steps that `follow` reads: for players who want to change a proposed way."""
    told: list[str] = []
    before = start
    for after in path:
        told.append(_word(board, before, after))
        before = after
    return tuple(told)


def _word(board: Board, before: Place, after: Place) -> str:
    if after.hex != before.hex:
        way = board.neighbours[before.hex].index(after.hex)
        turn = (way - before.facing) % 6
        return {0: "f", 3: "b"}.get(turn, "s" + DIRECTIONS[way])
    if after.stance == PRONE:
        return "d"
    if before.stance == PRONE:
        return "u" + DIRECTIONS[after.facing]
    if (after.layer, after.stance) != (before.layer, before.stance):
        return "t" if after.layer == AIR else "h" if after.stance == HOVERING else "g"
    return "r" if (after.facing - before.facing) % 6 == 1 else "l"
