"""Levels 3 and 4: bots that weigh every action by what they believe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from flagfall.bots.base import Clock, Value
from flagfall.bots.ranks import square_values
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.board_reading import BoardReading, Effect, without_idle_switches
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.piece_values import PLAIN, Preferences
from flagfall.bots.ranks.simple_bots import RankBot
from flagfall.core import Action, AnyGame, Event
from flagfall.ranks.events import Shown
from flagfall.ranks.view import RankView

GOES_BACK = 1.2
"""What it costs to take back one's last move."""


class WeighingBot(RankBot):
    """Weighs what an action wins, loses, teaches and gives away, where it leads, and what it leaves hanging.

    Parameters: ``prior`` and ``behaviour`` (what beliefs rest on), ``forgets`` (how likely a piece that was
    shown slips its mind with every own turn), ``pull`` (how much the field counts), ``caution`` (how much
    what may be lost counts), ``noise``, and those of `Preferences`.
    """

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(game, seat, seed, params)
        prior, behaviour = bool(self.params.get("prior", True)), bool(self.params.get("behaviour", True))
        self.theirs = Beliefs(self.game, 1 - seat, prior, behaviour)
        self.mine = Beliefs(self.game, seat, prior=prior, behaviour=False)
        self.preferences = Preferences(
            *(self.number(name, PLAIN._asdict()[name]) for name in Preferences._fields)
        )

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of what happened."""
        super().observe(events)
        self.theirs.observe(events)
        self.mine.observe(events)

    def remembered(self, view: RankView) -> RankView:
        """The view as this bot has it in mind."""
        return view

    def evaluation(self, view: RankView) -> Evaluation:
        """What it makes of a position."""
        self.theirs.update(view)
        self.mine.update(view)
        return Evaluation(BoardReading(self.game, view), self.theirs, self.mine, self.preferences)

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """The action that is worth most."""
        evaluation = self.evaluation(self.remembered(view))
        scores = self.scores(evaluation, without_idle_switches(legal))
        rng = self.moment(view)
        noise = self.number("noise", 0.05)
        best = max(
            (score + noise * rng.random(), -i, effect.action) for i, (score, effect) in enumerate(scores)
        )
        return best[2]

    def scores(self, evaluation: Evaluation, legal: Sequence[Action]) -> list[tuple[float, Effect]]:
        """What each action is worth, in the order of the list."""
        reading = evaluation.reading
        field = evaluation.field()
        pull, caution = self.number("pull", 1.0), self.number("caution", 1.0)
        hanging = sorted(
            ((evaluation.threat(piece, piece.square), piece.id) for piece in reading.mine), reverse=True
        )[:3]
        last = reading.view.track.routes[reading.seat]
        found = []
        for action in legal:
            effect = reading.effect(action)
            score = evaluation.gain(effect)
            piece = effect.piece
            row = evaluation.column(piece)
            gone: frozenset[int] = frozenset()
            stays = 1.0
            if effect.manner == "strike":
                shot = effect.strike.by_rank
                removes = evaluation.attack.hits if shot else evaluation.attack.wins
                odds = {one.id: float(removes[row, evaluation.attack.index[one.id]]) for one in effect.struck}
                if effect.strike.advances:
                    stays = odds[effect.struck[0].id]
                gone = frozenset(id for id, chance in odds.items() if chance > 0.6)
                score += 0.0 if shot else evaluation.urge()
            if effect.target != piece.square:
                here, there = square_values.cell(piece.square), square_values.cell(effect.target)
                score += pull * stays * float(field[row, there] - field[row, here])
            left = max((worst for worst, id in hanging if id != piece.id), default=0.0)
            own = stays * evaluation.threat(piece, effect.target, piece.square, gone)
            score -= caution * (max(left, own) + 0.15 * min(left, own))
            if last is not None and effect.manner == "move" and last[::2] == (piece.id, piece.square):
                score -= GOES_BACK if last[1] == effect.target else 0.0
            found.append((score, effect))
        return found


class ForgetfulBot(WeighingBot):
    """Level 3: knows the counts, looks at what hangs, and forgets what it saw."""

    def __init__(
        self, game: AnyGame, seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(game, seat, seed, params)
        self._fresh: set[int] = set()
        self._since: dict[int, int] = {}

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of what happened; what is shown is fresh in its mind."""
        super().observe(events)
        self._fresh.update(event.piece for event in events if isinstance(event, Shown))

    def remembered(self, view: RankView) -> RankView:
        """The view without what has slipped its mind: each shown enemy piece is kept for a while only."""
        forgets = self.number("forgets", 0.03)
        ply = view.track.ply
        self._since.update(dict.fromkeys(self._fresh, ply))
        self._fresh.clear()
        pieces = []
        for piece in view.pieces:
            known = piece.rank or piece.id in self.theirs.shown
            if piece.seat != view.seat and known and not piece.robot and forgets > 0:
                since = self._since.setdefault(piece.id, ply)
                if (ply - since) / 2 > self.chance("forget", piece.id, since).expovariate(forgets):
                    self.theirs.shown.pop(piece.id, None)
                    piece = replace(piece, rank="", kind="")
            pieces.append(piece)
        return replace(view, pieces=tuple(pieces))
