"""Rumble: step among the enemies and strike up to three of them at once (ST-POW-RUMBLE)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from flagfall.core import Action, IllegalAction
from flagfall.ranks.actions import Halt, PlayAction, Strike, Use
from flagfall.ranks.battle import battle_winner
from flagfall.ranks.events import Attacked
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import Standing, StrikeReach, StrikeRule, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn
from flagfall.ranks.view import Awaited

MOST = 3


class Rumble(Power):
    """One step onto an empty square, then one to three of the eight neighbours, resolved at once."""

    name = "rumble"
    rule = "ST-POW-RUMBLE"
    strike = StrikeRule(takes_flags=False, advances=False, most=MOST, shows_struck=True)
    shows = True
    asks = True

    def candidates(self, origin: int) -> Iterator[Use]:
        """Steps to every neighbouring square."""
        return (self.use(origin, target) for target in self.board.beside[origin])

    def uses(self, position: Position, piece: int) -> list[Use]:
        """The steps onto an empty square with an enemy around it."""
        return [
            use
            for use in self.table[position.where[piece]]
            if self.empty(position, use.targets[0]) and self._enemies(position, use.targets[0])
        ]

    def _enemies(self, position: Position, square: int) -> list[int]:
        return [near for near in self.board.around[square] if self.enemy(position, near)]

    def route(self, use: Use) -> tuple[int, int] | None:
        """The step counts (ST-MOVE-6)."""
        return use.origin, use.targets[0]

    def perform(self, turn: Turn, use: Use) -> None:
        """Step, show the piece on arrival, and let the player choose."""
        piece = turn.at(use.origin)
        turn.use(piece, use)
        turn.move(piece, use.targets[0])
        turn.show(piece)
        turn.wait(piece, self.id, use.origin)

    def answers(self, position: Position, piece: int) -> tuple[PlayAction, ...]:
        """Every choice of one to three enemies around the piece; flags too, else the choice would tell."""
        targets = self._enemies(position, position.where[piece])
        return tuple(Strike(some) for n in range(1, MOST + 1) for some in combinations(targets, n))

    def answer(self, turn: Turn, awaited: Awaited, action: Strike | Halt) -> None:
        """Show all targets, then apply all results at once."""
        assert isinstance(action, Strike)
        piece = awaited.piece
        square = turn.draft.where[piece]
        struck = [turn.at(target) for target in action.targets]
        turn.tell(Attacked(piece, square, action.targets))
        for target in struck:
            turn.show(target)
        falls = False
        for target in struck:
            if turn.kind(target).role == "flag":
                continue
            winner = battle_winner(turn.kind(piece), turn.kind(target))
            falls = falls or winner != "attacker"
            if winner != "defender":
                turn.capture(target)
        if falls:
            turn.capture(piece)
        turn.finish((piece, awaited.origin, square), attack=True)

    def refuse_answer(self, position: Position, action: Action) -> IllegalAction:
        """One to three neighbours have to be chosen."""
        return IllegalAction(self.rule, reason="choose one to three", power=self.id)

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """What stands around an empty square one step away."""
        for use in self.table[origin]:
            for target in self.board.around[use.targets[0]]:
                if target != origin:
                    yield StrikeReach(use, target, use.targets)

    def needs(self, use: Use) -> UseNeeds:
        """An empty square with an enemy around it."""
        return UseNeeds(use.targets, near=self.board.around[use.targets[0]])

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It steps among enemies and then has to strike."""
        goal = use.targets[0]
        return UseEffect(
            "approach", goal, tuple(square for square in self.board.around[goal] if standing.enemy_on(square))
        )
