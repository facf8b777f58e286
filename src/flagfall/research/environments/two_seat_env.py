"""What the PettingZoo environments of both families share: two agents, turns, rewards, ends.

A family says how a game begins, whose turn it is, what an action does and what an agent sees.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping
from operator import index
from typing import Any, Literal

from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from flagfall.core import BadOption, Outcome

AGENTS = ("player_0", "player_1")


def whole(action: Any, *numbers: Any) -> tuple[int, ...]:
    """The numbers of an action; `BadOption` where one is none, which is a mistake and no illegal action."""
    try:
        return tuple(index(number) for number in numbers)
    except TypeError:
        raise BadOption("action", f"it takes whole numbers, not {action!r:.80}") from None


class TwoSeatEnv(AECEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """Two agents at a board, one acting at a time."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo asks for an attribute of class and instance
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "name": "flagfall",
    }

    def __init__(
        self,
        name: str,
        *,
        observation: Any,
        action: Any,
        setup: Literal["phase", "random"],
        illegal: Literal["lose", "random"],
        most: int | None,
        render_mode: str | None,
    ) -> None:
        """Take what the families have in common; ``most`` is how many actions there are before truncation."""
        super().__init__()
        for field, value, known in (
            ("setup", setup, ("phase", "random")),
            ("illegal", illegal, ("lose", "random")),
        ):
            if value not in known:
                raise BadOption(field, f"takes {' or '.join(known)}, not {value!r}")
        self.setup, self.illegal, self.most, self.render_mode = setup, illegal, most, render_mode
        self.metadata = {**type(self).metadata, "name": name}
        self.possible_agents = list(AGENTS)
        self.observation_spaces = dict.fromkeys(AGENTS, observation)
        self.action_spaces = {agent: action() for agent in AGENTS}
        self.rng = random.Random(0)
        self.agents: list[str] = []

    def must_have_begun(self, call: str = "step") -> None:
        """Raise `ResetNeeded` where there has been no `reset` yet."""
        if not hasattr(self, "agent_selection"):
            raise ResetNeeded(f"call reset() before {call}()")

    # ---- what a family says -------------------------------------------------------------------

    @abstractmethod
    def begin(self, options: Mapping[str, object]) -> None:
        """Begin a new game, with chance from ``rng``."""

    @abstractmethod
    def result(self) -> Outcome | None:
        """How the game has ended, if it has."""

    @abstractmethod
    def seat(self) -> int:
        """The seat that acts next."""

    @abstractmethod
    def take(self, seat: int, action: Any) -> bool:
        """Take an action of a seat; False, and nothing done, if it is illegal."""

    @abstractmethod
    def take_any(self, seat: int) -> None:
        """Take a random legal action of a seat."""

    # ---- what PettingZoo asks for ---------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a new game; without a seed the next one of the stream of the last seed."""
        if options is not None and not isinstance(options, Mapping):
            raise BadOption("options", f"they are a dictionary, not {options!r:.80}")
        if seed is not None:
            self.rng = random.Random(seed)
        self.agents = list(AGENTS)
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._taken = 0
        self.begin(options or {})
        self.look()

    def look(self) -> None:
        """See whose turn it is, and whether the game is over; after a change of the game from outside."""
        outcome = self.result()
        if outcome is not None:
            self._finish(outcome)
        self.agent_selection = AGENTS[self.seat()]

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they act."""
        self.must_have_begun("agent_iter")
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> Any:
        """What the agent whose turn it is sees, its rewards since it last acted, and whether it is over."""
        self.must_have_begun("last")
        return super().last(observe)

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is."""
        self.must_have_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = AGENTS.index(agent)
        legal = self.take(seat, action)
        if not legal and self.illegal == "lose":
            self._finish(Outcome("illegal", (float(seat), 1.0 - seat)))
            self.infos[agent]["illegal"] = True
        else:
            if not legal:
                self.take_any(seat)
            self._taken += 1
            self.look()
            if self.most is not None and self._taken >= self.most:
                self.truncations = dict.fromkeys(AGENTS, True)
        if self.over:
            self.agent_selection = AGENTS[1 - seat]
        self._accumulate_rewards()

    @property
    def over(self) -> bool:
        """Whether the game is over, or cut short."""
        return any(self.terminations.values()) or any(self.truncations.values())

    def _finish(self, outcome: Outcome) -> None:
        self.rewards = {agent: 2 * score - 1 for agent, score in zip(AGENTS, outcome.scores, strict=True)}
        self.terminations = dict.fromkeys(AGENTS, True)
        self.infos = {agent: {"ending": outcome.termination} for agent in AGENTS}

    def close(self) -> None:
        """Does nothing: no window or file is open."""
