"""The process that answers people's questions: ``python -m flagfall.server.workers.advice_worker``.

Like the processes of the bots it speaks their protocol, and is told what one seat has heard, never a State.
"""

from __future__ import annotations

from typing import Any

import msgspec

from flagfall.bots.background_compile import ready
from flagfall.bots.processes.program import serve_standard_streams
from flagfall.bots.processes.protocol import Advice, AskAdvice, Problem, Reply, read_request
from flagfall.bots.ranks import advice
from flagfall.bots.ranks.search import compile_search
from flagfall.server.wire.advice import Belief, BeliefsSeen, HintedMove, Hints
from flagfall.server.workers.known_games import UploadedGames


class Adviser:
    """Answers questions, one a line."""

    def __init__(self) -> None:
        self._games = UploadedGames()
        ready(compile_search, hurry=True)  # begun early, so that even the first hints may have it

    def answer(self, request: bytes) -> Reply:
        """What to answer to a line."""
        question = read_request(request)
        if not isinstance(question, AskAdvice):
            return Problem("advises, and does not play", id=getattr(question, "id", msgspec.UNSET))
        try:
            return Advice(msgspec.Raw(msgspec.json.encode(self._advice(question))), question.id)
        except Exception as error:
            return Problem(f"{type(error).__name__}: {question.what}", id=question.id)

    def _advice(self, question: AskAdvice) -> Any:
        game: Any = self._games.find(question.game, question.rules or "")
        acts = msgspec.json.decode(question.heard, type=tuple[tuple[game.event_type, ...], ...])
        if question.what == "curve":
            chances = advice.curve(game, question.seat, acts, question.options)
            return [round(100 * chance) for chance in chances]
        story = advice.Story(game, question.seat, question.options)
        for events in acts:
            story.hear(events)
        if question.what == "hints":
            found = story.hints(question.seconds, hurry=True)
            return Hints(
                tuple(HintedMove(one.action, str(one.action), one.reasons, one.behind) for one in found)  # type: ignore[arg-type]
            )
        believed = story.beliefs(question.level)
        return BeliefsSeen(
            tuple(Belief(id, _percents(odds)) for id, odds in believed.items()), question.level
        )


def _percents(odds: dict[str, float]) -> tuple[tuple[str, int], ...]:
    shown = ((rank, round(100 * p)) for rank, p in odds.items())
    return tuple(sorted((one for one in shown if one[1] > 0), key=lambda one: -one[1]))


if __name__ == "__main__":
    serve_standard_streams(Adviser().answer)
