"""What is wrong with a position that was read: everything in it that no game could have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from flagfall.core.errors import BadOption
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.maps.terrain import NAMES, OFF
from flagfall.hexes.notation.position_fields import PositionFields
from flagfall.hexes.scenarios.loaded import LoadedScenario
from flagfall.hexes.setup import refused_muster
from flagfall.hexes.units.pieces import AWAY, LAYERS, LEFT, OUT, PLAY, RESERVE, STANCES, WRECK, Piece

PHASES: Final = ("muster", "chain", "deploy", "play")
STATUSES: Final = (RESERVE, PLAY, WRECK, AWAY, OUT, LEFT)
SHIELDS: Final = ("", "self", "weapon")
LARGEST: Final = 1 << 53
"""Of numbers that have no bound of their own: what every program can hold."""


def position_faults(game: LoadedScenario, truth: PositionFields) -> Iterator[tuple[str, str]]:
    """For each fault the field (``unit 2`` for the third unit) and a sentence."""
    yield from _numbers(game, truth)
    for option in game.options:
        try:
            option.read(getattr(truth.options, option.name))
        except BadOption as error:
            yield "options", str(error)
    size = len(game.board(truth.map_seed).map.cells)
    for number, piece in enumerate(truth.pieces):
        for reason in _piece(game, truth, number, piece, size):
            yield f"unit {number}", reason
    units = range(len(truth.pieces))
    for name, numbers in (
        ("card", (truth.card,) if truth.card >= 0 else ()),
        ("pile", truth.pile),
        ("stack", [frame.unit for frame in truth.stack]),
        ("chains", [number for chain in truth.chains for number in chain]),
    ):
        yield from ((name, f"there is no unit {number}") for number in numbers if number not in units)
    yield from _ground(truth, size)
    yield from _turn(game, truth)


def _numbers(game: LoadedScenario, truth: PositionFields) -> Iterator[tuple[str, str]]:
    for name, low, high in (
        ("map_seed", 0, (1 << 32) - 1),
        ("round", 0, LARGEST),
        ("dice", 0, LARGEST),
        ("card", -1, LARGEST),
        ("wind", -1, len(DIRECTIONS) - 1),
        ("deploying", -1, game.seats - 1),
    ):
        if not low <= getattr(truth, name) <= high:
            yield name, f"is a number from {low} to {high}"
    if truth.phase not in PHASES:
        yield "phase", f"is one of {', '.join(PHASES)}"
    if len(set(truth.pile)) != len(truth.pile):
        yield "pile", "has a unit twice"
    if len(truth.chains) != game.seats:
        yield "chains", f"has {game.seats} parts, one for each side"
    if len(truth.holds) != len(game.scenario.victory):
        yield "holds", f"has {len(game.scenario.victory)} numbers, one for each condition"
    if any(not 0 <= frame.left <= LARGEST for frame in truth.stack):
        yield "stack", "the actions left are none or more"
    if truth.result is not None and len(truth.result.scores) != game.seats:
        yield "result", f"has {game.seats} scores"


def _piece(
    game: LoadedScenario, truth: PositionFields, number: int, piece: Piece, size: int
) -> Iterator[str]:
    if piece.sheet not in game.roster:
        yield f"there is no sheet {piece.sheet!r}"
        return
    most = len(truth.pieces) - 1
    for name, low, high in (
        ("owner", 0, game.seats - 1),
        ("seat", 0, game.seats - 1),
        ("hp", 0, LARGEST),
        ("card", 0, LARGEST),
        ("mode", 0, len(game.roster[piece.sheet].modes) - 1),
        ("hex", -1, size - 1),
        ("facing", 0, len(DIRECTIONS) - 1),
        ("layer", 0, len(LAYERS) - 1),
        ("stance", 0, len(STANCES) - 1),
        ("carrier", -1, most),
        ("controller", -1, most),
        ("parent", -1, most),
        ("waiting", 0, LARGEST),
    ):
        if not low <= getattr(piece, name) <= high:
            yield f"{name} is a number from {low} to {high}"
            return
    if piece.status not in STATUSES:
        yield f"status is one of {', '.join(STATUSES)}"
    if piece.shield not in SHIELDS:
        yield "shield is self, weapon or nothing"
    if piece.present and piece.hex < 0:
        yield "a unit in play is in a hex"
    if _circle(truth.pieces, number):
        yield "it is carried in a circle"


def _circle(pieces: Iterable[Piece], number: int) -> bool:
    """Whether a unit is carried, in the end, by itself."""
    carriers = [piece.carrier for piece in pieces]
    seen = {number}
    while 0 <= (number := carriers[number]) < len(carriers):
        if number in seen:
            return True
        seen.add(number)
    return False


def _ground(truth: PositionFields, size: int) -> Iterator[tuple[str, str]]:
    for name, hexes in (
        ("changes", [hex for hex, _ in truth.changes]),
        ("smoke", [mark.hex for mark in truth.smoke]),
        ("fires", truth.fires),
    ):
        yield from ((name, f"there is no hex {hex}") for hex in hexes if not 0 <= hex < size)
    for _, cell in truth.changes:
        numbers = (cell.elevation, cell.size, cell.hp)
        if cell.terrain not in NAMES or cell.terrain == OFF or any(abs(one) > 9_999 for one in numbers):
            yield "changes", "a hex is an elevation, a terrain, a size and hit points"


def _turn(game: LoadedScenario, truth: PositionFields) -> Iterator[tuple[str, str]]:
    """Whether somebody has something to decide, unless the game is over."""
    if len(truth.musters) != game.seats:
        yield "musters", f"has {game.seats} parts, one for each side"
        return
    for seat, muster in enumerate(truth.musters):
        if game.by_points and muster and (reason := refused_muster(game, seat, muster)):
            yield "musters", reason
    if truth.result is not None:
        return
    if truth.phase == "muster" and (not game.by_points or None not in truth.musters):
        yield "phase", "nobody has a force to choose"
    if truth.phase != "muster" and None in truth.musters:
        yield "musters", "a force is missing"
    if truth.phase == "play" and not truth.stack:
        yield "stack", "it is nobody's turn"
    acting = [frame.unit for frame in truth.stack if 0 <= frame.unit < len(truth.pieces)]
    if truth.phase == "play" and any(truth.pieces[number].status != PLAY for number in acting):
        yield "stack", "a unit acts only while it is in play"
    waiting = [
        piece
        for piece in truth.pieces
        if piece.owner == truth.deploying and piece.status == RESERVE and not piece.waiting
    ]
    if truth.phase == "deploy" and not waiting:
        yield "deploying", "that side has nothing to deploy"
