"""The flow of turns: closing those that are over, turning cards, ending rounds (HX-SEQ)."""

from __future__ import annotations

from collections.abc import Iterable

from flagfall.hexes.draft import Draft
from flagfall.hexes.effects import rounds, victory
from flagfall.hexes.events import Drawn, Frame
from flagfall.hexes.units.pieces import PLAY

SPENT = "spent"
"""What is noted of a unit that takes no further action in the round (HX-OPT-1, HX-OPT-2)."""


def spent(used: Iterable[str], unit: int) -> bool:
    """Whether a unit has sprinted or aimed carefully in this round."""
    return f"{unit}:{SPENT}" in used


def spend(draft: Draft) -> None:
    """The acting unit takes no further action in this round, free ones neither."""
    state = draft.state
    if state.options.to_the_letter:
        state.used = tuple(sorted({*state.used, f"{draft.unit}:{SPENT}"}))


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
    in_play = draft.pieces[unit].status == PLAY
    able = in_play and not spent(state.used, unit)
    draft.events.append(Drawn(unit=unit, turn=able))
    if able:
        state.card = unit
        state.dice = 0
        draft.set(unit, ducked=False, kept=False)
        state.stack = (Frame(unit, 2),)
    elif in_play:  # it sprinted or aimed by free actions: the turn passes, and a shield is not kept
        draft.set(unit, ducked=False, kept=False)
        rounds.end_turn(draft, unit)
