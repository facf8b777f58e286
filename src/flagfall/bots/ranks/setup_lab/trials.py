"""What the network makes of a set-up: games against the field, and the worth of set-ups at first sight.

Every set-up of the field is met twice, once from either side. The network's policy plays both sides for some
half-moves, and then the network says who is ahead. Chance is the same for every set-up and work is counted in
positions, so that the same set-up always gets the same score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from flagfall.bots.background_compile import ready
from flagfall.bots.network.learned_setups import Strengths
from flagfall.bots.network.look_ahead import compile_rollouts
from flagfall.bots.network.network import Floats, Net, net, quantized_net
from flagfall.bots.network.observation import opening_observation
from flagfall.fast import Batch, Spec
from flagfall.ranks.game import RankGame

PLIES: Final = 16
"""Half-moves that are played before the network says who is ahead."""
TOGETHER: Final = 12
"""Games that are played together."""
JUDGED: Final = 32
"""Set-ups that are judged together."""
Pieces = tuple[tuple[int, str], ...]


def _row(spec: Spec, setup: Strengths) -> npt.NDArray[np.uint8]:
    row = np.zeros(max(map(spec.cell, spec.areas[0])) + 1, np.uint8)
    for square, strength in setup.items():
        row[square] = strength + 1
    return row


def field_games(
    game: RankGame, mine: Strengths, field: Sequence[Strengths], side: int, chance: int
) -> tuple[float, ...]:
    """What a set-up gets against each of some others, at most `TOGETHER`, from 0 to 1, from one side."""
    ready(compile_rollouts, False)
    spec, judge = Spec.of(game, bomb_move_loses=False), quantized_net()
    count = len(field)
    table = np.stack([_row(spec, mine), *(_row(spec, setup) for setup in field)])
    batch = Batch(spec, count, setups=[table], again=False, memory=judge.memory)
    own, others = np.zeros(count, np.int64), 1 + np.arange(count)
    batch.deal(own, others) if side == 0 else batch.deal(others, own)
    rng = np.random.default_rng([chance, side])
    found, over = np.zeros(count), np.zeros(count, bool)
    for ply in range(PLIES):
        planes, vector = batch.observe()
        logits = judge.judge(planes, vector).moves
        noisy = np.where(batch.legal() > 0, logits + rng.gumbel(size=logits.shape), -np.inf)
        batch.step(np.where(over, -1, noisy.argmax(1)))
        result = np.asarray(batch.result)
        found[~over & (result == 1)] = float(ply % 2 == side)  # the side that moved has won
        found[~over & (result == 3)] = 0.5
        over |= result > 0
    going = np.flatnonzero(~over)
    if len(going):
        planes, vector = batch.observe()
        outcome = judge.judge(planes[going], vector[going]).outcome
        ahead = outcome[:, 0] + 0.5 * outcome[:, 1]
        found[going] = ahead if side == PLIES % 2 else 1 - ahead
    return tuple(found.tolist())


def first_sight(game: RankGame, seat: int, setups: Sequence[Pieces], exact: bool = False) -> Floats:
    """The share of points that the network expects of each set-up before the first move."""
    judge: Net = net() if exact else quantized_net()
    found = []
    for start in range(0, len(setups), JUDGED):
        sights = [opening_observation(game, seat, pieces) for pieces in setups[start : start + JUDGED]]
        planes, vector = (np.stack(part) for part in zip(*sights, strict=True))
        outcome = judge.judge(planes, vector).outcome
        found.append(outcome[:, 0] + 0.5 * outcome[:, 1])
    return np.concatenate(found)
