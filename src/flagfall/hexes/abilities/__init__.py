"""The abilities of section 18 of docs/rules/hex.md that are actions, one file each.

The passive ones lie where they work: Any Arc in the arc of a mode (`Sheet.arc_in`), Swim in the cost
tables (`flagfall.hexes.rules.costs`).
"""

from __future__ import annotations

from flagfall.hexes.abilities.build import Build
from flagfall.hexes.abilities.cloak import Cloak, Uncloak
from flagfall.hexes.abilities.combine import Combine
from flagfall.hexes.abilities.command import Command
from flagfall.hexes.abilities.control import Control
from flagfall.hexes.abilities.demolish import Demolish
from flagfall.hexes.abilities.extinguish import Extinguish
from flagfall.hexes.abilities.fire import Burn
from flagfall.hexes.abilities.repair import Repair
from flagfall.hexes.abilities.separate import Separate
from flagfall.hexes.abilities.shield import Shield
from flagfall.hexes.abilities.smoke import SmokeScreen
from flagfall.hexes.abilities.transmit import Transmit
from flagfall.hexes.actions.act import Act

KINDS: tuple[type[Act], ...] = (
    Build,
    Cloak,
    Uncloak,
    Combine,
    Separate,
    Command,
    Transmit,
    Control,
    Demolish,
    Extinguish,
    Burn,
    Repair,
    Shield,
    SmokeScreen,
)

__all__ = [
    "KINDS",
    "Build",
    "Burn",
    "Cloak",
    "Combine",
    "Command",
    "Control",
    "Demolish",
    "Extinguish",
    "Repair",
    "Separate",
    "Shield",
    "SmokeScreen",
    "Transmit",
    "Uncloak",
]
