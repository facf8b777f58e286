"""HTTP: puzzles. What is told is what the seat of a puzzle knows; the answer stays here until it is given."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections import Counter
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import Connection as Database

from flagfall.puzzles.hexes.puzzle import HexPuzzle
from flagfall.puzzles.library import AnyPuzzle, all_puzzles, by_id, puzzles
from flagfall.puzzles.puzzle import Puzzle
from flagfall.server.accounts import puzzle_ratings
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.hexes import puzzle_answers as hex_puzzles
from flagfall.server.http.ranks import puzzle_answers as rank_puzzles
from flagfall.server.refusal import Refusal
from flagfall.server.storage import puzzle_tries
from flagfall.server.wire.learning.hex_puzzles import HexPuzzleShown, HexPuzzleVerdict
from flagfall.server.wire.learning.puzzles import (
    PuzzleAnswer,
    PuzzleRecord,
    PuzzleShelf,
    PuzzleShown,
    PuzzleTry,
    PuzzleVerdict,
)

AnyPuzzleShown: TypeAlias = PuzzleShown | HexPuzzleShown
AnyPuzzleVerdict: TypeAlias = PuzzleVerdict | HexPuzzleVerdict

Word = Annotated[str, QueryParameter(max_length=64)]
NEAR = 40
"""So many puzzles nearest to a solver's rating the next one is drawn from."""


def _puzzle(id: str) -> AnyPuzzle:
    found = by_id().get(id[:64])
    if found is None:
        raise Refusal("not-found", "there is no such puzzle")
    return found


def _today(tables: Tables) -> date:
    return datetime.fromtimestamp(tables.time_and_chance.now() / 1000, UTC).date()


def of_the_day(day: date) -> AnyPuzzle:
    """The puzzle of a date: the same for everybody, and none again before all have been.

    It is one of those about hidden pieces, so that who has been through the lessons can solve it.
    """
    order = _shuffled()
    return order[day.toordinal() % len(order)]


@lru_cache(maxsize=1)
def _shuffled() -> tuple[AnyPuzzle, ...]:
    key = lambda puzzle: hashlib.blake2b(puzzle.id.encode(), digest_size=8).digest()  # noqa: E731
    return tuple(sorted(puzzles(), key=key))


class PuzzleAnswers(Protocol):
    """What a family says about its puzzles."""

    def shown(self, puzzle: Any, rating: int, day: str) -> AnyPuzzleShown:
        """A puzzle as it is asked."""

    def verdict(self, puzzle: Any, answer: PuzzleAnswer | None) -> AnyPuzzleVerdict:
        """Whether an answer is right, and why."""


ANSWERS: dict[type[AnyPuzzle], PuzzleAnswers] = {Puzzle: rank_puzzles, HexPuzzle: hex_puzzles}
"""Who answers for each kind of puzzle."""


async def _asked(tables: Tables, puzzle: AnyPuzzle) -> AnyPuzzleShown:
    rating = await tables.store.read(lambda db: puzzle_ratings.puzzle_rating(db, puzzle.id, puzzle.rating))
    today = _today(tables)
    day = today.isoformat() if of_the_day(today).id == puzzle.id else ""
    return await asyncio.to_thread(ANSWERS[type(puzzle)].shown, puzzle, round(rating.rating), day)


def _solver(identity: Identity | None) -> str | None:
    """Whose tries count: those of accounts and guests.

    Somebody without a session is answered too, and rates nothing: neither the puzzle nor anybody. A program
    solves puzzles like such a stranger, not in the name of its owner.
    """
    return None if identity is None or identity.bot else identity.person


@get("/api/puzzles")
async def list_puzzles() -> list[PuzzleShelf]:
    """How many puzzles there are, by game and kind."""
    found = Counter((one.game, one.kind) for one in await asyncio.to_thread(all_puzzles))
    return [PuzzleShelf(game, kind, n) for (game, kind), n in sorted(found.items())]


@get("/api/puzzles/daily")
async def daily_puzzle(tables: NamedDependency[Tables]) -> AnyPuzzleShown:
    """The puzzle of the day."""
    return await _asked(tables, of_the_day(_today(tables)))


@get("/api/puzzles/next")
async def next_puzzle(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    game: Word = "",
    kind: Word = "",
) -> AnyPuzzleShown:
    """A puzzle that you have not tried, about as hard as you are good."""
    fitting = [one for one in all_puzzles() if game in ("", one.game) and kind in ("", one.kind)]
    if not fitting:
        raise Refusal("not-found", "there is no such puzzle")
    who = _solver(identity)
    if who is not None:
        known = await tables.store.read(lambda db: puzzle_tries.tried(db, who))
        now, today = tables.time_and_chance.now(), _today(tables)
        mine = await tables.store.read(lambda db: puzzle_ratings.record(db, who, today, now))
        fitting = [one for one in fitting if one.id not in known] or fitting
        fitting.sort(key=lambda one: abs(one.rating - mine.rating))
        fitting = fitting[:NEAR]
    rng = random.Random(tables.time_and_chance.draw(1 << 62))
    return await _asked(tables, rng.choice(fitting))


@get("/api/puzzles/{puzzle:str}")
async def one_puzzle(tables: NamedDependency[Tables], puzzle: FromPath[str]) -> AnyPuzzleShown:
    """A puzzle as it is asked."""
    return await _asked(tables, _puzzle(puzzle))


@post("/api/puzzles/{puzzle:str}", status_code=200)
async def try_puzzle(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    puzzle: FromPath[str],
    data: JSONBody[PuzzleTry],
) -> AnyPuzzleVerdict:
    """Whether an answer is right, and why. The first try of a session counts for both ratings."""
    found = _puzzle(puzzle)
    verdict = await asyncio.to_thread(ANSWERS[type(found)].verdict, found, data.answer)
    who, now, today = _solver(identity), tables.time_and_chance.now(), _today(tables)
    if who is None:
        return verdict
    day = today.isoformat() if of_the_day(today).id == found.id else ""

    def noted(db: Database) -> tuple[PuzzleRecord, int]:
        first = puzzle_tries.first_try(db, who, found.id, verdict.right, day, now)
        change = puzzle_ratings.rate(db, who, found.id, found.rating, verdict.right, now) if first else 0
        return puzzle_ratings.record(db, who, today, now), change

    record, change = await tables.store.write(noted)
    return msgspec.structs.replace(verdict, record=record, change=change)


@get("/api/me/puzzles")
async def my_puzzles(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> PuzzleRecord:
    """Your rating, tries and days in a row."""
    who, now, today = signed_in(identity).person, tables.time_and_chance.now(), _today(tables)
    return await tables.store.read(lambda db: puzzle_ratings.record(db, who, today, now))


HANDLERS = [list_puzzles, daily_puzzle, next_puzzle, one_puzzle, try_puzzle, my_puzzles]
