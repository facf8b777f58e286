"""Bots for the hidden-rank games: levels 1 to 5, beliefs, search, set-ups, advice."""

from flagfall.core.extras import need

need("this bot", "play", "numpy", "numba")
