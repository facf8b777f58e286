"""Writes a whole position as text, in the form of `flagfall.ranks.notation.position`."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import NAMES
from flagfall.ranks.notation.text import write_setup
from flagfall.ranks.position import Position
from flagfall.ranks.repetition import Track
from flagfall.ranks.settled_edition import SettledEdition
from flagfall.ranks.view import KIND, RANK


def write_position(position: Position) -> str:
    """The whole truth of a position as text."""
    return "\n".join(_lines(position))


def _lines(position: Position) -> Iterator[str]:
    rules = position.rules
    options = [
        f"{option.name}={str(rules.options[option.name]).lower()}"
        for option in rules.edition.options
        if rules.options[option.name] != option.default
    ]
    if not position.where:
        yield "setup"
        for seat, setup in enumerate(position.setups):
            if setup is not None:
                yield f"army {_army(rules, seat)} {write_setup(rules, Deploy(setup), seat)}"
    else:
        yield from _picture(position)
        yield f"turn {_army(rules, position.track.turn)}"
        yield f"pieces {' '.join(_piece(position, piece) for piece in range(len(position.where)))}"
        if position.captured:
            yield f"captured {' '.join(map(str, position.captured))}"
        yield from _track(rules, position.track)
        for (seat, power, _), used in zip(rules.tokens, position.spent, strict=True):
            if used:
                yield f"spent {_army(rules, seat)} {power} {used}"
        if position.awaited:
            awaited = position.awaited
            yield f"awaits {awaited.power} {NAMES[position.where[awaited.piece]]} {NAMES[awaited.origin]}"
    if options:
        yield f"options {' '.join(options)}"
    if position.over:
        scores = " ".join(f"{score:g}" for score in position.over.scores)
        yield f"over {position.over.termination} {scores} {position.over.rule}".rstrip()


def _army(rules: SettledEdition, seat: int) -> str:
    return rules.edition.armies[seat].id


def letter_of(position: Position, piece: int) -> str:
    """The letter of a piece: a capital for seat 0, a small one for seat 1."""
    letter = position.kinds[piece].letter
    return letter if position.seat_of(piece) == 0 else letter.lower()


def _picture(position: Position) -> Iterator[str]:
    board = position.rules.board
    for row in range(board.height - 1, -1, -1):
        yield " ".join(_cell(position, row * 10 + column) for column in range(board.width))


def _cell(position: Position, square: int) -> str:
    piece = position.board[square]
    if piece < 0:
        cell = position.rules.board.cells[square]
        return cell if cell in "~#" else "."
    opponent, onlooker = position.shown(piece), position.shown(piece, onlooker=True)
    marks = "'" if position.moved >> piece & 1 else ""
    marks += "+" if onlooker == RANK or opponent == RANK else ""
    marks += "*" if onlooker == KIND else "?" if opponent == KIND else ""
    marks += "^" if position.robots >> piece & 1 else ""
    return letter_of(position, piece) + marks


def _piece(position: Position, piece: int) -> str:
    first = len(position.starts[0])
    start = position.starts[0][piece] if piece < first else position.starts[1][piece - first]
    square = position.where[piece]
    place = "" if square == start else ">x" if square < 0 else f">{NAMES[square]}"
    return f"{letter_of(position, piece)}:{NAMES[start]}{place}"


def _track(rules: SettledEdition, track: Track) -> Iterator[str]:
    if track.ply:
        yield f"ply {track.ply}"
    if track.quiet:
        yield f"quiet {track.quiet}"
    for seat in (0, 1):
        if track.trails[seat]:
            trail = " ".join(",".join(map(str, part)) for part in track.trails[seat])
            yield f"trail {_army(rules, seat)} {trail}"
        route = track.routes[seat]
        if route:
            yield f"route {_army(rules, seat)} {route[0]} {NAMES[route[1]]} {NAMES[route[2]]}"
        pair = track.pairs[seat]
        if pair:
            yield f"pair {_army(rules, seat)} {pair[0]} {NAMES[pair[1]]} {NAMES[pair[2]]} {pair[3]}"
    if track.chase != (0, 0):
        yield f"chase {track.chase[0]} {track.chase[1]}"
    if track.past:
        yield f"past {' '.join(f'{position:x}' for position in track.past)}"
