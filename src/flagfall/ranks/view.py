"""What one seat knows of a hidden-rank game, and how an event changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from flagfall.core import Outcome, View
from flagfall.core.options import Value
from flagfall.ranks.board import Board
from flagfall.ranks.events import (
    Awaits,
    Began,
    Captured,
    Deployed,
    Ended,
    Moved,
    Noticed,
    Placement,
    RankEvent,
    Ready,
    Shown,
    Switched,
    Trayed,
    Turned,
    Used,
)
from flagfall.ranks.options import LINES
from flagfall.ranks.repetition import Track

RANK, KIND = 1, 2
"""How much is known of a piece: its rank, or which piece it is."""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece on the board as a seat sees it."""

    id: int
    seat: int
    square: int
    kind: str = ""
    """Which piece it is, if the seat knows."""
    rank: str = ""
    """Its rank, if the seat knows."""
    moved: bool = False
    """Whether it has moved by itself; not kept where the table plays from memory (ST-KNOW-2)."""
    seen: int = 0
    """Of an own piece: what the opponent has been shown, 1 its rank, 2 which piece it is."""
    robot: bool = False
    """Whether it lies face up in Robot Mode (ST-MODE-2)."""


class Prisoner(msgspec.Struct, frozen=True, omit_defaults=True):
    """A captured piece as a seat sees it in the tray (ST-KNOW-1)."""

    id: int
    seat: int
    """Whose piece it was."""
    kind: str = ""
    """Which piece it was, if the tray shows it to this seat."""


class Token(msgspec.Struct, frozen=True):
    """A power that a side may use a number of times, and how often it still may."""

    seat: int
    power: str
    left: int


class Awaited(msgspec.Struct, frozen=True):
    """A power that has begun and waits for its targets."""

    piece: int
    power: str
    origin: int
    """Where the piece stood when the turn began."""


class RankView(View, frozen=True, tag="ranks"):
    """All that a seat knows: the same for two games that differ only in what it cannot know (ST-KNOW-3)."""

    game: str
    seat: int
    options: dict[str, Value]
    phase: Literal["setup", "play", "over"]
    ready: tuple[bool, bool] = (False, False)
    setups: tuple[Placement | None, Placement | None] = (None, None)
    """The set-ups that the seat knows: its own, and both after the end (ST-KNOW-4)."""
    starts: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Where each side's pieces stood when play began, by id."""
    pieces: tuple[Piece, ...] = ()
    """The pieces on the board, by id."""
    captured: tuple[Prisoner, ...] = ()
    """The captured pieces, in the order of their capture."""
    tokens: tuple[Token, ...] = ()
    track: Track = Track()
    awaited: Awaited | None = None
    outcome: Outcome | None = None

    @property
    def turn(self) -> int | None:
        """The seat to move, or None before and after play."""
        return self.track.turn if self.phase == "play" else None

    def at(self, square: int) -> Piece | None:
        """The piece on a square, or None."""
        return next((piece for piece in self.pieces if piece.square == square), None)

    def piece(self, id: int) -> Piece:
        """The piece on the board with an id."""
        return next(piece for piece in self.pieces if piece.id == id)


