"""The board of a hidden-rank game as lines of text, as one seat sees it.

Pieces of the reader's side stand in square brackets, the other side's in round ones, whatever the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from flagfall.core.words import Phrases
from flagfall.ranks.board import DEAD, LAKE
from flagfall.ranks.edition import Army, Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import Piece, RankView
from flagfall.ranks.words import power_name, side_name
from flagfall.terminal.paint import DIM, painted, plate

HIDDEN, MOVED, SEEN, ROBOT = "?", "'", "*", "^"
FREE, GOAL, HIT = "·", "○", "×"
WATER_CODE: Final = "38;5;75;48;5;24"
GOAL_CODE: Final = "1;38;5;16;48;5;220"
LAST_CODE: Final = "48;5;238"


class SquareText(NamedTuple):
    """One square: its text, as wide as all others, and its colour."""

    text: str
    code: str = ""


class Marks(NamedTuple):
    """What to point out on a board."""

    goals: frozenset[int] = frozenset()
    """Where the chosen piece can go, or what it can hit."""
    last: frozenset[int] = frozenset()
    """The squares of the last turn."""


def labels(army: Army) -> dict[str, str]:
    """A short label for each kind of an army: its rank, with its letter where a rank has several kinds."""
    ranks = Counter(kind.rank for kind in army.kinds)
    several = any(count > 1 for count in ranks.values())
    return {kind.id: _label(kind, several) for kind in army.kinds}


def _label(kind: Kind, with_letter: bool) -> str:
    return f"{kind.letter}{kind.rank}" if with_letter and kind.rank.isdecimal() else kind.rank


class Drawing:
    """Draws the boards of one game for one seat."""

    def __init__(self, game: RankGame, seat: int, *, colour: bool, columns: int = 80) -> None:
        self.game = game
        self.bottom = seat if seat in (0, 1) else 0
        self.colour = colour
        self.labels = tuple(labels(army) for army in game.edition.armies)
        self.plates = tuple(plate(army.colour) for army in game.edition.armies)
        self.room = max(len(label) for names in self.labels for label in names.values()) + 1
        """The width between the brackets: the longest label and a mark."""
        wide = (self.room + 3) * game.board.width + 7
        self.gap = " " if wide <= columns else ""

    def board(self, pieces: Iterable[Piece], marks: Marks = Marks()) -> str:  # noqa: B008 - never changed
        """The picture, the reader's own side at the bottom."""
        on = {piece.square: piece for piece in pieces}
        return self.picture({square: self._piece(piece, marks) for square, piece in on.items()}, marks)

    def picture(self, cells: Mapping[int, SquareText], marks: Marks = Marks()) -> str:  # noqa: B008 - never changed
        """The squares with coordinates around them."""
        board = self.game.board
        rows = range(board.height - 1, -1, -1) if self.bottom == 0 else range(board.height)
        columns = range(board.width) if self.bottom == 0 else range(board.width - 1, -1, -1)
        size = self.room + 2
        head = "    " + self.gap.join(f"{'abcdefghij'[column]:^{size}}" for column in columns)
        lines = [painted(head.rstrip(), DIM, self.colour)]
        for row in rows:
            squares = (row * 10 + column for column in columns)
            drawn = [cells.get(square) or self._ground(square, marks) for square in squares]
            line = self.gap.join(painted(cell.text, cell.code, self.colour) for cell in drawn)
            number = painted(f"{row + 1:>2}", DIM, self.colour)
            lines.append(f" {number} {line} {painted(str(row + 1), DIM, self.colour)}")
        return "\n".join([*lines, lines[0]])

    def _ground(self, square: int, marks: Marks) -> SquareText:
        size = self.room + 2
        cell = self.game.board.cells[square]
        if cell == LAKE:
            return SquareText("≈" * size, WATER_CODE)
        if cell == DEAD:
            return SquareText("▒" * size, DIM)
        if square in marks.goals:
            return SquareText(f"{GOAL:^{size}}", GOAL_CODE)
        if square in marks.last:
            return SquareText(f"{'∘':^{size}}", LAST_CODE)
        return SquareText(f"{FREE:^{size}}", DIM)

    def _piece(self, piece: Piece, marks: Marks) -> SquareText:
        own = piece.seat == self.bottom
        if piece.kind:
            label = self.labels[piece.seat][piece.kind]
        else:
            label = piece.rank or HIDDEN
        if own:
            mark = ROBOT if piece.robot else SEEN if piece.seen else ""
        else:
            mark = ROBOT if piece.robot else MOVED if piece.moved and label == HIDDEN else ""
        left, right = "[]" if own else "()"
        if piece.square in marks.goals:
            left = HIT
        code = GOAL_CODE if piece.square in marks.goals else self.plates[piece.seat]
        if piece.square in marks.last and piece.square not in marks.goals:
            code += ";4"
        return SquareText(f"{left}{label:>{self.room - 1}}{mark or ' '}{right}", code)

    def setup_cell(self, seat: int, kind: str) -> SquareText:
        """A piece of a set-up in the making."""
        return SquareText(f"[{self.labels[seat][kind]:>{self.room - 1}} ]", self.plates[seat])


def below(game: RankGame, view: RankView, say: Phrases, language: str) -> Iterator[str]:
    """The lines under a board: the tray, the tokens, the counters."""
    for seat in (0, 1):
        taken = Counter(one.kind for one in view.captured if one.seat == seat)
        if taken:
            kinds = {kind.id: kind for kind in game.edition.armies[seat].kinds}
            known = [kind for kind in kinds.values() if taken[kind.id]]
            listed = [f"{_name(kind, language)}{_times(taken[kind.id])}" for kind in known]
            listed += [f"?{_times(taken[''])}"] if taken[""] else []
            yield say("captured", side=side_name(game, seat, language), pieces=", ".join(listed))
    for token in view.tokens:
        power = power_name(game, token.power, language)
        yield say("token", side=side_name(game, token.seat, language), power=power, left=token.left)
    if view.phase == "play":
        side = side_name(game, view.track.turn, language)
        limit = view.options["quiet_limit"]
        quiet = say("quiet", quiet=view.track.quiet, limit=limit) if limit and view.track.quiet > 20 else ""
        yield say("turn", number=view.track.ply + 1, side=side) + quiet


def _name(kind: Kind, language: str) -> str:
    return f"{kind.name(language)} {kind.rank}" if kind.rank.isdecimal() else kind.name(language)


def _times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""
