"""Bots for the hex game: random, greedy, and planners that weigh whole turns."""

from flagfall.core.extras import need

need("this bot", "play", "numpy", "numba")
