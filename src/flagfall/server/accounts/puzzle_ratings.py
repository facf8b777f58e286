"""Ratings by puzzles: the solver has one and so has the puzzle, and the first try is a game between them."""

from __future__ import annotations

from datetime import date

import msgspec
from sqlalchemy import Connection

from flagfall.server.accounts import glicko
from flagfall.server.accounts.glicko import Rating
from flagfall.server.storage import puzzle_tries
from flagfall.server.wire.learning.puzzles import PuzzleRecord

PUZZLE = "puzzle:"
"""Begins the key of a puzzle; a person's key is their id."""
FRESH_DEVIATION = 200.0
"""How unsure the rating of a puzzle is that nobody has tried: it was guessed from what it takes."""


def _current(db: Connection, who: str, start: Rating) -> Rating:
    row = puzzle_tries.rating_row(db, who)
    return Rating(row.rating, row.deviation, row.volatility, row.games, row.updated) if row else start


def puzzle_rating(db: Connection, puzzle: str, guessed: int) -> Rating:
    """The rating of a puzzle."""
    return _current(db, PUZZLE + puzzle, Rating(float(guessed), FRESH_DEVIATION))


def rate(db: Connection, person: str, puzzle: str, guessed: int, solved: bool, now: int) -> int:
    """Rate a first try on both sides; by how much the solver's rating changed."""
    solver, other = _current(db, person, Rating()), puzzle_rating(db, puzzle, guessed)
    score = 1.0 if solved else 0.0
    after = glicko.after(solver, other, score, now)
    puzzle_tries.store_rating(db, person, msgspec.structs.asdict(after))
    puzzle_tries.store_rating(
        db, PUZZLE + puzzle, msgspec.structs.asdict(glicko.after(other, solver, 1 - score, now))
    )
    return round(after.rating) - round(solver.rating)


def record(db: Connection, person: str, today: date, now: int) -> PuzzleRecord:
    """A solver's rating, and how many puzzles they tried and solved."""
    rating = _current(db, person, Rating()).rested(now)
    tried, solved = puzzle_tries.counts(db, person)
    days = puzzle_tries.streak(db, person, today)
    done = puzzle_tries.solved_on(db, person, today)
    return PuzzleRecord(round(rating.rating), rating.provisional, tried, solved, days, done)
