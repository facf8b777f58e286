"""Why a move is good, found out from what its player knows."""

from __future__ import annotations

import numpy as np

from flagfall.bots.ranks.board_reading import Deed
from flagfall.bots.ranks.evaluation import Mind
from flagfall.bots.ranks.piece_values import clashes
from flagfall.bots.ranks.reason import Reason
from flagfall.ranks.view import Piece

HANGS, SAFE = 4.0, 1.0
"""What the enemy's best answer may be expected to take, in worths: a piece in danger, and one that is not."""


def _percent(odds: float) -> int:
    return max(0, min(100, round(100 * odds)))


def _apart(one: int, other: int) -> int:
    return abs(one // 10 - other // 10) + abs(one % 10 - other % 10)


def reasons(mind: Mind, deed: Deed) -> tuple[Reason, ...]:
    """Up to two reasons for a deed, the weightier one first."""
    struck = _struck(mind, deed)
    if struck:
        return tuple(struck[:2])
    found = []
    piece = deed.piece
    before = mind.threat(piece, piece.square)
    after = mind.threat(piece, deed.target, piece.square)
    if deed.target != piece.square and before >= HANGS and after <= 0.5 * before:
        found.append(Reason("flees", piece.square))
    if deed.manner == "summon":
        found.append(Reason("calls", deed.target))
    found.append(_way(mind, deed))
    if deed.target != piece.square and len(found) < 2:
        if after <= SAFE:
            found.append(Reason("safe"))
        elif after >= HANGS:
            found.append(Reason("risky"))
    return tuple(found[:2])


def _struck(mind: Mind, deed: Deed) -> list[Reason]:
    """What a deed does to the enemies that it meets."""
    if deed.manner == "ask":
        return [Reason("asks")]
    if not deed.struck:
        return []
    target = deed.struck[0]
    column = mind.attack.index[target.id]
    odds, row = mind.attack.odds[column], mind.column(deed.piece)
    if deed.manner == "look":
        return [Reason("looks", target.square)]
    if deed.manner == "blast":
        beats = clashes(mind.sight.game, mind.seat).outranks[row]
        return [Reason("shoots", target.square, _percent(float(odds[beats > 0].sum())))]
    if deed.manner in ("rumble", "step-in"):
        return [Reason("brawls", deed.target, len(deed.struck))]
    if deed.manner == "magnet":
        return [Reason("draws-in", target.square, _percent(float(mind.attack.wins[row, column])))]
    return _attack(mind, deed, target, column, row)


def _attack(mind: Mind, deed: Deed, target: Piece, column: int, row: int) -> list[Reason]:
    odds, known = mind.attack.odds[column], clashes(mind.sight.game, mind.seat)
    theirs = mind.beliefs[1 - mind.seat]
    kind = mind.sight.own(deed.piece)
    rank = target.rank or _sure_rank(mind, odds)
    wins = float(mind.attack.wins[row, column])
    found: list[Reason] = []
    flag = float(odds[known.flag].sum())
    if flag >= 0.2:
        found.append(Reason("flag", target.square, _percent(flag)))
    if theirs.ranked(target.id) and rank:
        if wins < 0.5:
            found.append(Reason("trade", target.square, rank=rank))
        elif kind.defuses and any(k.role == "bomb" and k.rank == rank for k in theirs.kinds):
            found.append(Reason("defuses", target.square, rank=rank))
        elif kind.role == "spy":
            found.append(Reason("slays", target.square, rank=rank))
        else:
            found.append(Reason("wins", target.square, rank=rank))
        return found
    cheap = float(mind.worth[mind.seat][row]) < 0.6 * float((odds * mind.worth[1 - mind.seat]).sum())
    if wins >= 0.6:
        found.append(Reason("likely", target.square, _percent(wins)))
    elif cheap or kind.moves == "line":
        found.append(Reason("probes", target.square, _percent(wins)))
    else:
        found.append(Reason("gamble", target.square, _percent(wins)))
    return found


def _sure_rank(mind: Mind, odds: np.ndarray) -> str:
    kinds = mind.beliefs[1 - mind.seat].kinds
    ranks = {kind.rank for kind, p in zip(kinds, odds, strict=True) if p > 0}
    return ranks.pop() if len(ranks) == 1 else ""


def _way(mind: Mind, deed: Deed) -> Reason:
    """Where a move leads that meets nobody."""
    piece, sight = deed.piece, mind.sight
    row = mind.column(piece)
    near = [foe for foe in sight.theirs if mind.movable[foe.id] > 0.5 and _apart(foe.square, mind.flag) <= 3]
    if mind.flag >= 0 and near:
        foe = min(near, key=lambda one: _apart(one.square, mind.flag))
        if _apart(deed.target, foe.square) < _apart(piece.square, foe.square):
            return Reason("guards", foe.square)
    best: tuple[float, Piece] | None = None
    for foe in sight.theirs:
        here, there = _apart(piece.square, foe.square), _apart(deed.target, foe.square)
        gain = float(mind.attack.gain[row, mind.attack.index[foe.id]])
        if there < here and gain > 0:
            pull = gain * 0.7**there
            if best is None or pull > best[0]:
                best = pull, foe
    if best is not None:
        foe = best[1]
        rank = foe.rank or _sure_rank(mind, mind.attack.odds[mind.attack.index[foe.id]])
        return Reason("hunts" if rank else "seeks", foe.square, rank=rank)
    if sight.advance(piece.square, deed.target) > 0:
        return Reason("advances")
    return Reason("waits")
