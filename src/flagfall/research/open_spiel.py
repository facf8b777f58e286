"""The hidden-rank games in OpenSpiel, powers included.

    >>> from flagfall.research import open_spiel
    >>> open_spiel.register()
    >>> game = pyspiel.load_game("flagfall_barrage")

Actions are those of `flagfall.research.environments.action_sequence`: the players set up square by square, in
turn, then play.
Options of the edition are parameters of the game. The tensor of an observation is the planes of
`flagfall.research.environments.planes`; the information state of a player is the story of what
they have done and heard.

Needs an installed ``open_spiel``.
"""

from __future__ import annotations

from typing import Any

from flagfall.core.extras import need

need("an OpenSpiel game", "research", "numpy", "numba", "pyspiel")

import msgspec
import numpy as np
import pyspiel

import flagfall
from flagfall.core import Choice, Event, Number, Switch, hears
from flagfall.ranks.game import RankGame
from flagfall.research.environments.action_sequence import ActionSequence

PREFIX = "flagfall_"


def register() -> tuple[str, ...]:
    """Make all hidden-rank games known to OpenSpiel; gives their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for id in flagfall.games():
        if isinstance(flagfall.game(id), RankGame):
            name = PREFIX + id.replace("-", "_")
            names.append(name)
            if name not in known:
                kind = _type(name, id)
                # A class: OpenSpiel keeps it beyond the end of Python, which a function does not survive.
                pyspiel.register_game(kind, type(name, (SpielGame,), {"kind": kind, "id": id}))
    return tuple(names)


def _type(name: str, id: str) -> Any:
    game = flagfall.game(id)
    defaults: dict[str, Any] = {option.name: option.default for option in game.options}
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Flagfall {id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults,
    )


def _read(id: str, params: dict[str, Any]) -> dict[str, Any]:
    """The options among the parameters of a game, each of its own type."""
    found = {}
    for option in flagfall.game(id).options:
        assert isinstance(option, Switch | Number | Choice)
        if option.name in params:
            found[option.name] = option.read(params[option.name])
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One edition as a game of OpenSpiel; `register` makes a class of each."""

    kind: Any
    id: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.course = ActionSequence(self.id, **_read(self.id, params or {}))
        if not self.course.rules.ply_limit:
            raise ValueError("OpenSpiel asks for the longest game: choose a ply_limit above 0")
        homes = sum(len(home) for home in self.course.game.board.homes)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.course.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # A power that asks for targets takes two actions.
            max_game_length=homes + (2 if self.course.rules.powers else 1) * self.course.rules.ply_limit,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        """The empty board."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What turns a state into a tensor or a text for a player."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.course, perfect_recall=kind.perfect_recall)


class History:
    """What each seat has done and heard, and the course of the game. Shared by copies, never changed."""

    def __init__(
        self, course: ActionSequence, told: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    ) -> None:
        self.course, self.told = course, told

    def __deepcopy__(self, memo: object) -> History:
        return self

    def after(self, action: int) -> History:
        """The story with one more action."""
        course = self.course.copy()
        seat = course.seat
        lines = [list(self.told[0]), list(self.told[1])]
        if course.setting_up:
            lines[seat].append(f"put {course.word(action)}")

        def hear(events: tuple[Event, ...]) -> None:
            for own in (0, 1):
                lines[own] += [msgspec.json.encode(event).decode() for event in events if hears(event, own)]

        course.heard = hear
        course.act(action)
        course.heard = None
        return History(course, (tuple(lines[0]), tuple(lines[1])))


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """One game at one moment."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        course = game.course.copy()
        course.begin()
        self.story = History(course)

    @property
    def course(self) -> ActionSequence:
        """The sequence of actions so far, with whose turn it is."""
        return self.story.course

    def current_player(self) -> Any:
        """The player to act."""
        return pyspiel.PlayerId.TERMINAL if self.course.outcome else self.course.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.legal(player)

    def _apply_action(self, action: int) -> None:
        self.story = self.story.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.word(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.outcome is not None

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 in a draw and before the end."""
        outcome = self.course.outcome
        return [0.0, 0.0] if outcome is None else [2 * score - 1 for score in outcome.scores]

    def __str__(self) -> str:
        return f"{self.course.state.position()}\n{self.course.placed if self.course.setting_up else ''}"


class Observer:
    """What turns a state into a tensor or a text for a player."""

    def __init__(self, course: ActionSequence, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        shape = course.encoder.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        self.dict["observation"][...] = state.course.planes(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, or with perfect recall all that it has done and heard, as text."""
        if self.perfect_recall:
            return "\n".join(state.story.told[player])
        course = state.course
        own = " ".join(kind or "-" for kind in course.placed[player]) if course.setting_up else ""
        return msgspec.json.encode(course.state.view(player)).decode() + own
