"""The hidden-rank games, thousands at a time, on a CPU or an NVIDIA GPU.

    >>> from flagfall import fast
    >>> batch = fast.Batch(fast.Spec.of("barrage"), 1000, seed=7)
    >>> batch.play(100)                       # random moves; a game that ends is dealt again
    >>> planes, vector = batch.observe()      # what the players to move see
    >>> batch.step(batch.legal().argmax(1))   # an action for each game: way * 100 + goal cell; with powers
                                              # an integer of the game's codec, as `Batch.legal_list` has them
    >>> batch.result                          # 0 goes on, 1 the mover won, 3 drawn, -1 illegal

The rules are those of `flagfall.ranks`, compared with it move by move in the tests; they are written once, as
plain functions, and compiled for either machine. The same seed gives the same games on both, bit for bit.

Nothing here imports Numba before a batch is made.
"""

from flagfall.core.extras import need

need("the batch simulator", "fast", "numpy")

from flagfall.fast.batch import ACTIONS, Batch, Sizes, Snapshot
from flagfall.fast.spec import Sides, Spec, Unfit

__all__ = ["ACTIONS", "Batch", "Sides", "Sizes", "Snapshot", "Spec", "Unfit"]
