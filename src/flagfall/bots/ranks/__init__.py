"""Bots for the hidden-rank games: levels 1 to 5, beliefs, search, set-ups, advice."""
