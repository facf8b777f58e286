"""Self-play: games, what is learned from them, set-ups."""
