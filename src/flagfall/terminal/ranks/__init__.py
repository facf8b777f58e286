"""Hidden-rank games on the terminal."""
