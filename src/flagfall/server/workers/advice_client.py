"""Answers for people who ask what to make of a game, worked out in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from flagfall.bots.processes.client import BotClient
from flagfall.bots.processes.protocol import AskAdvice, content
from flagfall.bots.ranks.review.findings import SeatFindings, TriedMove
from flagfall.bots.ranks.setup_lab.findings import ScorePart
from flagfall.core import Action, Event
from flagfall.core.options import Value
from flagfall.core.protocol import View
from flagfall.ranks.actions import Deploy
from flagfall.ranks.game import RankGame
from flagfall.server.refusal import Refusal
from flagfall.server.token_bucket import Limiter
from flagfall.server.wire.advice import BeliefsSeen, Chances, HexPlanned, Hints
from flagfall.server.wire.learning.analysis import AnalysisAnswer
from flagfall.server.wire.learning.review import GameReview, ReviewMoment
from flagfall.server.wire.learning.setup_lab import SetupScored
from flagfall.server.workers.review_progress import PART as REVIEW_PART
from flagfall.server.workers.review_progress import ReviewProgress
from flagfall.server.workers.setup_score import SetupScore
from flagfall.server.workers.shared_process import NoAnswer, SharedProcess

SECONDS = 5.0
"""How long beliefs may take."""
PLANNING = 60.0
"""Seconds that a plan for a turn of the hex game may take."""
COMPILING = 300.0
"""Seconds that hints may take: the first ones wait until the search is compiled."""
WHOLE_GAME = 60.0
"""Seconds that looking through a whole game may take."""
WAITING = 16
"""Questions that may wait at once, of everybody, and of one person."""
OF_ONE = 2
KEPT = 200
"""Finished games whose curves are kept."""
PART = 60
"""Actions of a game that are looked through at a time."""
NOT_NOW = "there is no advice now"
REVIEWS_AT_ONCE, REVIEWS_A_SECOND = 12, 1 / 60
"""Reviews that one person may begin at once, and on average."""
SCORES_AT_ONCE, SCORES_A_SECOND = 20, 1 / 30
"""Set-ups that one person may begin to have scored at once, and on average."""


class GameHeard(NamedTuple):
    """A game as one seat has heard it, up to the moment that is asked about."""

    game: str
    options: dict[str, Value]
    seat: int
    acts: list[list[Event]]
    """For each action the events that the seat heard of it."""
    edition: str = ""
    """The text of an uploaded game."""
    own: list[list[Action]] = []  # noqa: RUF012 - never changed
    """For each of these actions a list with what the seat did, if it was its own; empty where nobody asks."""


class CurveDrawing:
    """A curve that is being drawn, part by part."""

    def __init__(self, heard: tuple[GameHeard, GameHeard], scores: tuple[float, ...]) -> None:
        self.heard = heard
        self.scores = scores
        self.at = 0
        """Actions that were looked through."""
        self.curves: list[tuple[int, ...]] = [(), ()]
        self.turn = asyncio.Lock()

    @property
    def done(self) -> bool:
        """Whether the whole game was looked through."""
        return self.at >= max(len(one.acts) for one in self.heard)

    def shown(self) -> Chances:
        """The curve as far as it goes."""
        first, second = self.curves
        if not self.done:
            percent = 100 * self.at // max(len(one.acts) for one in self.heard)
            return Chances((first, second), (), percent)
        # Both have seen the same half-moves, each from their own side: what turned the game did so for both.
        middle = [(mine + 100 - theirs) / 200 for mine, theirs in zip(first, second, strict=True)]
        ends = [round(100 * self.scores[seat]) for seat in (0, 1)]
        return Chances(((*first, ends[0]), (*second, ends[1])), tuple(turning_points(middle)))


class Advisor:
    """One process that thinks for people, and those who wait for it."""

    def __init__(self, command: tuple[str, ...] = ()) -> None:
        own = (sys.executable, "-m", "flagfall.server.workers.advice_worker")
        self._process = SharedProcess(command or own)
        self._waiting: Counter[str] = Counter()
        self._curves: OrderedDict[str, CurveDrawing] = OrderedDict()
        self._reviews: OrderedDict[str, ReviewProgress] = OrderedDict()
        self._begun = Limiter(REVIEWS_A_SECOND, REVIEWS_AT_ONCE)
        self._scores: OrderedDict[tuple[str, str, int, Deploy], SetupScore] = OrderedDict()
        self._scores_begun = Limiter(SCORES_A_SECOND, SCORES_AT_ONCE)
        self._scoring: set[str] = set()
        self._asked: set[asyncio.Task[object]] = set()

    async def hints(self, asker: str, heard: GameHeard) -> Hints:
        """The best moves of a seat at a moment."""
        raw = await self._ask(asker, self._question("hints", heard), COMPILING)
        return msgspec.json.decode(raw, type=Hints)

    async def plan(self, asker: str, game: str, view: View, seat: int, edition: str = "") -> HexPlanned:
        """What a planning player would do with the unit in turn, from what its seat sees."""
        question = AskAdvice("plan", game, seat, {}, content(view), 0, edition or UNSET)
        return msgspec.json.decode(await self._ask(asker, question, PLANNING), type=HexPlanned)

    async def lines(self, asker: str, game: str, view: View, edition: str = "") -> AnalysisAnswer:
        """The best moves in a position, and what hidden pieces may be, from what its seat sees."""
        seat: int = view.seat  # type: ignore[attr-defined]
        question = AskAdvice("lines", game, seat, {}, content(view), 0, edition or UNSET)
        return msgspec.json.decode(await self._ask(asker, question, COMPILING), type=AnalysisAnswer)

    async def beliefs(self, asker: str, heard: GameHeard, bot: int) -> BeliefsSeen:
        """What the hidden enemies of a seat may be, by the best guess or by that of a bot."""
        raw = await self._ask(asker, self._question("beliefs", heard, bot), SECONDS)
        return msgspec.json.decode(raw, type=BeliefsSeen)

    async def chances(
        self, asker: str, table: str, heard: tuple[GameHeard, GameHeard], scores: tuple[float, ...]
    ) -> Chances:
        """Who was ahead in a finished game, from what each seat had heard: one part more than last time.

        Long games are looked through in parts, so that those who wait see the curve grow, and so that others
        get their answers in between.
        """
        drawing = self._curves.get(table)
        if drawing is None:
            drawing = self._curves[table] = CurveDrawing(heard, scores)
            while len(self._curves) > KEPT:
                self._curves.popitem(last=False)
        self._curves.move_to_end(table)
        async with drawing.turn:
            if not drawing.done:
                try:
                    await self._draw_on(asker, table, drawing)
                except Refusal:
                    self._curves.pop(table, None)  # The process may have forgotten it: start over.
                    raise
        return drawing.shown()

    async def _draw_on(self, asker: str, table: str, drawing: CurveDrawing) -> None:
        for one in drawing.heard:
            part = one._replace(acts=one.acts[drawing.at : drawing.at + PART])
            question = replace(self._question("curve", part), start=drawing.at, key=table)
            raw = await self._ask(asker, question, WHOLE_GAME)
            drawing.curves[one.seat] = msgspec.json.decode(raw, type=tuple[int, ...])
        drawing.at += PART

    async def review(
        self, asker: str, table: str, hear: Callable[[], Awaitable[tuple[GameHeard, GameHeard]]]
    ) -> GameReview:
        """The review of a finished game, from what each seat had heard: one part more than last time.

        ``hear`` fetches what they heard; it is asked for once.
        """
        if table not in self._reviews:
            if not self._begun.take(asker):
                wait = self._begun.wait(asker)
                raise Refusal("busy", "you have had many games reviewed, please wait a little", retry=wait)
            heard = await hear()
            self._reviews.setdefault(table, ReviewProgress(heard))
            while len(self._reviews) > KEPT:
                self._reviews.popitem(last=False)
        progress = self._reviews[table]
        self._reviews.move_to_end(table)
        async with progress.turn:
            if not progress.done:
                try:
                    await self._review_on(asker, table, progress)
                except Refusal as refusal:
                    if refusal.problem.detail == NOT_NOW:
                        self._reviews.pop(table, None)  # The process may have forgotten it: start over.
                    raise
        return progress.shown()

    async def _review_on(self, asker: str, table: str, progress: ReviewProgress) -> None:
        found = []
        for one in progress.heard:
            upto = progress.at + REVIEW_PART
            part = one._replace(acts=one.acts[progress.at : upto], own=one.own[progress.at : upto])
            question = replace(self._question("review", part), start=progress.at, key=table)
            raw = await self._ask(asker, question, COMPILING)
            found.append(msgspec.json.decode(raw, type=SeatFindings))
        progress.found = found
        progress.at += REVIEW_PART

    async def setup_score(
        self, asker: str, game: RankGame, seat: int, setup: Deploy, edition: str = ""
    ) -> SetupScored:
        """What a set-up scores against the field, and better swaps: one part more than last time.

        Each person has one set-up at a time worked on.
        """
        if asker in self._scoring:
            raise Refusal("busy", "another set-up of yours is being scored", retry=2)
        key = (game.id, edition, seat, setup)
        if key not in self._scores:
            if not self._scores_begun.take(asker):
                wait = self._scores_begun.wait(asker)
                raise Refusal("busy", "you have had many set-ups scored, please wait a little", retry=wait)
            self._scores[key] = SetupScore(game, seat, setup)
            while len(self._scores) > KEPT:
                self._scores.popitem(last=False)
        score = self._scores[key]
        self._scores.move_to_end(key)
        self._scoring.add(asker)
        try:
            async with score.turn:
                if not score.done:
                    question = AskAdvice("setup", game.id, seat, {}, content(setup), 0, edition or UNSET)
                    question = replace(question, start=len(score.parts))
                    raw = await self._ask(asker, question, COMPILING)
                    score.parts.append(msgspec.json.decode(raw, type=ScorePart))
        finally:
            self._scoring.discard(asker)
        return await asyncio.to_thread(score.shown)

    async def moment(self, asker: str, heard: GameHeard) -> ReviewMoment:
        """What a seat saw at a moment, and could do."""
        raw = await self._ask(asker, self._question("moment", heard), SECONDS)
        return msgspec.json.decode(raw, type=ReviewMoment)

    async def tried(self, asker: str, heard: GameHeard, action: Action) -> TriedMove | None:
        """What an action would have been worth at a moment; None if it was not legal."""
        question = replace(self._question("try", heard), own=content((action,)))
        raw = await self._ask(asker, question, COMPILING)
        return msgspec.json.decode(raw, type=TriedMove | None)

    def _question(
        self,
        what: Literal["hints", "beliefs", "curve", "review", "moment", "try"],
        heard: GameHeard,
        bot: int = 0,
    ) -> AskAdvice:
        game, options, seat, acts, edition, own = heard
        asked = AskAdvice(what, game, seat, options, content(acts), bot, edition or UNSET)
        return replace(asked, own=content(own)) if what == "review" else asked

    async def _ask(self, asker: str, question: AskAdvice, seconds: float) -> msgspec.Raw:
        if self._waiting[asker] >= OF_ONE or self._waiting.total() >= WAITING:
            raise Refusal("busy", "others are asking too", retry=2)
        self._waiting[asker] += 1

        async def talk(client: BotClient, _: int) -> msgspec.Raw:
            return await client.advise(question, seconds)

        # An asker who goes away does not take the process along, which may be answering somebody else.
        task = asyncio.create_task(self._process.ask(asker, talk))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        try:
            return await asyncio.shield(task)
        except NoAnswer:
            raise Refusal("busy", NOT_NOW, retry=5) from None
        finally:
            self._waiting[asker] -= 1

    async def stop(self) -> None:
        """End the process."""
        for task in list(self._asked):
            task.cancel()
        await self._process.client.stop()


def turning_points(chances: Sequence[float], most: int = 5, least: float = 0.12) -> list[int]:
    """The half-moves that changed the chances most, in order; none that changed them little."""
    steps = [(abs(after - before), ply) for ply, (before, after) in enumerate(pairwise(chances), 1)]
    return sorted(ply for change, ply in sorted(steps, reverse=True)[:most] if change >= least)
