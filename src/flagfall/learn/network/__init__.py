"""The network: its shape, acting with it, and its files."""

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")
