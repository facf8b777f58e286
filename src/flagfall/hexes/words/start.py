"""How units begin a scenario, in sentences."""

from __future__ import annotations

from flagfall.core.options import read_amounts
from flagfall.hexes.scenarios.forces import start_damage
from flagfall.hexes.scenarios.scenario import Scenario
from flagfall.hexes.units.sheets import Roster
from flagfall.hexes.words import phrases
from flagfall.hexes.words.victory import unit_called


def start_words(damage: object, read: Scenario, units: Roster, language: str = "en") -> list[str]:
    """Who begins with damage, a sentence each, from a value of the option `start_damage` (HX-SEQ-13)."""
    say = phrases(language)
    told = []
    for option in start_damage(read, units):
        lost = read_amounts(str(option.read(damage)))
        for entry in (entry for side in read.sides for entry in side.units if entry.key in lost):
            most = entry.heads or units[entry.unit].hit_points
            name = unit_called(entry.key, read, units, language)
            told.append(say("page", "worn", unit=name, hp=most - lost[entry.key], most=most))
    return told
