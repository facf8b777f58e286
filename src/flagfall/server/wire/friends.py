"""What travels about friends: who they are, whether they are here, challenges."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from flagfall.core.options import Value
from flagfall.server.wire.tables import ClockSpec, Id, NoClock, Seat, TableInfo

Whereabouts: TypeAlias = Literal["away", "here", "playing"]


class PersonSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody in a list."""

    id: str
    name: str
    guest: bool = False


class Friend(msgspec.Struct, frozen=True, omit_defaults=True):
    """A friend, and what they let their friends see."""

    id: str
    name: str
    where: Whereabouts = "away"
    """``away`` too if they do not show where they are."""
    table: str = ""
    """A game of theirs that everybody may watch now."""


class Invited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A challenge: a table with a seat for you."""

    table: TableInfo
    code: str
    by: PersonSeen


class Friends(msgspec.Struct, frozen=True, omit_defaults=True):
    """Your friends and those who may become some."""

    friends: tuple[Friend, ...] = ()
    """Those who have added you, as you have them."""
    asking: tuple[PersonSeen, ...] = ()
    """Those who have added you: add them too, or decline."""
    asked: tuple[PersonSeen, ...] = ()
    """Those whom you have added, and who have not answered."""
    recent: tuple[PersonSeen, ...] = ()
    """Those whom you have played lately."""
    invitations: tuple[Invited, ...] = ()
    seen: bool = True
    """Whether your friends see that you are here or playing."""
    friends_only: bool = False
    """Whether only friends may challenge you."""


class FriendSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What friends and others may do."""

    seen: bool
    friends_only: bool


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made for somebody, by id or by the name of an account; they are invited to it."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    game: Id
    options: dict[str, Value] = {}
    seat: Seat | None = None
    clock: ClockSpec = NoClock()
    setup: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    rated: bool = False
    watch: bool = True


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Challenge somebody, by id or by the name of an account, to a table of yours with a free seat."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
