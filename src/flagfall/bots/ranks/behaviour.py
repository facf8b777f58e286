"""What a hidden piece's actions say about its rank.

Each enemy move is looked at once: a piece that leaves the side of a stronger shown piece has probably fled,
one that goes up to a shown piece probably beats it, one that stays beside what would take it is probably a
bomb, or strong. The factors are mild, and bounded: people bluff.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flagfall.bots.ranks.edition_facts import facts_of
from flagfall.bots.ranks.kind_counts import Floats
from flagfall.core import Event
from flagfall.ranks.battle import battle_winner
from flagfall.ranks.events import Attacked, Began, Captured, Moved, Shown, Turned
from flagfall.ranks.game import RankGame

STRENGTHS = 12
LEAST, MOST = 0.04, 25.0

FLED, FLED_NOT = 1.7, 0.75
HUNTS, HUNTS_NOT = 2.2, 0.55
STOOD = 0.75
"""For kinds that would have been taken: each turn that a piece stays beside a stronger one."""
SPARED = 0.8
"""For kinds that would have won: each turn that a piece leaves a weaker one alone."""
STEP_OF_SCOUT = 0.6
"""A piece of rank 2 rarely goes a single step."""


class Behaviour:
    """Factors by strength for each hidden piece of one side."""

    def __init__(self, game: RankGame, about: int) -> None:
        self.board = game.board
        self.about = about
        self._kinds = facts_of(game).by_rank
        by_strength = {kind.strength: kind for kind in game.edition.armies[about].kinds}
        self._theirs = [by_strength.get(s) for s in range(STRENGTHS)]
        self._seats: list[int] = []
        self._where: dict[int, int] = {}
        self._at: dict[int, int] = {}
        self._shown: dict[int, str] = {}
        self._stepped: set[int] = set()
        self._factors: dict[int, Floats] = {}
        self._fought = False
        self._mover = -1
        self._beats_cache: dict[tuple[int, str], tuple[Floats, Floats]] = {}

    def factors(self, piece: int) -> Floats:
        """How much likelier each strength has become for a piece."""
        found = self._factors.get(piece)
        return found if found is not None else np.ones(STRENGTHS)

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of events in order."""
        for event in events:
            if isinstance(event, Began):
                self._seats = [0] * len(event.squares[0]) + [1] * len(event.squares[1])
                squares = (*event.squares[0], *event.squares[1])
                self._where = dict(enumerate(squares))
                self._at = {square: piece for piece, square in self._where.items()}
            elif not self._seats:
                continue  # joined too late to know who stands where
            elif isinstance(event, Shown):
                self._shown[event.piece] = event.rank
            elif isinstance(event, Attacked):
                self._fought = True
            elif isinstance(event, Captured):
                self._at.pop(self._where.pop(event.piece, -1), None)
            elif isinstance(event, Moved):
                self._moved(event)
            elif isinstance(event, Turned):
                if event.seat != self.about:
                    self._stood()
                self._fought = False
                self._mover = -1

    def _moved(self, event: Moved) -> None:
        piece, origin, target = event.piece, event.origin, event.target
        hidden = self._seats[piece] == self.about and piece not in self._shown and event.by < 0
        if hidden and not self._fought:
            self._mover = piece
            before = self._shown_beside(origin)
            after = self._shown_beside(target)
            for other in before - after:
                _, loses = self._beats(other)
                self._bend(piece, np.where(loses > 0, FLED, FLED_NOT))
            for other in after - before:
                wins, _ = self._beats(other)
                self._bend(piece, np.where(wins > 0, HUNTS, HUNTS_NOT))
            if piece not in self._stepped:
                self._stepped.add(piece)
                factors = np.ones(STRENGTHS)
                factors[2] = STEP_OF_SCOUT
                self._bend(piece, factors)
        if self._at.get(origin) == piece:
            del self._at[origin]
        self._where[piece] = target
        self._at[target] = piece

    def _stood(self) -> None:
        """The side has made its turn: look at its hidden pieces that stayed beside a shown enemy."""
        for other, rank in self._shown.items():
            square = self._where.get(other, -1)
            if square < 0 or self._seats[other] == self.about:
                continue
            if not self._kinds[self._seats[other]][rank].movable:
                continue
            wins, loses = self._beats(other)
            for near in self.board.beside[square]:
                piece = self._at.get(near, -1)
                if piece < 0 or piece == self._mover or self._seats[piece] != self.about:
                    continue
                if piece not in self._shown:
                    self._bend(piece, np.where(loses > 0, STOOD, np.where(wins > 0, SPARED, 1.0)))

    def _shown_beside(self, square: int) -> set[int]:
        found = set()
        for near in self.board.beside[square]:
            piece = self._at.get(near, -1)
            if piece >= 0 and self._seats[piece] != self.about and piece in self._shown:
                found.add(piece)
        return found

    def _beats(self, other: int) -> tuple[Floats, Floats]:
        """Which strengths would take a shown piece, and which movable ones it would take."""
        seat, rank = self._seats[other], self._shown[other]
        if (seat, rank) not in self._beats_cache:
            shown = self._kinds[seat][rank]
            wins, loses = np.zeros(STRENGTHS), np.zeros(STRENGTHS)
            for strength, kind in enumerate(self._theirs):
                if kind is not None and kind.movable:
                    wins[strength] = battle_winner(kind, shown) == "attacker"
                    loses[strength] = shown.movable and battle_winner(shown, kind) == "attacker"
            self._beats_cache[seat, rank] = wins, loses
        return self._beats_cache[seat, rank]

    def _bend(self, piece: int, factors: Floats) -> None:
        self._factors[piece] = np.clip(self.factors(piece) * factors, LEAST, MOST)
