"""The rule points that a special power plugs into, and what it declares about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar

from flagfall.core import Action, IllegalAction, Option
from flagfall.core.options import Value
from flagfall.ranks.actions import Halt, PlayAction, Strike, Use
from flagfall.ranks.board import EMPTY, Board
from flagfall.ranks.edition import Edition, PowerSpec
from flagfall.ranks.position import Position
from flagfall.ranks.powers.declaration import (
    AskRule,
    Parameter,
    Standing,
    StrikeReach,
    StrikeRule,
    UseEffect,
    UseNeeds,
)
from flagfall.ranks.turn import Turn
from flagfall.ranks.view import Awaited


class Power(ABC):
    """A special power as one edition has it.

    Which uses are thinkable from a square depends on the board alone (`candidates`); which of them
    are allowed now depends on where pieces stand (`uses`). The powers see the position of the seat to
    move, and read of enemy pieces only where they stand: anything else would tell what is hidden.

    What has no default here has to be declared by every power; `flagfall.ranks.powers.register` refuses one
    that leaves something out.
    """

    name: ClassVar[str]
    """Its name in edition files."""
    rule: ClassVar[str]
    """Its rule number."""
    strike: ClassVar[StrikeRule | None]
    """How it strikes; None for a power that never does."""
    shows: ClassVar[bool]
    """Whether a use shows the piece that uses it, whatever happens."""
    parameters: ClassVar[dict[str, Parameter]] = {}
    """The parameters it takes."""
    asks: ClassVar[bool] = False
    """Whether it asks for targets once it has begun."""

    ask: AskRule | None = None
    """How it is answered, of a power that asks for a kind of piece."""

    options: ClassVar[tuple[Option, ...]] = ()
    """The options that every edition with this power has."""

    def __init__(
        self, spec: PowerSpec, board: Board, edition: Edition, options: Mapping[str, Value] | None = None
    ) -> None:
        self.settled = {option.name: option.default for option in self.options} | dict(options or {})
        """The options of the game by name."""
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
        return str(self.spec.params.get(name) or self.parameters[name].values[0])

    # ---- the rules ---------------------------------------------------------------------------

    @abstractmethod
    def candidates(self, origin: int) -> Iterable[Use]:
        """All uses from a square that the board has room for."""

    @abstractmethod
    def uses(self, position: Position, piece: int) -> list[Use]:
        """The candidates that the pieces as they stand allow a piece now."""

    def route(self, use: Use) -> tuple[int, int] | None:
        """The straight move in a use, origin and target: the rules of repetition count it as a line."""
        return None

    def landing(self, use: Use) -> int | None:
        """Where a use takes a piece of its owner, by whatever way (ST-MOVE-6); None if it moves none."""
        route = self.route(use)
        return None if route is None else route[1]

    def mover(self, position: Position, use: Use) -> int:
        """The piece that a use with a landing takes there."""
        return position.board[use.origin]

    @abstractmethod
    def perform(self, turn: Turn, use: Use) -> None:
        """Carry out a use: tell, move, fight, and finish the turn or wait for an answer."""

    # ---- powers that ask for targets after they have begun --------------------------------

    def answers(self, position: Position, piece: int) -> tuple[PlayAction, ...]:
        """The legal answers once the power has begun."""
        return ()

    def answer(self, turn: Turn, awaited: Awaited, action: Strike | Halt) -> None:
        """Carry out an answer and finish the turn; a power that `asks` has to say how."""
        raise TypeError(f"the power {self.name} asks for nothing")

    def refuse_answer(self, position: Position, action: Action) -> IllegalAction:
        """The refusal of an action that does not answer what the power asks."""
        return IllegalAction(self.rule, reason="choose targets", power=self.id)

    # ---- what it declares for bots, hints and compiled code ---------------------------------

    @abstractmethod
    def reaches(self, origin: int) -> Iterable[StrikeReach]:
        """All ways to strike an enemy from a square; none for a power that never strikes.

        Ways by the same use have to follow each other.
        """

    @abstractmethod
    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """What a legal use does."""

    def needs(self, use: Use) -> UseNeeds | None:
        """What a candidate takes to be allowed: the same that `uses` says, as data.

        Compiled code that plays whole games follows this and the declarations above alone, so `perform` may
        do nothing that they do not say. None for a power that cannot be put this way: an edition with it is
        not for such code.
        """
        return None

    def named_kinds(self, use: Use) -> tuple[str, ...]:
        """The kinds of pieces that a use tells something about, besides the pieces on its squares."""
        return (use.kind,) if use.kind else ()

    # ---- help for the powers ---------------------------------------------------------------

    def use(self, origin: int, *targets: int, kind: str = "") -> Use:
        """A use of this power."""
        return Use(origin, self.id, targets, kind)

    def advance(self, use: Use, standing: Standing) -> UseEffect:
        """The effect of a use that goes to its last square and attacks whom it meets there."""
        goal = use.targets[-1]
        if standing.enemy_on(goal):
            return UseEffect("strike", goal, (goal,))
        return UseEffect("move", goal)

    @staticmethod
    def empty(position: Position, square: int) -> bool:
        """Whether a square is open and nobody stands there."""
        return position.board[square] == EMPTY

    @staticmethod
    def enemy(position: Position, square: int) -> bool:
        """Whether an enemy of the seat to move stands on a square."""
        other = position.board[square]
        # `seat_of` without a call: the lists of powers ask for every square that they reach.
        return other >= 0 and (other >= position.rules.sizes[0]) != position.track.turn
