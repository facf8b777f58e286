"""A position and its mirror image are worth the same, but a network sees them with different eyes.

It errs less if it is asked about both and the answers are averaged. That takes twice the time and no training.
"""

from __future__ import annotations

import numpy as np

from flagfall.bots.network.network import Bytes, Net, NetOutput
from flagfall.fast.observation_bytes import BLOCKED, NORTH_EAST, SOUTH_WEST, STANDING
from flagfall.fast.square_sets import CELLS, COLUMNS

CELL_IMAGES = np.arange(CELLS).reshape(-1, COLUMNS)[:, ::-1].ravel()
"""For each cell the one that it changes places with: left and right."""
ACTION_IMAGES = np.arange(4 * CELLS).reshape(4, CELLS)[[0, 3, 2, 1]][:, CELL_IMAGES].ravel()
"""The same for actions: what goes east goes west, to the image of its cell."""


def mirrored(planes: Bytes) -> Bytes:
    """The planes of the mirror images of positions, [n, p, 100]."""
    found = planes[:, :, CELL_IMAGES]
    north_east, south_west = found[:, NORTH_EAST].copy(), found[:, SOUTH_WEST].copy()
    found[:, NORTH_EAST] = (north_east & 15) | (south_west & 240)
    found[:, SOUTH_WEST] = (south_west & 15) | (north_east & 240)
    return found


def is_even(planes: Bytes) -> bool:
    """Whether the board of a position [p, 100] is its own mirror image."""
    blocked = planes[STANDING] == BLOCKED
    return bool((blocked == blocked[CELL_IMAGES]).all())


def judge_both(net: Net, planes: Bytes, vector: Bytes) -> NetOutput:
    """What a network thinks of positions and of their mirror images, averaged."""
    count = len(planes)
    moves, outcome, beliefs = net.judge(np.concatenate([planes, mirrored(planes)]), np.tile(vector, (2, 1)))
    return NetOutput(
        (moves[:count] + moves[count:, ACTION_IMAGES]) / 2,
        (outcome[:count] + outcome[count:]) / 2,
        (beliefs[:count] + beliefs[count:, CELL_IMAGES]) / 2,
    )
