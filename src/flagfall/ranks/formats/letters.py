"""Field letters: a board as 100 letters from a1, or one side's set-up as 40, back row first.

``A`` is an empty square and ``_`` a lake. ``B`` to ``M`` are red's bomb, spy, scout, miner and so on up to
the marshal and the flag; ``N`` to ``Y`` are blue's in the same order. Some programs write ``a`` for an empty
square, small letters for pieces that have been shown, and behind the field the side to move and the number
of half-moves: ``r 0``. The tenth column is called K there, since that world has no column J.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from flagfall.core import BadText
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import BY_NAME, NAMES

if TYPE_CHECKING:
    from flagfall.ranks.edition import Kind
    from flagfall.ranks.game import RankGame

EMPTY: Final = "A"
LAKE: Final = "_"
RED: Final = "BCDEFGHIJKLM"
BLUE: Final = "NOPQRSTUVWXY"
_RANKS: Final = ("B", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F")
"""The rank that each of the twelve letters stands for."""
SIDE: Final = 10
"""These formats know boards of ten by ten squares only."""


class LetterBoard(NamedTuple):
    """A board in letters: what stands where, and what is written besides."""

    pieces: tuple[dict[int, str], dict[int, str]]
    """For each seat the kind of the piece on each of its squares."""
    shown: frozenset[int]
    """The squares of pieces in small letters: those have been shown."""
    turn: int
    number: int


def _kinds(game: RankGame, seat: int) -> dict[str, Kind]:
    """The kind of each red letter; `BadText` if this edition's pieces cannot be told apart by rank."""
    board = game.board
    if (board.width, board.height) != (SIDE, SIDE):
        raise BadText(f"{game.id} has no field letters: its board is not ten by ten squares")
    found: dict[str, Kind] = {}
    for kind in game.edition.armies[seat].kinds:
        rank = "1" if kind.rank == "S" else kind.rank
        letter = RED[_RANKS.index(rank)]
        if letter in found:
            raise BadText(f"{game.id} has no field letters: {found[letter].id} and {kind.id} have one rank")
        found[letter] = kind
    return found


# ---- squares ------------------------------------------------------------------------------------


def read_square(word: str, column: int = 1) -> int:
    """The square of a name such as ``A4`` or ``K10``."""
    name = word.strip().lower()
    name = {"k": "j", "j": "?"}.get(name[:1], name[:1]) + name[1:]
    if name not in BY_NAME:
        raise BadText(f"there is no square {word!r}: they go from A1 to K10, without J", column=column)
    return BY_NAME[name]


def write_square(square: int) -> str:
    """The name of a square: capital letters, K for the tenth column."""
    name = NAMES[square]
    return ("K" if name[0] == "j" else name[0].upper()) + name[1:]


# ---- set-ups ------------------------------------------------------------------------------------


def read_letters(game: RankGame, text: str, seat: int = 0) -> Deploy:
    """The set-up of 40 letters, the back row first, as its player sees it; red letters for either side."""
    kinds = _kinds(game, seat)
    board = game.board
    letters = text.strip()
    lead = len(text) - len(text.lstrip())
    wanted = 4 * SIDE
    if len(letters) != wanted:
        at = lead + min(len(letters), wanted) + 1
        raise BadText(f"a set-up has {wanted} letters, and this has {len(letters)}", column=at)
    pieces = []
    for place, letter in enumerate(letters):
        if letter.upper() == EMPTY:
            continue
        if letter.upper() not in kinds:
            known = "".join(kinds)
            raise BadText(f"{letter!r} is no piece of {game.id}; they are {known}", column=lead + place + 1)
        square = place if seat == 0 else board.mirrored(place)
        pieces.append((square, kinds[letter.upper()].id))
    return Deploy(tuple(sorted(pieces)))


def write_letters(game: RankGame, setup: Deploy, seat: int = 0) -> str:
    """A set-up as 40 letters, the back row first, as its player sees it."""
    letters = {kind.id: letter for letter, kind in _kinds(game, seat).items()}
    on = dict(setup.pieces)
    squares = range(4 * SIDE) if seat == 0 else [game.board.mirrored(place) for place in range(4 * SIDE)]
    if set(on) - set(squares):
        raise BadText("these set-ups have four rows of ten squares")
    return "".join(letters[on[square]] if square in on else EMPTY for square in squares)


def read_letters_file(game: RankGame, text: str, seat: int = 0, source: str = "") -> list[Deploy]:
    """The set-ups of a file, one a line; empty lines and lines that begin with # are passed over."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(read_letters(game, line, seat))
            except BadText as error:
                raise BadText(error.reason, line=number, column=error.column, source=source) from None
    return found


# ---- fields -------------------------------------------------------------------------------------


def read_field(game: RankGame, text: str) -> LetterBoard:
    """The board that 100 letters describe, row by row from a1."""
    kinds = (_kinds(game, 0), _kinds(game, 1))
    words = text.split()
    letters = words[0] if words else ""
    lead = len(text) - len(text.lstrip())
    if len(letters) != SIDE * SIDE:
        raise BadText(f"a field has {SIDE * SIDE} letters, and this has {len(letters)}", column=lead + 1)
    pieces: tuple[dict[int, str], dict[int, str]] = ({}, {})
    shown = set()
    for square, letter in enumerate(letters):
        place = letter.upper()
        column = lead + square + 1
        if (place == LAKE) != (square in game.board.blocked):
            what = "is a lake" if place != LAKE else "is no lake"
            raise BadText(f"{write_square(square)} {what}", column=column)
        if place in (EMPTY, LAKE):
            continue
        seat = 0 if place in RED else 1
        as_red = RED[BLUE.index(place)] if place in BLUE else place
        if as_red not in kinds[seat]:
            raise BadText(f"{letter!r} is no piece of {game.id}", column=column)
        pieces[seat][square] = kinds[seat][as_red].id
        if letter.islower():
            shown.add(square)
    turn, number = _behind(words[1:], text)
    return LetterBoard(pieces, frozenset(shown), turn, number)


def _behind(words: list[str], text: str) -> tuple[int, int]:
    """Side to move and number of half-moves, as some programs write them."""
    if not words:
        return 0, 0
    fits = len(words) == 2 and words[0].lower() in ("r", "b") and words[1].isdecimal()
    if not fits or len(words[1]) > 9:
        at = text.index(words[0], SIDE * SIDE) + 1
        raise BadText("expected the side to move and a number, such as 'r 0'", column=at)
    return "rb".index(words[0].lower()), int(words[1])


def write_field(game: RankGame, pieces: tuple[dict[int, str], dict[int, str]]) -> str:
    """A board as 100 letters, row by row from a1."""
    names = tuple({kind.id: letter for letter, kind in _kinds(game, seat).items()} for seat in (0, 1))
    letters = []
    for square in range(SIDE * SIDE):
        if square in game.board.blocked:
            letters.append(LAKE)
        elif square in pieces[0]:
            letters.append(names[0][pieces[0][square]])
        elif square in pieces[1]:
            letters.append(BLUE[RED.index(names[1][pieces[1][square]])])
        else:
            letters.append(EMPTY)
    return "".join(letters)
