"""PettingZoo environments of the hex scenarios, with structured actions.

    >>> from flagfall.research import hex_env
    >>> env = hex_env.env("hex-duel")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.legal()                                    # int64 [n, 5]: every legal action of the agent on turn
    >>> env.step(env.any_legal())

`flagfall.research.environments.hex_rows` says what an action is, and
`flagfall.research.environments.hex_planes` what an observation holds. The winner gets 1, the loser -1, nobody
anything in a draw. Needs the extra ``research``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any, Literal

from flagfall.core.extras import need

need("the hex environment", "research", "numpy", "numba", "gymnasium", "pettingzoo")

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import flagfall
from flagfall.core import PUBLIC, Action, BadOption, IllegalAction, Outcome
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision, TurnDecision
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.setup import MOST_UNITS, Chain, Deploy, Muster
from flagfall.research.environments.hex_planes import HIGH, TABLE, HexEncoder
from flagfall.research.environments.hex_rows import UNIT, Row, Rows
from flagfall.research.environments.two_seat_env import AGENTS, TwoSeatEnv, whole

VERSION = 0
"""Raised whenever a change makes results incomparable with earlier ones."""


def env(id: str = "hex-duel", **arguments: Any) -> HexEnv:
    """The environment of a scenario; `HexEnv` says what it takes."""
    return HexEnv(id, **arguments)


class HexEnv(TwoSeatEnv):
    """One scenario as an AEC environment.

    ``setup`` is ``phase`` (the agents choose forces, write chains and deploy) or ``random``. ``illegal`` says
    what an illegal action does: its player loses (``lose``), or a random legal one is taken (``random``).
    ``max_actions`` truncates after so many actions of both agents together: turns do not alternate here. All
    other arguments are options of the game.
    """

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
        game = flagfall.game(id)
        if not isinstance(game, HexGame):
            raise BadOption("id", f"{id} is not a hex scenario")
        self.game, self.options = game, dict(options)
        game.read_options(self.options)
        self.rows, self.encoder = Rows(game), HexEncoder(game)
        space = spaces.Dict(
            {
                "board": spaces.Box(0, 255, self.encoder.board_shape, np.uint8),
                "units": spaces.Box(-HIGH, HIGH, self.encoder.units_shape, np.int16),
                "table": spaces.Box(0, HIGH, (len(TABLE),), np.int16),
            }
        )
        super().__init__(
            f"flagfall/{id}-v{VERSION}",
            observation=space,
            action=partial(spaces.MultiDiscrete, list(self.rows.sizes)),
            setup=setup,
            illegal=illegal,
            most=max_actions,
            render_mode=render_mode,
        )

    def begin(self, options: Mapping[str, object]) -> None:
        """Begin a new game, set up at random where that is wanted."""
        self.state_ = self.game.new(seed=self.rng.getrandbits(32), **self.options)
        self.named: tuple[str, ...] = ()
        """The units that the agent on turn has named so far."""
        while self.setup == "random" and self.state_.phase != "play" and self.state_.pending():
            decision = self.state_.pending()[0]
            self.state_ = self.state_.apply(decision.seat, decision.sample(self.rng)).state

    def result(self) -> Outcome | None:
        """How the game has ended, if it has."""
        return self.state_.outcome()

    def seat(self) -> int:
        """The seat that acts next; the first one after the end."""
        return next((decision.seat for decision in self.state_.pending()), 0)

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

    def take(self, seat: int, action: Any) -> bool:
        """Take an action, five numbers; whether it was legal."""
        row = whole(action, *(action if isinstance(action, Iterable) else (action,)))
        if not self.action_spaces[AGENTS[seat]].contains(np.array(row)):
            return False
        decision = self.state_.pending()[0]
        if isinstance(decision, MusterDecision | ChainDecision):
            return self._name(decision, row)
        found = self.rows.decode(row)
        return found is not None and self._apply(seat, found)

    def take_any(self, seat: int) -> None:
        """Take a random legal action."""
        self.take(seat, self.any_legal())

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
