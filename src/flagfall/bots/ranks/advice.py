"""What a player might make of a moment: better moves with reasons, what hidden pieces may be, who is ahead.

Everything comes from what one seat heard. A `HeardGame` hears its events in order, as a bot does; it knows
the seat's view, its legal actions and its beliefs, and never more.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from flagfall.bots.background_compile import ready
from flagfall.bots.base import Bot
from flagfall.bots.levels import has_net, make
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.observation import turn_of
from flagfall.bots.network.worlds import odds
from flagfall.bots.ranks import search_bot
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.board_reading import without_idle_switches
from flagfall.bots.ranks.explain import reasons
from flagfall.bots.ranks.kind_counts import Floats
from flagfall.bots.ranks.piece_values import alive, worths
from flagfall.bots.ranks.reason import Reason
from flagfall.bots.ranks.search_bot import SearchBot
from flagfall.bots.ranks.weighing_bot import WeighingBot
from flagfall.core import Action, Event
from flagfall.fast.rules import RANKS
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

HINTS = 3
"""Moves that a hint names at most."""
WORK = 200_000
"""Positions that a hint looks at: a fifth of a second on a slow core that does nothing else."""
COMPILING = 15.0
"""Seconds that the first hints wait for the search; where it was compiled before, it is there sooner."""
FAR_BEHIND = 12.0
"""How much worse than the best a move may be, in worths of pieces, and still be named."""
STEEPNESS = 4.75
"""How quickly a lead in material decides a game: fitted to two dozen games between thinking bots."""
SMALLEST = 0.005
"""Probabilities below this are left out."""


class Hint(msgspec.Struct, frozen=True):
    """A move worth thinking about."""

    action: Action
    reasons: tuple[Reason, ...]
    behind: float
    """How much less it is worth than the best one, in worths of pieces."""


class HeardGame:
    """One seat's game as far as it was heard."""

    @classmethod
    def seen(cls, game: RankGame, view: RankView) -> HeardGame:
        """A game of which nothing was heard but what a view shows."""
        made = cls(game, view.seat, view.options)
        made.view = view
        return made

    def __init__(self, game: RankGame, seat: int, options: Mapping[str, object] | None = None) -> None:
        self.game = game
        self.seat = seat
        self.view: RankView = game.new(0, **dict(options or {})).view(seat)
        self.heard: list[Event] = []

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of what happened."""
        for event in events:
            self.view = self.game.fold(self.view, event)
            self.heard.append(event)

    @property
    def playing(self) -> bool:
        """Whether the game has begun and is not over."""
        return self.view.phase == "play"

    def legal(self) -> Sequence[Action]:
        """The seat's legal actions: they depend on what it knows alone, so any state that fits has them."""
        if self.view.turn != self.seat:
            return ()
        fits = self.game.determinize(self.view, random.Random(0))
        return tuple(fits.legal(self.seat))

    # ---- hints ------------------------------------------------------------------------------

    def hints(self, work: int = WORK, most: int = HINTS) -> tuple[Hint, ...]:
        """The best moves for the seat, best first, with reasons; none if it is not its turn.

        The same story gives the same hints, on every machine: they are computed by a count of positions and
        never stopped by a clock. Only where the search has never been compiled, which takes long, the
        first ones are weighed without it.
        """
        legal = self.legal()
        if not legal:
            return ()
        if len(legal) == 1:
            return (Hint(legal[0], (Reason("only"),), 0.0),)
        compiled = ready(search_bot.compile_search, True, 2 * COMPILING)
        bot = SearchBot(self.game, self.seat, params={"hurry": True})
        bot.observe(self.heard)
        evaluation = bot.evaluation(self.view)
        effects = [evaluation.reading.effect(action) for action in without_idle_switches(legal)]
        if compiled:
            scores, _ = bot.weigh(evaluation, effects, 0.0, 0.0, work)
        else:
            scores = [score for score, _ in bot.scores(evaluation, [effect.action for effect in effects])]
        order = sorted(range(len(effects)), key=lambda i: -scores[i])[:most]
        best = scores[order[0]]
        return tuple(
            Hint(effects[i].action, reasons(evaluation, effects[i]), round(best - scores[i], 1))
            for i in order
            if best - scores[i] <= FAR_BEHIND
        )

    # ---- beliefs ----------------------------------------------------------------------------

    def beliefs(self, bot: int = 0) -> dict[int, dict[str, float]]:
        """For each hidden enemy piece on the board how likely each rank is.

        ``bot`` is the level of a bot whose beliefs are asked for, as it had them; 0 is the best guess. Empty
        for a bot that does not guess.
        """
        if not self.playing:
            return {}
        if bot:
            return self._believed(make(self.game.id, bot, self.seat, hurry=True))
        guess = self._believed(WeighingBot(self.game, self.seat))
        if not has_net(self.game.id):
            return guess
        # Habits and behaviour here, self-play there: their mean is nearer to the truth than either.
        return _mean(guess, self._believed(NetworkBot(self.game, self.seat, params={"mirror": 1})))

    def _believed(self, player: Bot) -> dict[int, dict[str, float]]:
        """What a bot in this seat makes of the story."""
        player.observe(self.heard)
        if isinstance(player, NetworkBot):
            return self.learned(player)
        if not isinstance(player, WeighingBot):
            return {}
        player.theirs.update(player.remembered(self.view))
        return _by_rank(player.theirs)

    def learned(self, bot: NetworkBot) -> dict[int, dict[str, float]]:
        """What a network that has heard the story believes, as `beliefs` has it."""
        seen, judged = bot.judge(self.view, self.legal())
        exact = odds(judged.beliefs[0], seen.planes, seen.vector[RANKS : 2 * RANKS])
        # Where captured pieces are hidden the counts are not known: what the network says stands as it is.
        cells, rows = exact or (np.arange(len(judged.beliefs[0])), judged.beliefs[0])
        table = dict(zip(cells.tolist(), rows, strict=True))
        names = {kind.strength: kind.rank for kind in self.game.edition.armies[1 - self.seat].kinds}
        turn = turn_of(self.game.board)
        found = {}
        for piece in self.view.pieces:
            if piece.seat == self.seat or piece.rank:
                continue
            if shown := bot.memory.ranks.get(piece.id):
                found[piece.id] = {shown: 1.0}
                continue
            row = table[turn - piece.square if self.seat == 1 else piece.square]
            whole = sum(float(row[strength]) for strength in names) or 1.0
            found[piece.id] = _likely({name: float(row[s]) / whole for s, name in names.items()})
        return found


