"""Tables as clients are shown them and ask for them: one set of structs for JSON, OpenAPI and TypeScript."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from flagfall.core.options import Value
from flagfall.core.outcome import Outcome

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
    """Empty once the account is deleted."""
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


CommittedTo: TypeAlias = Literal["seed", "setup-0", "setup-1"]


class Commitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """SHA-256 over a 256-bit nonce and a content, told at the start and opened at the end."""

    what: CommittedTo
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
    advice: bool = True
    """Whether its players may ask for hints and guesses, where neither rating nor memory forbids it."""
    tournament: str = ""
    """The tournament that the game belongs to."""
    source: str = ""
    """Where the game was played, if not on this server: ``gravon``."""


class Opponent(msgspec.Struct, frozen=True, tag="bot", omit_defaults=True):
    """A built-in bot takes the other seat at once."""

    level: Id
    hints: bool = True
    """Whether hints and guesses may be asked for: a game without them is a harder one."""


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
    """The seat of the person who asks; a random one if None."""
    clock: ClockSpec = NoClock()
    setup: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    rated: bool = False
    watch: bool = True
    advice: bool = False
    """Whether both may ask for hints and guesses in a casual game of people; against a bot they may."""


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
    short: str = ""
    """The short code, which a friend can type; with ``code``."""


class Invitation(msgspec.Struct, frozen=True):
    """Where a short code leads: a table with a free seat, and the code of its invite link."""

    table: str
    code: str
