"""What travels over the websocket of a table, in both directions.

Messages are tagged by ``type``. Of what a seat receives, numbered messages (`Told`, `Reset`) tell what
happened and come exactly once, in order, in a stream of that seat's own; all others are snapshots that
replace what came before them, so that losing one costs nothing.

Messages that carry actions, events or views are generic: at a table they hold those of its game's family
(`Game.action_type`, `Game.event_type`, `Game.view_type`).
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

import msgspec

from flagfall.core import Action, Event, OfferedActions, View
from flagfall.server.wire.tables import ClockFace, OfferKind, Preset, Problem, Room, Seat, TableInfo

PROTOCOL = 1
"""Counts up when a message changes in a way that an older client cannot read."""
OLDEST = 1
"""The oldest protocol that is still served; a client that names an older one is told to update."""

V = TypeVar("V")
"""The views of a family."""
E = TypeVar("E")
"""The events of a family."""
A = TypeVar("A")
"""The actions of a family."""


# Server to client ---------------------------------------------------------------------------------------


class Stream(msgspec.Struct, Generic[V], frozen=True):
    """Where a stream stands: the last number, and all that its seat knows (-1 is the onlookers' stream)."""

    seat: int
    n: int
    view: V


class Mark(msgspec.Struct, frozen=True):
    """The last number of a stream."""

    seat: int
    n: int


class Said(msgspec.Struct, frozen=True, tag="said", omit_defaults=True):
    """Somebody said something at the table."""

    id: int
    at: int
    room: Room
    name: str
    seat: int = -1
    person: str = ""
    text: str = ""
    preset: Preset | None = None


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who is at the table now. A built-in bot is always there."""

    seats: tuple[bool, bool]
    watchers: int


class Welcome(msgspec.Struct, Generic[V], frozen=True, tag="welcome", omit_defaults=True):
    """The first message, unless a stream was resumed: all that you need to draw the table."""

    table: TableInfo
    seats: tuple[int, ...]
    """The seats that you play; empty for an onlooker, both at a hot-seat table."""
    streams: tuple[Stream[V], ...]
    clock: ClockFace
    presence: Presence
    now: int
    protocol: int
    said: tuple[Said, ...] = ()
    code: str = ""
    """The code of the invite link, for players while a seat is free."""
    short: str = ""
    """The short code, which a friend can type; with ``code``."""


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """The first message after "my last number is n": the numbered messages that you missed follow."""

    table: TableInfo
    seats: tuple[int, ...]
    streams: tuple[Mark, ...]
    """Where the streams will stand after the missed messages."""
    clock: ClockFace
    presence: Presence
    now: int


class Told(msgspec.Struct, Generic[E], frozen=True, tag="told"):
    """What happened, as this seat may know it. Fold the events into the view."""

    seat: int
    n: int
    at: int
    events: tuple[E, ...]
    clock: ClockFace


class Reset(msgspec.Struct, Generic[V], frozen=True, tag="reset"):
    """A move was taken back: the view to go on from."""

    seat: int
    n: int
    at: int
    view: V
    clock: ClockFace


class Turn(msgspec.Struct, Generic[A], frozen=True, tag="turn", omit_defaults=True):
    """A seat of yours has to decide: set up, or one of these actions."""

    seat: int
    must: Literal["setup", "act"]
    legal: tuple[A, ...]
    offers: tuple[OfferedActions, ...] = ()
    """The legal actions as products of short lists, where there are many and the client asked for offers."""


class TableNow(msgspec.Struct, frozen=True, tag="table"):
    """The table changed: players, status, offers, outcome, opened commitments."""

    table: TableInfo


class ClockNow(msgspec.Struct, frozen=True, tag="clock"):
    """The clocks changed without a move, or were asked for."""

    clock: ClockFace
    now: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """A message of yours was refused; nothing changed."""

    problem: Problem
    ref: int | None = None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A message of yours with a ``ref`` was carried out, and is safely stored."""

    ref: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    now: int


class Goodbye(msgspec.Struct, frozen=True, tag="goodbye"):
    """The server closes the connection; whether and when to come back."""

    problem: Problem
    again: bool


ServerMessage: TypeAlias = (
    Welcome[V]
    | Resumed
    | Told[E]
    | Reset[V]
    | Turn[A]
    | TableNow
    | ClockNow
    | Presence
    | Said
    | Refused
    | Done
    | Pong
    | Goodbye
)
"""What a client of a family receives at a table."""
SentMessage: TypeAlias = ServerMessage[View, Event, Action]
"""What a client of any family receives."""


# Client to server ---------------------------------------------------------------------------------------

Ref: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Act(msgspec.Struct, Generic[A], frozen=True, tag="act", forbid_unknown_fields=True):
    """Do something in the game: set up, move, use a power."""

    action: A
    seat: Seat | None = None
    """Which of your seats; needed at a hot-seat table only."""
    n: int | None = None
    """The last number that you have seen; if the stream has gone on since, the act is refused as stale."""
    ref: Ref | None = None


class OldAct(Act[A], Generic[A], frozen=True, tag="hex-act", forbid_unknown_fields=True):
    """An `Act` under the tag of the hex game.

    Tabs of the last version send it, and processes of the last version read no other: so the client goes on
    sending it at tables of the hex game until none of them runs any more.
    """


class Typed(msgspec.Struct, frozen=True, tag="typed", forbid_unknown_fields=True):
    """The same, as text: ``b4-b5``, ``c3 spyglass d5``."""

    text: Annotated[str, msgspec.Meta(max_length=4_000)]
    seat: Seat | None = None
    n: int | None = None
    ref: Ref | None = None


class Resign(msgspec.Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """The game is given up: the sender loses it."""

    seat: Seat | None = None
    ref: Ref | None = None


class Offer(msgspec.Struct, frozen=True, tag="offer", forbid_unknown_fields=True):
    """Offer a draw, ask for a takeback or a rematch; accepts where the other seat offers the same."""

    what: OfferKind
    seat: Seat | None = None
    ref: Ref | None = None


class Decline(msgspec.Struct, frozen=True, tag="decline", forbid_unknown_fields=True):
    """Turn down what the other seat offers, or withdraw what you offered."""

    what: OfferKind
    seat: Seat | None = None
    ref: Ref | None = None


class Abort(msgspec.Struct, frozen=True, tag="abort", forbid_unknown_fields=True):
    """Leave a table where nobody has moved yet; it counts for nobody."""

    seat: Seat | None = None
    ref: Ref | None = None


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something at the table: a preset, or a short text."""

    preset: Preset | None = None
    text: Annotated[str, msgspec.Meta(max_length=300)] = ""
    ref: Ref | None = None


class Share(msgspec.Struct, frozen=True, tag="share", forbid_unknown_fields=True):
    """Open the replay of a private game that has ended to all who have the link."""

    ref: Ref | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Asks whether the server is still there; `Pong` answers."""


ClientMessage: TypeAlias = Act[A] | OldAct[A] | Typed | Resign | Offer | Decline | Abort | Say | Share | Ping
"""What a client of a family sends."""
_Plain: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] | bool | float | str | None
_Content1: TypeAlias = _Plain | list[_Plain] | dict[str, _Plain]
_Content2: TypeAlias = _Plain | list[_Content1] | dict[str, _Content1]
_Content3: TypeAlias = _Plain | list[_Content2] | dict[str, _Content2]
Content: TypeAlias = dict[str, _Content3]
"""The JSON of an action of any family; numbers and depth have bounds, so that every bus can carry it."""
ReadMessage: TypeAlias = ClientMessage[Content]
"""What a client sent, before the game of its table reads the action."""
