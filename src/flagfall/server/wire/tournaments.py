"""Tournaments as clients ask for them and are shown them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from flagfall.core.options import Value
from flagfall.server.wire.tables import BankClock, Id, MoveClock, Sitter, Speed

TournamentKind: TypeAlias = Literal["arena", "round-robin", "swiss"]
TournamentStatus: TypeAlias = Literal["open", "running", "over", "stopped", "cancelled"]
TournamentClock: TypeAlias = BankClock | MoveClock
HowEnded: TypeAlias = Literal["", "played", "no-show", "left", "void", "bye"]
"""How a game got its points: empty while it goes on; ``void`` is one that the server could not finish."""
LARGEST = 128
"""Players of a tournament at most."""
LARGEST_ROUND_ROBIN = 16


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be made."""

    name: Annotated[str, msgspec.Meta(min_length=3, max_length=60)]
    game: Id
    kind: TournamentKind
    starts: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
    """When it begins; at once if that is past."""
    clock: TournamentClock = BankClock(600, 5)
    options: dict[str, Value] = {}
    setup: Annotated[int, msgspec.Meta(ge=60, le=900)] = 180
    """Seconds for the set-up."""
    minutes: Annotated[int, msgspec.Meta(ge=10, le=720)] = 60
    """How long an arena goes on."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=15)] = 5
    """Rounds of a Swiss tournament; how often all meet in a round robin, which is 1 or 2."""
    most: Annotated[int, msgspec.Meta(ge=2, le=LARGEST)] = 64
    """Players at most."""
    rated: bool = False
    private: bool = False
    """Only for those who have the link."""
    bots: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The level of the built-in bot that plays where the field is odd; empty for none."""


class TournamentInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    kind: TournamentKind
    status: TournamentStatus
    clock: TournamentClock
    speed: Speed
    options: dict[str, Value]
    setup: int
    most: int
    starts: int
    ends: int = 0
    """When an arena ends: no game begins after that."""
    minutes: int = 0
    round: int = 0
    """The present round, from 1; 0 before the first, and in an arena."""
    rounds: int = 0
    """How many there are; in a round robin that is known when it begins."""
    cycles: int = 0
    """How often all meet in a round robin."""
    players: int = 0
    rated: bool = False
    private: bool = False
    bots: str = ""
    maker: str = ""
    """The id of the person who made it; empty for the operator."""
    maker_name: str = ""
    winner: str = ""
    """The name of the one who won alone."""


class TournamentPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who takes part."""

    number: int
    sitter: Sitter
    away: bool = False
    """Has left, or did not come to a game: gets no new ones until coming back."""


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a tournament."""

    number: int
    round: int
    first: int
    """The number of the player who moves first, or of the one who has a bye."""
    second: int | None
    table: str = ""
    """Empty as long as there is none, and where there is nothing to play."""
    points: tuple[float, float] | None = None
    """Of both, as the tournament counts them; None while it is played."""
    how: HowEnded = ""


class TournamentStanding(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    """Shared by those whom nothing tells apart; 0 for a bot, which takes no place."""
    number: int
    points: float
    tie_break: float
    """Buchholz in Swiss rounds, Sonneborn-Berger in a round robin, 0 in an arena."""
    wins: int
    games: int


class TournamentNow(msgspec.Struct, frozen=True, tag="tournament", omit_defaults=True):
    """A tournament with its players, standings and games. Sent live whenever it changes."""

    tournament: TournamentInfo
    players: tuple[TournamentPlayer, ...]
    standings: tuple[TournamentStanding, ...]
    games: tuple[TournamentGame, ...]
    """Those that are played, and the last ones before them, newest first."""
    now: int
    """The time on the server."""
    no_show: int = 0
    """Seconds after which a player who has not come to a game loses it."""


class TournamentSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament, and for those who take part or made it the code of its link if it is private."""

    seen: TournamentNow
    code: str = ""


class Tournaments(msgspec.Struct, frozen=True):
    """The tournaments that everybody may see, and those of yours that are private."""

    running: tuple[TournamentInfo, ...]
    coming: tuple[TournamentInfo, ...]
    """Soonest first."""
    past: tuple[TournamentInfo, ...]
    """The last ones, newest first."""


class JoinTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take part in a tournament, or come back to it; a private one asks for the code of its link."""

    code: Annotated[str, msgspec.Meta(max_length=64)] = ""
