"""What happened, in sentences, as one seat heard it."""

from __future__ import annotations

from collections.abc import Iterable

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
        told = []
        fallen = attacked = False
        touched: list[int] = []
        shown: dict[int, tuple[str, str]] = {}
        for event in events:
            if not hears(event, self.view.seat):
                continue
            if isinstance(event, Shown):
                # What is called out once is remembered to the end of the turn, whatever the table keeps.
                shown[event.piece] = (event.rank, event.kind)
            # The winner of a fight moves on: that needs no sentence of its own.
            sentence = (
                "" if attacked and isinstance(event, Moved) and event.by < 0 else self._tell(event, shown)
            )
            if sentence:
                told.append(sentence)
            attacked = attacked or isinstance(event, Attacked)
            fallen = fallen or isinstance(event, Captured)
            if isinstance(event, Moved):
                touched += [event.origin, event.target]
            elif isinstance(event, Attacked):
                touched += [event.origin, *event.targets]
            elif isinstance(event, Turned) and attacked and not fallen:
                told.append(self.words("told", "unchanged"))
            self.view = self.game.fold(self.view, event)
        if touched:
            self.last = tuple(touched)
        return " ".join(told)

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

    def named(self, piece: Piece, shown: dict[int, tuple[str, str]] | None = None) -> str:
        """A piece on the board."""
        rank, kind = (shown or {}).get(piece.id, ("", ""))
        return self.label(piece.seat, piece.rank or rank, piece.kind or kind)

    # ---- sentences --------------------------------------------------------------------------

    def _tell(self, event: Event, shown: dict[int, tuple[str, str]]) -> str:
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
            case Switched() | Used() | Moved() | Attacked() | Shown() | Noticed() | Captured():
                return self._tell_of_piece(event, shown)
        return ""

    def _tell_of_piece(
        self,
        event: Switched | Used | Moved | Attacked | Shown | Noticed | Captured,
        shown: dict[int, tuple[str, str]],
    ) -> str:
        piece = self.view.piece(event.piece)
        say = self.words
        known = bool(piece.kind or piece.rank or piece.id in shown)
        values = {
            "side": self.side(piece.seat),
            "piece": self.named(piece, shown),
            "square": NAMES[piece.square],
        }
        match event:
            case Switched(robot=robot, kind=kind):
                if robot:
                    rank = next(k.rank for k in self.game.edition.armies[piece.seat].kinds if k.id == kind)
                    values["piece"] = self.label(piece.seat, rank, kind)
                return say("told", "switched-robot" if robot else "switched-vehicle", **values)
            case Used(power=power, targets=targets, kind=kind):
                values["power"] = power_name(self.game, power, self.language)
                at = [NAMES[target] for target in targets]
                at += [kind_name(self.game, kind, self.language, 1 - piece.seat)] if kind else []
                return say("told", "used-at" if at else "used", targets=" ".join(at), **values)
            case Moved(origin=origin, target=target, by=by):
                if by >= 0:
                    return say("told", "drawn", target=NAMES[target], **values)
                key = "moved" if known else "moved-unknown"
                return say("told", key, origin=NAMES[origin], target=NAMES[target], **values)
            case Attacked(origin=origin, targets=targets):
                at = [NAMES[target] for target in targets]
                key = "attacked" if known else "attacked-unknown"
                return say("told", key, origin=NAMES[origin], targets=" ".join(at), **values)
            case Shown():
                return say("told", "shown", **values) if piece.seat != self.view.seat else ""
            case Noticed():
                return say("told", "noticed", **values)
            case Captured():
                return say("told", "captured", **values)
        return ""
