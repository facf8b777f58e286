"""What travels between moderators and the server: reports, what was said, what was done."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from flagfall.server.wire.friends import PersonSeen
from flagfall.server.wire.tables import Id, Room

Act: TypeAlias = Literal["note", "mute", "unmute", "ban", "unban", "close"]
HOURS = 24 * 365
"""Hours for which somebody is muted at most."""


class SaidLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was said at a table."""

    at: int
    name: str
    text: str
    room: Room
    about: bool = False
    """Whether the person who was reported has said it."""


class ModeratorAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a moderator or the operator did."""

    at: int
    act: Act
    by: str = ""
    """The name of the moderator; empty for the operator."""
    until: int = 0
    text: str = ""


class PersonModerated(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody as moderators see them."""

    person: PersonSeen
    banned: bool = False
    muted_until: int = 0
    reports: int = 0
    """How often they were reported."""
    acts: tuple[ModeratorAct, ...] = ()
    """What was done, the newest first."""


class ReportSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A report, with what is needed to judge it."""

    id: int
    at: int
    reason: str
    about: PersonModerated
    by: PersonSeen | None = None
    """None once the account is deleted."""
    text: str = ""
    replay: str = ""
    """The game, if it is over and everybody may see it."""
    lines: tuple[SaidLine, ...] = ()
    """What was said there; while the game runs only what the person who was reported has said."""
    closed: int = 0
    running: bool = False
    """Whether the game still runs."""


class Reports(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of reports, those that wait longest first."""

    reports: tuple[ReportSeen, ...]
    more: int = 0
    """Ask again with ``after`` set to this, if it is not 0."""


class Moderate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a moderator does; all of it is kept in a log."""

    person: Id
    act: Act
    hours: Annotated[int, msgspec.Meta(ge=1, le=HOURS)] = 24
    """For how long somebody is muted."""
    text: Annotated[str, msgspec.Meta(max_length=1_000)] = ""
    report: Annotated[int, msgspec.Meta(ge=0, le=2_147_483_647)] = 0
    """The report that it answers, if any."""
