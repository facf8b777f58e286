"""What a mission is: a scenario with a story around it, prompts that follow the player, and goals for stars.

A mission file is a scenario file with one table more, ``[mission]``, which has the fields of `Telling`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from flagfall.core.presentation import Words
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.scenarios.scenario import Facing, Scenario

# What a prompt waits for ---------------------------------------------------------------------------------


class At(msgspec.Struct, frozen=True, tag_field="kind", tag="at", forbid_unknown_fields=True):
    """A unit stands in one of some hexes."""

    unit: str
    hexes: tuple[str, ...]


class Faces(msgspec.Struct, frozen=True, tag_field="kind", tag="faces", forbid_unknown_fields=True):
    """A unit faces one of some ways."""

    unit: str
    facings: tuple[Facing, ...]


class InMode(msgspec.Struct, frozen=True, tag_field="kind", tag="mode", forbid_unknown_fields=True):
    """A unit is in a mode."""

    unit: str
    mode: str


class Down(msgspec.Struct, frozen=True, tag_field="kind", tag="down", forbid_unknown_fields=True):
    """A unit is out of action."""

    unit: str


class HasHp(msgspec.Struct, frozen=True, tag_field="kind", tag="hp", forbid_unknown_fields=True):
    """A unit has so many hit points at least."""

    unit: str
    least: int


class InPlay(msgspec.Struct, frozen=True, tag_field="kind", tag="in-play", forbid_unknown_fields=True):
    """A unit is on the map: a big robot that was put together."""

    unit: str


class Shielded(msgspec.Struct, frozen=True, tag_field="kind", tag="shielded", forbid_unknown_fields=True):
    """A unit has raised its shield."""

    unit: str


class InRound(msgspec.Struct, frozen=True, tag_field="kind", tag="round", forbid_unknown_fields=True):
    """A round has begun."""

    round: int


Sign: TypeAlias = At | Faces | InMode | Down | HasHp | InPlay | Shielded | InRound


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is said beside the map until something has happened."""

    say: Words
    until: Sign | None = None
    """None: it stays until the end."""
    hexes: tuple[str, ...] = ()
    """Hexes that glow."""
    press: str = ""
    """The kind of action whose button is pointed out (``move``, ``fire``, ``transform`` ..., ``end``)."""
    unit: str = ""
    """The unit that is to do it; in the turn of another the page says so."""
    stays: bool = False
    """Whether it is said until its own sign has come about, even where that of a later one has; but not when
    a unit that it needs is out of action."""


# Stars ---------------------------------------------------------------------------------------------------


class Keep(msgspec.Struct, frozen=True, tag_field="kind", tag="keep", forbid_unknown_fields=True):
    """At most so many of the player's units fall."""

    lost: int = 0


class ByRound(msgspec.Struct, frozen=True, tag_field="kind", tag="by-round", forbid_unknown_fields=True):
    """The mission is won in this round or before."""

    round: int


class HoldZones(msgspec.Struct, frozen=True, tag_field="kind", tag="zones", forbid_unknown_fields=True):
    """At the end the player's units, and nobody else, stand in each of these zones."""

    zones: tuple[str, ...]


class Defeat(msgspec.Struct, frozen=True, tag_field="kind", tag="defeat", forbid_unknown_fields=True):
    """So many of the enemy's units are out of action at the end."""

    count: int


Goal: TypeAlias = Keep | ByRound | HoldZones | Defeat


# The mission ---------------------------------------------------------------------------------------------


class Telling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table ``[mission]`` of a mission file."""

    chapter: str
    number: int
    """Its place in the chapter."""
    level: int
    """The level of the bot on the other side."""
    before: Words
    """What is told before it."""
    after: Words
    """What is told when it is won."""
    map: str = ""
    """A map of its own, as map files have it; the scenario calls it ``own``."""
    prompts: tuple[Prompt, ...] = ()
    goals: tuple[Goal, ...] = ()
    """Each reached one is a star besides that of the victory."""


class Chapter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Missions that belong together."""

    id: str
    title: Words
    text: Words
    linked: bool = False
    """Whether a mission opens when the one before it is won."""
    carry: int = 0
    """How much of a unit's damage stays for the next mission, in per cent."""


class Mission(msgspec.Struct, frozen=True):
    """A mission as its file tells it; the player has seat 0."""

    scenario: Scenario
    telling: Telling
    map: Map | None

    @property
    def id(self) -> str:
        """The id of its scenario, and of its game."""
        return self.scenario.id


PLAYER: Literal[0] = 0
"""The seat of the person."""
