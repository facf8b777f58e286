"""Going round in circles, where no rule forbids it.

A bot that chases a piece for ever, because the table plays without the rules against repetition (ST-MOVE-6,
ST-MOVE-7) or without a draw by quiet play (ST-END-4), or the other side does not know them, wins nothing. So
it does not bring about a position for the third time, unless the piece that it moves is being chased itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from flagfall.core import Action, Event
from flagfall.core.options import Value
from flagfall.ranks.actions import Move
from flagfall.ranks.board import Board
from flagfall.ranks.events import Turned
from flagfall.ranks.repetition import Route
from flagfall.ranks.view import RankView

OFTEN = 2
"""A position that stood so often is not brought about again."""
KEPT = 200
"""Half-moves that are remembered."""


class Circling:
    """The moves since the last fight, and where they have led before."""

    def __init__(self) -> None:
        self.routes: list[Route] = []
        """The latest last."""

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of moves; a fight, and a power, makes everything new."""
        for event in events:
            if isinstance(event, Turned):
                if event.attack or event.route is None:
                    self.routes.clear()
                else:
                    self.routes = [*self.routes[1 - KEPT :], event.route]

    def bound(self, options: Mapping[str, Value]) -> bool:
        """Whether the rules of a table themselves see to it that nobody goes round for ever."""
        return all(options[name] for name in ("two_square", "more_square", "quiet_limit"))

    def elsewhere(self, board: Board, view: RankView, legal: Sequence[Action]) -> Sequence[Action]:
        """The legal actions that lead somewhere else; all of them where the rules themselves see to that."""
        if self.bound(view.options) or len(self.routes) < 2 * OFTEN:
            return legal
        before = self._before()
        ids = {piece.square: piece.id for piece in view.pieces}
        chaser = self.routes[-1][2]
        left = [
            action
            for action in legal
            if not isinstance(action, Move)
            or before[_step((ids[action.origin], action.origin, action.target))] < OFTEN
            or chaser in board.beside[action.origin]
        ]
        return left or legal

    def _before(self) -> Counter[int]:
        """How often each position stood after a move of the player to move, by its difference from now."""
        found: Counter[int] = Counter()
        difference = 0
        for back, route in enumerate(reversed(self.routes)):
            difference ^= _step(route)
            if back % 2 == 0:
                found[difference] += 1
        return found


def _step(route: Route) -> int:
    """The difference that a move makes to a position, the same for there and back."""
    piece, start, goal = route
    return hash((piece, start)) ^ hash((piece, goal))
