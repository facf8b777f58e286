"""Looking back on a game: what each decision was worth from what its player knew, and where luck came in."""
