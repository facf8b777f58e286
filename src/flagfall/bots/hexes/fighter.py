"""A unit in one of its shapes as a few numbers: how it goes, how far it strikes, how hard it is to hit."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from flagfall.bots.hexes.board_arrays import FAR, BoardArrays, Row
from flagfall.hexes.rules.attacks import HANDS, SMALL, damage_table, tenths
from flagfall.hexes.rules.costs import MoveProfile, profile
from flagfall.hexes.rules.field import Field, prone_height
from flagfall.hexes.units.pieces import AIR, GROUND, PRONE


class Fighter(NamedTuple):
    """A unit in a mode, as the numbers that matter in a fight."""

    number: int
    mode: int
    hex: int
    """Where it is; inside another, where that one is."""
    layer: int
    profile: MoveProfile
    speed: int
    move_points: int
    """The points that it can spend: none for a gun, whatever its speed (HX-ATT-6)."""
    fire: int
    far: int
    arc: int
    strength: int
    endurance: int
    skill: int
    height: int
    factor: tuple[int, int]
    hp: float
    surface: bool
    small: bool

    @property
    def flies(self) -> bool:
        """Whether it can be in the air."""
        return self.profile.fly


def fighter(field: Field, number: int, mode: int | None = None) -> Fighter:
    """A unit as it is, or as it would be in another mode."""
    piece = field.pieces[number]
    if mode is not None and mode != piece.mode:
        field = field.but(number, mode=mode, stance=0)
        piece = field.pieces[number]
    shape = field.mode(number)
    at, layer = piece.hex, piece.layer
    carrier = piece.carrier
    while at < 0 and carrier >= 0:
        at, layer, carrier = (
            field.pieces[carrier].hex,
            field.pieces[carrier].layer,
            field.pieces[carrier].carrier,
        )
    return Fighter(
        number,
        piece.mode,
        at,
        layer,
        profile(field, number),
        shape.speed,
        0 if shape.has("gun") else shape.speed,
        field.firepower(number),
        field.weapon_range(number),
        min(field.arc(number), 180),
        shape.strength,
        field.endurance(number),
        field.skill(number),
        shape.height,
        shape.damage_factor,
        piece.hp,
        field.on_surface(number),
        shape.has("small"),
    )


@lru_cache(maxsize=8192)
def mean_damage(margin: int, factor: tuple[int, int], halved: bool = False) -> float:
    """The damage of a hit on average (HX-DMG-1)."""
    return sum(n * weight for n, weight in enumerate(damage_table(margin, halved, factor))) / 100


def chance(field: Field, one: Fighter, other: Fighter, more: int = 0, melee: bool = False) -> float:
    """The chance that one hits another, with modifiers of the place on top (HX-HIT-1)."""
    number = (other.speed + 1) // 2 - one.skill + field.options.to_hit_offset + more
    number += (SMALL if other.small else 0) + (HANDS if melee else 0)
    return tenths(field, number) / 10


def margin(field: Field, stat: int, other: Fighter) -> int:
    """By how much an attack with a stat outdoes the endurance of a unit before the dice (HX-DMG-1, -6)."""
    return stat + field.options.damage_offset - other.endurance


def dealt(field: Field, one: Fighter, other: Fighter, more: int = 0) -> float:
    """The damage that a free shot of one does to another on average."""
    if one.fire < 1:
        return 0.0
    return chance(field, one, other, more) * mean_damage(margin(field, one.fire, other), other.factor)


def struck(field: Field, one: Fighter, other: Fighter, more: int = 0) -> float:
    """The damage that a blow of one does to another on average."""
    if one.strength < 1:
        return 0.0
    hurt = mean_damage(margin(field, one.strength, other), other.factor)
    return chance(field, one, other, more, True) * hurt


def tops(arrays: BoardArrays, one: Fighter, stance: int = 0) -> Row:
    """How high the head of a unit would be in every hex (HX-LOS-4)."""
    height = prone_height(one.height) if stance == PRONE else one.height
    return (arrays.surface if one.surface else arrays.floor) + height


def sunk(arrays: BoardArrays, one: Fighter, stance: int = 0) -> Row:
    """In which hexes water would hide a unit (HX-WAT-2)."""
    height = prone_height(one.height) if stance == PRONE else one.height
    return (arrays.depth > height) & (not one.surface)


class MoveCosts(NamedTuple):
    """Where a unit can get to with one Move, by the points it takes; turning is left out."""

    walked: Row
    flown: Row | None


def move_costs(arrays: BoardArrays, one: Fighter, points: int | None = None) -> MoveCosts:
    """Where a fighter can get to; units in the way are left out."""
    spend = one.move_points if points is None else points
    if one.hex < 0:
        nowhere = np.full(arrays.size, FAR, np.int16)
        return MoveCosts(nowhere, None)
    if not one.flies:
        return MoveCosts(arrays.walk(one.profile, one.hex, spend), None)
    flown = arrays.distance(one.hex) + (0 if one.layer == AIR else 2)
    flown = np.where(arrays.sky & (flown <= spend), flown, FAR)
    if one.layer == GROUND:
        walked = arrays.walk(one.profile, one.hex, spend)
        return MoveCosts(np.minimum(walked, np.where(flown + 2 <= spend, flown + 2, FAR)), flown)
    return MoveCosts(np.where(flown + 2 <= spend, flown + 2, FAR), flown)
