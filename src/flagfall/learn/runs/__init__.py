"""Training runs: a session, its saved state, comparisons, curves."""
