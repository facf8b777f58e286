"""Magnet: draw an enemy onto your square and fight it there (ST-POW-MAGNET)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.core import Switch
from flagfall.ranks.actions import Use
from flagfall.ranks.battle import battle_winner
from flagfall.ranks.events import Attacked
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import Standing, StrikeReach, StrikeRule, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Magnet(Power):
    """One enemy in a straight line, one or two squares away, is drawn over and fought."""

    name = "magnet"
    rule = "ST-POW-MAGNET"
    strike = StrikeRule(takes_flags=False, advances=False, draws_in=True)
    shows = True
    options = (Switch("magnet_past", False, rule="ST-POW-MAGNET"),)

    @property
    def past(self) -> bool:
        """Whether it draws an enemy past a piece in between."""
        return bool(self.settled["magnet_past"])

    def candidates(self, origin: int) -> Iterator[Use]:
        """The first two squares of the four lines, with no zone in between."""
        return (self.use(origin, target) for line in self.board.rays[origin] for target in line[:2])

    def uses(self, position: Position, piece: int) -> list[Use]:
        """The first piece on a line, if it is an enemy; with the option the second too."""
        origin = position.where[piece]
        found = []
        for line in self.board.rays[origin]:
            taken = [square for square in line[:2] if not self.empty(position, square)]
            for target in taken if self.past else taken[:1]:
                if self.enemy(position, target):
                    found.append(self.to[origin][target])  # noqa: PERF401 - two loops, one line each
        return found

    def perform(self, turn: Turn, use: Use) -> None:
        """Show both and fight; a stronger piece, or a trap, then stands on the square. Flags stay."""
        piece, drawn = turn.at(use.origin), turn.at(use.targets[0])
        turn.show(piece)
        turn.use(piece, use)
        turn.tell(Attacked(piece, use.origin, use.targets))
        turn.call_rank(drawn)
        if turn.kind(drawn).role == "flag":
            turn.finish(None, attack=True)
            return
        winner = battle_winner(turn.kind(piece), turn.kind(drawn))
        if winner != "attacker":
            turn.capture(piece)
        if winner != "defender":
            turn.capture(drawn)
        else:
            turn.move(drawn, use.origin, by=piece)
        turn.finish(None, attack=True, drawn=drawn)

    def reaches(self, origin: int) -> Iterator[StrikeReach]:
        """What stands one or two squares away on a line, first on it unless the option is on."""
        for line in self.board.rays[origin]:
            for i, target in enumerate(line[:2]):
                yield StrikeReach(self.to[origin][target], target, () if self.past else line[:i])

    def needs(self, use: Use) -> UseNeeds:
        """An enemy that is first on its line, unless the option is on."""
        target = use.targets[0]
        line = next(line for line in self.board.rays[use.origin] if target in line)
        return UseNeeds(() if self.past else line[: line.index(target)], enemy=target)

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It fights one enemy on its own square."""
        return UseEffect("strike", use.origin, use.targets)