def _likely(odds: Mapping[str, float]) -> dict[str, float]:
    return {rank: p for rank, p in odds.items() if p >= SMALLEST}


def _mean(
    one: Mapping[int, Mapping[str, float]], other: Mapping[int, Mapping[str, float]]
) -> dict[int, dict[str, float]]:
    """Both beliefs, half and half."""
    ranks = {id: {**other.get(id, row), **row} for id, row in one.items()}
    return {
        id: {rank: (one[id].get(rank, 0.0) + other.get(id, one[id]).get(rank, 0.0)) / 2 for rank in row}
        for id, row in ranks.items()
    }


def _by_rank(beliefs: Beliefs) -> dict[int, dict[str, float]]:
    found: dict[int, dict[str, float]] = {}
    for i, (id, square) in enumerate(zip(beliefs.ids, beliefs.squares, strict=True)):
        if square < 0:
            continue
        odds: dict[str, float] = {}
        for kind, p in zip(beliefs.kinds, beliefs.table[i], strict=True):
            odds[kind.rank] = odds.get(kind.rank, 0.0) + float(p)
        found[id] = _likely(odds)
    return found


# ---- who is ahead -----------------------------------------------------------------------------------


def curve(
    game: RankGame, seat: int, heard: Sequence[Sequence[Event]], options: Mapping[str, object] | None = None
) -> list[float]:
    """How likely the seat wins (a draw is half), as it may know: before each half-move of the game.

    ``heard`` are the events of each action.
    """
    return Curve(game, seat, options).hear(heard)


class Curve:
    """The same, action by action: a long game may be heard in parts."""

    def __init__(self, game: RankGame, seat: int, options: Mapping[str, object] | None = None) -> None:
        self.heard = 0
        """How many actions were heard."""
        self._story = HeardGame(game, seat, options)
        self._judge = _Network(game, seat) if has_net(game.id) else _Material(game, seat)
        self._ply = -1

    def hear(self, heard: Sequence[Sequence[Event]]) -> list[float]:
        """Hear the next actions; the chances before each half-move so far."""
        for events in heard:
            self._story.hear(events)
            self._judge.observe(events)
            self.heard += 1
            if self._story.playing and self._story.view.track.ply != self._ply:
                self._ply = self._story.view.track.ply
                self._judge.position(self._story)
        return self._judge.chances()


class _Material:
    """Judges by what is left of both armies, as far as the seat can tell."""

    def __init__(self, game: RankGame, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.bot = WeighingBot(game, seat)
        self.found: list[float] = []

    def observe(self, events: Sequence[Event]) -> None:
        self.bot.observe(events)

    def position(self, story: HeardGame) -> None:
        view, bot = story.view, self.bot
        bot.theirs.update(view)
        mine = np.zeros(len(bot.mine.kinds))
        for piece in view.pieces:
            if piece.seat == self.seat:
                mine[bot.mine.column[piece.kind]] += 1
        theirs = alive(bot.theirs)
        own = _total(self.game, self.seat, mine, theirs)
        other = _total(self.game, 1 - self.seat, theirs, mine)
        lead = (own - other) / (own + other + 1e-9)
        self.found.append(1.0 / (1.0 + math.exp(-STEEPNESS * lead)))

    def chances(self) -> list[float]:
        return self.found


def _total(game: RankGame, seat: int, mine: Floats, theirs: Floats) -> float:
    kinds = game.edition.armies[seat].kinds
    worth = np.where([kind.role == "flag" for kind in kinds], 0.0, worths(game, seat, mine, theirs))
    return float((worth * mine).sum())


class _Network:
    """Asks the trained network at the seat's own turns; in between what it said last holds."""

    def __init__(self, game: RankGame, seat: int) -> None:
        self.bot = NetworkBot(game, seat)
        self.seen: list[Any] = []
        self.asked: list[int] = []
        self.values: list[float] = []
        """What the network said of the first of those seen."""

    def observe(self, events: Sequence[Event]) -> None:
        self.bot.observe(events)

    def position(self, story: HeardGame) -> None:
        from flagfall.bots.network.observation import observation_of

        if story.view.turn == story.seat:
            self.seen.append(observation_of(story.game, story.view, story.legal(), self.bot.memory))
        self.asked.append(len(self.seen) - 1)

    def chances(self) -> list[float]:
        from flagfall.bots.network.network import net

        if not self.seen:
            return [0.5] * len(self.asked)
        for first in range(len(self.values), len(self.seen), 64):
            part = self.seen[first : first + 64]
            judged = net().judge(np.stack([s.planes for s in part]), np.stack([s.vector for s in part]))
            self.values += (judged.outcome[:, 0] + 0.5 * judged.outcome[:, 1]).tolist()
        return [self.values[max(0, n)] for n in self.asked]
