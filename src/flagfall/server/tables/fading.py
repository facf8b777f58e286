"""Tables that play from memory: what was shown is told at its moment, and not again before the end."""

from __future__ import annotations

import msgspec

from flagfall.ranks.events import Answered, Noticed, Shown
from flagfall.server.wire.tables import Told

FLEETING = (Shown, Noticed, Answered)
"""What a player has to remember himself (ST-KNOW-2): everything else is still to be seen on the board."""

_read = msgspec.json.Decoder(Told).decode


def faded(message: str) -> str:
    """A numbered message as it may be told again: without what had to be remembered."""
    if not message.startswith('{"type":"told"'):
        return message
    told = _read(message)
    kept = tuple(event for event in told.events if not isinstance(event, FLEETING))
    return msgspec.json.encode(msgspec.structs.replace(told, events=kept)).decode()
