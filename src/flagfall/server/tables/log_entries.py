"""The entries of a table's log: what happened, so that replaying them gives the table again.

An entry holds the action and the events that the rules made of it. Replays of finished games read the
events; recovery plays the actions again and holds the result against the events.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from flagfall.core import Outcome
from flagfall.core.options import Value
from flagfall.hexes.events import HexEvent
from flagfall.server.tables.clocks import Left
from flagfall.server.wire.hex_actions import HexAction
from flagfall.server.wire.tables import ClockSpec, GameAction, GameEvent, OfferKind, RatingChange, Sitter


class Opened(msgspec.Struct, frozen=True, tag="opened", kw_only=True):
    """The table was made. The seed and the nonces are secret until the end."""

    game: str
    options: dict[str, Value]
    clock: ClockSpec
    setup: int
    rated: bool
    private: bool
    watch: bool
    hotseat: bool
    seed: int
    nonces: tuple[str, str, str]
    """Of the seed and of each seat's set-up, 256 bits each, in hex."""
    rules: str


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """Somebody took a seat; when both are taken the set-up begins."""

    seat: int
    sitter: Sitter


class Handed(msgspec.Struct, frozen=True, tag="handed"):
    """A guest became an account, or signed in to one: the same person goes on under another name."""

    seat: int
    sitter: Sitter


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat acted."""

    seat: int
    action: GameAction
    events: tuple[GameEvent, ...]


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The game ended off the board: resignation, agreement, time."""

    outcome: Outcome
    events: tuple[GameEvent, ...]


class HexActed(Acted, frozen=True, tag="hex-acted"):
    """A seat acted in the hex game."""

    action: HexAction  # type: ignore[assignment]
    events: tuple[HexEvent, ...]  # type: ignore[assignment]


class HexClosed(Closed, frozen=True, tag="hex-closed"):
    """A hex game ended off the board."""

    events: tuple[HexEvent, ...]  # type: ignore[assignment]


ACTED: dict[str, type[Acted]] = {"ranks": Acted, "hexes": HexActed}
CLOSED: dict[str, type[Closed]] = {"ranks": Closed, "hexes": HexClosed}
"""The entries of each family, which have their own actions and events."""


class Aborted(msgspec.Struct, frozen=True, tag="aborted"):
    """The table was left before it counted."""

    reason: Literal["left", "time", "rules", "operator"]
    seat: int = -1


class Offered(msgspec.Struct, frozen=True, tag="offered"):
    """A seat made an offer."""

    seat: int
    what: OfferKind


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """An offer was turned down or withdrawn; ``seat`` is the one that had made it."""

    seat: int
    what: OfferKind


class TookBack(msgspec.Struct, frozen=True, tag="took-back"):
    """The last turns were taken back."""

    turns: int


class Revived(msgspec.Struct, frozen=True, tag="revived"):
    """The server came back; what the clocks showed when it was last there."""

    left: Left


class Rated(msgspec.Struct, frozen=True, tag="rated"):
    """The ratings after a rated game."""

    changes: tuple[RatingChange | None, RatingChange | None]


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """The players went on to another table."""

    next: str


class Shared(msgspec.Struct, frozen=True, tag="shared"):
    """A player opened the replay of a private game."""


Entry: TypeAlias = (
    Opened
    | Sat
    | Handed
    | Acted
    | Closed
    | HexActed
    | HexClosed
    | Aborted
    | Offered
    | Declined
    | TookBack
    | Revived
    | Rated
    | Rematched
    | Shared
)

read_entry = msgspec.json.Decoder(Entry).decode
"""Read the body of an entry."""


def write_entry(entry: Entry) -> str:
    """The body of an entry."""
    return msgspec.json.encode(entry).decode()
