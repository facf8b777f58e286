"""What can be agreed before a game: the options of the rules, and the presets ``book`` and ``arena``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from flagfall.core.options import NO_AMOUNTS, Choice, Number, Option, Switch, Value

FIRST: Final = 1
"""The revision of the rules that games without a word about it were played by (HX-CONV-7)."""
OLD_DATA: Final = 3
"""The last revision that was played with the first sheets, maps and scenarios (HX-CONV-8)."""
REVISION: Final = 5
"""The revision that new games are played by: the same rules with the sheets, maps and scenarios of today."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of one game, each under the name that the rules give it."""

    preset: str = "book"
    attack_abilities_share_slot: bool = True
    max_climb: int = 0
    arcs: str = "narrow"
    tree_height: int = 0
    to_hit_offset: int = 0
    natural_1_misses: bool = False
    natural_10_hits: bool = False
    cloak_hides_position: bool = False
    nebulon_rejoin: bool = False
    redirect_doubles_range: bool = False
    sprint: bool = False
    careful_aim: bool = False
    redirect_power: bool = False
    brawl: bool = False
    duck_and_cover: bool = False
    damage_offset: int = 0
    """Left out of positions where it is 0, so that the digests of older games stay."""
    revision: int = FIRST
    """Left out of positions where it is the first: the digests of old games stay (HX-CONV-7)."""
    start_damage: str = NO_AMOUNTS
    """Hit points that units lack from the start, where the scenario allows it (HX-SEQ-13). Left out alike."""

    @property
    def to_the_letter(self) -> bool:
        """Whether the corrections of revision 2 hold: all that its rules mark with [R2] (HX-CONV-7)."""
        return self.revision > FIRST

    @property
    def unseen_are_met(self) -> bool:
        """Whether [R3] holds: the unseen are met and revealed, and decide nothing else (HX-ABL-CLK)."""
        return self.cloak_hides_position and self.revision > 2


def of_old_data(revision: int) -> bool:
    """Whether games of a revision are played with the first data (HX-CONV-8)."""
    return revision <= OLD_DATA


PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "book": {},
    "arena": {"to_hit_offset": 8, "natural_1_misses": True, "natural_10_hits": True, "damage_offset": 4},
}
"""What each preset sets apart from the defaults (HX-HIT-4)."""

DECLARED: Final[tuple[Option, ...]] = (
    Choice("preset", "book", tuple(PRESETS), "HX-HIT-4"),
    Switch("attack_abilities_share_slot", True, "HX-SEQ-4"),
    Number("max_climb", 0, 0, 20, "HX-TERR-4"),
    Choice("arcs", "narrow", ("narrow", "wide"), "HX-ARC-5"),
    Number("tree_height", 0, 0, 20, "HX-LOS-8"),
    Number("to_hit_offset", 0, -10, 10, "HX-HIT-4"),
    Switch("natural_1_misses", False, "HX-HIT-4"),
    Switch("natural_10_hits", False, "HX-HIT-4"),
    Switch("cloak_hides_position", False, "HX-ABL-CLK"),
    Switch("nebulon_rejoin", False, "HX-NEB-5"),
    Switch("redirect_doubles_range", False, "HX-OPT-3"),
    Switch("sprint", False, "HX-OPT-1"),
    Switch("careful_aim", False, "HX-OPT-2"),
    Switch("redirect_power", False, "HX-OPT-3"),
    Switch("brawl", False, "HX-OPT-4"),
    Switch("duck_and_cover", False, "HX-OPT-5"),
    Number("damage_offset", 0, -10, 10, "HX-DMG-6"),
    Number("revision", REVISION, FIRST, REVISION, "HX-CONV-7"),
)
"""The options in their order; 0 for ``max_climb`` and ``tree_height`` means that there is none."""


def declared(
    preset: str = "book", changes: Mapping[str, Value] | None = None, more: Sequence[Option] = ()
) -> tuple[Option, ...]:
    """The options with the defaults of a preset, and of a scenario on top; `BadOption` if one is wrong.

    ``more`` are those that only some scenarios have.
    """
    wanted: dict[str, Value] = {**PRESETS[preset], **(changes or {}), "preset": preset}
    return tuple(
        msgspec.structs.replace(option, default=option.read(wanted[option.name]))
        if option.name in wanted
        else option
        for option in (*DECLARED, *more)
    )
