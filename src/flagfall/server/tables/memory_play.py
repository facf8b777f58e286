"""Tables that play from memory: what was shown is told at its moment, and not again before the end."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from flagfall.core import AnyGame, Event, View
from flagfall.server.wire.messages import Reset, Told


@cache
def decoder(event_type: object, view_type: object) -> msgspec.json.Decoder[Told[Event] | Reset[View]]:
    """What reads the numbered messages of a family."""
    told: Any = Told
    reset: Any = Reset
    return msgspec.json.Decoder(told[event_type] | reset[view_type])


def faded(game: AnyGame, message: str) -> str:
    """A numbered message as it may be told again: with what lasts, and its number.

    A message after a takeback loses its view, which shows what lay open then.
    """
    told = decoder(game.event_type, game.view_type).decode(message)
    events = tuple(event for event in told.events if event.lasts) if isinstance(told, Told) else ()
    return msgspec.json.encode(Told(told.seat, told.n, told.at, events, told.clock)).decode()
