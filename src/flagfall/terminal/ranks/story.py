"""What happened, in sentences, as one seat heard it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from flagfall.core import Event, hears
from flagfall.ranks.board import NAMES
from flagfall.ranks.events import (
    Answered,
    Attacked,
    Began,
    Captured,
    Ended,
    Moved,
    Noticed,
    Ready,
    Shown,
    Switched,
    Turned,
    Used,
)
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import Piece, RankView
from flagfall.ranks.words import ending, kind_name, phrases, power_name, side_name


class Story:
    """Tells a seat its events. Follows the game by folding them, so it knows what the seat knows."""

    def __init__(self, game: RankGame, view: RankView, language: str) -> None:
        self.game = game
        self.view = view
        self.language = language
        self.words = phrases(language)
        self.last: tuple[int, ...] = ()
        """The squares of the last turn: what to mark on the board."""

    def hear(self, events: Iterable[Event]) -> str:
        """The sentences for the events of a step, as far as the seat hears them."""
        heard = [event for event in events if hears(event, self.view.seat)]
        step = _Step({event.piece for event in heard if _acts(event)})
        for event in heard:
            step.told.append(self._tell(event, step))
            self.view = self.game.fold(self.view, event)
        if step.touched:
            self.last = tuple(step.touched)
        return " ".join(filter(None, step.told))

    # ---- names ------------------------------------------------------------------------------

    def side(self, seat: int) -> str:
        """The name of a side."""
        return side_name(self.game, seat, self.language)

    def label(self, seat: int, rank: str, kind: str) -> str:
        """A piece as far as it is known: its name and rank, its rank, or just a piece."""
        if kind:
            name = kind_name(self.game, kind, self.language, seat)
            return self.words("piece", "with-rank", name=name, rank=rank) if rank.isdecimal() else name
        if rank:
            alone = [one for one in self.game.edition.armies[seat].kinds if one.rank == rank]
            if len(alone) == 1:  # a rank that only one kind has tells which piece it is
                return self.label(seat, rank, alone[0].id)
            return self.words("piece", "rank", rank=rank)
        return self.words("piece", "unknown")

    def named(self, piece: Piece, step: _Step | None = None) -> str:
        """A piece on the board."""
        rank, kind = step.shown.get(piece.id, ("", "")) if step is not None else ("", "")
        return self.label(piece.seat, piece.rank or rank, piece.kind or kind)

    # ---- sentences --------------------------------------------------------------------------

    def _tell(self, event: Event, step: _Step) -> str:
        say = self.words
        match event:
            case Ready(seat=seat) if seat != self.view.seat:
                return say("told", "ready", side=self.side(seat))
            case Began():
                return say("told", "began", side=self.side(0))
            case Ended(outcome=outcome):
                return ending(self.game, outcome, self.language)
            case Answered(kind=kind, direction=direction):
                name = kind_name(self.game, kind, self.language, 1 - self.view.track.turn)
                if direction == "none":
                    return say("told", "answered-none", kind=name)
                return say("told", "answered", kind=name, direction=say("direction", direction))
            case Turned() if step.attacked and not step.fallen:
                return say("told", "unchanged")
            case Switched() | Used() | Moved() | Attacked() | Shown() | Noticed() | Captured():
                return self._tell_of_piece(event, step)
        return ""

    def _tell_of_piece(
        self, event: Switched | Used | Moved | Attacked | Shown | Noticed | Captured, step: _Step
    ) -> str:
        piece = self.view.piece(event.piece)
        say = self.words
        if isinstance(event, Shown):
            return self._tell_shown(event, piece, step)
        known = bool(piece.kind or piece.rank or piece.id in step.shown)
        values = {
            "side": self.side(piece.seat),
            "piece": self.named(piece, step),
            "square": NAMES[piece.square],
        }
        match event:
            case Switched(robot=robot, kind=kind):
                if robot:
                    rank = next(k.rank for k in self.game.edition.armies[piece.seat].kinds if k.id == kind)
                    values["piece"] = self.label(piece.seat, rank, kind)
                    step.shown[piece.id] = (rank, kind)
                    step.named.add(piece.id)
                return say("told", "switched-robot" if robot else "switched-vehicle", **values)
            case Used(power=power, targets=targets, kind=kind):
                step.touched += [piece.square, *targets]
                step.used = True
                if known:
                    step.named.add(piece.id)
                values["power"] = power_name(self.game, power, self.language)
                at = [NAMES[target] for target in targets]
                at += [kind_name(self.game, kind, self.language, 1 - piece.seat)] if kind else []
                return say("told", "used-at" if at else "used", targets=" ".join(at), **values)
            case Moved(origin=origin, target=target, by=by):
                step.touched += [origin, target]
                if by >= 0:
                    return _sentence(say("told", "drawn", target=NAMES[target], **values))
                if step.used or step.attacked:  # the power said where to; the winner of a fight moves on
                    return ""
                key = "moved" if known else "moved-unknown"
                return say("told", key, origin=NAMES[origin], target=NAMES[target], **values)
            case Attacked(origin=origin, targets=targets):
                step.touched += [origin, *targets]
                step.attacked = True
                if step.used:
                    return ""
                if known:
                    step.named.add(piece.id)
                key = "attacked" if known else "attacked-unknown"
                squares = " ".join(NAMES[target] for target in targets)
                return say("told", key, origin=NAMES[origin], targets=squares, **values)
            case Noticed():
                return say("told", "noticed", **values)
            case Captured():
                step.fallen = True
                return _sentence(say("told", "captured", **values))
        return ""

    def _tell_shown(self, event: Shown, piece: Piece, step: _Step) -> str:
        """What is called out once is remembered to the end of the turn, whatever the table keeps."""
        step.shown[piece.id] = (event.rank, event.kind)
        announced = piece.id in step.actors and not step.used and not step.attacked
        if piece.seat == self.view.seat or piece.id in step.named or announced:
            return ""
        step.named.add(piece.id)
        values = {"side": self.side(piece.seat), "piece": self.named(piece, step)}
        return self.words("told", "shown", square=NAMES[piece.square], **values)


def _acts(event: Event) -> TypeGuard[Used | Attacked | Moved]:
    return isinstance(event, Used | Attacked) or (isinstance(event, Moved) and event.by < 0)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Step:
    """What has been told of one step, so that nothing is told twice."""

    def __init__(self, actors: set[int]) -> None:
        self.actors = actors
        """The pieces that move, attack or use a power in this step: there they are named."""
        self.told: list[str] = []
        self.shown: dict[int, tuple[str, str]] = {}
        """Rank and kind of the pieces shown in it."""
        self.named: set[int] = set()
        """The pieces whose name has been told."""
        self.touched: list[int] = []
        self.used = self.attacked = self.fallen = False
