"""The hex game at random: a bot that knows the rules and nothing else."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Sequence

from flagfall.bots.base import Bot, Clock
from flagfall.core import Action, Decision, View
from flagfall.hexes.actions.end import End
from flagfall.hexes.game import HexGame
from flagfall.hexes.view import HexView


class HexBot(Bot):
    """What the bots of the hex game share: the moment of a decision, the choices before round one."""

    game: HexGame

    def deploy(self, view: View) -> Action:
        """The next choice before the first round: a force, a chain of command, or a place for a unit."""
        assert isinstance(view, HexView)
        self.game = self.game.under(view.options.revision)
        rng = self.moment(view)
        # A world that fits the view has the same choices for this seat as the true one.
        decisions = self.game.determinize(view, rng).pending()
        return self.prepare(view, next(d for d in decisions if d.seat == self.seat), rng)

    def prepare(self, view: HexView, decision: Decision, rng: random.Random) -> Action:
        """One answer to a choice before the first round; here a random one."""
        return decision.sample(rng)

    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """The only action, or the one that `choose` prefers."""
        assert isinstance(view, HexView)
        self.game = self.game.under(view.options.revision)
        if len(legal) == 1:
            return legal[0]
        return self.choose(view, legal, clock)

    @abstractmethod
    def choose(self, view: HexView, legal: Sequence[Action], clock: Clock) -> Action:
        """One of several legal actions."""

    def moment(self, view: HexView) -> random.Random:
        """Random numbers for this decision."""
        table = view.table
        there = sum(piece.status == "play" for piece in view.pieces)
        return self.chance(table.phase, table.round, len(table.pile), there, *map(str, table.stack))


class HexRandom(HexBot):
    """Level 1: a random kind of action, and a random one of that kind."""

    def choose(self, view: HexView, legal: Sequence[Action], clock: Clock) -> Action:
        """Any action; to end the turn only where nothing else is left."""
        rng = self.moment(view)
        kinds = sorted({type(action).__name__ for action in legal if not isinstance(action, End)})
        if not kinds:
            return legal[0]
        kind = rng.choice(kinds)
        return rng.choice([action for action in legal if type(action).__name__ == kind])
