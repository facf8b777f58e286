"""PettingZoo environments of the hidden-rank games: every edition, powers included, on the reference engine.

    >>> from flagfall.research import pettingzoo_env
    >>> env = pettingzoo_env.env("barrage")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Agents are ``player_0`` and ``player_1``; ``player_0`` moves first. An observation holds ``observation``, the
planes of `flagfall.research.encoder`, and ``action_mask``. `flagfall.research.course` says what the actions
are. The winner gets 1, the loser -1, nobody anything in a draw.

Needs the extra ``research``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from flagfall.core import PUBLIC, BadOption
from flagfall.research.course import Course

VERSION = 0
"""Raised whenever a change makes results incomparable with earlier ones."""
AGENTS = ("player_0", "player_1")


def env(id: str = "original", **arguments: Any) -> RankEnv:
    """The environment of an edition; `RankEnv` says what it takes."""
    return RankEnv(id, **arguments)


def parallel_env(id: str = "original", **arguments: Any) -> RankParallelEnv:
    """The same for tools that ask all agents at once."""
    return RankParallelEnv(id, **arguments)


class RankEnv(AECEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """One edition as an AEC environment.

    ``setup`` is ``phase`` (the agents set up) or ``random``; ``reset(options={"setups": (text, text)})``
    gives set-ups as `Game.setup` reads them. ``illegal`` says what an illegal action does: its player loses
    (``lose``), or a random legal one is taken (``random``). ``max_cycles`` truncates after so many turns of
    each agent. All other arguments are options of the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo asks for an attribute of class and instance
        "render_modes": ["ansi"],
        "is_parallelizable": True,
        "name": "flagfall",
    }

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
        super().__init__()
        for name, value, known in (
            ("setup", setup, ("phase", "random")),
            ("illegal", illegal, ("lose", "random")),
        ):
            if value not in known:
                raise BadOption(name, f"takes {' or '.join(known)}, not {value!r}")
        self.course = Course(id, **options)
        self.setup, self.illegal, self.max_cycles, self.render_mode = setup, illegal, max_cycles, render_mode
        self.metadata = {**type(self).metadata, "name": f"flagfall/{id}-v{VERSION}"}
        self.possible_agents = list(AGENTS)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.course.encoder.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.course.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(self.course.actions) for agent in AGENTS}
        self.rng = random.Random(0)
        self._played = 0

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the next one of the stream of the last seed."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._played = 0
        course = self.course
        course.begin(self.rng.getrandbits(32))
        given = (options or {}).get("setups")
        if given is not None:
            for seat in (0, 1):
                course.deploy(seat, course.game.setup(given[seat], seat))
        elif self.setup == "random":
            for decision in course.state.pending():
                course.deploy(decision.seat, decision.sample(self.rng))
        self.look()

    def look(self) -> None:
        """See whose turn it is, and whether the game is over; after a change of `course` from outside."""
        outcome = self.course.outcome
        if outcome is not None:
            self._finish(outcome.scores)
            for agent in AGENTS:
                self.infos[agent] = {"ending": outcome.termination}
        self.agent_selection = AGENTS[self.course.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and its legal actions."""
        seat = AGENTS.index(agent)
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = np.zeros(self.course.actions, np.int8) if over else self.course.mask(seat)
        return {"observation": self.course.planes(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        seat = AGENTS.index(agent)
        legal = self.course.legal(seat)
        if action not in legal and self.illegal == "lose":
            self.infos[agent] = {"illegal": True}
            self._finish((float(seat), 1.0 - seat))
        else:
            self.course.act(int(action) if action in legal else self.rng.choice(legal))
            self._played += 1
            self.look()
            if self.max_cycles is not None and self._played >= 2 * self.max_cycles:
                self.truncations = dict.fromkeys(AGENTS, True)
        if self.over:
            self.agent_selection = AGENTS[1 - seat]
        self._accumulate_rewards()

    @property
    def over(self) -> bool:
        """Whether the game is over, or cut short."""
        return any(self.terminations.values()) or any(self.truncations.values())

    def _finish(self, scores: tuple[float, ...]) -> None:
        self.rewards = {agent: int(2 * score - 1) for agent, score in zip(AGENTS, scores, strict=True)}
        self.terminations = dict.fromkeys(AGENTS, True)

    def render(self) -> str:
        """The board as onlookers see it: a letter or a question mark for a piece, lower case for seat 1."""
        return self.course.picture(self.course.state.view(PUBLIC))

    def close(self) -> None:
        """Nothing is open."""


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
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game."""
        self.inner.reset(seed, options)
        self.agents = list(AGENTS)
        return {agent: self.inner.observe(agent) for agent in AGENTS}, dict(self.inner.infos)

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """One round."""
        inner = self.inner
        rewards = dict.fromkeys(AGENTS, 0)
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
        """Nothing is open."""
