"""A bot for any game: a random choice among what the rules allow."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

import msgspec

from flagfall.bots.base import Bot, Clock
from flagfall.core import Action, State, View


class RandomBot(Bot):
    """Knows the protocol of games and nothing else: it plays every family."""

    def deploy(self, view: View) -> Action:
        """A random answer to the decision that this seat has to make."""
        rng = self._moment(view)
        # A world that fits the view has the same choices for this seat as the true one.
        world: State = self.game.determinize(view, rng)
        return next(one for one in world.pending() if one.seat == self.seat).sample(rng)

    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """One of the legal actions, each as likely as the others."""
        return self._moment(view).choice(legal)

    def _moment(self, view: View) -> random.Random:
        """Random numbers for this view: the same view and seed give the same action."""
        return self.chance(hashlib.sha256(msgspec.json.encode(view)).hexdigest())
