"""HTTP of the hidden-rank games: editions, set-ups, advice."""
