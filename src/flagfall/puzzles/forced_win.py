"""Forced wins under hidden information: a plan that works in every world, told apart only by what is seen."""

from __future__ import annotations

import msgspec

from flagfall.core import Event, Step, hears
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.state import RankState

MOST_STEPS = 30_000
"""Actions that are tried before a search is given up."""


class TooLong(ValueError):  # noqa: N818 - says what is wrong
    """There is too much to look through."""


class Search:
    """One search, with a limit on what it tries."""

    def __init__(self, seat: int, most: int = MOST_STEPS) -> None:
        self.seat = seat
        self.left = most

    def wins(self, worlds: list[RankState], moves: int) -> list[PlayAction]:
        """The actions after which the seat wins within so many of its own moves, in every one of the worlds.

        The worlds look the same to the seat. After each of its moves the enemy of each world may answer with
        anything that is legal there; worlds stay together as long as the seat sees the same, and then share
        a plan.
        """
        return [action for action in worlds[0].legal(self.seat) if self._works(worlds, action, moves)]

    def _apply(self, state: RankState, seat: int, action: PlayAction) -> Step[RankState]:
        self.left -= 1
        if self.left < 0:
            raise TooLong
        return state.apply(seat, action)

    def _works(self, worlds: list[RankState], action: PlayAction, moves: int) -> bool:
        """Whether an action wins in every world within so many moves, this one counted."""
        seat = self.seat
        open_: dict[bytes, list[RankState]] = {}
        for world in worlds:
            step = self._apply(world, seat, action)
            if step.state.over is not None:
                if step.state.over.scores[seat] != 1:
                    return False
                continue
            heard = _heard(step.events, seat)
            if step.state.track.turn == seat:  # a power asks for its targets: still the same move
                open_.setdefault(heard, []).append(step.state)
                continue
            if moves == 1:
                return False
            if not self._answered(step.state, heard, open_):
                return False
        for group in open_.values():
            again = moves if group[0].awaited is not None else moves - 1
            if not any(self._works(group, reply, again) for reply in group[0].legal(seat)):
                return False
        return True

    def _answered(self, state: RankState, heard: bytes, found: dict[bytes, list[RankState]]) -> bool:
        """Sort the states after every answer by what the seat hears; false where one loses or draws."""
        for reply in state.legal(1 - self.seat):
            step = self._apply(state, 1 - self.seat, reply)
            told = heard + b"|" + _heard(step.events, self.seat)
            if step.state.over is not None:
                if step.state.over.scores[self.seat] != 1:
                    return False
            elif step.state.track.turn == self.seat:
                found.setdefault(told, []).append(step.state)
            elif not self._answered(step.state, told, found):
                return False
        return True


def _heard(events: tuple[Event, ...], seat: int) -> bytes:
    return msgspec.json.encode([event for event in events if hears(event, seat)])
