"""The score of a set-up and the swaps that improve it, worked out in parts that do not know each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from flagfall.bots.network.learned_setups import read_setup
from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.bots.ranks.setup_lab import trials
from flagfall.bots.ranks.setup_lab.examine import placed_pieces
from flagfall.bots.ranks.setup_lab.findings import ScorePart, Swap
from flagfall.bots.ranks.setup_lab.reference_setups import SIZE, score_name, stored_fields, strengths_of
from flagfall.bots.ranks.setup_lab.structure import structure_score
from flagfall.bots.ranks.setups import walled_in
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame

SWAPS = 200
"""Swaps that are looked at in one part."""
LOOKED_AT_TWICE = 6
"""Swaps of a part that the exact network judges once more."""
BEST = 5
"""Swaps that are told."""
LEAST = 0.1
"""Points by which a swap has to be better to be told."""


class Score(NamedTuple):
    """A score from 0 to 100, and how far it may be off."""

    score: float
    margin: float


def game_parts(game: RankGame) -> int:
    """Parts in which the games against the field are played; they come first."""
    return 2 * SIZE // trials.TOGETHER if score_name(game) == "network" else 0


def score_part(game: RankGame, seat: int, pieces: trials.Pieces, part: int) -> ScorePart:
    """One part of the work: by the network some games, then swaps; by structure swaps only."""
    swaps = possible_swaps(game, seat, pieces)
    games = game_parts(game)
    parts = games + max(1, math.ceil(len(swaps) / SWAPS))
    if not 0 <= part < parts:
        raise ValueError(part)
    if part < games:
        side, start = divmod(part * trials.TOGETHER, SIZE)
        field = [read_setup(word) for word in stored_fields()[game.id].setups]
        rivals = field[start : start + trials.TOGETHER]
        mine = strengths_of(game, seat, pieces)
        return ScorePart(parts, trials.field_games(game, mine, rivals, side, start))
    first = SWAPS * (part - games)
    some = swaps[first : first + SWAPS]
    return ScorePart(parts, (), (_by_network if games else _by_structure)(game, seat, pieces, some))


def whole_score(game: RankGame, seat: int, pieces: trials.Pieces, games: Sequence[float]) -> Score:
    """The score from the games of all parts; the margin holds in two cases of three, twice it in 19 of 20."""
    if score_name(game) == "structure":
        home = HomeArea(game.board, seat)
        return Score(structure_score(home, placed_pieces(game, seat, pieces)), 0.0)
    points = 100 * np.asarray(games)
    return Score(float(points.mean()), float(points.std(ddof=1) / math.sqrt(len(points))))


def best_swaps(parts: Sequence[ScorePart]) -> tuple[Swap, ...]:
    """The best swaps of all parts, best first."""
    found = [swap for part in parts for swap in part.swaps]
    return tuple(sorted(found, key=lambda swap: (-swap.gain, swap.one, swap.two))[:BEST])


def possible_swaps(game: RankGame, seat: int, pieces: trials.Pieces) -> list[tuple[int, int]]:
    """All pairs of squares whose exchange makes another set-up, in a fixed order."""
    kinds = dict(pieces)
    home = sorted(game.board.homes[seat])
    return [
        (one, two) for i, one in enumerate(home) for two in home[i + 1 :] if kinds.get(one) != kinds.get(two)
    ]


def swapped(pieces: trials.Pieces, one: int, two: int) -> trials.Pieces:
    """A set-up with two squares exchanged."""
    other = {one: two, two: one}
    return tuple(sorted((other.get(square, square), kind) for square, kind in pieces))


def _by_network(
    game: RankGame, seat: int, pieces: trials.Pieces, swaps: Sequence[tuple[int, int]]
) -> tuple[Swap, ...]:
    home = HomeArea(game.board, seat)
    shut = len(walled_in(home, placed_pieces(game, seat, pieces)))

    def moves(some: trials.Pieces) -> bool:
        return len(walled_in(home, placed_pieces(game, seat, some))) <= shut

    if not swaps:
        return ()
    made = [swapped(pieces, *swap) for swap in swaps]
    order = np.argsort(-trials.first_sight(game, seat, made), kind="stable").tolist()
    top = [i for i in order[: 4 * LOOKED_AT_TWICE] if moves(made[i])][:LOOKED_AT_TWICE]
    exact = trials.first_sight(game, seat, [pieces, *(made[i] for i in top)], exact=True)
    gains = 100 * (exact[1:] - exact[0])
    return _told([(swaps[i], float(gain)) for i, gain in zip(top, gains, strict=True)])


def _by_structure(
    game: RankGame, seat: int, pieces: trials.Pieces, swaps: Sequence[tuple[int, int]]
) -> tuple[Swap, ...]:
    home = HomeArea(game.board, seat)

    def score(some: trials.Pieces) -> float:
        placed: dict[int, Kind] = placed_pieces(game, seat, some)
        return structure_score(home, placed)

    now = score(pieces)
    gains = [(swap, score(swapped(pieces, *swap)) - now) for swap in swaps]
    return _told(sorted(gains, key=lambda one: -one[1])[:BEST])


def _told(gains: Sequence[tuple[tuple[int, int], float]]) -> tuple[Swap, ...]:
    return tuple(Swap(one, two, round(gain, 2)) for (one, two), gain in gains if gain >= LEAST)
