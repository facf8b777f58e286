"""What wins a scenario, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases
from flagfall.hexes.scenarios.scenario import Condition, Eliminate, Exit, Hold, Protect, Scenario
from flagfall.hexes.units.sheets import Roster
from flagfall.hexes.words import phrases, sheet_word


def unit_called(key: str, read: Scenario, units: Roster, language: str = "en") -> str:
    """The name of a unit of a scenario, with what tells it from others of its sheet."""
    for entry in (*read.sides[0].units, *read.sides[1].units, *read.mercenaries):
        if entry.key == key:
            name = sheet_word("name", units[entry.unit].name, language)
            return f"{name} ({entry.id})" if entry.id else name
    return key


def unit_list(keys: Iterable[str], read: Scenario, units: Roster, language: str = "en") -> str:
    """The names of some units of a scenario."""
    return ", ".join(unit_called(key, read, units, language) for key in keys)


def victory_words(
    read: Scenario, units: Roster, language: str = "en", called: Mapping[str, str] | None = None
) -> list[str]:
    """What ends the game, a sentence each; ``called`` has other names for units, by their keys."""
    say = phrases(language)
    sides = {side.id: in_language(side.name, language) for side in read.sides}

    def name(key: str) -> str:
        return called[key] if called and key in called else unit_called(key, read, units, language)

    told = [_condition(say, condition, sides, name) for condition in read.victory]
    if read.limit:
        winner = read.limit.winner
        key = f"limit-{winner}" if winner in ("points", "draw") else "limit-side"
        told.append(say("victory", key, round=read.limit.rounds, side=sides.get(winner, "")))
    return told


def _condition(say: Phrases, condition: Condition, sides: dict[str, str], name: Callable[[str], str]) -> str:
    who = sides.get(condition.side or "", "")
    if isinstance(condition, Eliminate):
        return say("victory", "eliminate-side" if who else "eliminate", side=who)
    if isinstance(condition, Hold):
        key = "hold-hexes" if condition.hexes > 1 else "hold"
        key += "-once" if condition.rounds == 1 else ""
        zone = sheet_word("zone", condition.zone, say.language)
        values = {"zone": zone, "hexes": condition.hexes, "rounds": condition.rounds}
        return say("victory", key, side=who, **values)
    if isinstance(condition, Exit):
        listed = ", ".join(map(name, condition.units))
        key = "exit-of" if listed else "exit-one" if condition.count == 1 else "exit"
        edge = say("edge", condition.edge)
        return say("victory", key, side=who, count=condition.count, units=listed, edge=edge)
    things = [name(key) for key in condition.units]
    things += [say("report", "construct", hex=hex) for hex in condition.hexes]
    count = condition.count or len(things)
    key = "protect" if isinstance(condition, Protect) else "destroy"
    key += "-some" if count < len(things) else ""
    until = condition.until if isinstance(condition, Protect) else 0
    return say("victory", key, side=who, round=until, count=count, things=", ".join(things))
