"""The last observation of a game that has ended, as its agent sees the board.

A batch deals an ended game anew in the same step, so its last position is played out once more in a batch
that lets ended games rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from flagfall import fast
from flagfall.fast.layout import CLOCK, TRAIL_BITS, TRAILS, TURN
from flagfall.fast.sets import CELLS


class Finals:
    """Last observations of the games of a batch."""

    def __init__(self, batch: fast.Batch) -> None:
        self.batch = fast.Batch(batch.specs, batch.games, again=False, threads=1)
        self.turn = int(batch.table[0, TURN])
        """The last cell of the board: cell c of one player is cell turn - c of the other."""

    def after(self, before: fast.Snapshot, actions: Any, games: Any, mine: bool) -> dict[int, dict[str, Any]]:
        """What the agent sees at the end of some games, by number.

        ``before`` is how the batch stood before the last actions; ``mine`` says that they were the agent's,
        otherwise they were the opponent's. An action that was illegal leaves the position as it was.
        """
        chosen = np.flatnonzero(games)
        if len(chosen) == 0:
            return {}
        batch = self.batch
        batch.restore(before)
        batch.step(np.where(games, actions, -1))
        planes, vector = (part.copy() for part in batch.observe())
        # After a move of the agent's own, the batch looks from the opponent's side.
        turned = games & mine & (batch.result >= 0)
        if turned.any():
            self._turn(turned)
            other, counts = batch.observe()
            last = self.turn
            for plane in (3, 4):
                planes[turned, plane, : last + 1] = planes[turned, plane, last::-1]
            planes[turned, 0] = other[turned, 0]
            vector[turned, :48], vector[turned, 51] = counts[turned, :48], counts[turned, 51]
            vector[turned, 52:56] = vector[turned][:, [53, 52, 55, 54]]
        planes[:, 1:3] = 0
        empty = np.zeros(4 * CELLS, np.uint8)
        return {
            int(g): {"planes": planes[g].copy(), "vector": vector[g].copy(), "action_mask": empty.copy()}
            for g in chosen
        }

    def _turn(self, games: Any) -> None:
        """Let the other player be the one who sees: sides, trails and the parity of half-moves."""
        state = self.batch.state
        sides = state[:4, games].copy()
        state[:4, games] = sides[[2, 3, 0, 1]]
        trails = state[TRAILS, games].copy()
        state[TRAILS, games] = trails >> TRAIL_BITS | (trails & (1 << TRAIL_BITS) - 1) << TRAIL_BITS
        state[CLOCK, games] = state[CLOCK, games] ^ 1
