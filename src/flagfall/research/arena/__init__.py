"""Matches between bots: arenas, ratings, and the protocols of other programs."""
