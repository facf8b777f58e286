"""Matches between bots: arenas, ratings, and the protocols of other programs."""

from flagfall.core.extras import need

need("the arena", "play", "numpy", "numba")
