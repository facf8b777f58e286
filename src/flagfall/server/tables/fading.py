"""Tables that play from memory: what was shown is told at its moment, and not again before the end."""

from __future__ import annotations

import msgspec

from flagfall.server.wire.tables import Told

_read = msgspec.json.Decoder(Told).decode


def faded(message: str) -> str:
    """A numbered message as it may be told again: without what had to be remembered."""
    if not message.startswith('{"type":"told"'):
        return message
    told = _read(message)
    kept = tuple(event for event in told.events if event.lasts)
    return msgspec.json.encode(msgspec.structs.replace(told, events=kept)).decode()
