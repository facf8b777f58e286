"""A hidden-rank game as a sequence of integers: the set-up square by square, then the moves.

The integers below `ActionSequence.plays` are those of the game's codec. Then come the kinds of the army, and
one for leaving a square empty: while setting up, a seat says what stands on the next of its home squares.
Both seats set up in turn, and neither learns anything of the other's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import flagfall
from flagfall.core import Action, BadOption, Event, Outcome
from flagfall.ranks.actions import Deploy
from flagfall.ranks.game import RankGame
from flagfall.research.environments.planes import Encoder


class ActionSequence:
    """The course of one game."""

    def __init__(self, id: str, **options: object) -> None:
        game = flagfall.game(id)
        if not isinstance(game, RankGame):
            raise BadOption("id", f"{id} is not a hidden-rank game")
        self.game, self.options = game, dict(options)
        self.rules = game.rules(**options)
        self.encoder = Encoder(game, self.rules)
        self.kinds = tuple(tuple(kinds) for kinds in self.rules.kinds)
        self.most_kinds = max(len(kinds) for kinds in self.kinds)
        self.plays = game.num_actions
        self.actions = self.plays + self.most_kinds + 1
        """How many integers there are; the last leaves a square empty."""
        self.heard: Callable[[tuple[Event, ...]], None] | None = None
        """Called with the events of every action, for players outside."""
        self.begin()

    def begin(self, seed: int = 0) -> None:
        """Start from an empty board."""
        self.state = self.game.new(seed=seed, **self.options)
        self.placed: tuple[list[str], list[str]] = ([], [])

    def copy(self) -> ActionSequence:
        """Another course at the same point; states are never changed, so they are shared."""
        other = ActionSequence.__new__(ActionSequence)
        other.__dict__.update(self.__dict__)
        other.placed = (self.placed[0][:], self.placed[1][:])
        return other

    @property
    def setting_up(self) -> bool:
        """Whether play has not begun."""
        return self.state.phase == "setup"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.state.over

    @property
    def seat(self) -> int:
        """The seat to act: while setting up the one that has placed less, then the one to move."""
        if self.setting_up:
            return 0 if len(self.placed[0]) <= len(self.placed[1]) else 1
        return self.state.track.turn

    def legal(self, seat: int) -> list[int]:
        """The legal integers of a seat, ascending; none if it is not to act."""
        if not self.setting_up:
            return sorted(self.game.encode(action) for action in self.state.legal(seat))
        if seat != self.seat:
            return []
        placed = self.placed[seat]
        left = [kind.count - placed.count(name) for name, kind in self.rules.kinds[seat].items()]
        found = [self.plays + i for i, n in enumerate(left) if n > 0]
        if len(self.game.board.homes[seat]) - len(placed) > sum(left):
            found.append(self.actions - 1)
        return found

    def act(self, action: int) -> None:
        """Take a legal action of the seat to act."""
        seat = self.seat
        if action < self.plays:
            self.apply(seat, self.game.decode(action))
            return
        kind = action - self.plays
        self.placed[seat].append("" if kind == self.most_kinds else self.kinds[seat][kind])
        self._start()

    def deploy(self, seat: int, action: Action) -> None:
        """Set up a seat at once instead of square by square."""
        assert isinstance(action, Deploy)
        placed = dict(action.pieces)
        self.placed[seat][:] = [placed.get(square, "") for square in self.game.board.homes[seat]]
        self._start()

    def _start(self) -> None:
        """Begin play when both have set up."""
        homes = self.game.board.homes
        if len(self.placed[0]) == len(homes[0]) and len(self.placed[1]) == len(homes[1]):
            for seat in (0, 1):
                pieces = zip(homes[seat], self.placed[seat], strict=True)
                self.apply(seat, Deploy(tuple((square, name) for square, name in pieces if name)))

    def apply(self, seat: int, action: Action) -> None:
        """Take an action of the reference engine."""
        step = self.state.apply(seat, action)
        self.state = step.state
        if self.heard is not None:
            self.heard(step.events)

    def word(self, action: int) -> str:
        """An integer as text: a move, or the kind that is put down."""
        if action < self.plays:
            return str(self.game.decode(action))
        kind = action - self.plays
        names = self.kinds[self.seat]
        return "nothing" if kind == self.most_kinds else names[kind] if kind < len(names) else f"kind {kind}"

    def planes(self, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat knows, as planes; while setting up with what it has put down."""
        home, placed = self.game.board.homes[seat], self.placed[seat]
        if not self.setting_up:
            return self.encoder.encode(self.state.view(seat))
        square = home[len(placed)] if len(placed) < len(home) else -1
        planes = self.encoder.encode(self.state.view(seat), square)
        for square, kind in zip(home, placed, strict=False):
            if kind:
                row, column = self.game.board.row(square), self.game.board.column(square)
                planes[1 + self.encoder.index[seat][kind], row, column] = 1
        return planes

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """The legal integers of a seat as ones."""
        found = np.zeros(self.actions, np.int8)
        found[self.legal(seat)] = 1
        return found

    def picture(self, view: Any) -> str:
        """A view drawn: letters where it knows the rank, else ``?`` for seat 0 and ``!`` for seat 1."""
        board = self.game.board
        signs = dict.fromkeys(range(board.size), ".") | dict.fromkeys(board.blocked, "~")
        letters = [{kind.rank: kind.letter for kind in kinds.values()} for kinds in self.rules.kinds]
        for piece in view.pieces:
            sign = letters[piece.seat][piece.rank] if piece.rank else ("?", "!")[piece.seat]
            signs[piece.square] = sign.lower() if piece.seat else sign
        rows = range(board.height - 1, -1, -1)
        return "\n".join("".join(signs[10 * row + column] for column in range(board.width)) for row in rows)
