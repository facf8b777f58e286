"""Training runs: sessions, saved states, comparisons, curves, rows for the diary."""
