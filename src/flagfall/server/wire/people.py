"""What travels about people, games, set-ups, ratings and records: the HTTP half of the wire."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeAlias

import msgspec

from flagfall.core.options import Value
from flagfall.core.outcome import Outcome
from flagfall.core.presentation import Words
from flagfall.server.wire.game_search import GamesShown
from flagfall.server.wire.messages import E, V
from flagfall.server.wire.tables import Commitment, FaultAt, Id, Name, Sitter, Speed, TableInfo

Password: TypeAlias = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
Scope: TypeAlias = Literal["play", "tables", "setups"]
TOKEN_DAYS = 365
"""Days that an API token lives at most."""

# Games --------------------------------------------------------------------------------------------------


class ArmyCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a game."""

    id: str
    names: Words
    colour: str
    size: int
    faces: tuple[tuple[str, str], ...] = ()
    """A few of its pieces for a picture, the strongest first: what is written on them, and their emblem."""


class GameCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game in the gallery."""

    id: str
    family: str
    names: Words
    summary: Words
    theme: str
    width: int
    height: int
    armies: tuple[ArmyCard, ArmyCard]
    powers: int
    """How many special powers it has."""
    modes: bool = False
    own: bool = False
    """Uploaded by a person, not part of the package."""
    series: str = ""
    """What it is listed under: ``classic``, ``stars``, ``robots``, ``pirates``, ``hex`` or a new one."""


class BotInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A built-in bot that can be asked to sit down."""

    id: str
    level: int
    names: Words
    summary: Words
    rating: int | None = None


# People -------------------------------------------------------------------------------------------------


class RatingInfo(msgspec.Struct, frozen=True):
    """A Glicko-2 rating in one game at one speed."""

    game: str
    speed: Speed
    rating: int
    deviation: int
    games: int
    provisional: bool


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who you are to the server."""

    id: str
    name: str
    guest: bool
    created: int
    preferences: dict[str, Any] = {}
    """Whatever the client keeps here, up to 16 kB."""
    ratings: tuple[RatingInfo, ...] = ()
    blocked: tuple[str, ...] = ()
    moderator: bool = False
    games_shown: GamesShown = "named"
    """How the database of games shows yours."""


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a client asks for first."""

    version: str
    protocol: int
    me: Me | None = None


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What others may see of a person."""

    id: str
    name: str
    guest: bool
    since: int
    ratings: tuple[RatingInfo, ...] = ()
    games: int = 0
    recent: tuple[TableInfo, ...] = ()
    """Finished games that everybody may see, newest first."""


class Register(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Become an account; keeps the guest's games, set-ups and preferences."""

    name: Name
    password: Password


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come back as an account."""

    name: Name
    password: Annotated[str, msgspec.Meta(max_length=200)]


class Recover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set a new password with one of the recovery codes; each works once."""

    name: Name
    code: Annotated[str, msgspec.Meta(max_length=64)]
    password: Password


class ChangePassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password; all other sessions end, and the API tokens if you say so."""

    old: Annotated[str, msgspec.Meta(max_length=200)]
    new: Password
    end_tokens: bool = False


class Registered(msgspec.Struct, frozen=True):
    """The account, and its recovery codes: shown once, stored only as hashes."""

    me: Me
    codes: tuple[str, ...]


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name to be shown under (guests; accounts keep theirs)."""

    name: Name


class PositionText(msgspec.Struct, frozen=True):
    """A position as text, and the game that it is of."""

    game: str
    text: str


class SavedSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named set-up of yours."""

    id: str
    game: str
    seat: int
    name: str
    text: str
    updated: int
    played: int = 0
    score: float = 0.0


class SaveSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up to be kept; one with the same name, game and seat is replaced."""

    game: Id
    seat: Literal[0, 1]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    text: Annotated[str, msgspec.Meta(max_length=1_000)]


class RenameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a set-up that is kept."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An API token to be made."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1)] = ("play", "tables")
    days: Annotated[int, msgspec.Meta(ge=1, le=TOKEN_DAYS)] = TOKEN_DAYS


class TokenInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An API token of yours; the secret itself is shown once, when it is made."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    created: int
    expires: int
    secret: str = ""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell the operator about somebody's behaviour."""

    person: Id
    table: str = ""
    reason: Literal["chat", "cheating", "name", "other"] = "other"
    text: Annotated[str, msgspec.Meta(max_length=1_000)] = ""


# Lists --------------------------------------------------------------------------------------------------


class MyTable(msgspec.Struct, frozen=True):
    """A table of yours in a list."""

    table: TableInfo
    seats: tuple[int, ...]
    due: bool
    """Whether it waits for you."""


class MyTables(msgspec.Struct, frozen=True, omit_defaults=True):
    """Your tables, newest first."""

    tables: tuple[MyTable, ...]
    more: int = 0
    """Ask again with ``before`` set to this, if it is not 0."""


class Lobby(msgspec.Struct, frozen=True, tag="lobby", omit_defaults=True):
    """Who waits for an opponent, and which games may be watched. Sent live whenever it changes."""

    open: tuple[TableInfo, ...]
    playing: tuple[TableInfo, ...]
    here: int = 0
    """How many people are on the server now."""


class Here(msgspec.Struct, frozen=True, tag="here"):
    """How many people are on the server now. Sent live when it changes, every few seconds at most."""

    people: int


class Notice(msgspec.Struct, frozen=True, tag="notice", omit_defaults=True):
    """Something wants your attention: a table of yours, or one to which you are invited."""

    what: Literal["turn", "began", "over", "offer", "invited", "declined"]
    table: TableInfo
    code: str = ""
    """Of the invite link, with an invitation."""
    by: str = ""
    """Who invites you, or has declined your invitation."""


class FriendNews(msgspec.Struct, frozen=True, tag="friends"):
    """Somebody has added you: to begin with, or in answer."""

    what: Literal["asking", "added"]
    name: str


LobbyMessage: TypeAlias = Lobby | Here | Notice | FriendNews


class LadderRow(msgspec.Struct, frozen=True):
    """One line of a ladder."""

    sitter: Sitter
    rating: RatingInfo


class OwnRank(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where you stand on a ladder."""

    speed: Speed
    rating: RatingInfo
    place: int = 0
    """1 is the best; 0 while the rating is provisional."""
    of: int = 0
    """How many people the ladder has."""


# Records and editions -----------------------------------------------------------------------------------


class RecordEntry(msgspec.Struct, Generic[E], frozen=True, omit_defaults=True):
    """One step of a finished game: the events with their audiences (``to``)."""

    at: int
    events: tuple[E, ...]
    text: str = ""
    """The action in notation."""
    seat: int = -1
    ply: int = 0
    clock: tuple[int | None, int | None] = (None, None)


class GameRecord(msgspec.Struct, Generic[V, E], frozen=True, omit_defaults=True):
    """A finished game: fold the events that a seat heard into its first view (-2 hears everything)."""

    table: TableInfo
    rules: str
    """The version of the rules that resolved the events."""
    first: tuple[V, ...]
    """The first views: of seat 0, seat 1, onlookers (-1), and with everything open (-2)."""
    entries: tuple[RecordEntry[E], ...]
    digest: str = ""
    """Hash of the last state."""
    outcome: Outcome | None = None
    commitments: tuple[Commitment, ...] = ()
    options: dict[str, Value] = {}


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An own edition, as the text of its TOML file."""

    text: Annotated[str, msgspec.Meta(max_length=65_536)]


class Checked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an uploaded edition is, or what is wrong with it."""

    card: GameCard | None = None
    faults: tuple[FaultAt, ...] = ()
