"""Tables that play from memory: what was shown is told at its moment, and not again before the end."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from flagfall.core import AnyGame, Event
from flagfall.server.wire.tables import Told


@cache
def decoder(event_type: Any) -> msgspec.json.Decoder[Told[Event]]:
    """What reads the messages that tell of a family's events."""
    told: Any = Told
    return msgspec.json.Decoder(told[event_type])


def faded(game: AnyGame, message: str) -> str:
    """A numbered message as it may be told again: without what had to be remembered."""
    if not message.startswith('{"type":"told"'):
        return message
    told = decoder(game.event_type).decode(message)
    kept = tuple(event for event in told.events if event.lasts)
    return msgspec.json.encode(msgspec.structs.replace(told, events=kept)).decode()
