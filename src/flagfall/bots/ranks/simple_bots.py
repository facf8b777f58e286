"""Levels 1 and 2: bots that look one move far."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence

from flagfall.bots.base import Bot, Clock, Value
from flagfall.bots.ranks.board_reading import BoardReading, Effect, without_idle_switches
from flagfall.bots.ranks.circling import Circling
from flagfall.bots.ranks.setups import generate
from flagfall.core import Action, AnyGame, Event, View
from flagfall.ranks.battle import battle_winner, outranks
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.powers.declaration import StrikeRule
from flagfall.ranks.view import Piece, RankView


class RankBot(Bot):
    """What the bots of the hidden-rank games share: the set-up, and the moment of a decision.

    Parameters: ``style`` of the set-up, and ``slips``, how often it does not look and moves as level 1 does.
    """

    game: RankGame

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(game, seat, seed, params)
        self.circles = Circling()

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of events that the seat heard."""
        self.circles.hear(events)

    def deploy(self, view: View) -> Action:
        """A set-up in the style of this bot."""
        return generate(self.game, self.seat, self.chance("deploy"), self.word("style", "any"))

    def decide(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """The only action, or the one that `choose` prefers."""
        assert isinstance(view, RankView)
        legal = self.circles.elsewhere(self.game.board, view, legal)
        if len(legal) == 1:
            return legal[0]
        slips = self.number("slips", 0.0)
        if slips and self.chance("slip", view.track.ply).random() < slips:
            return by_lot(BoardReading(self.game, view), legal, self.moment(view))
        return self.choose(view, legal, clock)

    @abstractmethod
    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """One of several legal actions."""

    def moment(self, view: RankView) -> random.Random:
        """Random numbers for this decision."""
        return self.chance(view.track.ply, view.awaited is not None)


def known_result(mine: Kind, theirs: Kind | None, rule: StrikeRule) -> int | None:
    """What a strike brings where both are known: 1 won, 0 both or nothing falls, -1 lost; None if unknown."""
    if theirs is None:
        return None
    if theirs.role == "flag":
        return 1 if rule.takes_flags else 0
    if rule.by_rank:
        return 1 if outranks(mine, theirs) else 0
    return {"attacker": 1, "none": 0, "defender": -1}[battle_winner(mine, theirs)]


def by_lot(reading: BoardReading, legal: Sequence[Action], rng: random.Random) -> Action:
    """A random action: no attack that is known to be lost, and a little more forward than back."""
    options = without_idle_switches(legal)
    effects = [reading.effect(action) for action in options]
    crowd: dict[tuple[int, str], int] = {}
    for effect in effects:
        crowd[effect.piece.id, effect.manner] = crowd.get((effect.piece.id, effect.manner), 0) + 1
    weights = [_sanity(reading, effect) / crowd[effect.piece.id, effect.manner] ** 0.5 for effect in effects]
    if not any(weights):
        weights = [1.0] * len(options)
    return rng.choices(options, weights)[0]


def _sanity(reading: BoardReading, effect: Effect) -> float:
    mine = reading.own(effect.piece)
    if effect.strikes:
        choice = effect.manner == "approach"
        results = [known_result(mine, reading.kind(one), effect.strike) for one in effect.struck]
        if -1 in results or all(result == 0 for result in results):
            return 0.2 if choice and (None in results or effect.strike.may_halt) else 0.0
        if 1 in results:
            return 4.0
        return 0.7
    if effect.manner == "look":
        return 0.0 if effect.struck[0].kind else 2.0
    if effect.manner in ("ask", "call"):
        return 0.2
    last = reading.view.track.routes[reading.seat]
    if last is not None and last[0] == effect.piece.id and last[1] == effect.target:
        return 0.1
    steps = reading.advance(effect.piece.square, effect.target)
    weight = 1.2 if steps > 0 else 1.0 if steps == 0 else 0.7
    return weight * (0.4 if effect.shows else 1.0)


class CautiousRandomBot(RankBot):
    """Level 1: moves at random, sanely."""

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """A random action, sane ones more often."""
        return by_lot(BoardReading(self.game, view), legal, self.moment(view))


class GreedyBot(RankBot):
    """Level 2: takes what it knows to win, flees what it knows to lose to, else seeks the nearest enemy."""

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """The action with the best immediate sense; a random one of equals."""
        reading = BoardReading(self.game, view)
        options = without_idle_switches(legal)
        rng = self.moment(view)
        last = view.track.routes[view.seat]
        scored = [
            (self._score(reading, reading.effect(action), last) + rng.random(), -i, action)
            for i, action in enumerate(options)
        ]
        return max(scored)[2]

    def _score(self, reading: BoardReading, effect: Effect, last: tuple[int, int, int] | None) -> float:
        mine = reading.own(effect.piece)
        if effect.strikes:
            return self._fight(reading, effect, mine)
        if effect.manner == "look":
            return -5.0 if effect.struck[0].kind else 0.3
        if effect.manner in ("ask", "call", "stay"):
            return 0.5 if effect.manner == "ask" else 0.0
        if not mine.movable:
            return -10.0
        nearer = self._way(reading, mine, effect.piece.square) - self._way(reading, mine, effect.target)
        score = 0.8 * max(-2, min(2, nearer))
        score += 20.0 * self._feared(reading, mine, effect.piece.square)
        score -= 25.0 * self._feared(reading, mine, effect.target)
        if any(self._beats(reading, mine, other) for other in reading.enemies_beside(effect.target)):
            score += 3.0
        if last is not None and last[0] == effect.piece.id and last[1] == effect.target:
            score -= 1.5
        return score - (0.7 if effect.shows else 0.0)

    def _fight(self, reading: BoardReading, effect: Effect, mine: Kind) -> float:
        found = [(one, known_result(mine, reading.kind(one), effect.strike)) for one in effect.struck]
        if effect.manner == "approach":  # whom it strikes then is its own choice
            found = [pair for pair in found if pair[1] != -1][: effect.strike.most]
            if not found:
                return 0.0 if effect.strike.may_halt else -100.0
        score = 0.0
        for one, result in found:
            known = reading.kind(one)
            if result == 1 and known is not None:
                score += 1000.0 if known.role == "flag" else 30.0 + known.strength
            elif result == 0:
                score -= 3.0
            elif result == -1:
                score -= 100.0
            else:
                # Nothing known: low ranks try their luck, high ones try only what has never moved away.
                score += 4.0 - 0.6 * mine.strength + (0.8 if one.moved else 0.0)
                if effect.strike.by_rank:
                    score += 0.5 * mine.strength
        return score

    def _way(self, reading: BoardReading, mine: Kind, square: int) -> int:
        """The steps to the nearest enemy that it does not know to lose to."""
        row, column = divmod(square, 10)
        ways = [
            abs(one.square // 10 - row) + abs(one.square % 10 - column)
            for one in reading.theirs
            if (known := reading.kind(one)) is None or battle_winner(mine, known) == "attacker"
        ]
        return min(ways, default=0)

    def _feared(self, reading: BoardReading, mine: Kind, square: int) -> bool:
        """Whether a known enemy beside a square would capture the piece there."""
        for other in reading.enemies_beside(square):
            known = reading.kind(other)
            if known is not None and known.movable and battle_winner(known, mine) == "attacker":
                return True
        return False

    def _beats(self, reading: BoardReading, mine: Kind, other: Piece) -> bool:
        known = reading.kind(other)
        return known is not None and battle_winner(mine, known) == "attacker"
