"""The rule points that a special power plugs into."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from flagfall.core import Action, IllegalAction
from flagfall.ranks.actions import Halt, PlayAction, Strike, Use
from flagfall.ranks.board import Board
from flagfall.ranks.edition import Edition, PowerSpec

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState
    from flagfall.ranks.turn import Turn
    from flagfall.ranks.view import Awaited

EMPTY = -1


class Power(ABC):
    """A special power as one edition has it.

    Which uses are thinkable from a square depends on the board alone (`candidates`); which of them
    are allowed now depends on where pieces stand (`uses`). The powers see the state of the seat to
    move, and read of enemy pieces only where they stand: anything else would tell what is hidden.
    """

    name: ClassVar[str]
    """Its name in edition files."""
    rule: ClassVar[str]
    parameters: ClassVar[dict[str, tuple[str, ...]]] = {}
    """The parameters it takes, each with its values; the first is the default; () takes any word."""

    asks: ClassVar[bool] = False
    """Whether it asks for targets once it has begun."""

    def __init__(self, spec: PowerSpec, board: Board, edition: Edition) -> None:
        self.id = spec.id
        self.spec = spec
        self.board = board
        self.edition = edition
        self.table: tuple[tuple[Use, ...], ...] = tuple(
            () if origin in board.blocked else tuple(self.candidates(origin)) for origin in range(board.size)
        )
        self.to: tuple[dict[int, Use], ...] = tuple(
            {use.targets[0]: use for use in uses if len(use.targets) == 1} for uses in self.table
        )
        """For each square the candidates with one target, by that target."""

    def param(self, name: str) -> str:
        """The value of a parameter, else its default."""
        return str(self.spec.params.get(name, self.parameters[name][0]))

    @abstractmethod
    def candidates(self, origin: int) -> Iterable[Use]:
        """All uses from a square that the board has room for."""

    @abstractmethod
    def uses(self, state: RankState, piece: int) -> list[Use]:
        """The candidates that the pieces as they stand allow a piece now."""

    def route(self, use: Use) -> tuple[int, int] | None:
        """The straight move in a use, origin and target, if the rules of repetition count it (ST-MOVE-6)."""
        return None

    @abstractmethod
    def perform(self, turn: Turn, use: Use) -> None:
        """Carry out a use: tell, move, fight, and finish the turn or wait for an answer."""

    # ---- powers that ask for targets after they have begun --------------------------------

    def answers(self, state: RankState, piece: int) -> tuple[PlayAction, ...]:
        """The legal answers once the power has begun."""
        return ()

    def answer(self, turn: Turn, awaited: Awaited, action: Strike | Halt) -> None:
        """Carry out an answer and finish the turn."""
        raise NotImplementedError

    def refuse_answer(self, state: RankState, action: Action) -> IllegalAction:
        """The refusal of an action that does not answer what the power asks."""
        return IllegalAction(self.rule, reason="choose targets", power=self.id)

    # ---- help for the powers ---------------------------------------------------------------

    def use(self, origin: int, *targets: int, kind: str = "") -> Use:
        """A use of this power."""
        return Use(origin, self.id, targets, kind)

    @staticmethod
    def empty(state: RankState, square: int) -> bool:
        """Whether a square is open and nobody stands there."""
        return state.board[square] == EMPTY

    @staticmethod
    def enemy(state: RankState, square: int) -> bool:
        """Whether an enemy of the seat to move stands on a square."""
        other = state.board[square]
        return other >= 0 and state.seat_of(other) != state.track.turn
