"""The actions that every unit has: move, attack, transform, carry, duck, end the turn."""

from __future__ import annotations

from flagfall.hexes.actions.act import Act
from flagfall.hexes.actions.attack import Shoot, Strike
from flagfall.hexes.actions.carry import PickUp, SetDown
from flagfall.hexes.actions.duck import Duck
from flagfall.hexes.actions.end import End
from flagfall.hexes.actions.move import Move, Sprint
from flagfall.hexes.actions.teleport import Teleport
from flagfall.hexes.actions.transform import Transform

KINDS: tuple[type[Act], ...] = (Move, Sprint, Teleport, Shoot, Strike, Transform, PickUp, SetDown, Duck, End)

__all__ = [
    "KINDS",
    "Duck",
    "End",
    "Move",
    "PickUp",
    "SetDown",
    "Shoot",
    "Sprint",
    "Strike",
    "Teleport",
    "Transform",
]