def fold(
    view: RankView, event: RankEvent, board: Board, ranks: tuple[dict[str, str], dict[str, str]]
) -> RankView:
    """The view after an event; ``ranks`` gives for each seat the rank of each of its kinds."""
    keep = view.options["memory"] == "assisted"
    match event:
        case Ready(seat=seat):
            return replace(view, ready=(view.ready[0] or seat == 0, view.ready[1] or seat == 1))
        case Deployed(seat=seat, setup=setup):
            setups = list(view.setups)
            setups[seat] = setup
            return replace(view, setups=(setups[0], setups[1]))
        case Began(squares=squares, position=position):
            pieces = _placed(view, squares, ranks)
            return replace(view, phase="play", starts=squares, pieces=pieces, track=Track(position=position))
        case Switched(piece=id, robot=robot, kind=kind):
            return _changed(view, id, lambda piece: _switched(piece, view.seat, robot, kind, keep, ranks))
        case Used(power=power) if any(token.power == power for token in view.tokens):
            seat = view.piece(event.piece).seat
            return replace(
                view,
                tokens=tuple(
                    replace(token, left=token.left - 1)
                    if (token.seat, token.power) == (seat, power)
                    else token
                    for token in view.tokens
                ),
            )
        case Moved(piece=id, target=target, by=by):
            moved = keep and by < 0
            return _changed(view, id, lambda piece: replace(piece, square=target, moved=piece.moved or moved))
        case Shown(piece=id) if keep:
            return _changed(view, id, lambda piece: _shown(piece, view.seat, event.rank, event.kind))
        case Noticed(piece=id) if keep:
            return _changed(view, id, lambda piece: replace(piece, seen=KIND))
        case Captured(piece=id):
            taken = view.piece(id)
            return replace(
                view,
                pieces=tuple(piece for piece in view.pieces if piece.id != id),
                captured=(*view.captured, Prisoner(id, taken.seat)),
            )
        case Trayed(piece=id, kind=kind):
            return replace(
                view,
                captured=tuple(replace(one, kind=kind) if one.id == id else one for one in view.captured),
            )
        case Awaits(piece=id, power=power, origin=origin):
            return replace(view, awaited=Awaited(id, power, origin))
        case Turned():
            limit = view.options["two_square"]
            assert isinstance(limit, int)
            lines_only = view.options["two_square_reading"] == LINES
            return replace(view, awaited=None, track=view.track.after(event, board, limit, lines_only))
        case Ended(outcome=outcome, setups=opened):
            return _opened(view, outcome, opened, ranks)
    return view


def _changed(view: RankView, id: int, change: Callable[[Piece], Piece]) -> RankView:
    return replace(view, pieces=tuple(change(piece) if piece.id == id else piece for piece in view.pieces))


def _placed(
    view: RankView,
    squares: tuple[tuple[int, ...], tuple[int, ...]],
    ranks: tuple[dict[str, str], dict[str, str]],
) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for seat in (0, 1):
        setup = view.setups[seat]
        known = dict(setup) if setup is not None and seat == view.seat else {}
        for square in squares[seat]:
            kind = known.get(square, "")
            pieces.append(Piece(len(pieces), seat, square, kind, ranks[seat][kind] if kind else ""))
    return tuple(pieces)


def _shown(piece: Piece, seat: int, rank: str, kind: str) -> Piece:
    level = KIND if kind else RANK
    if piece.seat == seat:
        return replace(piece, seen=max(piece.seen, level))
    return replace(piece, rank=rank, kind=kind or piece.kind)


def _switched(
    piece: Piece, seat: int, robot: bool, kind: str, keep: bool, ranks: tuple[dict[str, str], dict[str, str]]
) -> Piece:
    if piece.seat == seat:
        return replace(piece, robot=robot, seen=KIND if keep and robot else piece.seen)
    if robot:
        return replace(piece, robot=True, kind=kind, rank=ranks[piece.seat][kind])
    if keep:
        return replace(piece, robot=False)
    return replace(piece, robot=False, kind="", rank="")  # upright again: to be remembered (ST-MODE-2)


def _opened(
    view: RankView,
    outcome: Outcome,
    setups: tuple[Placement | None, Placement | None],
    ranks: tuple[dict[str, str], dict[str, str]],
) -> RankView:
    """The view after the end, with nothing hidden (ST-KNOW-4)."""
    kinds = [kind for setup in setups for _, kind in setup or ()]
    return replace(
        view,
        phase="over",
        outcome=outcome,
        setups=setups,
        awaited=None,
        pieces=tuple(
            replace(piece, kind=kinds[piece.id], rank=ranks[piece.seat][kinds[piece.id]])
            for piece in view.pieces
        ),
        captured=tuple(replace(one, kind=kinds[one.id]) for one in view.captured),
    )
