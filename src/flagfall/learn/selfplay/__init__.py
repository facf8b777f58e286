"""Self-play: games, what is learned from them, set-ups."""

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")
