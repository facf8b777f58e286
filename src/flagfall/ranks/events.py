"""What happens in a hidden-rank game, told to those who may know it.

From memory (ST-KNOW-2) what happened is told once, at its moment: a long move, a power or a changed mode
names a piece as surely as a battle does. Only what still lies on the table lasts: set-ups and the tray.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from flagfall.core import Event, Outcome, PlainEvent

Placement: TypeAlias = tuple[tuple[int, str], ...]
"""A set-up: the square and the kind of every piece, by square."""


class Ready(Event, frozen=True, tag="ready"):
    """A seat has set up; nothing else of it is told (ST-SET-1)."""

    lasts: ClassVar[bool] = True
    seat: int


class Deployed(Event, frozen=True, tag="deployed"):
    """A seat's own set-up, told to that seat."""

    lasts: ClassVar[bool] = True
    seat: int
    setup: Placement


class Began(Event, frozen=True, tag="began"):
    """Both have set up: the squares where each side's pieces stand, in the order of the pieces' ids."""

    lasts: ClassVar[bool] = True
    squares: tuple[tuple[int, ...], tuple[int, ...]]
    position: int = 0
    """A number that stands for which piece stands where (ST-MOVE-7)."""


class Switched(Event, frozen=True, tag="switched"):
    """A piece changed its mode; in Robot Mode it lies face up (ST-MODE-2)."""

    piece: int
    robot: bool
    kind: str = ""


class Used(Event, frozen=True, tag="used"):
    """A piece used a power."""

    piece: int
    power: str
    targets: tuple[int, ...] = ()
    kind: str = ""


class Moved(PlainEvent, frozen=True, tag="moved"):
    """A piece went from one square to another; ``by`` is the piece that drew or called it, if one did."""

    piece: int
    origin: int
    target: int
    by: int = -1


class Attacked(Event, frozen=True, tag="attacked"):
    """A piece attacked others: the squares from which and on which they fight."""

    piece: int
    origin: int
    targets: tuple[int, ...]


class Shown(Event, frozen=True, tag="shown"):
    """What a piece is: its rank, and which piece it is where that is shown too (ST-ATT-2)."""

    piece: int
    rank: str
    kind: str = ""


class Noticed(Event, frozen=True, tag="noticed"):
    """The opponent alone was shown a piece: told to its owner (ST-POW-VISION)."""

    piece: int


class Captured(Event, frozen=True, tag="captured"):
    """A piece left the board."""

    lasts: ClassVar[bool] = True
    piece: int


class Trayed(Event, frozen=True, tag="trayed"):
    """What a captured piece is, told to those who see the tray (ST-KNOW-1)."""

    lasts: ClassVar[bool] = True
    piece: int
    kind: str


class Answered(Event, frozen=True, tag="answered"):
    """The direction that the compass was asked for: ``north east``, or ``none`` (ST-POW-COMPASS)."""

    piece: int
    kind: str
    direction: str


class Awaits(Event, frozen=True, tag="awaits"):
    """A power has begun and waits for its targets."""

    piece: int
    power: str
    origin: int


class Turned(PlainEvent, frozen=True, tag="turned"):
    """A turn is over: whose turn it is now, and the public counters of the rules of repetition."""

    seat: int
    attack: bool
    trail: tuple[int, int, int, int] | None = None
    """The straight move just made: piece, axis, and the borders it crossed (ST-MOVE-6)."""
    route: tuple[int, int, int] | None = None
    """The same move as piece, origin and target (ST-MOVE-7)."""
    near: bool = False
    """Whether it ended next to an enemy piece (ST-MOVE-7)."""
    position: int = 0
    """A number that stands for which piece stands where (ST-MOVE-7)."""

    drawn: int = -1
    """A piece that was drawn onto another square, whose count starts again (ST-MOVE-6)."""
    hop: tuple[int, int, int] | None = None
    """A move of an own piece that follows no line, as piece, origin and target (ST-MOVE-6)."""


class Ended(Event, frozen=True, tag="ended"):
    """The game is over, and both set-ups are open (ST-KNOW-4)."""

    lasts: ClassVar[bool] = True
    outcome: Outcome
    setups: tuple[Placement | None, Placement | None]


RankEvent: TypeAlias = (
    Ready
    | Deployed
    | Began
    | Switched
    | Used
    | Moved
    | Attacked
    | Shown
    | Noticed
    | Captured
    | Trayed
    | Answered
    | Awaits
    | Turned
    | Ended
)
