"""Gymnasium environments: one agent against a bot, and thousands of games at once against a policy.

    >>> from flagfall.research import gym_env
    >>> env = gym_env.SoloEnv("pirates-code", level=2)        # every edition, against a bot
    >>> envs = gym_env.BatchEnv("barrage", 1024)              # every edition, against random play

Needs the extra ``research``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from flagfall.core.extras import need

need("a Gymnasium environment", "research", "numpy", "numba", "gymnasium", "pettingzoo")

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from flagfall import bots, fast
from flagfall.core import BadOption, Event, hears
from flagfall.fast.layout import CLOCK
from flagfall.fast.square_sets import CELLS
from flagfall.research.environments.last_observation import last_observations
from flagfall.research.environments.two_seat_env import AGENTS
from flagfall.research.pettingzoo_env import RankEnv

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Rewards: TypeAlias = npt.NDArray[np.float64]


class SoloEnv(gymnasium.Env[Any, Any]):
    """One agent against a bot, with the observations and actions of `RankEnv`.

    ``level`` is the number of a bot level, or a function that makes a bot for (game, seat, seed); ``seat`` is
    the agent's seat, or None for a random one. The bot gets views and the events it hears, and ``think``
    seconds a move. What an illegal action does, and all other arguments, are as in `RankEnv`; the bot sets
    up by itself, the agent as ``setup`` says.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium does

    def __init__(
        self,
        game: str = "original",
        *,
        level: int | Callable[[str, int, int], bots.Bot] = 1,
        seat: int | None = None,
        setup: Literal["phase", "random"] = "phase",
        think: float = 0.05,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        if seat not in (0, 1, None):
            raise BadOption("seat", f"takes 0, 1 or None, not {seat!r}")
        self.inner = RankEnv(game, **arguments)
        if not callable(level):
            bots.level(game, level)  # one that there is not is told here, not at the first reset
        self.id, self.level, self.wanted, self.think, self.setup = game, level, seat, think, setup
        self.render_mode = render_mode
        self.observation_space = self.inner.observation_space(AGENTS[0])
        self.action_space = self.inner.action_space(AGENTS[0])
        self.seat = 0
        self.waiting: list[Event] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, and let the bot move if it is first."""
        super().reset(seed=seed)
        self.inner.course.heard = self._hear
        self.seat = int(self.np_random.integers(2)) if self.wanted is None else self.wanted
        luck = int(self.np_random.integers(1 << 31))
        make = self.level if callable(self.level) else self._level
        self.waiting = []
        self.bot = make(self.id, 1 - self.seat, luck)
        self.inner.reset(luck, options)
        course = self.inner.course
        if course.setting_up:
            agent = course.state.pending()[self.seat]
            course.deploy(1 - self.seat, self.bot.deploy(course.state.view(1 - self.seat)))
            if self.setup == "random":
                course.deploy(self.seat, agent.sample(self.inner.rng))
            self.inner.look()
        self._answer()
        return self.inner.observe(AGENTS[self.seat]), self._info()

    def _level(self, id: str, seat: int, seed: int) -> bots.Bot:
        assert isinstance(self.level, int)
        return bots.make(id, self.level, seat, seed)

    def _hear(self, events: tuple[Event, ...]) -> None:
        self.waiting += [event for event in events if hears(event, 1 - self.seat)]

    def _answer(self) -> None:
        """Let the bot act until it is the agent's turn."""
        inner, course, other = self.inner, self.inner.course, 1 - self.seat
        while not inner.over and inner.agent_selection == AGENTS[other]:
            view, legal = course.state.view(other), tuple(course.state.legal(other))
            self.bot.observe(tuple(self.waiting))
            self.waiting = []
            action: Any = self.bot.decide(view, legal, bots.Clock(move=self.think))
            inner.step(course.game.encode(action))

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the agent's action and the bot's answer."""
        inner, agent = self.inner, AGENTS[self.seat]
        inner.step(action)
        self._answer()
        reward = float(inner.rewards[agent])
        return inner.observe(agent), reward, inner.terminations[agent], inner.truncations[agent], self._info()

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, **self.inner.infos[AGENTS[self.seat]]}

    def render(self) -> str:
        """The board as onlookers see it."""
        return self.inner.render()


Policy = Callable[[Observation], npt.ArrayLike]
"""From a batch of observations to a batch of actions."""


class BatchEnv(VectorEnv[Any, Any, Any]):
    """Many games of an edition, one agent against a policy in all of them.

    Observations are those of `flagfall.fast`: ``planes`` [5, 100], ``vector`` [56], ``action_mask`` [400];
    with powers [4, 100], [150] and one for each integer of the codec. A power that has begun and asks for its
    targets leaves the turn with its player: then the agent's next action answers. In every second game the
    opponent moves first. ``opponent`` gets a batch of observations and gives a batch of actions; without one
    it plays at random. ``setups`` are the agent's and ``their_setups`` the opponent's, as
    `flagfall.fast.Batch` takes them, a random one for every game; without them every set-up is equally
    likely. A game that ends is followed by another in the same step, and its last observation is in
    ``info["final_obs"]``. An illegal action loses the game.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium does

    def __init__(
        self,
        id: str = "barrage",
        num_envs: int = 256,
        *,
        opponent: Policy | None = None,
        setups: Any = None,
        their_setups: Any = None,
        threads: int = 1,
        **options: object,
    ) -> None:
        self.spec_ = fast.Spec.of(id, **options)
        self.num_envs = num_envs
        self.opponent, self.threads = opponent, threads
        # One variant for the games in which the agent is first, one for the others.
        self.setups = [fast.Sides(setups, their_setups), fast.Sides(their_setups, setups)]
        sizes = fast.Sizes.of(self.spec_)
        self.single_observation_space = spaces.Dict(
            {
                "planes": spaces.Box(0, 255, (sizes.planes, CELLS), np.uint8),
                "vector": spaces.Box(0, 255, (sizes.vector,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.spec_.actions,), np.uint8),
            }
        )
        self.single_action_space = spaces.Discrete(self.spec_.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.second = np.arange(num_envs) % 2 == 1
        self.rng = np.random.default_rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games again."""
        self.rng = np.random.default_rng(seed)
        self.batch = fast.Batch(
            [self.spec_, self.spec_],
            self.num_envs,
            variants=self.second,
            setups=self.setups,
            seed=int(self.rng.integers(1 << 62)),
            threads=self.threads,
            again=False,
        )
        self._open(self.second.copy())
        return self._observation(), {}

    def _observation(self) -> Observation:
        planes, vector = self.batch.observe()
        return {"planes": planes.copy(), "vector": vector.copy(), "action_mask": self.batch.legal().copy()}

    def _theirs(self) -> Flags:
        """In which games the opponent is to move."""
        theirs: Flags = (self.batch.state[CLOCK] & 1 == 1) != self.second
        return theirs

    def _reply(self, games: Flags) -> Numbers:
        """Let the opponent take its turn in some games; what it brought there, 0 elsewhere."""
        brought = np.zeros(self.num_envs, np.int64)
        while games.any():
            brought = np.where(games, self._answer(games), brought)
            games = games & (brought == 0) & self._theirs()  # a power that has begun asks for its targets
        return brought

    def _answer(self, games: Flags) -> Numbers:
        """Let the opponent act in some games; what it brought there, 0 elsewhere."""
        if self.opponent is None:
            actions = self._any_action()
        else:
            actions = np.asarray(self.opponent(self._observation()))
        self.batch.step(np.where(games, actions, -1))
        if (self.batch.result[games] < 0).any():
            raise BadOption("opponent", "it gave an illegal action")
        return np.where(games, self.batch.result, 0)

    def _any_action(self) -> Numbers:
        """A legal action for every game, each equally likely; any number where there is none."""
        if self.batch.powers:
            listed = self.batch.legal_list()
            picks = (self.rng.random(self.num_envs) * (listed >= 0).sum(1)).astype(np.int64)
            chosen: Numbers = listed[np.arange(self.num_envs), picks]
            return chosen
        legal = self.batch.legal().view(np.bool_)
        counts, places = legal.sum(1), np.flatnonzero(legal)  # flat, for that is ten times as fast
        picks = np.cumsum(counts) - counts + (self.rng.random(self.num_envs) * counts).astype(np.int64)
        drawn: Numbers = places[np.minimum(picks, len(places) - 1)] % fast.ACTIONS
        return drawn

    def _open(self, games: Flags) -> None:
        """Let the opponent make the first move; a game that ends by it is dealt again."""
        while games.any():
            games = games & (self._reply(games) > 0)
            self.batch.deal(games=games)

    def step(self, actions: Numbers) -> tuple[Observation, Rewards, Flags, Flags, dict[str, Any]]:
        """Take an action in every game, and the opponent's answers."""
        if not hasattr(self, "batch"):
            raise ResetNeeded("call reset() before step()")
        batch = self.batch
        batch.step(actions)
        mine, endings = batch.result.copy(), batch.ending.copy()
        theirs = self._reply((mine == 0) & self._theirs())
        endings = np.where(theirs > 0, batch.ending, endings)
        reward = (mine == 1).astype(np.float64) - (theirs == 1) - (mine < 0)
        ended = (mine != 0) | (theirs > 0)
        info = _info(endings, ended, last_observations(batch, ended, mine > 0))
        if ended.any():
            batch.deal(games=ended)
            self._open(ended & self.second)
        return self._observation(), reward, ended, np.zeros(self.num_envs, bool), info


def _info(endings: Numbers, ended: Flags, finals: dict[int, Observation]) -> dict[str, Any]:
    """Why games ended and what their agents saw last, in the form of Gymnasium's vector environments."""
    info: dict[str, Any] = {"ending": endings, "_ending": ended.copy()}
    if finals:
        last = np.full(len(ended), None, object)
        for g, observation in finals.items():
            last[g] = observation
        info["final_obs"], info["_final_obs"] = last, ended.copy()
        info["final_info"] = {"ending": endings, "_ending": ended.copy()}
        info["_final_info"] = ended.copy()
    return info


def register() -> None:
    """Make the environments known to Gymnasium: ``flagfall/ID-v0`` against the first level of bots."""
    import flagfall

    for id in flagfall.games():
        if flagfall.game(id).family == "ranks":
            gymnasium.register(
                f"flagfall/{id}-v0",
                entry_point="flagfall.research.gym_env:SoloEnv",
                kwargs={"game": id},  # `gymnasium.make_vec` passes them on to `make`, which has an ``id``
                disable_env_checker=True,
            )
