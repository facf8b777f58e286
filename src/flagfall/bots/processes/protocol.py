"""The lines that a bot's process reads and writes: one JSON object a line.

To the bot: ``start``, then any number of ``observe``, ``deploy`` and ``decide``. From the bot: ``ready``
after ``start``, ``action`` after ``deploy`` and ``decide``, or ``error``. ``observe`` has no answer. A
program in any language that keeps to this can take a seat.

Version 1 has one seat a process, and its lines carry no tags. Version 2 lets one process play many seats:
every line to the bot has the ``key`` of its seat, every question has an ``id``, and its answer has the same
``id``. The process that advises people is asked with ``advise`` and answers with ``advice``.

Views, events and actions travel as JSON of the game's own types. Nothing else does: `content` is the only way
into a message, and it takes nothing else. No encoder accepts a State.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from flagfall.bots.base import Clock, Value
from flagfall.core import Action, Event, OfferedActions, View
from flagfall.core.options import Value as OptionValue

ONE_SEAT: Final = 1
"""The version without tags: what programs of other people speak."""
MANY_SEATS: Final = 2
"""The version with tags: what the server's own processes speak."""
VERSIONS: Final = (ONE_SEAT, MANY_SEATS)


class Start(msgspec.Struct, frozen=True, tag_field="say", tag="start"):
    """Take a seat of a game."""

    game: str
    seat: int
    level: int
    seed: int = 0
    params: dict[str, Value] = {}
    protocol: int = ONE_SEAT
    rules: str | UnsetType = UNSET
    """The text of a game that is not part of the package."""
    key: str | UnsetType = UNSET
    id: int | UnsetType = UNSET


class Observe(msgspec.Struct, frozen=True, tag_field="say", tag="observe"):
    """Events that the seat heard."""

    events: Raw
    key: str | UnsetType = UNSET


class AskSetup(msgspec.Struct, frozen=True, tag_field="say", tag="deploy"):
    """A set-up is wanted, by what the seat sees of its home."""

    view: Raw
    key: str | UnsetType = UNSET
    id: int | UnsetType = UNSET


class AskMove(msgspec.Struct, frozen=True, tag_field="say", tag="decide"):
    """Choose one of the legal actions."""

    view: Raw
    legal: Raw
    clock: Clock = Clock()
    key: str | UnsetType = UNSET
    id: int | UnsetType = UNSET
    offers: Raw | UnsetType = UNSET
    """Version 2: the legal actions as products of short lists; ``legal`` is empty then."""


class AskAdvice(msgspec.Struct, frozen=True, tag_field="say", tag="advise"):
    """Say what a seat that has heard this could do, or should believe, or how good its chances were."""

    what: Literal["hints", "beliefs", "curve", "plan", "review", "moment", "try", "lines", "setup"]
    game: str
    seat: int
    options: dict[str, OptionValue]
    heard: Raw
    """For each action of the game the events that the seat heard of it; for plans and lines, what it sees;
    for a set-up that is scored, the set-up."""
    level: int = 0
    """The level of the bot whose beliefs are asked for; 0 for the best guess."""
    rules: str | UnsetType = UNSET
    id: int | UnsetType = UNSET
    start: int = 0
    """Of a curve or a review: how many actions were told before, under the same key; ``heard`` goes on. Of a
    set-up: the part of the work."""
    key: str = ""
    own: Raw | UnsetType = UNSET
    """For each action of ``heard`` a list with what the seat itself did, if it was its own; for a move that
    is tried, a list with that alone."""


class BotReady(msgspec.Struct, frozen=True, tag_field="say", tag="ready"):
    """The seat is taken."""

    name: str = ""
    id: int | UnsetType = UNSET


class Answer(msgspec.Struct, frozen=True, tag_field="say", tag="action"):
    """The action that the bot chose, and how long it thought."""

    action: Raw
    seconds: float = 0.0
    id: int | UnsetType = UNSET


class Advice(msgspec.Struct, frozen=True, tag_field="say", tag="advice"):
    """What the process advises: JSON that the asker knows how to read."""

    advice: Raw
    id: int | UnsetType = UNSET


class BotProblem(msgspec.Struct, frozen=True, tag_field="say", tag="error"):
    """The bot could not do what it was asked."""

    reason: str
    forgotten: bool | UnsetType = UNSET
    """The process does not know this seat: it has to be started again, and told everything."""
    id: int | UnsetType = UNSET


Question: TypeAlias = Start | AskSetup | AskMove | AskAdvice
Reply: TypeAlias = BotReady | Answer | Advice | BotProblem

UNREADABLE: Final = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What the readers of lines raise: no JSON, or not ours; no UTF-8; brackets without end."""
read_request = msgspec.json.Decoder(Start | Observe | AskSetup | AskMove | AskAdvice).decode
"""Read a line to the bot."""
read_reply = msgspec.json.Decoder(BotReady | Answer | Advice | BotProblem).decode
"""Read a line from the bot."""

Sent: TypeAlias = View | Event | Action | OfferedActions
"""What of a game may be sent to a bot or by one."""


def content(thing: Sent | Iterable[Sent] | Iterable[Iterable[Sent]]) -> Raw:
    """A view, an event, an action, an offer, or lists of them, for a message; TypeError for anything else."""
    return Raw(msgspec.json.encode(_checked(thing)))


def _checked(thing: object) -> object:
    if isinstance(thing, Sent):
        return thing
    if isinstance(thing, list | tuple):
        return [_checked(one) for one in thing]
    raise TypeError(f"a {type(thing).__name__} cannot be sent to or from a bot")


def line(message: Question | Observe | Reply) -> bytes:
    """A message as a line."""
    return msgspec.json.encode(message) + b"\n"
