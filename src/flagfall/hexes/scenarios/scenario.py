"""Scenarios as data: the map, the sides, where they start, and what wins (HX-SEQ-1, HX-SEQ-11, HX-END-2).

A scenario file is TOML with the fields of `Scenario`; `scenario_files.py` reads and checks the files.
Hexes are written as the map shows them, column then row: ``"0305"`` (HX-CONV-4).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from flagfall.core.presentation import Words
from flagfall.hexes.maps.map_generator import Generator

Facing: TypeAlias = Literal["N", "NE", "SE", "S", "SW", "NW"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One unit in a scenario: placed by the scenario, or by its player in a zone."""

    unit: str
    """The id of its sheet."""
    id: str | None = None
    """Its name in this scenario where a sheet is used twice; else that of the sheet."""
    at: str | None = None
    """The hex where it stands; None: the player puts it in a zone (HX-SEQ-11)."""
    facing: Facing | None = None
    mode: str | None = None
    """The name of the mode that it starts in; None: the first."""
    zone: str | None = None
    """The zone for this unit alone; None: that of its side."""
    heads: int | None = None
    """How many humans the group has (HX-HUM-1, HX-HUM-2)."""
    round: int = 1
    """The round in which it joins; later ones are reinforcements (HX-SEQ-6)."""

    @property
    def key(self) -> str:
        """Its name in this scenario."""
        return self.id or self.unit


class ScenarioSide(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of the two sides; the first is seat 0."""

    id: str
    faction: str
    """The faction that a unit whose allegiance follows its mode has to serve (HX-UNQ-2)."""
    name: Words
    units: tuple[Entry, ...] = ()
    zone: str | None = None
    """Where it deploys the units that have no place of their own."""
    facing: Facing = "N"
    """The facing of placed units that name none."""
    chain: tuple[str, ...] = ()
    """The chain of command, first the leader; empty: the player writes it (HX-ABL-CMD, HX-SEQ-11)."""
    points: int | None = None
    """In a game by points: how much the player may spend on their force."""
    factions: tuple[str, ...] = ()
    """In a game by points: the factions to choose from; empty: all."""


class Eliminate(msgspec.Struct, frozen=True, tag_field="kind", tag="eliminate", forbid_unknown_fields=True):
    """A side wins when the other has nothing left; without a side it holds for both (HX-END-2)."""

    side: str | None = None


class Hold(msgspec.Struct, frozen=True, tag_field="kind", tag="hold", forbid_unknown_fields=True):
    """A side wins when it alone has units in the zone at the end of some rounds in a row."""

    side: str
    zone: str
    rounds: int = 1
    hexes: int = 1
    """How many hexes of the zone its own units must stand in."""


class Exit(msgspec.Struct, frozen=True, tag_field="kind", tag="exit", forbid_unknown_fields=True):
    """A side wins when enough of its units have left the map (HX-MOVE-8)."""

    side: str
    edge: Literal["N", "E", "S", "W"]
    count: int = 1
    units: tuple[str, ...] = ()
    """Only these count; empty: any."""


class Protect(msgspec.Struct, frozen=True, tag_field="kind", tag="protect", forbid_unknown_fields=True):
    """A side wins when at the end of a round something of it is still there."""

    side: str
    until: int
    """The round at whose end it is won."""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    """Constructs, by hex."""
    count: int | None = None
    """How many of the named things have to be left; None: all."""


class Destroy(msgspec.Struct, frozen=True, tag_field="kind", tag="destroy", forbid_unknown_fields=True):
    """A side wins when enough of the named units or constructs are gone."""

    side: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    count: int | None = None
    """How many have to go; None: all."""


Condition: TypeAlias = Eliminate | Hold | Exit | Protect | Destroy


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last round, and who wins after it."""

    rounds: int
    winner: str = "points"
    """A side, ``draw``, or ``points``: whose losses are worth less in HP (HX-END-2)."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game to play: map, sides, options and what wins."""

    id: str
    title: Words
    text: Words
    sides: tuple[ScenarioSide, ScenarioSide]
    map: str | None = None
    """The id of a map; or else a generator."""
    generator: Generator | None = None
    preset: Literal["book", "arena"] = "book"
    options: dict[str, bool | int | str] = {}
    """Options of the game with a default of their own in this scenario."""
    mercenaries: tuple[Entry, ...] = ()
    """Units that the sides roll for before the game (HX-UNQ-2)."""
    victory: tuple[Condition, ...] = (Eliminate(),)
    """Any of these ends the game."""
    limit: Limit | None = None
    start_damage: bool = False
    """Whether units may begin with damage: the option of that name says which, and how much (HX-SEQ-13)."""


class OwnParts(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table ``own`` of a scenario file: what it brings along, each as the text of a file of its kind."""

    map: str = ""
    units: str = ""
