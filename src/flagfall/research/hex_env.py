"""PettingZoo environments of the hex scenarios, with structured actions.

    >>> from flagfall.research import hex_env
    >>> env = hex_env.env("hex-duel")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.legal()                                    # int64 [n, 5]: every legal action of the agent on turn
    >>> env.step(env.any_legal())

`flagfall.research.hex_rows` says what an action is, `flagfall.research.hex_encoder` what an observation
holds. The winner gets 1, the loser -1, nobody anything in a draw. Needs the extra ``research``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

import flagfall
from flagfall.core import PUBLIC, Action, BadOption, IllegalAction, Outcome
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision, TurnDecision
from flagfall.hexes.game import HexGame
from flagfall.hexes.geometry import DIRECTIONS
from flagfall.hexes.setup import MOST_UNITS, Chain, Deploy, Muster
from flagfall.research.hex_encoder import HIGH, TABLE, HexEncoder
from flagfall.research.hex_rows import UNIT, Row, Rows
from flagfall.research.pettingzoo_env import AGENTS

VERSION = 0
"""Raised whenever a change makes results incomparable with earlier ones."""


def env(id: str = "hex-duel", **arguments: Any) -> HexEnv:
    """The environment of a scenario; `HexEnv` says what it takes."""
    return HexEnv(id, **arguments)


class HexEnv(AECEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """One scenario as an AEC environment.

    ``setup`` is ``phase`` (the agents choose forces, write chains and deploy) or ``random``. ``illegal`` says
    what an illegal action does: its player loses (``lose``), or a random legal one is taken (``random``).
    ``max_actions`` truncates after so many actions of both agents together: turns do not alternate here. All
    other arguments are options of the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo asks for an attribute of class and instance
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "name": "flagfall",
    }

    def __init__(
        self,
        id: str = "hex-duel",
        *,
        setup: Literal["phase", "random"] = "phase",
        illegal: Literal["lose", "random"] = "lose",
        max_actions: int | None = None,
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
        game = flagfall.game(id)
        if not isinstance(game, HexGame):
            raise BadOption("id", f"{id} is not a hex scenario")
        self.game, self.options = game, dict(options)
        game.read_options(self.options)
        self.setup, self.illegal, self.max_actions = setup, illegal, max_actions
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"flagfall/{id}-v{VERSION}"}
        self.rows, self.encoder = Rows(game), HexEncoder(game)
        self.possible_agents = list(AGENTS)
        space = spaces.Dict(
            {
                "board": spaces.Box(0, 255, self.encoder.board_shape, np.uint8),
                "units": spaces.Box(-HIGH, HIGH, self.encoder.units_shape, np.int16),
                "table": spaces.Box(0, HIGH, (len(TABLE),), np.int16),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.MultiDiscrete(list(self.rows.sizes)) for agent in AGENTS}
        self.rng = random.Random(0)

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
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.state_ = self.game.new(seed=self.rng.getrandbits(32), **self.options)
        self.named: tuple[str, ...] = ()
        """The units that the agent on turn has named so far."""
        self._taken = 0
        while self.setup == "random" and self.state_.phase != "play" and self.state_.pending():
            decision = self.state_.pending()[0]
            self.state_ = self.state_.apply(decision.seat, decision.sample(self.rng)).state
        self._look()

    def _look(self) -> None:
        """See whose turn it is, and whether the game is over."""
        outcome = self.state_.outcome()
        if outcome is not None:
            self._finish(outcome)
        else:
            self.agent_selection = AGENTS[self.state_.pending()[0].seat]

    def _finish(self, outcome: Outcome) -> None:
        self.rewards = {agent: 2 * score - 1 for agent, score in zip(AGENTS, outcome.scores, strict=True)}
        self.terminations = dict.fromkeys(AGENTS, True)
        for agent in AGENTS:
            self.infos[agent] = {"ending": outcome.termination}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows."""
        mine = agent == self.agent_selection
        return self.encoder.encode(self.state_.view(AGENTS.index(agent)), self.named if mine else ())

    # ---- actions ----------------------------------------------------------------------------

    def legal(self) -> npt.NDArray[np.int64]:
        """Every legal action of the agent on turn, int64 [n, 5]; empty after the end."""
        rows: list[Row] = []
        for decision in self.state_.pending()[:1]:
            if isinstance(decision, DeployDecision):
                for unit in decision.units:
                    for mode in decision.modes(unit):
                        places = product(decision.hexes(unit, mode), DIRECTIONS)
                        rows += [self.rows.encode(Deploy(unit, at, facing, mode)) for at, facing in places]
            elif isinstance(decision, TurnDecision):
                rows += [self.rows.encode(action) for action in self.state_.legal(decision.seat)]
            else:
                rows += self._namings(decision)
        return np.array(rows, np.int64).reshape(-1, 5)

    def any_legal(self) -> Row:
        """A random legal action of the agent on turn: a random kind of action, and one of that kind."""
        decision = self.state_.pending()[0]
        if isinstance(decision, MusterDecision | ChainDecision):
            return self.rng.choice(self._namings(decision))
        return self.rows.encode(decision.sample(self.rng))

    def _namings(self, decision: Any) -> list[Row]:
        """The units that can be named next."""
        if isinstance(decision, ChainDecision):
            return [self.rows.named("chain", unit) for unit in decision.units if unit not in self.named]
        left = decision.points - sum(decision.choices[unit] for unit in self.named)
        found = [
            self.rows.named("muster", unit)
            for unit, cost in decision.choices.items()
            if cost <= left and unit not in self.named and len(self.named) < MOST_UNITS
        ]
        return found + ([self.rows.named("done")] if self.named else [])

    def step(self, action: Any) -> None:
        """Take the action of the agent on turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        row = tuple(int(number) for number in action)
        if not self._take(row):
            if self.illegal == "lose":
                seat = AGENTS.index(agent)
                self._finish(Outcome("illegal", (float(seat), 1.0 - seat)))
                self.infos[agent] = {"ending": "illegal", "illegal": True}
            else:
                self._take(self.any_legal())
        self._taken += 1
        if not any(self.terminations.values()):
            self._look()
        if self.max_actions is not None and self._taken >= self.max_actions:
            self.truncations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def _take(self, row: tuple[int, ...]) -> bool:
        """Take an action; whether it was legal."""
        if not self.action_spaces[AGENTS[0]].contains(np.array(row)):
            return False
        decision = self.state_.pending()[0]
        if isinstance(decision, MusterDecision | ChainDecision):
            return self._name(decision, row)
        action = self.rows.decode(row)
        return action is not None and self._apply(decision.seat, action)

    def _name(self, decision: MusterDecision | ChainDecision, row: tuple[int, ...]) -> bool:
        # Fields that a verb does not use are ignored, here as everywhere.
        verb, unit = self.rows.verbs[row[0]].name, self.rows.units[row[UNIT]]
        if verb not in ("chain", "muster", "done"):
            return False
        if self.rows.named(verb, "" if verb == "done" else unit) not in self._namings(decision):
            return False
        named = self.named if verb == "done" else (*self.named, unit)
        if isinstance(decision, ChainDecision):
            whole: Action | None = Chain(named) if len(named) == len(decision.units) else None
        else:
            whole = Muster(named) if verb == "done" else None
        self.named = named
        return whole is None or self._apply(decision.seat, whole)

    def _apply(self, seat: int, action: Action) -> bool:
        try:
            self.state_ = self.state_.apply(seat, action).state
        except IllegalAction:
            return False
        self.named = ()
        return True

    def render(self) -> str:
        """What onlookers know of the units, a line each."""
        view = self.state_.view(PUBLIC)
        board = self.game.board(view.map_seed)
        lines = [f"round {view.table.round}, {view.table.phase}"]
        for piece in view.pieces:
            where = board.label(piece.hex) if piece.hex >= 0 else "----"
            facing = DIRECTIONS[piece.facing] if piece.hex >= 0 else ""
            lines.append(f"{piece.seat} {piece.key:20s} {piece.status:8s} {where} {facing:2s} {piece.hp:3d}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is open."""
