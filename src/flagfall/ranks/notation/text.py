"""Actions and set-ups as text. Errors say at which character they stand."""

from __future__ import annotations

import re
from typing import Protocol

from flagfall.core import BadText, Complaint, complaint
from flagfall.ranks.actions import (
    Deploy,
    Halt,
    Move,
    PlayAction,
    RankAction,
    Strike,
    Use,
    write_action,
)
from flagfall.ranks.board import BY_NAME, NOWHERE, Board
from flagfall.ranks.edition import Edition
from flagfall.ranks.position import Position

_MOVE = re.compile(r"([a-zA-Z]\d+)\s*([-xX:])\s*([a-zA-Z]\d+)\s*$")


class HasBoard(Protocol):
    """Anything with an edition and its board: a game, or its rules."""

    @property
    def edition(self) -> Edition:
        """The edition that is played."""

    @property
    def board(self) -> Board:
        """Its board."""


LONGEST = 4_000
"""The longest text of an action that is looked at."""


class _Words:
    """The words of a line, each with its column."""

    def __init__(self, text: str) -> None:
        self.words = [(found.group(), found.start() + 1) for found in re.finditer(r"[^\s,]+", text)]
        self.end = len(text) + 1
        self.next = 0

    def take(self, wanted: Complaint) -> tuple[str, int]:
        """The next word; without one, what is wanted there is the complaint."""
        if self.next >= len(self.words):
            raise BadText(wanted, column=self.end)
        self.next += 1
        return self.words[self.next - 1]

    def more(self) -> bool:
        return self.next < len(self.words)

    def done(self) -> None:
        if self.more():
            word, column = self.words[self.next]
            raise BadText(complaint("action.rest", word=word), column=column)


def _square(board: Board, word: str, column: int) -> int:
    square = BY_NAME.get(word.lower(), NOWHERE)
    if square == NOWHERE or square >= board.size or board.column(square) >= board.width:
        last = f"{'abcdefghij'[board.width - 1]}{board.height}"
        raise BadText(complaint("text.no-square", word=word, last=last), column=column)
    return square


def read_action(game: HasBoard, text: str) -> RankAction:
    """The action that a text names."""
    if len(text) > LONGEST:
        raise BadText(complaint("text.long", most=LONGEST), column=LONGEST)
    words = _Words(text)
    word, column = words.take(complaint("action.empty"))
    lower = word.lower()
    if lower == "deploy":
        return _read_deploy(game, words)
    if lower == "halt":
        words.done()
        return Halt()
    if lower == "strike":
        targets = [_square(game.board, *words.take(complaint("action.strike")))]
        while words.more():
            targets.append(_square(game.board, *words.take(complaint("action.square"))))
        return Strike(tuple(sorted(targets)))
    switch = NOWHERE
    if lower == "switch":
        switch = _square(game.board, *words.take(complaint("action.switch")))
        word, column = words.take(complaint("action.after-switch"))
    return _read_play(game, text, words, word, column, switch)


def _read_play(game: HasBoard, text: str, words: _Words, word: str, column: int, switch: int) -> PlayAction:
    rest = text[column - 1 :].rstrip()
    if found := _MOVE.match(rest):
        origin = _square(game.board, found.group(1), column)
        target = _square(game.board, found.group(3), column + found.start(3))
        return Move(origin, target, switch)
    origin = _square(game.board, word, column)
    power, at = words.take(complaint("action.unfinished"))
    power = power.lower()
    spec = next((spec for spec in game.edition.powers if spec.id == power), None)
    if spec is None:
        known = ", ".join(spec.id for spec in game.edition.powers)
        if not known:
            raise BadText(complaint("action.no-powers", power=power), column=at)
        raise BadText(complaint("action.no-power", power=power, known=known), column=at)
    targets: list[int] = []
    kind = ""
    kinds = {kind.id for army in game.edition.armies for kind in army.kinds}
    while words.more():
        word, column = words.take(complaint("action.square"))
        if word.lower() in kinds and not kind:
            kind = word.lower()
        else:
            targets.append(_square(game.board, word, column))
    return Use(origin, power, tuple(targets), kind, switch)


def _read_deploy(game: HasBoard, words: _Words) -> Deploy:
    kinds = {kind.id for army in game.edition.armies for kind in army.kinds}
    pieces = []
    while words.more():
        word, column = words.take(complaint("action.piece"))
        name, sign, kind = word.partition("=")
        if not sign:
            raise BadText(complaint("action.placing", word=word), column=column)
        square = _square(game.board, name, column)
        if kind.lower() not in kinds:
            raise BadText(complaint("action.no-kind", kind=kind), column=column + len(name) + 1)
        pieces.append((square, kind.lower()))
    return Deploy(tuple(sorted(pieces)))


def write(game: HasBoard, position: Position, action: RankAction) -> str:
    """An action as text, with an ``x`` where a move attacks."""
    if isinstance(action, Deploy):
        return str(action)
    attack = isinstance(action, Move) and position.board[action.target] >= 0
    return write_action(action, attack)


def home_rows(board: Board, seat: int) -> list[list[int]]:
    """A seat's set-up squares as it sees them: front row first, from its left to its right."""
    rows: dict[int, list[int]] = {}
    for square in board.homes[seat]:
        rows.setdefault(board.row(square), []).append(square)
    if seat == 0:
        return [sorted(rows[row]) for row in sorted(rows, reverse=True)]
    return [sorted(rows[row], reverse=True) for row in sorted(rows)]


def read_setup(game: HasBoard, text: str, seat: int) -> Deploy:
    """The set-up that letters draw: front row first, rows apart by ``/`` or new lines, ``.`` for empty."""
    if len(text) > LONGEST:
        raise BadText(complaint("text.long", most=LONGEST), column=LONGEST)
    letters = {kind.letter: kind.id for kind in game.edition.armies[seat].kinds}
    squares = [square for row in home_rows(game.board, seat) for square in row]
    pieces = []
    taken = 0
    line = column = 1
    for sign in text:
        if sign == "\n":
            line, column = line + 1, 1
            continue
        if not sign.isspace() and sign != "/":
            if taken == len(squares):
                raise BadText(complaint("setup.many", squares=len(squares)), line=line, column=column)
            if sign.upper() in letters:
                pieces.append((squares[taken], letters[sign.upper()]))
            elif sign not in ".-_":
                known = "".join(letters)
                raise BadText(complaint("setup.letter", sign=sign, known=known), line=line, column=column)
            taken += 1
        column += 1
    if taken < len(squares):
        what = complaint("setup.few", given=taken, squares=len(squares))
        raise BadText(what, line=line, column=column)
    return Deploy(tuple(sorted(pieces)))


def write_setup(game: HasBoard, setup: Deploy, seat: int) -> str:
    """A set-up as letters, front row first; `read_setup` reads it."""
    letters = {kind.id: kind.letter for kind in game.edition.armies[seat].kinds}
    on = dict(setup.pieces)
    rows = home_rows(game.board, seat)
    return "/".join("".join(letters[on[square]] if square in on else "." for square in row) for row in rows)
