"""The truth of a hidden-rank game at one moment."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

import msgspec

from flagfall.core import FULL, PUBLIC, Action, Decision, IllegalAction, Outcome, State, Step
from flagfall.ranks import legal, setup
from flagfall.ranks.actions import Deploy, PlayAction
from flagfall.ranks.draft import Draft
from flagfall.ranks.notation.position_writer import write_position
from flagfall.ranks.play import PlayedTurn, ended
from flagfall.ranks.position import Position
from flagfall.ranks.rules import Rules
from flagfall.ranks.setup import SetupDecision
from flagfall.ranks.view import KIND, Piece, Prisoner, RankView, Token


class TurnDecision(Decision):
    """A seat has to move, or to finish a power that it has begun."""

    __slots__ = ("seat", "state")

    def __init__(self, seat: int, state: RankState) -> None:
        self.seat = seat
        self.state = state

    def sample(self, rng: random.Random) -> PlayAction:
        """A legal action at random, every one equally likely."""
        return rng.choice(self.state.legal(self.seat))


class RankState(Position, State):
    """A position that never changes: what may be done in it, what follows, and what each seat knows."""

    __slots__ = ("_legal",)

    rules: Rules
    board: tuple[int, ...]
    where: tuple[int, ...]
    _legal: tuple[PlayAction, ...] | None
    """The legal actions of the seat to move, once they have been asked for."""

    @classmethod
    def of(cls, draft: Draft, legal: tuple[PlayAction, ...] | None = None) -> RankState:
        """The state that a draft has become; ``legal`` are its legal actions, if they are known."""
        state = cls()
        state.take(draft)
        state.board = tuple(draft.board)
        state.where = tuple(draft.where)
        state._legal = legal
        return state

    def pending(self) -> tuple[Decision, ...]:
        """Both seats that have not set up yet; then the one to move; nobody after the end."""
        if self.over is not None:
            return ()
        if self.where:
            return (TurnDecision(self.track.turn, self),)
        return tuple(SetupDecision.of(self.rules, seat) for seat in (0, 1) if self.setups[seat] is None)

    def legal(self, seat: int) -> Sequence[PlayAction]:
        """The legal actions of a seat, in a fixed order; empty unless it is to move."""
        if self.over is not None or not self.where or seat != self.track.turn:
            return ()
        if self._legal is None:
            self._legal = legal.actions(self, self.rules.powers)
        return self._legal

    def apply(self, seat: int, action: Action) -> Step[RankState]:
        """The state after an action; `IllegalAction` names the rule that refuses it (ST-ERR-1)."""
        if isinstance(action, Deploy):
            return self._deployed(seat, action)
        turn = PlayedTurn(self, self.rules)
        if isinstance(action, PlayAction) and action in self.legal(seat):
            turn.perform(action)
        elif legal.forfeits(self, seat, action):
            turn.forfeit()
        else:
            raise legal.refusal(self, self.rules.powers, seat, action)
        return Step(RankState.of(turn.draft, turn.legal), tuple(turn.events))

    @classmethod
    def judged(cls, draft: Draft) -> RankState:
        """The state that a draft describes; the game is over if a player can do nothing (ST-TURN-2)."""
        if draft.phase != "play":
            return cls.of(draft)
        assert isinstance(draft.rules, Rules)
        turn = PlayedTurn(draft, draft.rules)
        turn.judge()
        return cls.of(turn.draft, turn.legal)

    def _deployed(self, seat: int, action: Deploy) -> Step[RankState]:
        """The state after a set-up; play begins with the second."""
        draft, told = setup.deploy(self, seat, action)
        if not draft.where:
            return Step(RankState.of(draft), told)
        turn = PlayedTurn(draft, self.rules)
        turn.begin(told)
        return Step(RankState.of(turn.draft, turn.legal), tuple(turn.events))

    def ended(self, outcome: Outcome) -> Step[RankState]:
        """The state after resignation, agreement or time (ST-END-3), with both set-ups opened (ST-KNOW-4)."""
        if self.over is not None:
            raise IllegalAction("ST-END-1", reason="over")
        draft, event = ended(self, outcome)
        return Step(RankState.of(draft), (event,))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.over

    def view(self, seat: int) -> RankView:
        """All that a seat knows, built from nothing."""
        if seat not in (0, 1, PUBLIC) and not (seat == FULL and self.over is not None):
            raise ValueError("FULL is for after the end" if seat == FULL else f"there is no seat {seat}")
        rules = self.rules
        opened = self.over is not None
        return RankView(
            game=rules.edition.id,
            seat=seat,
            options=rules.options,
            starts=self.starts,
            phase="over" if opened else "play" if self.where else "setup",
            ready=(self.setups[0] is not None, self.setups[1] is not None),
            setups=(
                self.setups[0] if opened or seat == 0 else None,
                self.setups[1] if opened or seat == 1 else None,
            ),
            pieces=tuple(self._seen(piece, seat) for piece, square in enumerate(self.where) if square >= 0),
            captured=tuple(self._in_tray(piece, seat) for piece in self.captured),
            tokens=tuple(
                Token(owner, power, uses - used)
                for (owner, power, uses), used in zip(rules.tokens, self.spent, strict=True)
            ),
            track=self.track,
            awaited=self.awaited,
            outcome=self.over,
        )

    def _seen(self, piece: int, seat: int) -> Piece:
        owner = self.seat_of(piece)
        kind = self.kinds[piece]
        robot = bool(self.robots >> piece & 1)
        own = owner == seat
        known = KIND if own or robot or self.over is not None else self.shown(piece, onlooker=seat == PUBLIC)
        return Piece(
            id=piece,
            seat=owner,
            square=self.where[piece],
            kind=kind.id if known == KIND else "",
            rank=kind.rank if known else "",
            moved=bool(self.moved >> piece & 1) and self.rules.keeps,
            seen=self.shown(piece) if own else 0,
            robot=robot,
        )

    def _in_tray(self, piece: int, seat: int) -> Prisoner:
        owner = self.seat_of(piece)
        shown = self.over is not None or self.rules.tray_shows(owner, seat)
        return Prisoner(piece, owner, self.kinds[piece].id if shown else "")

    def position(self) -> str:
        """The whole truth as text."""
        return write_position(self)

    def digest(self) -> str:
        """A hash of everything that decides how the game goes on and what is known."""
        content = (
            self.rules.edition.id,
            self.rules.text(),
            self.setups,
            self.where,
            tuple(kind.id for kind in self.kinds),
            self.captured,
            f"{self.moved:x} {self.robots:x}",
            tuple(f"{mask:x}" for mask in (*self.rank_known, *self.kind_known)),
            self.spent,
            self.track.recorded(),
            self.awaited,
            self.over,
        )
        return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RankState) and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def __repr__(self) -> str:
        return f"<{self.rules.edition.id} ply {self.track.ply} {self.phase}>"
