"""What a seat has heard of a game, from the entries of its log."""

from __future__ import annotations

from collections.abc import Iterable

from flagfall.core import Action, Event, hears
from flagfall.server.tables.log_entries import Acted, Closed, Entry, TookBack


def heard(entries: Iterable[Entry], seat: int) -> list[list[Event]]:
    """For each action that was not taken back the events that the seat heard of it."""
    acts: list[list[Event]] = []
    for entry in entries:
        if isinstance(entry, TookBack):
            del acts[-entry.turns :]
        elif isinstance(entry, Acted | Closed):
            acts.append([event for event in entry.events if hears(event, seat)])
    return acts


def own_actions(entries: Iterable[Entry], seat: int) -> list[list[Action]]:
    """For each of the same actions a list with it, if it was the seat's own."""
    acts: list[list[Action]] = []
    for entry in entries:
        if isinstance(entry, TookBack):
            del acts[-entry.turns :]
        elif isinstance(entry, Acted):
            acts.append([entry.action] if entry.seat == seat else [])
        elif isinstance(entry, Closed):
            acts.append([])
    return acts
