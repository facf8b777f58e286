"""The process that answers people's questions: ``python -m flagfall.server.workers.advice_worker``.

Like the processes of the bots it speaks their protocol, and is told what one seat has heard, never a State.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from flagfall.bots.background_compile import ready
from flagfall.bots.hexes.hints import hint
from flagfall.bots.processes.program import serve_standard_streams
from flagfall.bots.processes.protocol import Advice, AskAdvice, BotProblem, Reply, read_request
from flagfall.bots.ranks import advice
from flagfall.bots.ranks.review.seat_review import SeatReview
from flagfall.bots.ranks.search_bot import compile_search
from flagfall.bots.ranks.setup_lab.scoring import score_part
from flagfall.ranks.actions import Deploy
from flagfall.server.wire.advice import Belief, BeliefsSeen, HexPlanned, HintedMove, Hints
from flagfall.server.wire.learning.analysis import AnalysisAnswer
from flagfall.server.wire.learning.review import ReviewMoment
from flagfall.server.workers.uploaded_games import UploadedGames

CURVES = 8
"""Curves that may be half drawn at a time."""
LINES = 5
"""Moves that the analysis board compares at most."""
REVIEWS = 64
"""Seats whose review may be half done at a time."""


class Adviser:
    """Answers questions, one a line."""

    def __init__(self) -> None:
        self._games = UploadedGames()
        self._curves: dict[tuple[str, int], advice.Curve] = {}
        self._reviews: dict[tuple[str, int], SeatReview] = {}
        ready(
            compile_search, hurry=True
        )  # begun early: hints wait for it, so that equal knowledge gives equal answers

    def answer(self, request: bytes) -> Reply:
        """What to answer to a line."""
        question = read_request(request)
        if not isinstance(question, AskAdvice):
            return BotProblem("advises, and does not play", id=getattr(question, "id", msgspec.UNSET))
        try:
            return Advice(msgspec.Raw(msgspec.json.encode(self._advice(question))), question.id)
        except Exception as error:
            return BotProblem(f"{type(error).__name__}: {question.what}", id=question.id)

    def _curve(self, game: Any, question: AskAdvice) -> advice.Curve:
        """The curve that a question goes on with; refused if it is not where the question says."""
        key = (question.key, question.seat)
        if question.start == 0:
            self._curves[key] = advice.Curve(game, question.seat, question.options)
            while len(self._curves) > CURVES:
                del self._curves[next(iter(self._curves))]
        found = self._curves[key]
        if found.heard != question.start:
            raise ValueError(question.start)
        return found

    def _review(self, game: Any, question: AskAdvice) -> SeatReview:
        """The review that a question goes on with; refused if it is not where the question says."""
        key = (question.key, question.seat)
        if question.start == 0:
            found = SeatReview(game, question.seat, question.options)
        else:
            found = self._reviews.pop(key)
        self._reviews[key] = found  # the last to be forgotten
        while len(self._reviews) > REVIEWS:
            del self._reviews[next(iter(self._reviews))]
        if found.heard != question.start:
            raise ValueError(question.start)
        return found

    def _advice(self, question: AskAdvice) -> Any:
        game: Any = self._games.find(question.game, question.rules or "")
        if question.what == "plan":
            return HexPlanned(hint(game, msgspec.json.decode(question.heard, type=game.view_type)))
        if question.what == "setup":
            pieces = msgspec.json.decode(question.heard, type=Deploy).pieces
            return score_part(game, question.seat, pieces, question.start)
        if question.what == "lines":
            seen = advice.HeardGame.seen(game, msgspec.json.decode(question.heard, type=game.view_type))
            return AnalysisAnswer(question.seat, _moves(seen.hints(most=LINES)), _pieces(seen.beliefs()))
        acts = msgspec.json.decode(question.heard, type=tuple[tuple[game.event_type, ...], ...])
        if question.what == "curve":
            chances = self._curve(game, question).hear(acts)
            return [round(100 * chance) for chance in chances]
        told = msgspec.Raw(b"[]") if isinstance(question.own, msgspec.UnsetType) else question.own
        if question.what == "review":
            own = msgspec.json.decode(told, type=tuple[tuple[game.action_type, ...], ...])
            return self._review(game, question).hear(list(zip(own, acts, strict=True)))
        if question.what == "try":
            (action,) = msgspec.json.decode(told, type=tuple[game.action_type, ...])
            return SeatReview(game, question.seat, question.options).tried(acts, action)
        story = advice.HeardGame(game, question.seat, question.options)
        for events in acts:
            story.hear(events)
        if question.what == "moment":
            return ReviewMoment(story.view, story.legal())  # type: ignore[arg-type]
        if question.what == "hints":
            return Hints(_moves(story.hints()))
        return BeliefsSeen(_pieces(story.beliefs(question.level)), question.level)


def _moves(found: Sequence[advice.Hint]) -> tuple[HintedMove, ...]:
    return tuple(HintedMove(one.action, str(one.action), one.reasons, one.behind) for one in found)  # type: ignore[arg-type]


def _pieces(believed: Mapping[int, dict[str, float]]) -> tuple[Belief, ...]:
    return tuple(Belief(id, _percents(odds)) for id, odds in believed.items())


def _percents(odds: dict[str, float]) -> tuple[tuple[str, int], ...]:
    shown = ((rank, round(100 * p)) for rank, p in odds.items())
    return tuple(sorted((one for one in shown if one[1] > 0), key=lambda one: -one[1]))


if __name__ == "__main__":
    serve_standard_streams(Adviser().answer)
