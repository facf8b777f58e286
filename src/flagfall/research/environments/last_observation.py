"""The last observation of a game that has ended, as its agent sees the board.

After a move of the agent's own the batch looks from the opponent's side, so such a game is turned first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from flagfall import fast
from flagfall.fast.layout import CLOCK, TRAIL_BITS, TRAILS, TURN
from flagfall.fast.powers.observation_bytes import (
    ASKER_AT,
    CAME_TO,
    CHASES_AT,
    DIRECTION_AT,
    LEFT_FROM,
    MARKED,
    QUIET_AT,
    RUNS_AT,
    SEAT_AT,
    STOOD,
    TIMES_AT,
)


def last_observations(batch: fast.Batch, ended: Any, by_agent: Any) -> dict[int, dict[str, Any]]:
    """What the agents see at the end of some games, by number; ``by_agent`` says who moved last."""
    numbers = np.flatnonzero(ended)
    if len(numbers) == 0:
        return {}
    over = batch.select(numbers)
    planes, vector = (part.copy() for part in over.observe())
    turned = by_agent[numbers]
    if batch.powers:
        if turned.any():
            _turn_with_powers(over, turned, planes, vector)
    elif turned.any():
        _turn(over, turned)
        other, counts = over.observe()
        last = int(batch.table[0, TURN])
        for plane in (3, 4):
            planes[turned, plane, : last + 1] = planes[turned, plane, last::-1]
        planes[turned, 0] = other[turned, 0]
        vector[turned, :48], vector[turned, 51] = counts[turned, :48], counts[turned, 51]
        vector[turned, 52:56] = vector[turned][:, [53, 52, 55, 54]]
    if not batch.powers:
        planes[:, 1:3] = 0
    nothing = np.zeros((len(numbers), batch.actions), np.uint8)
    return {
        int(number): {"planes": planes[k], "vector": vector[k], "action_mask": nothing[k]}
        for k, number in enumerate(numbers)
    }


def _turn_with_powers(over: fast.Batch, turned: Any, planes: Any, vector: Any) -> None:
    """Make it what the other player sees, in games with powers."""
    state = over.state
    state[:4, turned] = state[:4, turned][[2, 3, 0, 1]]
    state[CLOCK, turned] = state[CLOCK, turned] ^ 1
    other, counts = over.observe()
    last = int(over.table[0, TURN])
    for plane in (LEFT_FROM, CAME_TO):
        planes[turned, plane, : last + 1] = planes[turned, plane, last::-1]
    for plane in (STOOD, MARKED):
        planes[turned, plane] = other[turned, plane]
    swapped = [RUNS_AT + 1, RUNS_AT, TIMES_AT + 1, TIMES_AT, CHASES_AT + 1, CHASES_AT]
    vector[turned, RUNS_AT : RUNS_AT + 6] = vector[turned][:, swapped]
    for place in (*range(QUIET_AT), SEAT_AT, DIRECTION_AT, ASKER_AT):
        vector[turned, place] = counts[turned, place]


def _turn(batch: fast.Batch, games: Any) -> None:
    """Make it what the other player sees: sides, trails and the parity of half-moves."""
    state = batch.state
    sides = state[:4, games].copy()
    state[:4, games] = sides[[2, 3, 0, 1]]
    trails = state[TRAILS, games].copy()
    state[TRAILS, games] = trails >> TRAIL_BITS | (trails & (1 << TRAIL_BITS) - 1) << TRAIL_BITS
    state[CLOCK, games] = state[CLOCK, games] ^ 1
