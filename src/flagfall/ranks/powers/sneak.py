"""Sneak attack: leap, and then attack if you like (ST-POW-SNEAK)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Halt, PlayAction, Strike, Use
from flagfall.ranks.position import Position
from flagfall.ranks.powers.declaration import Standing, StrikeReach, StrikeRule, UseEffect
from flagfall.ranks.powers.leap import Leap
from flagfall.ranks.turn import Turn
from flagfall.ranks.view import Awaited


class Sneak(Leap):
    """A leap, and where an enemy stands beside the landing square the choice of an ordinary attack."""

    name = "sneak"
    rule = "ST-POW-SNEAK"
    strike = StrikeRule(may_halt=True)
    asks = True

    def landed(self, turn: Turn, piece: int, use: Use) -> None:
        """Leave the choice to the player, if there is one."""
        if self.answers(turn.draft, piece):
            turn.wait(piece, self.id, use.origin)
        else:
            super().landed(turn, piece, use)

    def answers(self, position: Position, piece: int) -> tuple[PlayAction, ...]:
        """Attack one enemy beside the piece, or halt."""
        targets = [
            square for square in self.board.beside[position.where[piece]] if self.enemy(position, square)
        ]
        return (*(Strike((target,)) for target in targets), Halt()) if targets else ()

    def answer(self, turn: Turn, awaited: Awaited, action: Strike | Halt) -> None:
        """Fight if the player wants it; the leap is what the rules of repetition count."""
        piece = awaited.piece
        route = (piece, awaited.origin, turn.draft.where[piece])
        if isinstance(action, Strike):
            turn.fight(piece, action.targets[0])
        turn.finish(route, attack=isinstance(action, Strike))

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """What stands beside a square where a leap ends."""
        for line in self.paths(origin):
            for i, landing in enumerate(line):
                if i == 0 or landing in self.board.blocked:
                    continue
                leapt = tuple(square for square in line[:i] if square not in self.board.blocked)
                for target in self.board.beside[landing]:
                    if target != origin:
                        yield StrikeReach(self.to[origin][landing], target, (landing,), leapt)

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It leaps, and may attack what stands next to it then."""
        goal = use.targets[0]
        struck = tuple(square for square in self.board.beside[goal] if standing.enemy_on(square))
        return UseEffect("approach", goal, struck) if struck else UseEffect("move", goal)
