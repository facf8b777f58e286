"""A unit in play: all that is recorded of it openly (HX-UNIT-7)."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

GROUND: Final = 0
AIR: Final = 1
LAYERS: Final = ("ground", "air")
"""The two layers of a hex (HX-CONV-5)."""

STANDING: Final = 0
PRONE: Final = 1
HOVERING: Final = 2
STANCES: Final = ("standing", "prone", "hovering")
"""How one is in the GROUND layer; hovering is the state of a VTOL just above the ground (HX-AIR-5)."""

RESERVE: Final = "reserve"
"""Not yet on the map: to be deployed, or a reinforcement."""
PLAY: Final = "play"
WRECK: Final = "wreck"
"""Deactivated; lies in its hex and may be repaired."""
AWAY: Final = "away"
"""Waits inside another unit: combined away, or not yet spawned."""
OUT: Final = "out"
"""Unconscious, destroyed or removed for good."""
LEFT: Final = "left"
"""Withdrawn over an exit edge (HX-MOVE-8)."""


class Piece(msgspec.Struct, frozen=True):
    """A unit in play. Its number is its place in the list of units; it tells nothing."""

    key: str
    """Its name in the scenario."""
    sheet: str
    """The id of its sheet."""
    owner: int
    """The seat that it belongs to."""
    seat: int
    """The seat that commands it now (HX-ABL-CTL)."""
    hp: int
    card: int
    """The number of its playing card (HX-UNIT-6)."""
    status: str = RESERVE
    mode: int = 0
    hex: int = -1
    """Where it is; -1 while off the map, carried, or unseen."""
    facing: int = 0
    layer: int = GROUND
    stance: int = STANDING
    carrier: int = -1
    """The unit that carries it."""
    controller: int = -1
    """The unit that took control of it."""
    cloaked: bool = False
    unseen: bool = False
    """In a view: that its place is hidden from the reader."""
    shield: str = ""
    """``self``, ``weapon`` or nothing (HX-ABL-SHD)."""
    kept: bool = False
    """Whether the shield was raised or kept in this turn."""
    ducked: bool = False
    """Duck and Cover until its next turn (HX-OPT-5)."""
    waiting: int = 0
    """It comes into play at the end of this round (1), or, for a reinforcement, in this round.

    In play already (combined or separated): its card joins at the end of this round (HX-SEQ-6).
    """
    parent: int = -1
    """The unit that it steps out of (HX-NEB-7)."""

    @property
    def present(self) -> bool:
        """Whether it is in play and on the map itself, not carried."""
        return self.status == PLAY and self.carrier < 0


class Place(NamedTuple):
    """Where and how a unit is: the end of a step of movement."""

    hex: int
    facing: int
    layer: int = GROUND
    stance: int = STANDING
