"""Play actions as integers, for research code: dense, fixed for an edition, the same on every machine.

The order: moves (square by square, line by line), the uses of each power, strikes (a set of up to three
of the eight neighbours), halt. In editions with modes the whole block stands once for every square whose
piece is switched first, after the block without a switch.
"""

from __future__ import annotations

from itertools import combinations

from flagfall.ranks.actions import Deploy, Halt, Move, PlayAction, RankAction, Strike, Use
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.rules import Rules


class Codec:
    """The integers of an edition's play actions."""

    def __init__(self, rules: Rules) -> None:
        board = rules.board
        plain: list[Move | Use] = [
            Move(origin, target)
            for origin in range(board.size)
            if origin not in board.blocked
            for line in board.rays[origin]
            for target in line
        ]
        plain += [use for power in rules.powers.values() for uses in power.table for use in uses]
        self._plain = plain
        answers: list[Strike | Halt] = []
        if any(power.asks for power in rules.powers.values()):
            sets = {
                some
                for square in range(board.size)
                if square not in board.blocked
                for n in (1, 2, 3)
                for some in combinations(board.around[square], n)
            }
            answers = [*(Strike(some) for some in sorted(sets, key=lambda some: (len(some), some))), Halt()]
        self._answers = answers
        self._switches = (
            [square for square in range(board.size) if square not in board.blocked] if rules.has_modes else []
        )
        self._plain_codes = {action: i for i, action in enumerate(plain)}
        self._answer_codes = {action: i for i, action in enumerate(answers)}
        self._switch_codes = {square: i + 1 for i, square in enumerate(self._switches)}
        self._switch_codes[NOWHERE] = 0
        self.size = len(plain) * (len(self._switches) + 1) + len(answers)

    def encode(self, action: RankAction) -> int:
        """The integer of a play action; ValueError for one that no board position could offer."""
        try:
            if isinstance(action, Move):
                plain: Move | Use = Move(action.origin, action.target)
                return self._switch_codes[action.switch] * len(self._plain) + self._plain_codes[plain]
            if isinstance(action, Use):
                plain = Use(action.origin, action.power, action.targets, action.kind)
                return self._switch_codes[action.switch] * len(self._plain) + self._plain_codes[plain]
            if isinstance(action, Strike | Halt):
                return self.size - len(self._answers) + self._answer_codes[action]
        except KeyError:
            raise ValueError(f"{action} has no integer in this edition") from None
        assert isinstance(action, Deploy)
        raise ValueError("set-ups have no integer: they go piece by piece")

    def decode(self, code: int) -> PlayAction:
        """The play action of an integer."""
        if not 0 <= code < self.size:
            raise ValueError(f"{code} is not in 0 to {self.size - 1}")
        answers = code - (self.size - len(self._answers))
        if answers >= 0:
            return self._answers[answers]
        switch, index = divmod(code, len(self._plain))
        action = self._plain[index]
        if switch == 0:
            return action
        square = self._switches[switch - 1]
        if isinstance(action, Move):
            return Move(action.origin, action.target, square)
        return Use(action.origin, action.power, action.targets, action.kind, square)
