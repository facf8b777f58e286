"""What a hex is made of: an elevation and one terrain (HX-TERR-1)."""

from __future__ import annotations

from typing import Final, NamedTuple

CLEAR: Final = "."
ROUGH: Final = "r"
WATER: Final = "w"
THIN: Final = "t"
THICK: Final = "T"
CONSTRUCT: Final = "c"
IMPASSABLE: Final = "#"
OFF: Final = "-"

NAMES: Final = {
    CLEAR: "clear",
    ROUGH: "rough",
    WATER: "water",
    THIN: "thin trees",
    THICK: "thick trees",
    CONSTRUCT: "construct",
    IMPASSABLE: "impassable",
    OFF: "off the map",
}

COST: Final = {CLEAR: 1, ROUGH: 2, WATER: 2, THIN: 2, THICK: 3, CONSTRUCT: 1}
"""What a walker pays to enter, before elevation (HX-TERR-2)."""

TREES: Final = {THIN: 1, THICK: 2}
"""What trees add to the to-hit number (HX-HIT-3)."""


class Cell(NamedTuple):
    """One hex: elevation, terrain letter, depth of water or height of a construct, and its hit points."""

    elevation: int
    terrain: str
    size: int = 0
    hp: int = 0

    def __str__(self) -> str:
        if self.terrain == OFF:
            return "--"
        if self.terrain == WATER:
            return f"{self.elevation}w{self.size}"
        if self.terrain == CONSTRUCT:
            return f"{self.elevation}c{self.size}:{self.hp}"
        return f"{self.elevation}{self.terrain}"

    @property
    def floor(self) -> int:
        """Where a walker stands: the bottom of water, the top of a construct (HX-TERR-5).

        Lines of sight are stopped by this height too: the surface of water blocks nothing (HX-LOS-6).
        """
        if self.terrain == WATER:
            return self.elevation - self.size
        if self.terrain == CONSTRUCT:
            return self.elevation + self.size
        return self.elevation

    @property
    def surface(self) -> int:
        """Where a unit that travels on the surface is (Hover, Water, hovering VTOL; HX-TERR-5)."""
        return self.elevation + self.size if self.terrain == CONSTRUCT else self.elevation


BLANK: Final = Cell(0, CLEAR)
NOWHERE: Final = Cell(0, OFF)
