"""Puzzles of the hex game: one turn of one unit, asked so that neither cards nor hidden things matter.

A puzzle is a moment of a game at the beginning of a turn. Its answer is proven by playing out every Move of
the unit in the engine and by counting all dice; see ``docs/inventors/puzzles.md``.
"""
