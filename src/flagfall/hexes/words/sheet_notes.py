"""What a sheet says besides its numbers, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.core.words import Phrases
from flagfall.hexes.units.sheets import Roster, Sheet
from flagfall.hexes.words import sheet_word


def sheet_notes(say: Phrases, sheet: Sheet, units: Roster) -> Iterator[str]:
    """The partners and the team of a unit, and whom it serves, a sentence each."""
    for partner in dict.fromkeys([sheet.nebulon, *(mode.nebulon for mode in sheet.modes)]):
        if partner:
            yield say("page", "partner", unit=units[partner].name)
    if sheet.on_deactivate:
        yield say("page", "spawn", unit=units[sheet.on_deactivate.spawn].name)
    if sheet.combine:
        team = units.teams[sheet.combine]
        others = ", ".join(units[id].name for id in team.members if id != sheet.id)
        yield say("page", "combines", units=others, target=units[team.into].name)
    if sheet.separate:
        members = units.teams[sheet.separate].members
        yield say("page", "separates", units=", ".join(units[id].name for id in members))
    if sheet.allegiance_by_mode:
        modes = (sheet_word("mode", mode.name, say.language) for mode in sheet.modes)
        told = [
            f"{mode} ({say('page', 'leaves') if who == 'leaves' else say('faction', who)})"
            for mode, who in zip(modes, sheet.allegiance_by_mode, strict=True)
        ]
        yield say("page", "allegiance", served=", ".join(told))
    if sheet.people:
        yield say("page", "people", heads=sheet.people.heads_per_fire)
