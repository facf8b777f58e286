"""A bot of one's own: our search, advised by our network, in the editions with powers.

    flagfall arena pirates-code 5@0.05 "advised=json:python examples/advised_bot.py" --games 60

The network was trained without powers and knows nothing of them; it sees the pieces as if they had none. The
search knows what powers do. So the search says whether to use one, and plain moves are chosen by both: its
score counts ``1 / ETA`` beside the logarithm of the network's probability. To write a bot you need what
this file shows: a class with `deploy`, `observe` and `decide`, and `program` to make it take a seat.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

import numpy as np

from flagfall import bots
from flagfall.bots.base import Value
from flagfall.bots.network.network import net
from flagfall.bots.network.observation import EventMemory, observation_of
from flagfall.bots.ranks.board_reading import without_idle_switches
from flagfall.bots.ranks.search_bot import DROPPED, SearchBot
from flagfall.core import Action, AnyGame, Event
from flagfall.ranks.actions import NOWHERE, Move
from flagfall.ranks.view import RankView

ETA = 2.0
"""By how much the search's score, in points of material, has to differ to weigh as much as a factor of e."""
UNLIKELY = 1e-4
"""Moves that the network thinks less likely than this times the best are all alike."""


class Advised(SearchBot):
    """Searches as level 5 does, and listens to the network where it moves without a power."""

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        same = bots.level(game.id, 5)
        super().__init__(game, seat, seed, {**same.params, **(params or {})})
        self.memory = EventMemory()
        net()  # read before the first move, whose clock must not pay for it

    def observe(self, events: Sequence[Event]) -> None:
        """Both halves take note of what happened."""
        super().observe(events)
        self.memory.hear(events)

    def choose(self, view: RankView, legal: Sequence[Action], clock: bots.Clock) -> Action:
        """The best action by the search if it is a power, else the plain move that both prefer."""
        begun = time.perf_counter()
        evaluation = self.evaluation(view)
        actions = without_idle_switches(legal)
        found, _ = self.weigh(
            evaluation, [evaluation.reading.effect(action) for action in actions], clock.budget(), begun
        )
        scores = np.array(found)
        scores[scores < -DROPPED / 2] += DROPPED  # what dropped out of the search early keeps its first score
        best = int(np.argmax(found))
        plain = {
            action: number
            for number, action in enumerate(actions)
            if isinstance(action, Move) and action.switch == NOWHERE
        }
        if actions[best] not in plain:
            return actions[best]
        seen = observation_of(self.game, view, list(plain), self.memory)
        logits = net().judge(seen.planes[None], seen.vector[None]).moves[0]
        liked = max(float(logits[key]) for key in seen.moves)
        worth = {
            move: max(float(logits[key]) - liked, math.log(UNLIKELY)) + scores[plain[move]] / ETA
            for key, move in seen.moves.items()
        }
        return max(worth, key=worth.__getitem__)


if __name__ == "__main__":
    bots.program(Advised)
