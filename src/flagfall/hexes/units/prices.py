"""What units are worth in points: to bots by the book's numbers, to who chooses a force by the arena's.

Plain measures to make even games with, not rules of the book.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from statistics import fmean
from typing import Final

from flagfall.hexes.units.sheets import Sheet

ABILITY_WORTH: Final[Mapping[str, int]] = {
    "any-arc": 4,
    "build": 2,
    "cloak": 6,
    "command": 24,
    "control": 8,
    "demolish": 2,
    "extinguish": 1,
    "fire": 3,
    "repair": 8,
    "shield": 8,
    "smoke": 3,
    "swim": 1,
    "transmit": 10,
    "fly": 8,
    "vtol": 8,
    "hover": 2,
    "small": 2,
    "gun": 3,
    "teleport": 6,
    "transport": 3,
}
"""What an ability or attribute adds to the cost of a unit, once."""
USUAL_ENDURANCE: Final = 7
"""What a weapon is measured against, by the book."""
USUAL_STRIKES: Final = (6, 7, 8, 9, 10)
"""What endurance is measured against, by the book."""
HARDER_TO_HIT: Final = 8
MORE_DAMAGE: Final = 4
"""The numbers of the preset ``arena`` (HX-HIT-4, HX-DMG-6)."""
ENDURANCES: Final = (5, 6, 7, 8, 9)
SPEEDS: Final = (3, 4, 6, 7, 9)
SKILLS: Final = (5, 7, 8, 9, 10)
FIREPOWERS: Final = (4, 6, 7, 7, 8)
"""The robots of the roster by fifths, each number by itself: whom a unit meets in the arena."""
SCALE: Final = 9.65
"""So that the middle robot costs as much in the arena as by the book."""


def mean_damage(margin: int) -> float:
    """The damage of a hit on average; margin: firepower or strength less endurance (HX-DMG-1)."""
    return sum(max(0, margin + gap) * (10 - abs(gap)) for gap in range(-9, 10)) / 100


@lru_cache(maxsize=2048)
def worth(sheet: Sheet) -> int:
    """What a unit counts for by the numbers of the book: to bots, and as a price before revision 4.

    How hard it strikes (the damage of a hit on a usual robot, by weapon and, a third as much, by fist)
    times how many usual hits it takes; the root of it, since two units are worth more than twice one.
    Something for skill and speed, and for each ability.
    """
    if sheet.points is not None:
        return sheet.points
    fire, fist, speed = _best(sheet)
    strikes = mean_damage(fire - USUAL_ENDURANCE) + mean_damage(fist - USUAL_ENDURANCE) / 3
    taken = sum(mean_damage(strike - sheet.endurance) for strike in USUAL_STRIKES) / len(USUAL_STRIKES)
    lasts = sheet.hit_points / (taken + 0.05)
    handy = 1 + 0.02 * (sheet.skill - 7) + 0.02 * (speed - 9)
    return max(1, round(12 * math.sqrt(strikes * lasts) * handy) + _extras(sheet))


@lru_cache(maxsize=2048)
def price(sheet: Sheet) -> int:
    """What a unit costs in a game by points (HX-SEQ-12): as `worth`, by the arena's numbers.

    There not every shot hits, so that skill counts with every shot and speed with every shot taken; and
    damage is higher, so that endurance and firepower count for less.
    """
    if sheet.points is not None:
        return sheet.points
    fire, fist, speed = _best(sheet)
    shot, blow = (fmean(_chance(sheet.skill + near, one) for one in SPEEDS) for near in (0, 3))
    strikes = shot * fmean(mean_damage(fire + MORE_DAMAGE - one) for one in ENDURANCES)
    strikes += blow * fmean(mean_damage(fist + MORE_DAMAGE - one) for one in ENDURANCES) / 3
    robot = sheet.modes[0]
    part, whole = robot.damage_factor
    met = fmean(_chance(one, robot.speed) for one in SKILLS) * part / whole
    lasts = sheet.hit_points / (
        met * fmean(mean_damage(one + MORE_DAMAGE - sheet.endurance) for one in FIREPOWERS) + 0.02
    )
    return max(1, round(SCALE * math.sqrt(strikes * lasts) * (1 + 0.02 * (speed - 9))) + _extras(sheet))


def _best(sheet: Sheet) -> tuple[int, int, int]:
    """The highest firepower, strength and speed of any mode."""
    modes = sheet.modes
    return max(m.firepower for m in modes), max(m.strength for m in modes), max(m.speed for m in modes)


def _extras(sheet: Sheet) -> int:
    names = {name for mode in sheet.modes for name in (*mode.abilities, *mode.attributes)}
    return sum(ABILITY_WORTH.get(name, 0) for name in names)


def _chance(skill: int, speed: int) -> float:
    """How often a shot hits where a 1 always misses and a 10 always hits (HX-HIT-1, HX-HIT-4)."""
    return min(9, max(1, 11 - ((speed + 1) // 2 - skill + HARDER_TO_HIT))) / 10
