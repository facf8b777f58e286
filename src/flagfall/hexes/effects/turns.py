"""The flow of turns: closing those that are over, turning cards, ending rounds (HX-SEQ)."""

from __future__ import annotations

from flagfall.hexes.draft import Draft
from flagfall.hexes.effects import rounds, victory
from flagfall.hexes.events import Drawn, Frame
from flagfall.hexes.units.pieces import PLAY


def go_on(draft: Draft) -> None:
    """Close turns that are over, see whether the game is, and turn cards until somebody has to decide."""
    state = draft.state
    while state.result is None:
        victory.check_at_once(draft)
        if state.result is not None:
            return
        if state.stack:
            frame = state.stack[-1]
            if frame.left > 0 and draft.pieces[frame.unit].status == PLAY:
                return
            state.stack = state.stack[:-1]
            if not frame.free:
                rounds.end_turn(draft, frame.unit)
        elif state.pile:
            _draw(draft)
        else:
            rounds.end_round(draft)


def _draw(draft: Draft) -> None:
    """Turn the top card over (HX-SEQ-2, HX-SEQ-7)."""
    state = draft.state
    unit, *rest = state.pile
    state.pile = tuple(rest)
    able = draft.pieces[unit].status == PLAY
    draft.events.append(Drawn(unit=unit, turn=able))
    if able:
        state.card = unit
        state.dice = 0
        draft.set(unit, ducked=False, kept=False)
        state.stack = (Frame(unit, 2),)
