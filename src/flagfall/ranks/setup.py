"""The set-up: what is refused, and the beginning of play."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from flagfall.core import IllegalAction, Step
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import NAMES
from flagfall.ranks.events import Deployed, Ready
from flagfall.ranks.turn import Turn

if TYPE_CHECKING:
    from flagfall.ranks.rules import Rules
    from flagfall.ranks.state import RankState


def check(rules: Rules, seat: int, action: Deploy) -> None:
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


def deploy(state: RankState, seat: int, action: Deploy) -> Step[RankState]:
    """The state after a seat has set up; play begins when both have."""
    if seat not in (0, 1):
        raise IllegalAction("ST-SET-1", reason="no seat")
    if state.over is not None or state.where or state.setups[seat] is not None:
        raise IllegalAction("ST-SET-1", reason="already set up")
    check(state.rules, seat, action)
    after = state.copy()
    # Sorted by square, so that neither ids nor events tell in which order pieces were put down.
    placed = tuple(_placed(square, kind) for square, kind in sorted(action.pieces))
    after.setups = (placed, state.setups[1]) if seat == 0 else (state.setups[0], placed)
    told = (Deployed(seat, placed, audience=(seat,)), Ready(seat))
    first, second = after.setups
    if first is None or second is None:
        return Step(after, told)
    after.place((first, second))
    turn = Turn(after)
    turn.events += told
    turn.begin()
    return Step(turn.state, tuple(turn.events))
