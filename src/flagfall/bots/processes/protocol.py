"""The lines that a bot's process reads and writes: one JSON object a line.

To the bot: ``start``, then any number of ``observe``, ``deploy`` and ``decide``. From the bot: ``ready``
after ``start``, ``action`` after ``deploy`` and ``decide``, or ``error``. ``observe`` has no answer. A
program in any language that keeps to this can take a seat.

Views, events and actions travel as JSON of the game's own types. Nothing else does: there is no message
that could carry a State, and no encoder that accepts one.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from flagfall.bots.base import Clock, Value
from flagfall.core import Action, Event, View

PROTOCOL: Final = 1


class Start(msgspec.Struct, frozen=True, tag_field="say", tag="start"):
    """Take a seat of a game."""

    game: str
    seat: int
    level: int
    seed: int = 0
    params: dict[str, Value] = {}
    protocol: int = PROTOCOL


class Observe(msgspec.Struct, frozen=True, tag_field="say", tag="observe"):
    """Events that the seat heard."""

    events: tuple[Any, ...]


class AskSetup(msgspec.Struct, frozen=True, tag_field="say", tag="deploy"):
    """Set up."""

    view: Any


class AskMove(msgspec.Struct, frozen=True, tag_field="say", tag="decide"):
    """Choose one of the legal actions."""

    view: Any
    legal: tuple[Any, ...]
    clock: Clock = Clock()


class Ready(msgspec.Struct, frozen=True, tag_field="say", tag="ready"):
    """The seat is taken."""

    name: str = ""


class Answer(msgspec.Struct, frozen=True, tag_field="say", tag="action"):
    """The action that the bot chose, and how long it thought."""

    action: Any
    seconds: float = 0.0


class Trouble(msgspec.Struct, frozen=True, tag_field="say", tag="error"):
    """The bot could not do what it was asked."""

    reason: str


class ReadObserve(msgspec.Struct, frozen=True, tag_field="say", tag="observe"):
    """`Observe` as it is read, before the game says of which type its events are."""

    events: msgspec.Raw


class ReadSetup(msgspec.Struct, frozen=True, tag_field="say", tag="deploy"):
    """`AskSetup` as it is read."""

    view: msgspec.Raw


class ReadMove(msgspec.Struct, frozen=True, tag_field="say", tag="decide"):
    """`AskMove` as it is read."""

    view: msgspec.Raw
    legal: msgspec.Raw
    clock: Clock = Clock()


class ReadAnswer(msgspec.Struct, frozen=True, tag_field="say", tag="action"):
    """`Answer` as it is read."""

    action: msgspec.Raw
    seconds: float = 0.0


ToBot: TypeAlias = Start | Observe | AskSetup | AskMove
FromBot: TypeAlias = Ready | Answer | Trouble

UNREADABLE: Final = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What the readers of lines raise: no JSON, or not ours; no UTF-8; brackets without end."""
read_request = msgspec.json.Decoder(Start | ReadObserve | ReadSetup | ReadMove).decode
"""Read a line to the bot."""
read_reply = msgspec.json.Decoder(Ready | ReadAnswer | Trouble).decode
"""Read a line from the bot."""

_ALLOWED = (View, Event, Action)


def line(message: ToBot | FromBot) -> bytes:
    """A message as a line; TypeError if it holds anything but views, events and actions."""
    held: tuple[Any, ...] = ()
    match message:
        case Observe(events=events):
            held = events
        case AskSetup(view=view):
            held = (view,)
        case AskMove(view=view, legal=legal):
            held = (view, *legal)
        case Answer(action=action):
            held = (action,)
    for thing in held:
        if not isinstance(thing, _ALLOWED):
            raise TypeError(f"a {type(thing).__name__} cannot be sent to or from a bot")
    return msgspec.json.encode(message) + b"\n"
