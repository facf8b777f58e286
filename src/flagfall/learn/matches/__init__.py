"""Matches of networks over many games at once, to measure what training gained."""

from flagfall.core.extras import need

need("training", "learn", "torch", "numpy")
