"""PettingZoo environments of the hidden-rank games: every edition, powers included, on the reference engine.

    >>> from flagfall.research import pettingzoo_env
    >>> env = pettingzoo_env.env("barrage")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Agents are ``player_0`` and ``player_1``; ``player_0`` moves first. An observation holds ``observation``, the
planes of `flagfall.research.environments.planes`, and ``action_mask``.
`flagfall.research.environments.action_sequence` says what the actions are. The winner gets 1, the loser -1,
nobody anything in a draw.

Needs the extra ``research``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from flagfall.core.extras import need

need("a PettingZoo environment", "research", "numpy", "numba", "gymnasium", "pettingzoo")

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from flagfall.core import PUBLIC, Outcome
from flagfall.research.environments.action_sequence import ActionSequence
from flagfall.research.environments.two_seat_env import AGENTS, TwoSeatEnv, whole

VERSION = 0
"""Raised whenever a change makes results incomparable with earlier ones."""


def env(id: str = "original", **arguments: Any) -> RankEnv:
    """The environment of an edition; `RankEnv` says what it takes."""
    return RankEnv(id, **arguments)


def parallel_env(id: str = "original", **arguments: Any) -> RankParallelEnv:
    """The same for tools that ask all agents at once."""
    return RankParallelEnv(id, **arguments)


class RankEnv(TwoSeatEnv):
    """One edition as an AEC environment.

    ``setup`` is ``phase`` (the agents set up) or ``random``; ``reset(options={"setups": (text, text)})``
    gives set-ups as `Game.setup` reads them. ``illegal`` says what an illegal action does: its player loses
    (``lose``), or a random legal one is taken (``random``). ``max_cycles`` truncates after so many turns of
    each agent. All other arguments are options of the game.
    """

    metadata: dict[str, Any] = {**TwoSeatEnv.metadata, "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        id: str = "original",
        *,
        setup: Literal["phase", "random"] = "phase",
        illegal: Literal["lose", "random"] = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.course = ActionSequence(id, **options)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.course.encoder.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.course.actions,), np.int8),
            }
        )
        super().__init__(
            f"flagfall/{id}-v{VERSION}",
            observation=space,
            action=partial(spaces.Discrete, self.course.actions),
            setup=setup,
            illegal=illegal,
            most=None if max_cycles is None else 2 * max_cycles,
            render_mode=render_mode,
        )

    def begin(self, options: Mapping[str, Any]) -> None:
        """Begin a new game; ``options`` may hold set-ups."""
        course = self.course
        course.begin(self.rng.getrandbits(32))
        given = options.get("setups")
        if given is not None:
            for seat in (0, 1):
                course.deploy(seat, course.game.setup(given[seat], seat))
        elif self.setup == "random":
            for decision in course.state.pending():
                course.deploy(decision.seat, decision.sample(self.rng))

    def result(self) -> Outcome | None:
        """How the game has ended, if it has."""
        return self.course.outcome

    def seat(self) -> int:
        """The seat that acts next."""
        return self.course.seat

    def take(self, seat: int, action: Any) -> bool:
        """Take an action, an integer; whether it was legal."""
        (number,) = whole(action, action)
        if number not in self.course.legal(seat):
            return False
        self.course.act(number)
        return True

    def take_any(self, seat: int) -> None:
        """Take a random legal action."""
        self.course.act(self.rng.choice(self.course.legal(seat)))

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and its legal actions."""
        seat = AGENTS.index(agent)
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = np.zeros(self.course.actions, np.int8) if over else self.course.mask(seat)
        return {"observation": self.course.planes(seat), "action_mask": mask}

    def render(self) -> str:
        """The board as onlookers see it: a letter or a question mark for a piece, lower case for seat 1."""
        return self.course.picture(self.course.state.view(PUBLIC))


class RankParallelEnv(ParallelEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """The same game for tools that ask all agents at once.

    In every round each agent acts once if it is its turn, seat 0 first: so the second chooses before it has
    seen the first's action, and what has become illegal by then is dealt with as ``illegal`` says. Play for
    strength with `RankEnv`.
    """

    metadata: dict[str, Any] = RankEnv.metadata

    def __init__(self, id: str = "original", **arguments: Any) -> None:
        self.inner = RankEnv(id, **arguments)
        self.metadata = self.inner.metadata
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.render_mode = self.inner.render_mode

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.inner.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.inner.action_space(agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game."""
        self.inner.reset(seed, options)
        self.agents = list(AGENTS)
        return {agent: self.inner.observe(agent) for agent in AGENTS}, dict(self.inner.infos)

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """One round."""
        inner = self.inner
        inner.must_have_begun()
        rewards = dict.fromkeys(AGENTS, 0.0)
        for agent in AGENTS:
            if not inner.over and inner.agent_selection == agent:
                inner.step(actions[agent])
                for other in AGENTS:
                    rewards[other] += inner.rewards[other]
        found = (
            {agent: inner.observe(agent) for agent in AGENTS},
            rewards,
            dict(inner.terminations),
            dict(inner.truncations),
            dict(inner.infos),
        )
        if inner.over:
            self.agents = []
        return found

    def render(self) -> str:
        """The board as onlookers see it."""
        return self.inner.render()

    def close(self) -> None:
        """Does nothing: no window or file is open."""
