"""A process that answers questions of people: reads one request a line, writes one answer a line.

Like the processes of the bots it is told what one seat has heard, and never a State.
"""

from __future__ import annotations

from typing import Any

import msgspec

from flagfall.bots.background_compile import ready
from flagfall.bots.ranks import advice
from flagfall.bots.ranks.search import compile_search
from flagfall.server.wire.advice import Belief, BeliefsSeen, HintedMove, Hints
from flagfall.server.workers.advisor import Question
from flagfall.server.workers.bot_worker import Answer, Worker, answer_lines


def reply(worker: Worker, question: Question) -> Any:
    """The answer to a question."""
    game = worker.game(question.game, question.edition)
    acts = msgspec.json.decode(question.heard, type=tuple[tuple[game.event_type, ...], ...])  # type: ignore[name-defined]
    if question.what == "curve":
        return [round(100 * chance) for chance in advice.curve(game, question.seat, acts, question.options)]
    story = advice.Story(game, question.seat, question.options)
    for events in acts:
        story.hear(events)
    if question.what == "hints":
        found = story.hints(question.seconds, hurry=True)
        return Hints(
            tuple(HintedMove(one.action, str(one.action), one.reasons, one.behind) for one in found)  # type: ignore[arg-type]
        )
    believed = story.beliefs(question.bot)
    return BeliefsSeen(tuple(Belief(id, _percents(odds)) for id, odds in believed.items()), question.bot)


def _percents(odds: dict[str, float]) -> tuple[tuple[str, int], ...]:
    shown = ((rank, round(100 * p)) for rank, p in odds.items())
    return tuple(sorted((one for one in shown if one[1] > 0), key=lambda one: -one[1]))


def serve() -> None:
    """Advise people, line by line."""
    worker = Worker()
    ready(compile_search, hurry=True)  # begun early, so that even the first hints may have it
    read = msgspec.json.Decoder(Question).decode

    def answer(line: bytes) -> Answer:
        question = read(line)
        try:
            return Answer(question.id, msgspec.Raw(msgspec.json.encode(reply(worker, question))))
        except Exception as error:
            return Answer(question.id, trouble=f"{type(error).__name__}: {question.what}")

    answer_lines(answer)


if __name__ == "__main__":
    serve()
