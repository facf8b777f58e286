"""The truth of a game at one moment, with the rules that lead on from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from flagfall.core.errors import IllegalAction
from flagfall.core.outcome import Outcome
from flagfall.core.protocol import FULL, Action, Decision, OfferedActions, State, Step
from flagfall.hexes.all_acts import legal, offers, take
from flagfall.hexes.decisions import pending
from flagfall.hexes.draft import Draft
from flagfall.hexes.notation.position import write_position
from flagfall.hexes.position import HexPosition
from flagfall.hexes.setup import set_up
from flagfall.hexes.view import HexView, as_seen


class HexState(HexPosition, State):
    """One moment of a hex game. Never changed: `apply` gives a new one."""

    __slots__ = ()

    phase: str

    def pending(self) -> tuple[Decision, ...]:
        """Who has to decide what now."""
        return pending(self)

    def legal(self, seat: int) -> Sequence[Action]:
        """Every legal action of the seat in turn; empty while setting up."""
        if self._legal is None and (found := self.offers(seat)):
            self._legal = tuple(legal(found))
        return self._legal or () if self._acts(seat) else ()

    def offers(self, seat: int) -> Sequence[OfferedActions]:
        """The same actions as products of short lists."""
        if not self._acts(seat):
            return ()
        if self._offers is None:
            self._offers = tuple(offers(self))
        return self._offers

    def _acts(self, seat: int) -> bool:
        return self.result is None and self.phase == "play" and self.to_move == seat

    def apply(self, seat: int, action: Action) -> Step[HexState]:
        """The state after an action, and the events that tell of it."""
        if self.result is not None:
            raise IllegalAction("HX-END-1")
        if seat not in (decision.seat for decision in self.pending()):
            raise IllegalAction("HX-SEQ-2", seat=seat)
        after = self.copy()
        draft = Draft(self, after)
        if self.phase == "play":
            take(draft, action)
        else:
            set_up(draft, seat, action)
        return Step(after, draft.finish())

    def ended(self, outcome: Outcome) -> Step[HexState]:
        """The state after an end from outside; a resignation is a retreat (HX-END-2)."""
        after = self.copy()
        draft = Draft(self, after)
        draft.end(outcome)
        return Step(after, draft.finish())

    def view(self, seat: int) -> HexView:
        """All that a seat may know."""
        if seat == FULL and self.result is None:
            raise ValueError("the full view is open only after the end")
        muster: tuple[str, ...] = ()
        if self.phase == "muster" and seat >= 0:
            muster = self.musters[seat] or ()
        return HexView(
            game=self.game.id,
            seat=seat,
            options=self.options,
            map_seed=self.map_seed,
            pieces=tuple(as_seen(piece, seat, self.options) for piece in self.pieces),
            table=self.table(),
            changes=tuple(sorted(self.changes.items())),
            smoke=self.smoke,
            fires=self.fires,
            wind=self.wind,
            opening=self.opening,
            muster=muster,
            outcome=self.result,
        )

    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.result

    def position(self) -> str:
        """The whole truth as text."""
        return write_position(self)

    def digest(self) -> str:
        """A hash of the whole truth."""
        return hashlib.sha256(self.position().encode()).hexdigest()
