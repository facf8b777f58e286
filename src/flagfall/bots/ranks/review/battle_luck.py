"""Luck in battles: what an attack could have led to, as its player knew, and what it did lead to.

Each kind that the enemy might have been leads to a chance to win. Their mean, weighed by how likely each kind
was, is what could be expected; the mean over those that fit what was then seen is what came. The difference
is luck: nobody decided it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flagfall.bots.ranks.board_reading import Effect
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.kind_counts import Floats
from flagfall.bots.ranks.piece_values import battles
from flagfall.bots.ranks.review.findings import BattleLuck, BattleResult
from flagfall.bots.ranks.review.judges import chance_of
from flagfall.core import Event
from flagfall.ranks.events import Captured, Shown


def battle(evaluation: Evaluation, effect: Effect, ply: int, events: Sequence[Event]) -> BattleLuck | None:
    """The battle that an effect led to, by what its player then heard; None if it attacks no single enemy."""
    if effect.manner != "strike" or len(effect.struck) != 1:
        return None
    (target,) = effect.struck
    row, column = evaluation.column(effect.piece), evaluation.attack.index[target.id]
    odds = evaluation.attack.odds[column]
    fallen = {event.piece for event in events if isinstance(event, Captured)}
    shown = {event.piece: event.rank for event in events if isinstance(event, Shown)}
    result: BattleResult = "missed"
    if target.id in fallen:
        result = "both" if effect.piece.id in fallen else "won"
    elif effect.piece.id in fallen:
        result = "lost"
    rank = shown.get(target.id, target.rank)
    chances, won = _chances(evaluation, effect, row)
    came = _fitting(evaluation, effect, row, odds, result, rank)
    luck = float((came - odds) @ chances)
    theirs = evaluation.beliefs[1 - evaluation.seat]
    return BattleLuck(
        ply,
        target.square,
        effect.piece.kind,
        max(0, min(100, round(100 * float(odds @ won)))),
        result,
        rank,
        not theirs.ranked(target.id),
        round(100 * luck, 1),
    )


def _chances(evaluation: Evaluation, effect: Effect, row: int) -> tuple[Floats, Floats]:
    """For each kind of the enemy the chance to win after an attack on it, and whether that takes it."""
    known = battles(evaluation.reading.game, evaluation.seat)
    worth = evaluation.worth[1 - evaluation.seat]
    if effect.strike.by_rank:
        won = known.outranks[row].astype(np.float64)
        gain = won * worth
    else:
        won = (known.result[row] > 0).astype(np.float64)
        gain = evaluation.attack.table[row]
    chances = np.array([chance_of(evaluation.lead + float(one), evaluation.material) for one in gain])
    takes_flag = known.flag if effect.strike.takes_flags else np.zeros(len(known.flag), bool)
    return np.where(takes_flag, 1.0, chances), won


def _fitting(
    evaluation: Evaluation, effect: Effect, row: int, odds: Floats, result: BattleResult, rank: str
) -> Floats:
    """The odds of the enemy's kinds, once it was seen what came of the attack."""
    known = battles(evaluation.reading.game, evaluation.seat)
    kinds = evaluation.beliefs[1 - evaluation.seat].kinds
    if effect.strike.by_rank:
        fits = known.outranks[row] == (result == "won")
    else:
        fits = known.result[row] == {"won": 1, "both": 0, "lost": -1, "missed": 2}[result]
    if rank:
        fits = fits & np.array([kind.rank == rank for kind in kinds])
    left = np.where(fits, odds, 0.0)
    if left.sum() > 0:
        found: Floats = left / left.sum()
    elif fits.any():
        found = fits / fits.sum()  # what was held for impossible
    else:
        found = odds
    return found
