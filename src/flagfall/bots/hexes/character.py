"""Characters of the planning players of the hex game: how much each thing weighs, as data."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a player weighs things. All weights are factors; 1 is a plain player."""

    id: str
    names: dict[str, str]
    about: dict[str, str]
    """One sentence by language."""
    strike: float = 1.0
    """What attacks bring."""
    fear: float = 1.0
    """What the enemy may do to the unit."""
    haste: float = 1.0
    """Getting to where something can be done."""
    duty: float = 1.0
    """What the scenario asks for."""
    cover: float = 1.0
    """Trees, hills and walls between the unit and the enemy."""
    company: float = 1.0
    """Staying with the others."""
    tricks: float = 1.0
    """Abilities: cloaks, shields, smoke, fires, orders, walls."""


class _File(msgspec.Struct, frozen=True):
    character: tuple[Character, ...] = ()


@cache
def characters() -> dict[str, Character]:
    """All characters by id, in the order of the file."""
    read = msgspec.toml.decode(
        files("flagfall.bots.hexes").joinpath("data/characters.toml").read_bytes(), type=_File
    )
    return {one.id: one for one in read.character}
