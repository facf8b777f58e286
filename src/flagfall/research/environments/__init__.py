"""What the environments are made of: observations as planes, actions as integers, turns and ends."""

from flagfall.core.extras import need

need("an environment", "research", "numpy", "numba", "gymnasium")
