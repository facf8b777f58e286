"""The truth of a hidden-rank game at one moment."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from flagfall.core import FULL, PUBLIC, Action, Decision, IllegalAction, Outcome, State, Step
from flagfall.ranks import legal, setup
from flagfall.ranks.actions import Deploy, Halt, Move, PlayAction, Strike, Use
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import Ended, Placement
from flagfall.ranks.repetition import Track
from flagfall.ranks.rules import Rules
from flagfall.ranks.turn import Turn
from flagfall.ranks.view import KIND, RANK, Awaited, Piece, Prisoner, RankView, Token

EMPTY, BLOCKED = -1, -2
"""What a square of `RankState.board` holds besides the id of a piece."""

Masks: TypeAlias = tuple[int, int]
"""A set of pieces that their owner's opponent has been shown, and one that onlookers have, as bits by id."""


class SetupDecision(Decision):
    """A seat has to set up: its army, and the squares where it may stand (ST-SET-1)."""

    __slots__ = ("kinds", "seat", "squares")

    def __init__(self, seat: int, kinds: tuple[Kind, ...], squares: tuple[int, ...]) -> None:
        self.seat = seat
        self.kinds = kinds
        self.squares = squares

    def sample(self, rng: random.Random) -> Deploy:
        """A set-up at random, every one equally likely."""
        army = [kind.id for kind in self.kinds for _ in range(kind.count)]
        rng.shuffle(army)
        return Deploy(tuple(sorted(zip(rng.sample(self.squares, len(army)), army, strict=True))))


class TurnDecision(Decision):
    """A seat has to move, or to finish a power that it has begun."""

    __slots__ = ("seat", "state")

    def __init__(self, seat: int, state: RankState) -> None:
        self.seat = seat
        self.state = state

    def sample(self, rng: random.Random) -> PlayAction:
        """A legal action at random, every one equally likely."""
        return rng.choice(self.state.legal(self.seat))


class RankState(State):
    """Where every piece stands, what it is, and who knows what.

    Pieces are numbered by the square where they stood at the start, seat 0's first: an id tells
    nothing but that. Sets of pieces are kept as bits of an integer.
    """

    __slots__ = (
        "_legal",
        "awaited",
        "board",
        "captured",
        "kind_known",
        "kinds",
        "moved",
        "over",
        "rank_known",
        "robots",
        "rules",
        "seed",
        "setups",
        "spent",
        "starts",
        "track",
        "where",
    )

    rules: Rules
    seed: int
    setups: tuple[Placement | None, Placement | None]
    """The set-ups made so far."""
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    """The squares where each side's pieces stood when play began; nothing before that."""
    board: list[int]
    """For each square the id of the piece on it, EMPTY or BLOCKED."""
    where: list[int]
    """For each piece its square, or -1 if it is captured."""
    kinds: tuple[Kind, ...]
    """For each piece what it is."""
    moved: int
    """The pieces that have moved by themselves."""
    rank_known: Masks
    kind_known: Masks
    robots: int
    """The pieces in Robot Mode (ST-MODE-2)."""
    spent: tuple[int, ...]
    """How often each of `Rules.tokens` has been used."""
    captured: tuple[int, ...]
    track: Track
    awaited: Awaited | None
    over: Outcome | None
    _legal: tuple[PlayAction, ...] | None

    @classmethod
    def first(cls, rules: Rules, seed: int) -> RankState:
        """The state before anybody has set up."""
        state = cls()
        state.rules = rules
        state.seed = seed
        state.setups = (None, None)
        state.starts = ((), ())
        state.board = [BLOCKED if i in rules.board.blocked else EMPTY for i in range(rules.board.size)]
        state.where = []
        state.kinds = ()
        state.moved = 0
        state.rank_known = state.kind_known = (0, 0)
        state.robots = 0
        state.spent = (0,) * len(rules.tokens)
        state.captured = ()
        state.track = Track()
        state.awaited = None
        state.over = None
        state._legal = None
        return state

    def copy(self) -> RankState:
        """A state with the same content that may be changed while it is being made."""
        state = type(self)()
        state.rules = self.rules
        state.seed = self.seed
        state.setups = self.setups
        state.starts = self.starts
        state.board = self.board[:]
        state.where = self.where[:]
        state.kinds = self.kinds
        state.moved = self.moved
        state.rank_known = self.rank_known
        state.kind_known = self.kind_known
        state.robots = self.robots
        state.spent = self.spent
        state.captured = self.captured
        state.track = self.track
        state.awaited = self.awaited
        state.over = self.over
        state._legal = None
        return state

    @property
    def phase(self) -> str:
        """``setup``, ``play`` or ``over``."""
        if self.over is not None:
            return "over"
        return "play" if self.where else "setup"

    def place(self, setups: tuple[Placement, Placement]) -> None:
        """Put both armies on the board of a state in the making; pieces are numbered by their squares."""
        self.setups = setups
        self.starts = (tuple(square for square, _ in setups[0]), tuple(square for square, _ in setups[1]))
        self.where = [*self.starts[0], *self.starts[1]]
        self.kinds = tuple(self.rules.kinds[seat][kind] for seat in (0, 1) for _, kind in setups[seat])
        for piece, square in enumerate(self.where):
            self.board[square] = piece

    def seat_of(self, piece: int) -> int:
        """Whose piece it is."""
        return 0 if piece < self.rules.sizes[0] else 1

    def pending(self) -> tuple[Decision, ...]:
        """Both seats that have not set up yet; then the one to move; nobody after the end."""
        if self.over is not None:
            return ()
        if self.where:
            return (TurnDecision(self.track.turn, self),)
        return tuple(
            SetupDecision(seat, self.rules.edition.armies[seat].kinds, self.rules.board.homes[seat])
            for seat in (0, 1)
            if self.setups[seat] is None
        )

    def legal(self, seat: int) -> Sequence[PlayAction]:
        """The legal actions of a seat, in a fixed order; empty unless it is to move."""
        if self.over is not None or not self.where or seat != self.track.turn:
            return ()
        if self._legal is None:
            self._legal = legal.actions(self)
        return self._legal

    def apply(self, seat: int, action: Action) -> Step[RankState]:
        """The state after an action; `IllegalAction` names the rule that refuses it (ST-ERR-1)."""
        if isinstance(action, Deploy):
            return setup.deploy(self, seat, action)
        if not isinstance(action, Move | Use | Strike | Halt) or action not in self.legal(seat):
            raise legal.refusal(self, seat, action)
        turn = Turn(self)
        turn.perform(action)
        return Step(turn.state, tuple(turn.events))

    def ended(self, outcome: Outcome) -> Step[RankState]:
        """The state after resignation, agreement or time (ST-END-3), with both set-ups opened (ST-KNOW-4)."""
        if self.over is not None:
            raise IllegalAction("ST-END-1", reason="over")
        state = self.copy()
        state.over = outcome
        state.awaited = None
        return Step(state, (Ended(outcome, self.setups),))

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

    def shown(self, piece: int, onlooker: bool = False) -> int:
        """How much of a piece the opponent, or an onlooker, has been shown: nothing, RANK or KIND."""
        if self.kind_known[onlooker] >> piece & 1:
            return KIND
        return RANK if self.rank_known[onlooker] >> piece & 1 else 0

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
        from flagfall.ranks.notation.position import write_position

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
            self.track,
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
