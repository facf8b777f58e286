"""Why a move is good, found out from what its player knows."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from flagfall.bots.ranks.board_reading import Effect
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.piece_values import battles
from flagfall.bots.ranks.reason import Reason
from flagfall.ranks.view import Piece

HANGS, SAFE = 4.0, 1.0
"""What the enemy's best answer may be expected to take, in worths: a piece in danger, and one that is not."""


def _percent(odds: float) -> int:
    return max(0, min(100, round(100 * odds)))


def _apart(one: int, other: int) -> int:
    return abs(one // 10 - other // 10) + abs(one % 10 - other % 10)


def reasons(evaluation: Evaluation, effect: Effect) -> tuple[Reason, ...]:
    """Up to two reasons for an effect, the weightier one first; the first names the power that is used."""
    found = _found(evaluation, effect)
    if effect.power:
        power = evaluation.reading.facts.powers[effect.power]
        return (replace(found[0], power=power.id, rule=power.rule), *found[1:])
    return found


def _found(evaluation: Evaluation, effect: Effect) -> tuple[Reason, ...]:
    struck = _struck(evaluation, effect)
    if struck:
        return tuple(struck[:2])
    found = []
    piece = effect.piece
    before = evaluation.threat(piece, piece.square)
    after = evaluation.threat(piece, effect.target, piece.square)
    if effect.target != piece.square and before >= HANGS and after <= 0.5 * before:
        found.append(Reason("flees", piece.square))
    if effect.manner == "call":
        found.append(Reason("calls", effect.target))
    found.append(_way(evaluation, effect))
    if effect.target != piece.square and len(found) < 2:
        if after <= SAFE:
            found.append(Reason("safe"))
        elif after >= HANGS:
            found.append(Reason("risky"))
    return tuple(found[:2])


def _struck(evaluation: Evaluation, effect: Effect) -> list[Reason]:
    """What an effect does to the enemies that it meets."""
    if effect.manner == "ask":
        return [Reason("asks")]
    chosen = effect.struck
    if effect.manner == "approach":
        chosen = evaluation.best_strike(evaluation.column(effect.piece), effect.strike, chosen)[1]
    if not chosen:
        return []
    target = chosen[0]
    column = evaluation.attack.index[target.id]
    odds, row = evaluation.attack.odds[column], evaluation.column(effect.piece)
    if effect.manner == "look":
        return [Reason("looks", target.square)]
    if effect.strike.by_rank:
        beats = battles(evaluation.reading.game, evaluation.seat).outranks[row]
        return [Reason("shoots", target.square, _percent(float(odds[beats > 0].sum())))]
    if effect.strike.most > 1:
        return [Reason("brawls", effect.target, len(chosen))]
    wins = _percent(float(evaluation.attack.wins[row, column]))
    if effect.strike.draws_in:
        return [Reason("draws-in", target.square, wins)]
    return _attack(evaluation, effect, target, column, row)


def _attack(evaluation: Evaluation, effect: Effect, target: Piece, column: int, row: int) -> list[Reason]:
    odds, known = evaluation.attack.odds[column], battles(evaluation.reading.game, evaluation.seat)
    theirs = evaluation.beliefs[1 - evaluation.seat]
    kind = evaluation.reading.own(effect.piece)
    rank = target.rank or _sure_rank(evaluation, odds)
    wins = float(evaluation.attack.wins[row, column])
    found: list[Reason] = []
    flag = float(odds[known.flag].sum())
    if flag >= 0.2:
        found.append(Reason("flag", target.square, _percent(flag)))
    if theirs.ranked(target.id) and rank:
        if float(odds[known.result[row] < 0].sum()) > 0.5:
            found.append(Reason("loses", target.square, rank=rank))
        elif wins < 0.5:
            found.append(Reason("trade", target.square, rank=rank))
        elif kind.defuses and any(k.role == "bomb" and k.rank == rank for k in theirs.kinds):
            found.append(Reason("defuses", target.square, rank=rank))
        elif kind.role == "spy":
            found.append(Reason("slays", target.square, rank=rank))
        else:
            found.append(Reason("wins", target.square, rank=rank))
        return found
    cheap = float(evaluation.worth[evaluation.seat][row]) < 0.6 * float(
        (odds * evaluation.worth[1 - evaluation.seat]).sum()
    )
    if wins >= 0.6:
        found.append(Reason("likely", target.square, _percent(wins)))
    elif cheap or kind.moves == "line":
        found.append(Reason("probes", target.square, _percent(wins)))
    else:
        found.append(Reason("gamble", target.square, _percent(wins)))
    return found


def _sure_rank(evaluation: Evaluation, odds: np.ndarray) -> str:
    kinds = evaluation.beliefs[1 - evaluation.seat].kinds
    ranks = {kind.rank for kind, p in zip(kinds, odds, strict=True) if p > 0}
    return ranks.pop() if len(ranks) == 1 else ""


def _way(evaluation: Evaluation, effect: Effect) -> Reason:
    """Where a move leads that meets nobody."""
    piece, reading = effect.piece, evaluation.reading
    row = evaluation.column(piece)
    near = [
        foe
        for foe in reading.theirs
        if evaluation.movable[foe.id] > 0.5 and _apart(foe.square, evaluation.flag) <= 3
    ]
    if evaluation.flag >= 0 and near:
        foe = min(near, key=lambda one: _apart(one.square, evaluation.flag))
        if _apart(effect.target, foe.square) < _apart(piece.square, foe.square):
            return Reason("guards", foe.square)
    best: tuple[float, Piece] | None = None
    for foe in reading.theirs:
        here, there = _apart(piece.square, foe.square), _apart(effect.target, foe.square)
        gain = float(evaluation.attack.gain[row, evaluation.attack.index[foe.id]])
        if there < here and gain > 0:
            pull = gain * 0.7**there
            if best is None or pull > best[0]:
                best = pull, foe
    if best is not None:
        foe = best[1]
        rank = foe.rank or _sure_rank(evaluation, evaluation.attack.odds[evaluation.attack.index[foe.id]])
        return Reason("hunts" if rank else "seeks", foe.square, rank=rank)
    if reading.advance(piece.square, effect.target) > 0:
        return Reason("advances")
    return Reason("waits")
