"""Units as data: what a sheet says of a robot, its modes, its partner and its team (HX-UNIT-1 to HX-UNIT-10).

A unit file is TOML: ``[[unit]]`` tables, each with its ``modes``, and at most one ``[team]``;
`unit_files.py` reads and checks the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from flagfall.hexes.units.silhouettes import Silhouette

Kind: TypeAlias = Literal[
    "robot",
    "vehicle",
    "animal",
    "jet",
    "vtol",
    "hover",
    "boat",
    "gun",
    "device",
    "base",
    "nebulon",
    "human",
]
"""What a mode is: it decides the arc (HX-ARC-1, HX-ARC-2) and the penalty on the ground (HX-MOVE-7)."""

Ability: TypeAlias = Literal[
    "any-arc",
    "build",
    "cloak",
    "combine",
    "command",
    "control",
    "demolish",
    "extinguish",
    "fire",
    "repair",
    "separate",
    "shield",
    "smoke",
    "swim",
    "transmit",
]
"""The abilities of section 18; ``any-arc`` and ``swim`` are passive, every other one is an action."""

Attribute: TypeAlias = Literal[
    "damage/1.5",
    "damage*1.5",
    "damage*2",
    "fly",
    "vtol",
    "hover",
    "water",
    "gun",
    "small",
    "teleport",
    "transport",
]
"""The attributes of section 19, all passive."""

Faction: TypeAlias = Literal["autobot", "decepticon", "mercenary", "human"]
Provenance: TypeAlias = Literal[
    "retrieved", "retrieved-corrected", "partial", "proxy", "memory", "decision", "rulebook"
]
"""Where the numbers of a sheet come from; all but the retrieved and the rulebook's are estimates."""
Confidence: TypeAlias = Literal["high", "medium", "low"]
Arc: TypeAlias = Literal[30, 60, 90, 360]
"""The half-angle of a firing arc in degrees; 360 is every direction."""

KINDS: Final[tuple[str, ...]] = get_args(Kind)
ABILITIES: Final[tuple[str, ...]] = get_args(Ability)
ATTRIBUTES: Final[tuple[str, ...]] = get_args(Attribute)
RULE_OF: Final[Mapping[str, str]] = {
    "any-arc": "HX-ABL-ARC",
    "build": "HX-ABL-BLD",
    "cloak": "HX-ABL-CLK",
    "combine": "HX-ABL-CMB",
    "command": "HX-ABL-CMD",
    "control": "HX-ABL-CTL",
    "demolish": "HX-ABL-DEM",
    "extinguish": "HX-ABL-EXT",
    "fire": "HX-ABL-FIR",
    "repair": "HX-ABL-REP",
    "separate": "HX-ABL-SEP",
    "shield": "HX-ABL-SHD",
    "smoke": "HX-ABL-SMK",
    "swim": "HX-ABL-SWM",
    "transmit": "HX-ABL-TRM",
    "damage/1.5": "HX-ATT-1",
    "damage*1.5": "HX-ATT-1",
    "damage*2": "HX-ATT-1",
    "fly": "HX-ATT-2",
    "vtol": "HX-ATT-3",
    "hover": "HX-ATT-4",
    "water": "HX-ATT-5",
    "gun": "HX-ATT-6",
    "small": "HX-ATT-7",
    "teleport": "HX-ATT-8",
    "transport": "HX-TRN-1",
}
"""The rule of every ability and attribute."""
FACTIONS: Final[tuple[str, ...]] = get_args(Faction)
LEAVES: Final = "leaves"
"""Instead of a faction: in that mode the unit leaves the game (HX-UNQ-2)."""
DAMAGE_FACTORS: Final[Mapping[str, tuple[int, int]]] = {
    "damage/1.5": (2, 3),
    "damage*1.5": (3, 2),
    "damage*2": (2, 1),
}
"""Numerator and denominator of what a damage attribute does to the damage received (HX-ATT-1)."""
WIDE_KINDS: Final = frozenset({"robot", "nebulon", "human"})
"""Kinds with the arc of a robot whatever their place on the sheet (HX-ARC-1, HX-HUM-3)."""
DOUBLED_KINDS: Final = frozenset({"jet", "vtol"})
"""Kinds that pay double on the ground (HX-MOVE-7)."""


