"""A whole position as text: a picture of the board, and a line for everything that is not its default.

::

    . . m*          an empty square is ``.``, a lake ``~``, a square out of play ``#``
    . ~ .           seat 0's pieces are capital letters, seat 1's small ones
    M' F B+         ' has moved   + rank known   * shown   ? shown to the opponent alone   ^ Robot Mode
    turn red
    quiet 12

Pieces that are not in the picture are captured. Without a ``pieces`` line the pieces are numbered by
their squares, as if they had started there. `position_writer` writes this, and here it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from flagfall.core import BadOption, BadText, IllegalAction, Outcome
from flagfall.core.options import Value
from flagfall.ranks.board import BLOCKED, BY_NAME, EMPTY, NAMES, NOWHERE
from flagfall.ranks.draft import Draft
from flagfall.ranks.events import Placement
from flagfall.ranks.notation.position_writer import letter_of
from flagfall.ranks.notation.text import HasBoard, read_setup
from flagfall.ranks.repetition import Pair, Route, Track, Trail
from flagfall.ranks.rules import Rules
from flagfall.ranks.setup import check
from flagfall.ranks.view import Awaited

LONGEST = 100_000
_CELL = re.compile(r"([A-Za-z])(['+*?^]*)$")
_PIECE = re.compile(r"([A-Za-z]):([a-j]\d+)(?:>([a-j]\d+|x))?$")


class Readable(HasBoard, Protocol):
    """What the reader has to know of a game."""

    colours: tuple[str, ...]

    def rules(self, **options: object) -> Rules:
        """The edition with options settled."""

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The options, checked."""


def read_position(game: Readable, text: str) -> Draft:
    """The position that a text describes; `BadText` says where it cannot be read."""
    if len(text) > LONGEST:
        raise BadText(f"the text is longer than {LONGEST} characters")
    return _Reader(game, text).draft()


