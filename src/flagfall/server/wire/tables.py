"""What travels between server and clients: one set of structs for JSON, OpenAPI and TypeScript.

Live messages are tagged by ``type``. Of what a seat receives, numbered messages (`Told`, `Reset`) tell what
happened and come exactly once, in order, in a stream of that seat's own; all others are snapshots that
replace what came before them, so that losing one costs nothing.

Messages that carry actions, events or views are generic: at a table they hold those of its game's family
(`Game.action_type`, `Game.event_type`, `Game.view_type`).
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

import msgspec

from flagfall.core import Action, Event, View
from flagfall.core.options import Value
from flagfall.core.outcome import Outcome

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

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=2, max_length=24)]
Seat: TypeAlias = Literal[0, 1]
Status: TypeAlias = Literal["open", "setup", "play", "over", "aborted"]
Speed: TypeAlias = Literal["blitz", "rapid", "slow", "days", "free"]
OfferKind: TypeAlias = Literal["draw", "takeback", "rematch"]
Room: TypeAlias = Literal["players", "watchers"]
Preset: TypeAlias = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game"]


# Errors -------------------------------------------------------------------------------------------------


class FaultAt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong in an uploaded file or text."""

    line: int
    reason: str
    """A sentence in plain English."""
    field: str = ""
    column: int = 0
    code: str = ""
    """The key of the sentence in other languages, with its values; ``plain`` where there is no other."""
    params: dict[str, str | int] = {}


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a code for programs, a rule and values for the client's sentence."""

    code: str
    """``illegal``, ``not-your-turn``, ``stale``, ``bad-message``, ``forbidden``, ``not-found`` ..."""
    rule: str = ""
    params: dict[str, str | int] = {}
    field: str = ""
    detail: str = ""
    """A sentence in plain English, for logs of clients and for bots."""
    faults: tuple[FaultAt, ...] = ()
    retry: int = 0
    """Seconds after which it makes sense to try again."""


# Clocks -------------------------------------------------------------------------------------------------


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """Nobody is hurried; the game stays resumable."""


class BankClock(msgspec.Struct, frozen=True, tag="bank"):
    """A base for the whole game, and an increment after every move, in seconds."""

    base: Annotated[int, msgspec.Meta(ge=10, le=86_400)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0


class MoveClock(msgspec.Struct, frozen=True, tag="move"):
    """Seconds for each move."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=3_600)]


class DaysClock(msgspec.Struct, frozen=True, tag="days"):
    """Days for each move."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


ClockSpec: TypeAlias = NoClock | BankClock | MoveClock | DaysClock


class ClockFace(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the clocks show at the moment of the message, in milliseconds; None where no time is kept."""

    left: tuple[int | None, int | None]
    running: tuple[bool, bool] = (False, False)
    """Whose time runs: both while setting up, unless ready."""


# Tables -------------------------------------------------------------------------------------------------


class PersonSitter(msgspec.Struct, frozen=True, tag="person", omit_defaults=True):
    """A person, or an external bot, on a seat."""

    id: str
    name: str
    guest: bool = False
    bot: bool = False
    """Plays by API token."""
    rating: int | None = None
    provisional: bool = False


class BotSitter(msgspec.Struct, frozen=True, tag="bot", omit_defaults=True):
    """A built-in bot on a seat."""

    id: str
    """Its level; names are those of `BotInfo`."""
    rating: int | None = None


Sitter: TypeAlias = PersonSitter | BotSitter


class Commitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """SHA-256 over a 256-bit nonce and a content, told at the start and opened at the end."""

    what: Literal["seed", "setup-0", "setup-1"]
    hash: str
    """In hex. Verify: ``sha256(bytes.fromhex(nonce) + content.encode())``."""
    nonce: str = ""
    content: str = ""
    """Empty until the end. Of a set-up ``a1=flag b1=bomb ...`` by square, of a seed the decimal number."""


class RatingChange(msgspec.Struct, frozen=True):
    """What a rated game did to a seat's rating."""

    before: int
    after: int


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as everybody may see it: a snapshot, sent again whenever it changes."""

    id: str
    game: str
    options: dict[str, Value]
    status: Status
    clock: ClockSpec
    speed: Speed
    seats: tuple[Sitter | None, Sitter | None]
    created: int
    """Milliseconds since 1970, as all times."""
    watch: bool
    """Whether onlookers may follow the public view."""
    updated: int = 0
    ply: int = 0
    """Half-moves made."""
    turn: int | None = None
    """The seat to move, while play goes on."""
    setup: int = 0
    """Seconds for the set-up; 0 is without limit."""
    rated: bool = False
    private: bool = False
    """Only by invite link; not in the lobby."""
    shared: bool = False
    """Whether the players of a private game have opened its replay to all who have the link."""
    hotseat: bool = False
    """Two people at one screen."""
    ready: tuple[bool, bool] = (False, False)
    offers: tuple[tuple[OfferKind, ...], tuple[OfferKind, ...]] = ((), ())
    """What each seat offers now."""
    outcome: Outcome | None = None
    commitments: tuple[Commitment, ...] = ()
    ratings: tuple[RatingChange | None, RatingChange | None] = (None, None)
    next: str = ""
    """The table of the rematch."""


class Opponent(msgspec.Struct, frozen=True, tag="bot"):
    """A built-in bot takes the other seat at once."""

    level: Id


class ByLink(msgspec.Struct, frozen=True, tag="link"):
    """The other seat is for the person who has the invite link."""


class Anyone(msgspec.Struct, frozen=True, tag="anyone"):
    """The other seat is offered in the lobby."""


class SameScreen(msgspec.Struct, frozen=True, tag="hotseat"):
    """Two people at one screen."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made."""

    game: Id
    against: Opponent | ByLink | Anyone | SameScreen
    options: dict[str, Value] = {}
    seat: Seat | None = None
    """The seat of the person who asks; by lot if None."""
    clock: ClockSpec = NoClock()
    setup: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    rated: bool = False
    watch: bool = True


class QuickPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down opposite anyone who waits for the same game and clock, else wait for someone."""

    game: Id
    clock: ClockSpec = BankClock(900, 5)
    rated: bool = False


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the free seat of a table; a private one asks for the code of its invite link."""

    code: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table, the seats that you have, and for its maker the code of the invite link."""

    table: TableInfo
    seats: tuple[int, ...] = ()
    code: str = ""


# Live messages, server to client -------------------------------------------------------------------------


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


class Turn(msgspec.Struct, Generic[A], frozen=True, tag="turn"):
    """A seat of yours has to decide: set up, or one of these actions."""

    seat: int
    must: Literal["setup", "act"]
    legal: tuple[A, ...]


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


# Live messages, client to server -------------------------------------------------------------------------

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
    """Give up."""

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
    """Are you there."""


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
