"""Puzzles of hidden-rank games: what is told of one, and whether an answer is right."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from flagfall.lessons.course import Pick
from flagfall.puzzles.explain import Explainer, Fact
from flagfall.puzzles.proofs import Proof
from flagfall.puzzles.puzzle import Moment, Puzzle
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.board import BY_NAME
from flagfall.server.wire.learning.lessons import LessonScene
from flagfall.server.wire.learning.puzzles import (
    MannerNamed,
    PuzzleAnswer,
    PuzzleShown,
    PuzzleVerdict,
    RankNamed,
)


@lru_cache(maxsize=64)
def _proof(puzzle: Puzzle) -> Proof:
    return Proof(Moment.of(puzzle))


def shown(puzzle: Puzzle, rating: int, day: str) -> PuzzleShown:
    """A puzzle as it is asked."""
    proof = _proof(puzzle)
    moment = proof.moment
    told: Any = tuple(shown.events for shown in moment.film)
    acts = puzzle.kind in ("attack", "likely", "win")
    picks = len(puzzle.answers) if puzzle.kind in ("flag", "still", "bomb") else 0
    strength = {kind.rank: kind.strength for kind in proof.worlds.kinds.values()}
    ranks = tuple(sorted(strength, key=lambda rank: -strength[rank])) if puzzle.kind == "what" else ()
    return PuzzleShown(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        seat=puzzle.seat,
        square=BY_NAME[puzzle.square] if puzzle.square else -1,
        moves=puzzle.moves,
        picks=picks,
        ranks=ranks,
        rating=rating,
        scene=LessonScene(moment.before, told),
        legal=tuple(moment.state.legal(puzzle.seat)) if acts else (),
        day=day,
    )


def _judged(puzzle: Puzzle, answer: PuzzleAnswer | None) -> tuple[bool, Fact | None]:
    """Whether an answer is right, and why not."""
    explainer = Explainer(_proof(puzzle), puzzle)
    match answer:
        case None | MannerNamed():
            return False, None
        case Pick(squares=squares):
            wanted = {BY_NAME[square] for square in puzzle.answers if square in BY_NAME}
            wrong = [square for square in squares if square not in wanted]
            return set(squares) == wanted, explainer.why_not_square(wrong[0]) if wrong else None
        case RankNamed(rank=rank):
            return rank in puzzle.answers, None
        case _ if answer not in _proof(puzzle).moment.state.legal(puzzle.seat):
            return False, None
        case _:
            right = str(answer) in puzzle.answers
            return right, None if right else explainer.why_not_action(answer)


def verdict(puzzle: Puzzle, answer: PuzzleAnswer | None) -> PuzzleVerdict:
    """Whether an answer is right, and why."""
    right, counter = _judged(puzzle, answer)
    told = right or answer is None
    moment = _proof(puzzle).moment
    squares: tuple[int, ...] = ()
    rank, action = "", None
    if told and puzzle.kind in ("flag", "still", "bomb"):
        squares = tuple(BY_NAME[square] for square in puzzle.answers)
    elif told and puzzle.kind == "what":
        rank = puzzle.answers[0]
    elif told:
        action = cast("PlayAction", moment.game.action(puzzle.answers[0]))
    why = Explainer(_proof(puzzle), puzzle).why() if told else ()
    return PuzzleVerdict(right, why, squares, rank, action, counter, None, 0)
