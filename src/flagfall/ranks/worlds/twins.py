"""Twins of a hidden-rank game: the same set-ups, but for two pieces of one side that changed places."""

from __future__ import annotations

import random
from collections.abc import Callable

from flagfall.core import Action, Event, State, TwinMaker, Twins
from flagfall.ranks.actions import Deploy, Move, Strike, Use
from flagfall.ranks.setup import SetupDecision
from flagfall.ranks.state import RankState


class RankTwinMaker(TwinMaker):
    """Swaps two pieces in the set-up that the seat cannot see, and replays the game from the start."""

    def __init__(self, new: Callable[..., RankState]) -> None:
        """From what makes a new game, with options by name."""
        self.new = new

    def make(self, seat: int, rng: random.Random, **options: object) -> Twins:
        """Two games whose set-ups differ in two squares of an opponent."""
        hidden = rng.choice((0, 1)) if seat not in (0, 1) else 1 - seat
        rules = self.new(**options).rules
        setups = [SetupDecision.of(rules, each).sample(rng) for each in (0, 1)]
        other = list(setups)
        other[hidden] = swapped(setups[hidden], rng)
        order = rng.sample((0, 1), 2)
        games = [self._begin(pair, order, options) for pair in (setups, other)]
        return Twins(games[0][0], games[1][0], games[0][1], games[1][1])

    def _begin(
        self, setups: list[Deploy], order: list[int], options: dict[str, object]
    ) -> tuple[RankState, tuple[Event, ...]]:
        state = self.new(**options)
        told: tuple[Event, ...] = ()
        for seat in order:
            step = state.apply(seat, setups[seat])
            state, told = step.state, (*told, *step.events)
        return state, told

    def reveals(self, first: State, second: State, actor: int, action: Action) -> bool:
        """Whether one of the swapped pieces fights, shows itself, or is asked for."""
        assert isinstance(first, RankState)
        assert isinstance(second, RankState)
        differ = {i for i, kind in enumerate(first.kinds) if kind is not second.kinds[i]}
        kinds = {first.kinds[i].id for i in differ}
        if isinstance(action, Move):
            squares = [action.origin, action.target, *([action.switch] if action.switch >= 0 else [])]
            if not {first.board[square] for square in squares} & differ:
                return False
            # A single step onto an empty square shows only that the piece moves.
            step = action.target in first.rules.board.beside[action.origin]
            return not (step and action.switch < 0 and first.board[action.target] < 0)
        if isinstance(action, Use):
            squares = [action.origin, *action.targets, *([action.switch] if action.switch >= 0 else [])]
            named = set(first.rules.powers[action.power].named_kinds(action))
            return bool({first.board[square] for square in squares} & differ or named & kinds)
        if isinstance(action, Strike):
            return bool({first.board[square] for square in action.targets} & differ)
        return False

    def attempt(self, state: State, seat: int, rng: random.Random) -> Action:
        """A move between any two squares, a power of any piece, or an answer that nobody asked for."""
        assert isinstance(state, RankState)
        squares = range(state.rules.board.size)
        powers = list(state.rules.powers)
        if powers and rng.random() < 0.4:
            targets = tuple(rng.choices(squares, k=rng.choice((1, 1, 2))))
            switch = rng.choice((-1, -1, rng.choice(squares)))
            return Use(rng.choice(squares), rng.choice(powers), targets, "", switch)
        if rng.random() < 0.1:
            return Strike(tuple(sorted(rng.sample(squares, 2))))
        own = [square for square in squares if state.board[square] >= 0]
        return Move(rng.choice(own or squares), rng.choice(squares))


def swapped(setup: Deploy, rng: random.Random) -> Deploy:
    """A set-up with two pieces of different kinds in each other's places."""
    pieces = list(setup.pieces)
    i = rng.randrange(len(pieces))
    j = rng.choice([k for k in range(len(pieces)) if pieces[k][1] != pieces[i][1]])
    pieces[i], pieces[j] = (pieces[i][0], pieces[j][1]), (pieces[j][0], pieces[i][1])
    return Deploy(tuple(pieces))
