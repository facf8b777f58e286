"""Before the first round of a hex game: choosing a force, writing the chain of command, placing units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flagfall.bots.levels import make_for
from flagfall.core import Action, BadText, Decision, FlagfallError, IllegalAction
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision
from flagfall.hexes.words import refusal

if TYPE_CHECKING:
    from flagfall.terminal.hexes.play import HexLocalGame

ADVISER = 3
"""The level of the bot that places for who says ``auto``."""


class SetupQuestion:
    """One decision before the first round, asked of a person until the rules accept the answer."""

    def __init__(self, table: HexLocalGame, decision: Decision) -> None:
        self.table = table
        self.decision = decision
        self.seat = decision.seat
        self.console = table.console
        self.say = table.say

    def answers(self) -> Iterator[Action]:
        """The answer to this decision; with ``auto all`` those to the ones of this seat that follow."""
        if isinstance(self.decision, DeployDecision):
            where = {hex for unit in self.decision.units for hex in self.decision.hexes(unit)}
            there = self.table.state.board.map
            self.table.show(self.seat, [there.hex(hex) for hex in where])
            self.console.say(self.say("table", "left-to-place", units=", ".join(self.decision.units)))
        while True:
            line = self.console.ask(f"{self._question()} ")
            if not line:
                continue
            if line.lower() == "auto all":
                yield from self._auto_all()
                return
            try:
                action = self._read(line)
                if action is not None:
                    self.table.state.apply(self.seat, action)  # only to be checked: states do not change
                    yield action
                    return
            except IllegalAction as error:
                self.console.say(refusal(error, self.table.table.language))
            except BadText as error:
                self.console.say(error.complaint.told(self.table.table.language))
            except FlagfallError as error:
                self.console.say(str(error))

    def _question(self) -> str:
        side = self.table.side(self.seat)
        if isinstance(self.decision, MusterDecision):
            return self.say("table", "muster-ask", side=side, points=self.decision.points)
        if isinstance(self.decision, ChainDecision):
            return self.say("table", "chain-ask", side=side, units=", ".join(self.decision.units))
        return self.say("table", "deploy-ask", side=side)

    def _read(self, line: str) -> Action | None:
        """The action of a line, or None if the line was answered otherwise."""
        words = line.split()
        verb = words[0].lower()
        if verb == "auto":
            return self._advised()
        if verb == "list" and isinstance(self.decision, MusterDecision):
            costs = sorted(self.decision.choices.items(), key=lambda one: (one[1], one[0]))
            fitting = [f"{id} {cost}" for id, cost in costs if cost <= self.decision.points]
            self.console.say(", ".join(fitting))
            return None
        if verb in ("muster", "chain", "deploy"):
            return self.table.game.action(line)
        if self.table.common(self.seat, words):
            return None
        if isinstance(self.decision, MusterDecision):
            cost = self.decision.price([word for word in words if word in self.decision.choices])
            self.console.say(self.say("table", "cost", cost=cost, points=self.decision.points))
            return self.table.game.action(f"muster {line}")
        if isinstance(self.decision, ChainDecision):
            return self.table.game.action(f"chain {line}")
        return self.table.game.action(f"deploy {line}")

    def _advised(self) -> Action:
        """What a bot would answer in this seat: places that make sense, facing the enemy."""
        table = self.table
        bot = make_for(table.game, ADVISER, self.seat, table.table.seed + len(table.actions))
        return bot.deploy(table.state.view(self.seat))

    def _auto_all(self) -> Iterator[Action]:
        """A bot's answers until the seat has nothing more to prepare, or another seat is to decide."""
        phase = self.table.state.phase
        decision: Decision | None = self.decision
        while decision is not None:
            yield self._advised()
            state = self.table.state
            for seat in self.table.bots:
                while state.phase == phase and any(one.seat == seat for one in state.pending()):
                    bot = self.table.bots[seat]
                    self.table.apply(seat, bot.deploy(state.view(seat)))
                    state = self.table.state
            waiting = state.pending() if state.phase == phase else ()
            decision = next((one for one in waiting if one.seat == self.seat), None)