class Mode(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"strength": "str", "speed": "spe", "firepower": "fir", "height": "hgt", "reach": "range"},
):
    """One shape of a unit. Abilities and attributes hold in this mode only (HX-UNIT-5)."""

    name: str
    kind: Kind
    strength: int
    speed: int
    firepower: int
    height: int
    endurance: int | None = None
    """Instead of the sheet's (HX-UNIT-1)."""
    skill: int | None = None
    """Instead of the sheet's (HX-UNIT-1)."""
    reach: int | None = None
    """The range of the weapon where it is not the firepower: the giants' is capped."""
    arc: Arc | None = None
    """The half-angle of the firing arc, or None for that of the kind."""
    can_drop: bool | None = None
    """Whether it may go prone; None: the first mode of a sheet, if it walks upright (HX-PRONE-4)."""
    abilities: tuple[Ability, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    nebulon: str | None = None
    """The partner in this mode, instead of the sheet's."""
    shape: Silhouette | None = None
    """The drawing, or None for that of the kind, which the client chooses."""

    @property
    def weapon_range(self) -> int:
        """The farthest hex that its weapon reaches (HX-RNG-1)."""
        return self.firepower if self.reach is None else min(self.reach, self.firepower)

    @property
    def flies(self) -> bool:
        """Whether it can be in the air (HX-AIR-1)."""
        return "fly" in self.attributes or "vtol" in self.attributes

    @property
    def ground_penalty(self) -> bool:
        """Whether terrain costs it double on the ground (HX-MOVE-7)."""
        return self.kind in DOUBLED_KINDS and self.flies

    @property
    def damage_factor(self) -> tuple[int, int]:
        """What damage received is multiplied with, as a fraction (HX-ATT-1)."""
        for name in self.attributes:
            if name in DAMAGE_FACTORS:
                return DAMAGE_FACTORS[name]
        return (1, 1)

    def has(self, name: str) -> bool:
        """Whether this mode lists an ability or an attribute."""
        return name in self.abilities or name in self.attributes


class Spawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit leaves behind when it is deactivated (HX-NEB-7)."""

    spawn: str


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of humans: one HP a head, and firepower by heads (HX-HUM-1 to HX-HUM-3)."""

    heads: int
    """How many there are when a scenario does not say."""
    heads_per_fire: int
    """How many heads give one point of firepower, rounded down."""

    def firepower(self, heads: int) -> int:
        """The firepower of so many heads (HX-HUM-3)."""
        return heads // self.heads_per_fire


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the numbers come from, as players are shown it."""

    provenance: Provenance
    confidence: Confidence
    note: str = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit as its tech-spec sheet gives it (HX-UNIT-1)."""

    id: str
    name: str
    function: str
    """Flavour only (HX-UNIT-8)."""
    faction: Faction
    group: str
    endurance: int
    skill: int
    modes: tuple[Mode, ...]
    source: Source
    hp: int | None = None
    """The circles on the sheet where they are not twice the endurance (HX-UNIT-3)."""
    nebulon: str | None = None
    """The partner who goes on alone when the unit is deactivated (HX-NEB-1)."""
    on_deactivate: Spawn | None = None
    """The unit that steps out of the wreck (HX-NEB-7)."""
    combine: str | None = None
    """The team that it combines with (HX-ABL-CMB)."""
    separate: str | None = None
    """The team that it separates into (HX-ABL-SEP)."""
    allegiance_by_mode: tuple[str, ...] = ()
    """For each mode the faction that it serves in it, or ``leaves`` (HX-UNQ-2)."""
    people: People | None = None
    """Set for a group of humans: HP and firepower then follow the heads."""
    points: int | None = None
    """What it costs in a game by points; None: what `price` works out."""

    @property
    def hit_points(self) -> int:
        """HP at the start: as listed, else heads, else twice the endurance (HX-UNIT-3, HX-HUM-3)."""
        if self.hp is not None:
            return self.hp
        return self.people.heads if self.people else 2 * self.endurance

    @property
    def estimate(self) -> bool:
        """Whether its numbers are an estimate, and have to be shown as one."""
        return not self.source.provenance.startswith(("retrieved", "rulebook"))

    def endurance_in(self, mode: int) -> int:
        """Endurance in a mode (HX-UNIT-1)."""
        own = self.modes[mode].endurance
        return self.endurance if own is None else own

    def skill_in(self, mode: int) -> int:
        """Skill in a mode (HX-UNIT-1)."""
        own = self.modes[mode].skill
        return self.skill if own is None else own

    def nebulon_in(self, mode: int) -> str | None:
        """The partner who steps out when it is deactivated in a mode."""
        return self.modes[mode].nebulon or self.nebulon

    def arc_in(self, mode: int, *, wide: bool = False) -> int:
        """The half-angle of the firing arc in a mode; ``wide`` is the preset of that name (HX-ARC-5)."""
        shape = self.modes[mode]
        if "any-arc" in shape.abilities:
            return 360
        if shape.arc is not None:
            return shape.arc
        if mode == 0 or shape.kind in WIDE_KINDS:
            return 90 if wide else 60
        return 60 if wide else 30

    def can_drop_in(self, mode: int) -> bool:
        """Whether it may go prone in a mode (HX-PRONE-4)."""
        shape = self.modes[mode]
        if shape.can_drop is not None:
            return shape.can_drop
        return mode == 0 and shape.kind in WIDE_KINDS

    def mode_index(self, name: str) -> int:
        """The number of the mode with a name; KeyError if there is none."""
        for index, mode in enumerate(self.modes):
            if mode.name == name:
                return index
        raise KeyError(name)

    @property
    def is_nebulon(self) -> bool:
        """Whether any unit may carry it as it would a Nebulon (HX-NEB-4)."""
        return self.modes[0].kind == "nebulon"


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Robots that combine into a big one; their order decides who gets the remainder (HX-ABL-SEP)."""

    id: str
    name: str
    members: tuple[str, ...]
    into: str


class Roster(Mapping[str, Sheet]):
    """All sheets by id, and the teams."""

    def __init__(self, sheets: Iterable[Sheet], teams: Iterable[Team] = ()) -> None:
        self._sheets = {sheet.id: sheet for sheet in sheets}
        self.teams: Mapping[str, Team] = {team.id: team for team in teams}

    def __getitem__(self, id: str) -> Sheet:
        return self._sheets[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sheets)

    def __len__(self) -> int:
        return len(self._sheets)
