"""The set-up: what is refused, and the beginning of play."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from flagfall.core import Decision, IllegalAction
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import NAMES
from flagfall.ranks.draft import Draft
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import Deployed, Ready
from flagfall.ranks.position import Position
from flagfall.ranks.settled_edition import SettledEdition


class SetupDecision(Decision):
    """A seat has to set up: its army, and the squares where it may stand (ST-SET-1)."""

    __slots__ = ("kinds", "seat", "squares")

    def __init__(self, seat: int, kinds: tuple[Kind, ...], squares: tuple[int, ...]) -> None:
        self.seat = seat
        self.kinds = kinds
        self.squares = squares

    @classmethod
    def of(cls, rules: SettledEdition, seat: int) -> SetupDecision:
        """The decision of a seat of a game."""
        return cls(seat, rules.edition.armies[seat].kinds, rules.board.homes[seat])

    def sample(self, rng: random.Random) -> Deploy:
        """A set-up at random, every one equally likely."""
        army = [kind.id for kind in self.kinds for _ in range(kind.count)]
        rng.shuffle(army)
        return Deploy(tuple(sorted(zip(rng.sample(self.squares, len(army)), army, strict=True))))


def check(rules: SettledEdition, seat: int, action: Deploy) -> None:
    """Refuse a set-up that is not the whole army on the seat's own squares, with the reason (ST-SET-3)."""
    kinds = rules.kinds[seat]
    home = set(rules.board.homes[seat])
    taken: set[int] = set()
    for square, kind in action.pieces:
        if kind not in kinds:
            raise IllegalAction("ST-SET-3", reason="unknown kind", kind=kind)
        if square not in home:
            name = NAMES[square] if 0 <= square < len(NAMES) else str(square)
            raise IllegalAction("ST-SET-3", reason="outside", square=name, kind=kind)
        if square in taken:
            raise IllegalAction("ST-SET-3", reason="two on one square", square=NAMES[square])
        taken.add(square)
    counts = Counter(kind for _, kind in action.pieces)
    for kind, wanted in kinds.items():
        if counts[kind] != wanted.count:
            raise IllegalAction(
                "ST-SET-3", reason="count", kind=kind, given=counts[kind], wanted=wanted.count
            )


@lru_cache(maxsize=16_384)
def _placed(square: int, kind: str) -> tuple[int, str]:
    """A piece at its place, the same for all games: what came over a wire would be kept with each of them."""
    return square, kind


def deploy(position: Position, seat: int, action: Deploy) -> tuple[Draft, tuple[Deployed, Ready]]:
    """The position after a seat has set up, and what is told; both armies stand when both have."""
    if seat not in (0, 1):
        raise IllegalAction("ST-SET-1", reason="no seat")
    if position.over is not None or position.where or position.setups[seat] is not None:
        raise IllegalAction("ST-SET-1", reason="already set up")
    check(position.rules, seat, action)
    draft = Draft.of(position)
    # Sorted by square, so that neither ids nor events tell in which order pieces were put down.
    placed = tuple(_placed(square, kind) for square, kind in sorted(action.pieces))
    first, second = (placed, position.setups[1]) if seat == 0 else (position.setups[0], placed)
    draft.setups = (first, second)
    if first is not None and second is not None:
        draft.place((first, second))
    return draft, (Deployed(seat, placed, audience=(seat,)), Ready(seat))
