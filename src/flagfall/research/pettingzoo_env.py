"""PettingZoo environments of the hidden-rank games: every edition, powers included, on the reference engine.

    >>> from flagfall.research import pettingzoo_env
    >>> env = pettingzoo_env.env("barrage")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Agents are ``player_0`` and ``player_1``; ``player_0`` moves first. An observation holds ``observation``, the
planes of `flagfall.research.encoder`, and ``action_mask``. Actions 0 to ``game.num_actions - 1`` are those
of the integer codec. Then come the kinds of the army, and "leave it empty": the set-up goes square by square
in the order of the squares, both players in turn, and neither sees the other's. The winner gets 1, the loser
-1, nobody anything in a draw.

Needs the extra ``research``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

import flagfall
from flagfall.core import PUBLIC, Action, BadOption, Event
from flagfall.ranks.actions import Deploy
from flagfall.ranks.game import RankGame
from flagfall.research.encoder import Encoder

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
        game = flagfall.game(id)
        if not isinstance(game, RankGame):
            raise BadOption("id", f"{id} is not a hidden-rank game")
        for name, value, known in (
            ("setup", setup, ("phase", "random")),
            ("illegal", illegal, ("lose", "random")),
        ):
            if value not in known:
                raise BadOption(name, f"takes {' or '.join(known)}, not {value!r}")
        self.game, self.options = game, dict(options)
        self.setup, self.illegal, self.max_cycles, self.render_mode = setup, illegal, max_cycles, render_mode
        self.metadata = {**type(self).metadata, "name": f"flagfall/{id}-v{VERSION}"}
        rules = game.rules(**options)
        self.encoder = Encoder(game, rules)
        self.kinds = tuple(tuple(kinds) for kinds in rules.kinds)
        self.most_kinds = max(len(kinds) for kinds in self.kinds)
        self.plays = game.num_actions
        self.possible_agents = list(AGENTS)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.encoder.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.plays + self.most_kinds + 1,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(self.plays + self.most_kinds + 1) for agent in AGENTS}
        self.rng = random.Random(0)
        self.heard: Callable[[tuple[Event, ...]], None] | None = None
        """Called with the events of every step, for players outside."""
        self._played = 0

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    # ---- a game ------------------------------------------------------------------------------

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
        self.state_ = self.game.new(seed=self.rng.getrandbits(32), **self.options)
        self.placed: tuple[list[str], list[str]] = ([], [])
        self._played = 0
        given = (options or {}).get("setups")
        if given is not None:
            for seat in (0, 1):
                self._apply(seat, self.game.setup(given[seat], seat))
        elif self.setup == "random":
            for decision in self.state_.pending():
                self._apply(decision.seat, decision.sample(self.rng))
        self._end_if_over()
        self.agent_selection = AGENTS[self._seat()]

    def _apply(self, seat: int, action: Action) -> None:
        step = self.state_.apply(seat, action)
        self.state_ = step.state
        if self.heard is not None:
            self.heard(step.events)

    def deploy(self, seat: int, action: Action) -> None:
        """Set up a seat at once instead of square by square, before anything else is done."""
        assert isinstance(action, Deploy)
        placed = dict(action.pieces)
        self.placed[seat][:] = [placed.get(square, "") for square in self.game.board.homes[seat]]
        self._begin()
        self._end_if_over()
        self.agent_selection = AGENTS[self._seat()]

    def _seat(self) -> int:
        """The seat to act: while setting up the one that has placed less, then the one to move."""
        if self.state_.phase == "setup":
            return 0 if len(self.placed[0]) <= len(self.placed[1]) else 1
        return self.state_.track.turn

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""
        if self.state_.phase == "setup" and seat == self._seat():
            return self._placements(seat)
        return [self.game.encode(action) for action in self.state_.legal(seat)]

    def _placements(self, seat: int) -> list[int]:
        placed = self.placed[seat]
        kinds = self.state_.rules.kinds[seat]
        left = [kind.count - placed.count(name) for name, kind in kinds.items()]
        found = [self.plays + i for i, n in enumerate(left) if n > 0]
        if len(self.state_.rules.board.homes[seat]) - len(placed) > sum(left):
            found.append(self.plays + self.most_kinds)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and its legal actions."""
        seat = AGENTS.index(agent)
        mask = np.zeros(self.plays + self.most_kinds + 1, np.int8)
        if not (self.terminations.get(agent, True) or self.truncations.get(agent, True)):
            mask[self.legal(seat)] = 1
        planes = self.encoder.encode(self.state_.view(seat), self._next_square(seat))
        for square, kind in zip(self.game.board.homes[seat], self.placed[seat], strict=False):
            if self.state_.phase == "setup" and kind:
                row, column = self.game.board.row(square), self.game.board.column(square)
                planes[1 + self.encoder.index[seat][kind], row, column] = 1
        return {"observation": planes, "action_mask": mask}

    def _next_square(self, seat: int) -> int:
        home = self.game.board.homes[seat]
        if self.state_.phase != "setup" or len(self.placed[seat]) == len(home):
            return -1
        return home[len(self.placed[seat])]

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        seat = AGENTS.index(agent)
        legal = self.legal(seat)
        if action not in legal:
            if self.illegal == "lose":
                self.infos[agent] = {"illegal": True}
                self._finish((seat - 0.0, 1.0 - seat))
                self.agent_selection = AGENTS[1 - seat]
                self._accumulate_rewards()
                return
            action = self.rng.choice(legal)
        self._act(seat, int(action))
        self._end_if_over()
        self._played += 1
        after = AGENTS[self._seat()]
        if self.max_cycles is not None and self._played >= 2 * self.max_cycles:
            self.truncations = dict.fromkeys(AGENTS, True)
        over = any(self.terminations.values()) or any(self.truncations.values())
        self.agent_selection = AGENTS[1 - seat] if over else after
        self._accumulate_rewards()
        if self.render_mode == "ansi" and self.render_mode in self.metadata["render_modes"]:
            self.infos[agent]["board"] = self.render()

    def _act(self, seat: int, action: int) -> None:
        if action < self.plays:
            self._apply(seat, self.game.decode(action))
            return
        kind = action - self.plays
        self.placed[seat].append("" if kind == self.most_kinds else self.kinds[seat][kind])
        self._begin()

    def _begin(self) -> None:
        """Begin play when both have set up."""
        homes = self.game.board.homes
        if len(self.placed[0]) == len(homes[0]) and len(self.placed[1]) == len(homes[1]):
            for seat in (0, 1):
                pieces = zip(homes[seat], self.placed[seat], strict=True)
                self._apply(seat, Deploy(tuple((square, name) for square, name in pieces if name)))

    def _end_if_over(self) -> None:
        if self.state_.over is not None:
            self._finish(self.state_.over.scores)
            for agent in AGENTS:
                self.infos[agent] = {"ending": self.state_.over.termination}

    def _finish(self, scores: tuple[float, ...]) -> None:
        self.rewards = {agent: int(2 * score - 1) for agent, score in zip(AGENTS, scores, strict=True)}
        self.terminations = dict.fromkeys(AGENTS, True)

    # ---- for people --------------------------------------------------------------------------

    def render(self) -> str:
        """The board as onlookers see it: a letter or a question mark for a piece, lower case for seat 1."""
        board = self.game.board
        signs = dict.fromkeys(range(board.size), ".") | dict.fromkeys(board.blocked, "~")
        letters = [{kind.rank: kind.letter for kind in kinds.values()} for kinds in self.state_.rules.kinds]
        for piece in self.state_.view(PUBLIC).pieces:
            sign = letters[piece.seat][piece.rank] if piece.rank else ("?", "!")[piece.seat]
            signs[piece.square] = sign.lower() if piece.seat else sign
        rows = range(board.height - 1, -1, -1)
        return "\n".join("".join(signs[10 * row + column] for column in range(board.width)) for row in rows)

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
            over = any(inner.terminations.values()) or any(inner.truncations.values())
            if not over and inner.agent_selection == agent:
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
        if any(inner.terminations.values()) or any(inner.truncations.values()):
            self.agents = []
        return found

    def render(self) -> str:
        """The board as onlookers see it."""
        return self.inner.render()

    def close(self) -> None:
        """Nothing is open."""
