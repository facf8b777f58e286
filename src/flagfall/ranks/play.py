"""The course of a turn: an action is carried out, and the end of the game is noticed."""

from __future__ import annotations

from flagfall.core import Outcome
from flagfall.ranks import legal
from flagfall.ranks.actions import Move, PlayAction, Use
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.draft import Draft
from flagfall.ranks.events import Began, Deployed, Ended, Ready
from flagfall.ranks.options import DRAW, DRAW_NO_MOVERS
from flagfall.ranks.position import Position
from flagfall.ranks.repetition import Track
from flagfall.ranks.rules import Rules
from flagfall.ranks.turn import Turn


class PlayedTurn(Turn):
    """A turn that knows the rules of the whole game, and the legal answers to it once it is finished."""

    def __init__(self, before: Position, rules: Rules) -> None:
        super().__init__(before)
        self.rules = rules
        self.legal: tuple[PlayAction, ...] | None = None
        """What the next player may do, if that is known already."""

    def perform(self, action: PlayAction) -> None:
        """Carry out a legal action."""
        draft, powers = self.draft, self.rules.powers
        if isinstance(action, Move):
            if action.switch != NOWHERE:
                self.switch(draft.board[action.switch])
            self.step(action.origin, action.target)
        elif isinstance(action, Use):
            if action.switch != NOWHERE:
                self.switch(draft.board[action.switch])
            powers[action.power].perform(self, action)
        else:
            awaited = draft.awaited
            assert awaited is not None
            draft.awaited = None
            powers[awaited.power].answer(self, awaited, action)
        if self.finished:
            self._conclude()

    def begin(self, told: tuple[Deployed | Ready, ...]) -> None:
        """Begin play; a first player who cannot move has lost at once (ST-TURN-2)."""
        draft = self.draft
        self.events += told
        position = draft.fingerprint() if draft.rules.more_square else 0
        self.events.append(Began(draft.starts, position))
        draft.track = Track(position=position)
        self.legal = legal.actions(draft, self.rules.powers)
        if not self.legal:
            self._stuck(draft.track.turn)

    def forfeit(self) -> None:
        """The mover has moved an own bomb or flag, and loses by that; the piece stays (ST-MOVE-3)."""
        self._end("bomb-moved", 1 - self.seat, "ST-MOVE-3")

    def judge(self) -> None:
        """See whether the seat to move can do anything, in a position from a text (ST-TURN-2)."""
        self.legal = legal.actions(self.draft, self.rules.powers)
        if not self.legal:
            self._stuck(self.seat)

    def _conclude(self) -> None:
        """See whether the game is over."""
        track, rules = self.draft.track, self.rules
        if self.flag_taken:
            self._end("flag", self.seat, "ST-END-1")
            return
        self.legal = legal.actions(self.draft, rules.powers)
        if not self.legal:
            self._stuck(1 - self.seat)
        elif 0 < rules.quiet_limit <= track.quiet:
            self._end("quiet", None, "ST-END-4")
        elif 0 < rules.ply_limit <= track.ply:
            self._end("length", None, "ST-END-4")

    def _stuck(self, seat: int) -> None:
        """A seat can do nothing: it loses, or the game is drawn where neither seat could move (ST-TURN-2)."""
        draft = self.draft
        powers, wanted = self.rules.powers, self.rules.both_immobile
        if wanted == DRAW:
            drawn = not any(legal.could_move(draft, powers, one) for one in (seat, 1 - seat))
        else:
            drawn = wanted == DRAW_NO_MOVERS and not any(
                kind.movable for kind, square in zip(draft.kinds, draft.where, strict=True) if square >= 0
            )
        if drawn:
            self._end("immobile", None, "ST-TURN-2")
        else:
            self._end("no-move", 1 - seat, "ST-TURN-2")

    def _end(self, termination: str, winner: int | None, rule: str) -> None:
        scores = (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))
        over = Outcome(termination, scores, rule)
        self.draft.over = over
        self.events.append(Ended(over, self.draft.setups))


def ended(position: Position, outcome: Outcome) -> tuple[Draft, Ended]:
    """The position after an end that the board did not bring about (ST-END-3), and the event for it."""
    draft = Draft.of(position)
    draft.over = outcome
    draft.awaited = None
    return draft, Ended(outcome, position.setups)
