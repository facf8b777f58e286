"""Pages of the hex game for the terminal: a tech-spec sheet, a map, a scenario."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from flagfall.hexes.maps import Map
from flagfall.hexes.scenario import Condition, Destroy, Eliminate, Entry, Exit, Hold, Protect, Scenario
from flagfall.hexes.units import Mode, Roster, Sheet
from flagfall.terminal.hex_draw import ARROWS, SIDE_COLOURS, Mark, draw, legend, painted

BOLD: Final = "1"
DIM: Final = "2"
FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
EDGES: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
DAMAGE_NAMES: Final = {"damage/1.5": "Damage ÷1.5", "damage*1.5": "Damage ×1.5", "damage*2": "Damage ×2"}
PLAIN_NAMES: Final = {
    "any-arc": "Any Arc",
    "vtol": "VTOL",
    "extinguish": "Extinguish Fire",
    "teleport": "Teleport",
}


def name_of(word: str) -> str:
    """An ability or attribute as people write it."""
    return DAMAGE_NAMES.get(word) or PLAIN_NAMES.get(word) or word.replace("-", " ").title()


def short(name: str) -> str:
    """Two letters for a unit's name: the first of two words, or of the one."""
    words = name.replace("-", " ").split()
    return (words[0][0] + words[1][0]) if len(words) > 1 else name[:2]


def mark_of(name: str, seat: int, facing: int, note: str = "") -> Mark:
    """The sign of a unit on the map: upper case for the first side, lower case for the second."""
    letters = short(name)
    letters = letters.upper() if seat == 0 else letters.lower()
    return Mark(f"{letters}{ARROWS[facing]}{note}", SIDE_COLOURS[seat % 2])


# -- sheets ---------------------------------------------------------------------------------------------


def sheet_page(sheet: Sheet, units: Roster, *, colour: bool = False) -> str:
    """A unit as a tech-spec sheet."""
    lines = [
        painted(sheet.name, BOLD, colour),
        f"{sheet.function} · {sheet.faction} · {sheet.group.replace('-', ' ')} · {sheet.cost} points",
        "",
        f"Endurance {sheet.endurance}   Skill {sheet.skill}   HP {sheet.hit_points}",
        circles(sheet.hit_points),
        "",
    ]
    names = [mode.name for mode in sheet.modes]
    width = max(4, *(len(name) for name in names))
    lines.append(painted(f"{'mode':<{width}}  {'kind':<7}  Str  Spe  Fir  Hgt  Arc  abilities", DIM, colour))
    lines += [_mode_line(sheet, number, mode, width) for number, mode in enumerate(sheet.modes)]
    notes = list(_sheet_notes(sheet, units))
    source = sheet.source
    kept = "Estimate" if sheet.estimate else "Numbers"
    told = f"{kept}: {source.provenance.replace('-', ', ')}, {source.confidence} confidence"
    notes.append(f"{told}; {source.note}." if source.note else f"{told}.")
    return "\n".join([*lines, "", *notes])


def circles(count: int) -> str:
    """Hit points as the circles of a sheet, in fives."""
    row = "○" * min(count, 100)
    groups = " ".join(textwrap.wrap(row, 5))
    return "\n".join(textwrap.wrap(groups, 59)) + (f" … {count}" if count > 100 else "")


def _mode_line(sheet: Sheet, number: int, mode: Mode, width: int) -> str:
    arc = sheet.arc_in(number)
    words = ", ".join(name_of(word) for word in (*mode.abilities, *mode.attributes))
    own = [f"Endurance {mode.endurance}"] if mode.endurance is not None else []
    own += [f"Skill {mode.skill}"] if mode.skill is not None else []
    own += [f"range {mode.weapon_range}"] if mode.weapon_range != mode.firepower else []
    rest = "; ".join(part for part in (words, ", ".join(own)) if part)
    return (
        f"{mode.name:<{width}}  {mode.kind:<7}  {mode.strength:>3}  {mode.speed:>3}  {mode.firepower:>3}"
        f"  {mode.height:>3}  {'all' if arc == 360 else f'±{arc}':>3}  {rest}"
    ).rstrip()


def _sheet_notes(sheet: Sheet, units: Roster) -> Iterator[str]:
    for partner in dict.fromkeys([sheet.nebulon, *(mode.nebulon for mode in sheet.modes)]):
        if partner:
            yield f"Partner: {units[partner].name} (steps out when it is deactivated)."
    if sheet.on_deactivate:
        yield f"When deactivated: {units[sheet.on_deactivate.spawn].name} gets up in its place."
    if sheet.combine:
        team = units.teams[sheet.combine]
        others = ", ".join(units[id].name for id in team.members if id != sheet.id)
        yield f"Combines with {others} into {units[team.into].name}."
    if sheet.separate:
        team = units.teams[sheet.separate]
        yield f"Separates into {', '.join(units[id].name for id in team.members)}."
    if sheet.allegiance_by_mode:
        told = zip(sheet.modes, sheet.allegiance_by_mode, strict=True)
        served = ", ".join(
            f"{mode.name}: {'leaves the game' if who == 'leaves' else who}" for mode, who in told
        )
        yield f"Allegiance by mode: {served}."
    if sheet.people:
        yield f"One hit point a head; one point of firepower for every {sheet.people.heads_per_fire} heads."


# -- maps -----------------------------------------------------------------------------------------------


