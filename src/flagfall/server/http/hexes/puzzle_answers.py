"""Puzzles of the hex game: what is told of one, and whether an answer is right."""

from __future__ import annotations

from functools import lru_cache

from flagfall.lessons.course import Pick
from flagfall.puzzles.hexes.explain import HexExplainer, Showing
from flagfall.puzzles.hexes.puzzle import HexPuzzle
from flagfall.server.http.hexes.answers import shot_of
from flagfall.server.wire.learning.hex_puzzles import (
    HexManner,
    HexPuzzleLine,
    HexPuzzleShowing,
    HexPuzzleShown,
    HexPuzzleVerdict,
)
from flagfall.server.wire.learning.puzzles import MannerNamed, PuzzleAnswer


@lru_cache(maxsize=8)
def _explainer(puzzle: HexPuzzle) -> HexExplainer:
    return HexExplainer(puzzle)


def shown(puzzle: HexPuzzle, rating: int, day: str) -> HexPuzzleShown:
    """A puzzle as it is asked: what its seat knows, and what there is to choose from."""
    explainer = _explainer(puzzle)
    turn = explainer.turn
    return HexPuzzleShown(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        seat=puzzle.seat,
        unit=turn.unit,
        target=explainer.target,
        count=puzzle.count,
        rating=rating,
        view=turn.state.view(puzzle.seat),
        hexes=explainer.hexes,
        manners=tuple(_manner(manner) for manner in explainer.manners),
        day=day,
    )


def _manner(text: str) -> HexManner:
    first, _, verb = text.rpartition(":")
    return HexManner(text, verb, first == "move", int(first) if first.isdecimal() else -1)


def _wire(showing: Showing | None) -> HexPuzzleShowing | None:
    if showing is None:
        return None
    return HexPuzzleShowing(
        showing.place,
        showing.mode,
        tuple(HexPuzzleLine(one.unit, one.line, one.to_hit) for one in showing.lines),
        tuple(shot_of(odds) for odds in showing.odds),
        showing.percent,
    )


def _given(explainer: HexExplainer, answer: PuzzleAnswer | None) -> tuple[str, Showing | None]:
    """An answer as puzzles write it, and what it leads to."""
    if isinstance(answer, MannerNamed):
        return answer.manner, explainer.by_manner(answer.manner) if explainer.manners else None
    if isinstance(answer, Pick) and len(answer.squares) == 1 and answer.squares[0] in explainer.hexes:
        return explainer.turn.label(answer.squares[0]), explainer.at_hex(answer.squares[0])
    return "", None


def verdict(puzzle: HexPuzzle, answer: PuzzleAnswer | None) -> HexPuzzleVerdict:
    """Whether an answer is right, and what it leads to; what is right once it is solved or given up."""
    explainer = _explainer(puzzle)
    text, showing = _given(explainer, answer)
    right = text in puzzle.answers
    solution, counter = (showing, None) if right else (None, showing)
    manner = ""
    if answer is None:
        wanted = puzzle.answers[0]
        if puzzle.kind == "manner":
            solution = explainer.by_manner(wanted)
        else:
            solution = explainer.at_hex(explainer.turn.state.board.map.hex(wanted))
    if solution is not None and puzzle.kind == "manner":
        manner = puzzle.answers[0]
    return HexPuzzleVerdict(right, _wire(solution), manner, _wire(counter), None, 0)
