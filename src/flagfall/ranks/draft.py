"""A position in the making: what turns, set-ups, texts and dealt worlds write to."""

from __future__ import annotations

from flagfall.ranks.board import BLOCKED, EMPTY
from flagfall.ranks.events import Placement
from flagfall.ranks.position import Position
from flagfall.ranks.repetition import Track
from flagfall.ranks.settled_edition import SettledEdition


class Draft(Position):
    """A position that may still be changed; a state is made of it when it is done."""

    __slots__ = ()

    board: list[int]
    where: list[int]

    @classmethod
    def empty(cls, rules: SettledEdition, seed: int = 0) -> Draft:
        """The position before anybody has set up."""
        draft = cls()
        draft.rules = rules
        draft.seed = seed
        draft.setups = (None, None)
        draft.starts = ((), ())
        draft.board = [BLOCKED if i in rules.board.blocked else EMPTY for i in range(rules.board.size)]
        draft.where = []
        draft.kinds = ()
        draft.moved = 0
        draft.rank_known = draft.kind_known = (0, 0)
        draft.robots = 0
        draft.spent = (0,) * len(rules.tokens)
        draft.captured = ()
        draft.track = Track()
        draft.awaited = None
        draft.over = None
        return draft

    @classmethod
    def of(cls, position: Position) -> Draft:
        """A draft with the content of a position, which stays as it is."""
        draft = cls()
        draft.take(position)
        draft.board = [*position.board]
        draft.where = [*position.where]
        return draft

    def place(self, setups: tuple[Placement, Placement]) -> None:
        """Put both armies on the board; pieces are numbered by their squares."""
        self.setups = setups
        self.starts = (tuple(square for square, _ in setups[0]), tuple(square for square, _ in setups[1]))
        self.where = [*self.starts[0], *self.starts[1]]
        self.kinds = tuple(self.rules.kinds[seat][kind] for seat in (0, 1) for _, kind in setups[seat])
        for piece, square in enumerate(self.where):
            self.board[square] = piece

    def fingerprint(self) -> int:
        """A number that stands for which piece stands where (ST-MOVE-7)."""
        zobrist = self.rules.zobrist
        found = 0
        for piece, square in enumerate(self.where):
            if square >= 0:
                found ^= zobrist[piece][square]
        return found
