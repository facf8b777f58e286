"""The learned bot: a network trained by self-play, for the editions without powers.

It moves as the network's policy says, by chance: ``heat`` below one favours its better moves, and moves less
likely than ``floor`` times the best are left out. With ``mirror`` it judges the mirror image of the position
too, and averages. Its set-up is one of those that won most in training.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from flagfall.bots.base import Clock, Value
from flagfall.bots.network.learned_setups import draw_setup
from flagfall.bots.network.mirror import is_even, judge_both
from flagfall.bots.network.network import Floats, NetOutput, net, softmax
from flagfall.bots.network.observation import EventMemory, Observation, observation_of, opening_observation
from flagfall.bots.ranks.setups import generate
from flagfall.bots.ranks.simple_bots import RankBot
from flagfall.core import Action, AnyGame, Event, View
from flagfall.core.extras import need
from flagfall.ranks.view import RankView


class NetworkBot(RankBot):
    """Plays the policy of a network."""

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        need("this bot", "play", "onnxruntime")  # said here, not at its first move
        super().__init__(game, seat, seed, params)
        self.memory = EventMemory()
        self._asked: tuple[RankView, Sequence[Action]] | None = None
        self._judged: tuple[Observation, NetOutput] | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of events that the seat heard."""
        super().observe(events)
        self.memory.hear(events)
        self._judged = None

    def deploy(self, view: View) -> Action:
        """A set-up that won in training; where none was learned, one that the network likes.

        With a ``style``, or without ``learned``, it is one of the best four among ``setups`` generated ones.
        """
        rng = self.chance("deploy")
        if self.word("style", "any") == "any" and self.number("learned", 1):
            known = draw_setup(self.game, self.seat, rng)
            if known is not None:
                return known
        tries = [
            generate(self.game, self.seat, rng, self.word("style", "any"))
            for _ in range(max(1, int(self.number("setups", 24))))
        ]
        if len(tries) == 1:
            return tries[0]
        sights = [opening_observation(self.game, self.seat, one.pieces) for one in tries]
        outcome = (
            net()
            .judge(np.stack([planes for planes, _ in sights]), np.stack([vector for _, vector in sights]))
            .outcome
        )
        order = np.argsort(outcome[:, 2] - outcome[:, 0], kind="stable")
        return tries[int(order[rng.randrange(min(4, len(tries)))])]

    def judge(self, view: RankView, legal: Sequence[Action]) -> tuple[Observation, NetOutput]:
        """What it sees now, and what the network thinks of it; asked the same again, it still knows."""
        if self._judged is None or self._asked != (view, legal):
            seen = observation_of(self.game, view, legal, self.memory)
            self._asked = view, legal
            both = self.number("mirror", 0) and is_even(seen.planes)
            judge = partial(judge_both, net()) if both else net().judge
            self._judged = seen, judge(seen.planes[None], seen.vector[None])
        return self._judged

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """A move by chance, as likely as the policy says."""
        seen, output = self.judge(view, legal)
        actions = sorted(seen.moves)
        logits = output.moves[0, actions].astype(np.float32) / max(0.01, self.number("heat", 0.5))
        return seen.moves[self.drawn(view, actions, logits)]

    def drawn(self, view: RankView, actions: Sequence[int], logits: Floats) -> int:
        """One of the actions by chance, without those far less likely than the best."""
        chances = softmax(logits)
        chances[chances < self.number("floor", 0.02) * chances.max()] = 0
        return int(self.moment(view).choices(actions, chances.tolist())[0])
