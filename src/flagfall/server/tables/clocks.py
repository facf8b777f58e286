"""The clocks of a table: pure values, moved on by the times that the log records."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from flagfall.server.wire.tables import BankClock, ClockFace, ClockSpec, DaysClock, MoveClock, NoClock, Speed

DAY = 86_400_000
Left: TypeAlias = tuple[int | None, int | None]


class Clocks(msgspec.Struct, frozen=True):
    """What each seat has left, in milliseconds, at the moment ``since``, and whose time runs from there."""

    left: Left = (None, None)
    running: tuple[bool, bool] = (False, False)
    since: int = 0

    def at(self, now: int) -> Left:
        """What each seat has left at a moment; never less than nothing."""
        gone = max(0, now - self.since)
        first, second = self.left
        if self.running[0] and first is not None:
            first = max(0, first - gone)
        if self.running[1] and second is not None:
            second = max(0, second - gone)
        return first, second

    def face(self, now: int) -> ClockFace:
        """What the clocks show at a moment."""
        return ClockFace(self.at(now), self.running)

    def deadline(self) -> int | None:
        """The moment when the first running clock runs out, if any does."""
        ends = [
            self.since + left
            for left, runs in zip(self.left, self.running, strict=True)
            if runs and left is not None
        ]
        return min(ends) if ends else None

    def fallen(self, now: int) -> tuple[bool, bool]:
        """Whose time is up at a moment."""
        left = self.at(now)
        return self.running[0] and left[0] == 0, self.running[1] and left[1] == 0

    def stopped(self, now: int) -> Clocks:
        """The clocks standing still from a moment on."""
        return Clocks(self.at(now), (False, False), now)


def for_setup(seconds: int, now: int) -> Clocks:
    """Both clocks of the set-up, running."""
    left = seconds * 1_000 or None
    return Clocks((left, left), (True, True), now)


def set_up(clocks: Clocks, seat: int, now: int) -> Clocks:
    """The clocks after a seat has set up while the other has not: its own stands."""
    running = list(clocks.running)
    running[seat] = False
    return Clocks(clocks.at(now), (running[0], running[1]), now)


def _full(spec: ClockSpec) -> int | None:
    match spec:
        case BankClock(base=base):
            return base * 1_000
        case MoveClock(seconds=seconds):
            return seconds * 1_000
        case DaysClock(days=days):
            return days * DAY
        case NoClock():
            return None
    raise TypeError(spec)


def for_play(spec: ClockSpec, turn: int, now: int) -> Clocks:
    """The clocks when play begins: full, that of the seat to move running."""
    full = _full(spec)
    return Clocks((full, full), (turn == 0, turn == 1), now)


def moved(spec: ClockSpec, clocks: Clocks, seat: int, turn: int, now: int, *, again: bool = False) -> Clocks:
    """The clocks after a seat has acted; a turn that is not over yet earns nothing.

    ``again``: the turn is over although the same seat has the next one too.
    """
    left = list(clocks.at(now))
    if turn != seat or again:
        if isinstance(spec, BankClock):
            mine = left[seat]
            left[seat] = None if mine is None else mine + spec.increment * 1_000
        else:
            left = [_full(spec)] * 2
    return Clocks((left[0], left[1]), (turn == 0, turn == 1), now)


def speed(spec: ClockSpec) -> Speed:
    """The kind of game that a clock makes, for ratings: by the time that 60 moves may take."""
    match spec:
        case NoClock():
            return "free"
        case DaysClock():
            return "days"
        case BankClock(base=base, increment=increment):
            seconds = base + 60 * increment
        case MoveClock(seconds=each):
            seconds = 30 * each
    return "blitz" if seconds < 600 else "rapid" if seconds < 1_800 else "slow"