def map_page(
    id: str, there: Map, *, colour: bool = False, columns: int = 0, marks: dict[int, Mark] | None = None
) -> str:
    """A map with its zones."""
    lines = [painted(f"{there.name} ({id}, {there.width}×{there.height})", BOLD, colour)]
    lines += [there.text] if there.text else []
    lines += ["", draw(there, marks=marks, colour=colour, columns=columns), "", legend(colour)]
    lines += [
        f"zone {name}: {len(hexes)} hexes, {_corners(there, hexes)}" for name, hexes in there.zones.items()
    ]
    return "\n".join(lines)


def _corners(there: Map, hexes: tuple[int, ...]) -> str:
    xs, ys = [hex % there.width for hex in hexes], [hex // there.width for hex in hexes]
    first, last = min(ys) * there.width + min(xs), max(ys) * there.width + max(xs)
    return f"{there.label(first)} to {there.label(last)}"


# -- scenarios ------------------------------------------------------------------------------------------


def scenario_page(
    read: Scenario, units: Roster, there: Map, *, colour: bool = False, columns: int = 0, language: str = "en"
) -> str:
    """A scenario: its story, sides, what wins, and the map with the units that have a place."""
    lines = [painted(f"{read.title.get(language)} ({read.id})", BOLD, colour), read.text.get(language), ""]
    for side in read.sides:
        force = f"chooses for {side.points} points" if side.points else _points(side.units, units)
        where = f", sets up in zone {side.zone}" if side.zone else ""
        lines.append(painted(f"{side.name.get(language)}: {force}{where}", BOLD, colour))
        lines += [f"  {_entry_line(entry, units)}" for entry in side.units]
        if side.chain:
            lines.append(f"  chain of command: {', '.join(_called(key, read, units) for key in side.chain)}")
    for entry in read.mercenaries:
        lines.append(f"Both sides roll for: {_entry_line(entry, units)}")
    lines += ["", f"Rules: {read.preset}{_options(read)}"]
    lines += [f"· {words}" for words in victory_words(read, units, language)]
    marks = {
        there.hex(entry.at): mark_of(units[entry.unit].name, seat, FACINGS.index(entry.facing or side.facing))
        for seat, side in enumerate(read.sides)
        for entry in side.units
        if entry.at
    }
    name = read.map or "generated, a new one for every seed"
    return "\n".join([*lines, "", map_page(name, there, colour=colour, columns=columns, marks=marks)])


def _points(entries: Iterable[Entry], units: Roster) -> str:
    listed = list(entries)
    return f"{len(listed)} units, {sum(units[entry.unit].cost for entry in listed)} points"


def _entry_line(entry: Entry, units: Roster) -> str:
    sheet = units[entry.unit]
    parts = [sheet.name]
    parts += [f"({entry.id})"] if entry.id else []
    parts += [f"as {entry.mode}"] if entry.mode else []
    parts += [f"{entry.heads} heads"] if entry.heads else []
    parts += [f"at {entry.at}"] if entry.at else []
    parts += [f"from round {entry.round}"] if entry.round > 1 else []
    parts += ["(estimate)"] if sheet.estimate else []
    return " ".join(parts)


def _called(key: str, read: Scenario, units: Roster) -> str:
    for entry in (*read.sides[0].units, *read.sides[1].units, *read.mercenaries):
        if entry.key == key:
            return f"{units[entry.unit].name} ({entry.id})" if entry.id else units[entry.unit].name
    return key


def _options(read: Scenario) -> str:
    told = []
    for name, value in read.options.items():
        words = name.replace("_", " ")
        told.append(words if value is True else f"no {words}" if value is False else f"{words} {value}")
    return f", with {', '.join(told)}" if told else ""


def victory_words(read: Scenario, units: Roster, language: str = "en") -> list[str]:
    """What ends the game, a sentence each."""
    names = {side.id: side.name.get(language) for side in read.sides}
    told = [_condition(condition, names, read, units) for condition in read.victory]
    if read.limit:
        winner = read.limit.winner
        end = {"points": "whose losses are worth less wins", "draw": "it is a draw"}.get(winner)
        told.append(f"After round {read.limit.rounds} {end or f'{names[winner]} win'}.")
    return told


def _condition(condition: Condition, names: dict[str, str], read: Scenario, units: Roster) -> str:
    who = names.get(condition.side or "", "A side")
    verb = "win" if condition.side else "wins"
    if isinstance(condition, Eliminate):
        return f"{who} {verb} when the other has no unit left."
    if isinstance(condition, Hold):
        hexes = f" in {condition.hexes} hexes or more" if condition.hexes > 1 else ""
        ends = _count(condition.rounds, "round end")
        return f"{who} win by being alone in zone {condition.zone}{hexes} at {ends} in a row."
    if isinstance(condition, Exit):
        which = f" of {_list(condition.units, read, units)}" if condition.units else ""
        return f"{who} win when {condition.count}{which} have left over the {EDGES[condition.edge]} edge."
    things = [_called(key, read, units) for key in condition.units] + [
        f"the construct in {hex}" for hex in condition.hexes
    ]
    count = condition.count or len(things)
    some = f"{count} of " if count < len(things) else ""
    if isinstance(condition, Protect):
        return (
            f"{who} win if at the end of round {condition.until} {some}{', '.join(things)} are still there."
        )
    assert isinstance(condition, Destroy)
    return f"{who} win when {some}{', '.join(things)} are gone."


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("s" if number != 1 else "")


def _list(keys: Iterable[str], read: Scenario, units: Roster) -> str:
    return ", ".join(_called(key, read, units) for key in keys)