class _Reader:
    def __init__(self, game: Readable, text: str) -> None:
        self.game = game
        self.board = game.board
        self.rows: list[tuple[int, list[tuple[str, int]]]] = []
        self.fields: list[tuple[str, list[tuple[str, int]], int]] = []
        keys = {
            "setup",
            "army",
            "turn",
            "pieces",
            "captured",
            "ply",
            "quiet",
            "trail",
            "route",
            "pair",
            "chase",
            "past",
        }
        keys |= {"spent", "awaits", "options", "over"}
        for number, line in enumerate(text.splitlines(), 1):
            words = [(found.group(), found.start() + 1) for found in re.finditer(r"\S+", line)]
            if not words:
                continue
            if words[0][0] in keys:
                self.fields.append((words[0][0], words[1:], number))
            elif self.fields:
                raise BadText(f"there is no field {words[0][0]!r}", line=number)
            else:
                self.rows.append((number, words))
        self.line = 1

    def _bad(self, reason: str, column: int = 1) -> BadText:
        return BadText(reason, line=self.line, column=column)

    def _all(self, key: str) -> Iterator[list[tuple[str, int]]]:
        for name, words, line in self.fields:
            if name == key:
                self.line = line
                yield words

    def _one(self, key: str, wanted: int) -> list[str] | None:
        found = None
        for words in self._all(key):
            if found is not None:
                raise self._bad(f"{key} is there twice")
            if len(words) < wanted:
                raise self._bad(f"{key} takes {wanted} words")
            found = [word for word, _ in words]
        return found

    def _number(self, word: str, base: int = 10, most: int = 1 << 53) -> int:
        try:
            value = int(word, base)
        except ValueError:
            raise self._bad(f"expected a number, not {word!r}") from None
        if not 0 <= value < most:
            raise self._bad(f"{word} is out of range")
        return value

    def _square(self, word: str) -> int:
        square = BY_NAME.get(word, -1)
        if not 0 <= square < self.board.size or square in self.board.blocked:
            raise self._bad(f"there is no square {word!r} in play")
        return square

    def _seat(self, word: str) -> int:
        if word not in self.game.colours:
            raise self._bad(f"expected {' or '.join(self.game.colours)}, not {word!r}")
        return self.game.colours.index(word)

    def draft(self) -> Draft:
        self.rules = self.game.rules(**self._options())
        draft = Draft.empty(self.rules)
        if any(name == "setup" for name, _, _ in self.fields):
            self._read_setups(draft)
        else:
            self._read_board(draft)
            self._read_fields(draft)
        over = self._one("over", 3)
        if over:
            try:
                scores = tuple(float(word) for word in over[1:3])
            except ValueError:
                raise self._bad("over takes a word and two scores") from None
            draft.over = Outcome(over[0], scores, over[3] if len(over) > 3 else "")
        return draft

    def _options(self) -> dict[str, object]:
        given: dict[str, object] = {}
        for words in self._all("options"):
            for word, column in words:
                name, sign, value = word.partition("=")
                if not sign:
                    raise self._bad(f"expected name=value, not {word!r}", column)
                given[name] = value
                try:
                    self.game.read_options(given)
                except BadOption as error:
                    raise self._bad(str(error), column) from None
        return given

    def _read_setups(self, draft: Draft) -> None:
        setups: list[Placement | None] = [None, None]
        for words in self._all("army"):
            if len(words) != 2:
                raise self._bad("army takes a side and its set-up")
            seat = self._seat(words[0][0])
            try:
                setup = read_setup(self.game, words[1][0], seat)
                check(draft.rules, seat, setup)
            except BadText as error:
                raise self._bad(error.reason, words[1][1] + error.column - 1) from None
            except IllegalAction as error:
                raise self._bad(str(error), words[1][1]) from None
            setups[seat] = setup.pieces
        draft.setups = (setups[0], setups[1])

    def _read_board(self, draft: Draft) -> None:
        board = self.board
        if len(self.rows) != board.height:
            raise BadText(f"the picture has {len(self.rows)} rows, and the board {board.height}")
        cells: dict[int, tuple[str, str]] = {}
        for i, (line, words) in enumerate(self.rows):
            self.line = line
            if len(words) != board.width:
                raise self._bad(f"this row has {len(words)} squares, and the board {board.width}")
            for x, (word, column) in enumerate(words):
                square = (board.height - 1 - i) * 10 + x
                if word in (".", "~", "#"):
                    if (word == ".") == (square in board.blocked):
                        raise self._bad(f"{NAMES[square]} is {'blocked' if word == '.' else 'open'}", column)
                    continue
                found = _CELL.match(word)
                if not found or square in board.blocked:
                    raise self._bad(f"cannot read {word!r} on {NAMES[square]}", column)
                cells[square] = (found.group(1), found.group(2))
        self._number_pieces(draft, cells)
        for square, (_, marks) in cells.items():
            bit = 1 << draft.board[square]
            draft.moved |= bit if "'" in marks else 0
            draft.robots |= bit if "^" in marks else 0
            rank, kind, alone = "+" in marks, "*" in marks, "?" in marks
            draft.rank_known = (
                draft.rank_known[0] | (bit if rank or kind or alone else 0),
                draft.rank_known[1] | (bit if rank or kind else 0),
            )
            draft.kind_known = (
                draft.kind_known[0] | (bit if kind or alone else 0),
                draft.kind_known[1] | (bit if kind else 0),
            )

    def _number_pieces(self, draft: Draft, cells: dict[int, tuple[str, str]]) -> None:
        """Give every piece its id, its kind and the square where it started."""
        sizes = draft.rules.sizes
        listed = self._listed(draft) if any(name == "pieces" for name, _, _ in self.fields) else None
        if listed is None:
            listed = self._unlisted(draft, cells)
        kinds, setups = [], []
        draft.where = []
        for seat in (0, 1):
            for kind, _, now in listed[seat]:
                draft.where.append(now)
                kinds.append(draft.rules.kinds[seat][kind])
            setups.append(tuple((start, kind) for kind, start, _ in listed[seat]))
            if len(listed[seat]) != sizes[seat]:
                raise self._bad(
                    f"{self.game.colours[seat]} has {len(listed[seat])} pieces, not {sizes[seat]}"
                )
        draft.kinds = tuple(kinds)
        draft.setups = (setups[0], setups[1])
        first, second = (tuple(square for square, _ in setup) for setup in setups)
        draft.starts = (first, second)
        for piece, square in enumerate(draft.where):
            if square >= 0:
                if draft.board[square] != EMPTY:
                    raise self._bad(f"two pieces stand on {NAMES[square]}")
                draft.board[square] = piece
        for square in range(self.board.size):
            piece = draft.board[square]
            letter = cells.get(square, ("", ""))[0]
            if (piece >= 0 and letter_of(draft, piece) != letter) or (piece in (EMPTY, BLOCKED) and letter):
                raise self._bad(f"pieces and picture differ on {NAMES[square]}")
        draft.captured = tuple(piece for piece, square in enumerate(draft.where) if square < 0)

    def _kind(self, draft: Draft, letter: str) -> tuple[int, str]:
        seat = 0 if letter.isupper() else 1
        for kind in draft.rules.kinds[seat].values():
            if kind.letter == letter.upper():
                return seat, kind.id
        raise self._bad(f"no piece of {self.game.colours[seat]} has the letter {letter!r}")

    def _listed(self, draft: Draft) -> tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]]:
        listed: tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]] = ([], [])
        for words in self._all("pieces"):
            for word, column in words:
                found = _PIECE.match(word)
                if not found:
                    raise self._bad(f"expected a piece such as M:a1>b5, not {word!r}", column)
                seat, kind = self._kind(draft, found.group(1))
                start = self._square(found.group(2))
                now = start if found.group(3) is None else NOWHERE
                if found.group(3) not in (None, "x"):
                    now = self._square(found.group(3))
                listed[seat].append((kind, start, now))
        self._count(draft, listed)
        for seat in (0, 1):
            starts = [start for _, start, _ in listed[seat]]
            if starts != sorted(set(starts)):
                raise self._bad("pieces are listed by the square where they started")
        return listed

    def _unlisted(
        self, draft: Draft, cells: dict[int, tuple[str, str]]
    ) -> tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]]:
        found: tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]] = ([], [])
        for square, (letter, _) in sorted(cells.items()):
            seat, kind = self._kind(draft, letter)
            found[seat].append((kind, 0, square))
        self._count(draft, found, exact=False)
        for seat in (0, 1):
            for wanted in draft.rules.kinds[seat].values():
                missing = wanted.count - sum(one == wanted.id for one, _, _ in found[seat])
                found[seat].extend([(wanted.id, 0, NOWHERE)] * missing)
            homes = self.board.homes[seat]
            found[seat][:] = [
                (kind, home, now) for (kind, _, now), home in zip(found[seat], homes, strict=False)
            ]
        return found

    def _count(
        self, draft: Draft, listed: tuple[list[tuple[str, int, int]], ...], exact: bool = True
    ) -> None:
        for seat in (0, 1):
            for kind in draft.rules.kinds[seat].values():
                count = sum(1 for one, _, _ in listed[seat] if one == kind.id)
                if count > kind.count or (exact and count != kind.count):
                    raise self._bad(f"{self.game.colours[seat]} has {count} {kind.id}, not {kind.count}")

    def _read_fields(self, draft: Draft) -> None:
        rules = draft.rules
        captured = self._one("captured", 1)
        if captured is not None:
            order = tuple(self._number(word) for word in captured)
            if sorted(order) != sorted(draft.captured):
                raise self._bad("captured does not list the captured pieces")
            draft.captured = order
        turn = self._one("turn", 1)
        ply = self._one("ply", 1)
        quiet = self._one("quiet", 1)
        chase = self._one("chase", 2)
        draft.awaited = self._awaited(draft)
        position = self._stood(draft) if rules.more_square else 0
        trails: list[tuple[Trail, ...]] = [(), ()]
        for words in self._all("trail"):
            if len(words) < 2:
                raise self._bad("trail takes a side and its moves")
            trails[self._seat(words[0][0])] = tuple(self._trail(word) for word, _ in words[1:])
        routes: list[Route | None] = [None, None]
        for words in self._all("route"):
            if len(words) != 4:
                raise self._bad("route takes a side, a piece and two squares")
            route = (self._number(words[1][0]), self._square(words[2][0]), self._square(words[3][0]))
            routes[self._seat(words[0][0])] = route
        pairs: list[Pair | None] = [None, None]
        for words in self._all("pair"):
            if len(words) != 5:
                raise self._bad("pair takes a side, a piece, two squares and a number of turns")
            first, second = sorted(self._square(word) for word, _ in words[2:4])
            pairs[self._seat(words[0][0])] = (
                self._number(words[1][0], most=len(draft.where)),
                first,
                second,
                self._number(words[4][0], most=100),
            )
        past = self._one("past", 1) or []
        draft.track = Track(
            self._seat(turn[0]) if turn else 0,
            self._number(ply[0]) if ply else 0,
            self._number(quiet[0]) if quiet else 0,
            (trails[0], trails[1]),
            (routes[0], routes[1]),
            (self._number(chase[0]), self._number(chase[1])) if chase else (0, 0),
            position,
            tuple(self._number(word, 16) for word in past),
            (pairs[0], pairs[1]),
        )
        spent = list(draft.spent)
        for words in self._all("spent"):
            if len(words) != 3:
                raise self._bad("spent takes a side, a power and a number")
            seat, used = self._seat(words[0][0]), self._number(words[2][0])
            for i, (owner, power, uses) in enumerate(rules.tokens):
                if (owner, power) == (seat, words[1][0]) and used <= uses:
                    spent[i] = used
                    break
            else:
                raise self._bad(f"{words[0][0]} cannot have spent {words[1][0]} {used} times")
        draft.spent = tuple(spent)

    def _awaited(self, draft: Draft) -> Awaited | None:
        awaits = self._one("awaits", 3)
        if awaits is None:
            return None
        piece = draft.board[self._square(awaits[1])]
        powers = self.rules.powers
        if awaits[0] not in powers or not powers[awaits[0]].asks or piece < 0:
            raise self._bad("awaits takes a power that asks for targets, and two squares")
        return Awaited(piece, awaits[0], self._square(awaits[2]))

    def _stood(self, draft: Draft) -> int:
        """The number of the position after the last whole turn: a begun power does not count yet."""
        position = 0
        for piece, square in enumerate(draft.where):
            if draft.awaited is not None and draft.awaited.piece == piece:
                square = draft.awaited.origin
            if square >= 0:
                position ^= draft.rules.zobrist[piece][square]
        return position

    def _trail(self, word: str) -> Trail:
        parts = [self._number(part, most=100) for part in word.split(",")]
        if len(parts) != 4:
            raise self._bad(f"expected piece,axis,low,high, not {word!r}")
        return parts[0], parts[1], parts[2], parts[3]
