"""The entries of a table's log: what happened, so that replaying them gives the table again.

An entry holds the action and the events that the rules made of it. Replays of finished games read the
events; recovery plays the actions again and holds the result against the events.

Actions and events are those of the family that the table plays; `read_entry` gets them from its game.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Generic, Literal, TypeAlias

import msgspec

from flagfall.core import Action, AnyGame, Event, Outcome
from flagfall.core.options import Value
from flagfall.server.tables.clocks import Left
from flagfall.server.wire.messages import A, E
from flagfall.server.wire.tables import ClockSpec, OfferKind, PersonSitter, RatingChange, Sitter


class Opened(msgspec.Struct, frozen=True, tag="opened", kw_only=True, omit_defaults=True):
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
    advice: bool = True
    """Whether players may ask for hints and guesses; tables from before there was a choice had them."""
    tournament: str = ""
    """The tournament that the game belongs to."""
    source: str = ""
    """Where the game was played, if not here: it was imported."""


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """Somebody took a seat; when both are taken the set-up begins."""

    seat: int
    sitter: Sitter


class Handed(msgspec.Struct, frozen=True, tag="handed"):
    """A guest became an account, or signed in to one: the same person goes on under another name."""

    seat: int
    sitter: Sitter


class Acted(msgspec.Struct, Generic[A, E], frozen=True, tag="acted"):
    """A seat acted: the action, and the events that the rules made of it."""

    seat: int
    action: A
    events: tuple[E, ...]


class Closed(msgspec.Struct, Generic[E], frozen=True, tag="closed"):
    """The game ended off the board: resignation, agreement, time."""

    outcome: Outcome
    events: tuple[E, ...]


class Aborted(msgspec.Struct, frozen=True, tag="aborted"):
    """The table was left before it counted."""

    reason: Literal["left", "time", "rules", "operator"]
    seat: int = -1
    both: bool = False
    """Whether the other seat was left too."""


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


_Entry: TypeAlias = (
    Opened
    | Sat
    | Handed
    | Acted[A, E]
    | Closed[E]
    | Aborted
    | Offered
    | Declined
    | TookBack
    | Revived
    | Rated
    | Rematched
    | Shared
)
Entry: TypeAlias = _Entry[Action, Event]

_FAMILY_TAG = re.compile(r'^\{"type":"[a-z]+-(?=(?:acted|closed)")')
"""Before the tag of an entry whose family has a prefix (`Game.prefix`)."""


@cache
def decoder(action_type: object, event_type: object) -> msgspec.json.Decoder[Entry]:
    """What reads the entries of a family."""
    union: Any = _Entry
    return msgspec.json.Decoder(union[action_type, event_type])


def _nameless(entry: Entry) -> Entry:
    """An entry as it is stored: people by their ids, since names change and are deleted."""
    if isinstance(entry, Sat | Handed) and isinstance(entry.sitter, PersonSitter):
        return msgspec.structs.replace(entry, sitter=msgspec.structs.replace(entry.sitter, name=""))
    return entry


def read_entry(body: str, game: AnyGame | None = None) -> Entry:
    """The entry of a body; without a game, actions and events stay as JSON has them."""
    reads = decoder(Any, Any) if game is None else decoder(game.action_type, game.event_type)
    return _nameless(reads.decode(_FAMILY_TAG.sub('{"type":"', body)))


def write_entry(entry: Entry, game: AnyGame | None = None) -> str:
    """The body of an entry; actions, and ends off the board, need the game of the table."""
    body = msgspec.json.encode(_nameless(entry)).decode()
    if game is not None and game.prefix and isinstance(entry, Acted | Closed):
        return body.replace('{"type":"', f'{{"type":"{game.prefix}-', 1)
    return body
