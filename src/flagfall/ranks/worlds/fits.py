"""Whether a state may be the truth behind a view: it looks the same, and the rules could have led to it."""

from __future__ import annotations

from itertools import chain

import msgspec

from flagfall.core import IllegalAction
from flagfall.ranks import setup
from flagfall.ranks.actions import Deploy
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView


def fits(view: RankView, state: RankState) -> bool:
    """Whether a state shows exactly this view to its seat, and holds nothing that the rules rule out."""
    same = msgspec.json.encode(state.view(view.seat)) == msgspec.json.encode(view)
    return same and _legal_setups(state) and _legal_kinds(state) and _goes_on(state)


def _legal_setups(state: RankState) -> bool:
    """Whole armies on their own squares (ST-SET-3), and pieces that are what the set-ups say."""
    for seat, placed in enumerate(state.setups):
        if placed is None:
            continue
        try:
            setup.check(state.rules, seat, Deploy(placed))
        except IllegalAction:
            return False
    if not state.where:
        return True
    placed_all = [piece for placed in state.setups for piece in placed or ()]
    starts = chain(*state.starts)
    return placed_all == [(start, kind.id) for start, kind in zip(starts, state.kinds, strict=True)]


def _legal_kinds(state: RankState) -> bool:
    """Nothing has moved that cannot (ST-MOVE-3), and nobody has lost a flag in a game that goes on."""
    track = state.track
    walked = {piece for piece in range(len(state.where)) if state.moved >> piece & 1}
    walked |= {trail[0] for trails in track.trails for trail in trails}
    walked |= {route[0] for route in track.routes if route is not None}
    walked |= {pair[0] for pair in track.pairs if pair is not None}
    if not all(state.kinds[piece].movable for piece in walked):
        return False
    return state.over is not None or not any(state.kinds[piece].role == "flag" for piece in state.captured)


def _goes_on(state: RankState) -> bool:
    """Whether the seat to move has a move: without one the game would be over (ST-TURN-2)."""
    return not state.where or state.over is not None or bool(state.legal(state.track.turn))
