"""What happens when a clock has run out: the game is lost, or a set-up is placed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection

from flagfall.bots.levels import ready_setup
from flagfall.core import Action, Event, Outcome, State, Step
from flagfall.server.tables.log_entries import Aborted, Acted, Closed
from flagfall.server.tables.referee import act, ended
from flagfall.server.tables.table_state import TableState


def time_up(
    table_state: TableState, now: int, there: Callable[[], tuple[bool, bool]]
) -> tuple[Acted[Action, Event] | Closed[Event] | Aborted, Step[State] | None] | None:
    """What follows from a clock that has run out: in play the game is lost.

    In the set-up a ready-made one is placed for a player who is there (``there``, of both seats), so that
    nobody loses the game; a player who is not there leaves the table.
    """
    fallen = table_state.clocks.fallen(now)
    if not table_state.live or not any(fallen):
        return None
    if table_state.status == "play":
        return ended(
            table_state, Outcome("time", (float(fallen[1]), float(fallen[0])), table_state.game.end_rule)
        )
    here = there()
    absent = [seat for seat in (0, 1) if fallen[seat] and not here[seat]]
    if absent:
        return Aborted("time", absent[0], len(absent) == 2), None
    seat = fallen.index(True)
    secret = hashlib.sha256(f"set-up {table_state.opened.nonces[1 + seat]}".encode()).digest()
    drawn = ready_setup(table_state.game.id, table_state.state.view(seat), seat, int.from_bytes(secret))
    return act(table_state, seat, drawn, None)


def no_show(
    table_state: TableState, came: Collection[int]
) -> tuple[Closed[Event] | Aborted, Step[State] | None] | None:
    """The end of a game to which somebody has not come: lost for who is missing, or for both."""
    missing = [seat for seat in (0, 1) if table_state.due[seat] and seat not in came]
    if not table_state.live or not missing:
        return None
    if table_state.begun:
        lost = missing[0]
        return ended(
            table_state, Outcome("time", (float(lost == 1), float(lost == 0)), table_state.game.end_rule)
        )
    return Aborted("time", missing[0], len(missing) == 2), None
