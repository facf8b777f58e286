"""Puzzles of hidden information: what must be true here, and what wins whatever is hidden.

A puzzle is a moment of a game as one seat knows it: a position, a few moves that are shown like a film, and a
question. Its answer is proven for every set-up that agrees with what the seat knows; see
``docs/inventors/puzzles.md``.
"""
