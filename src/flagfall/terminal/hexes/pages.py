"""Pages of the hex game for the terminal: a tech-spec sheet, a map, a scenario."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from flagfall.core.options import NO_AMOUNTS
from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases
from flagfall.hexes.maps.geometry import DIRECTIONS
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.options import PRESETS
from flagfall.hexes.scenarios.scenario import Entry, Scenario
from flagfall.hexes.units.prices import price
from flagfall.hexes.units.sheets import Mode, Roster, Sheet
from flagfall.hexes.words import phrases, sheet_word
from flagfall.hexes.words.sheet_notes import sheet_notes
from flagfall.hexes.words.start import start_words
from flagfall.hexes.words.victory import unit_list, victory_words
from flagfall.terminal.hexes.draw import ARROWS, SIDE_COLOURS, HexMark, draw, legend, painted

BOLD: Final = "1"
DIM: Final = "2"


def short(name: str) -> str:
    """Two letters for a unit's name: the first of two words, or of the one."""
    words = name.replace("-", " ").split()
    return (words[0][0] + words[1][0]) if len(words) > 1 else name[:2]


def labels(names: Sequence[str]) -> list[str]:
    """Two letters for each name, no two the same: of the name if possible, else its first and a number."""
    found: list[str] = []
    for name in names:
        word = "".join(letter for letter in name if letter.isalnum())
        tries = [short(name), *(word[0] + letter for letter in word[1:])]
        tries += [word[0] + digit for digit in "23456789"] + [f"{n}{m}" for n in range(10) for m in range(10)]
        taken = {label.lower() for label in found}
        found.append(next((label for label in tries if label.lower() not in taken), short(name)))
    return found


def mark_of(letters: str, seat: int, facing: int, note: str = "") -> HexMark:
    """The sign of a unit on the map: upper case for the first side, lower case for the second."""
    letters = letters.upper() if seat == 0 else letters.lower()
    return HexMark(f"{letters}{ARROWS[facing]}{note}", SIDE_COLOURS[seat % 2])


# -- sheets ---------------------------------------------------------------------------------------


def sheet_page(sheet: Sheet, units: Roster, *, colour: bool = False, language: str = "en") -> str:
    """A unit as a tech-spec sheet."""
    say = phrases(language)
    faction = say("faction", sheet.faction)
    function = sheet_word("function", sheet.function, language)
    group = sheet_word("group", sheet.group.replace("-", " "), language)
    numbers = {"endurance": sheet.endurance, "skill": sheet.skill, "hp": sheet.hit_points}
    lines = [
        painted(sheet_word("name", sheet.name, language), BOLD, colour),
        say("page", "sheet", function=function, faction=faction, group=group, points=price(sheet)),
        "",
        say("page", "numbers", **numbers),
        circles(sheet.hit_points),
        "",
    ]
    width = max(len(say("page", "mode")), *(len(_mode_name(say, mode)) for mode in sheet.modes))
    names = "  ".join(f"{say('page', column):>{size}}" for column, size in _columns(say).items())
    kinds = _kind_width(say, sheet)
    head = f"{say('page', 'mode'):<{width}}  {say('page', 'kind'):<{kinds}}  {names}"
    lines.append(painted(f"{head}  {say('page', 'abilities')}", DIM, colour))
    lines += [_mode_line(say, sheet, number, mode, width) for number, mode in enumerate(sheet.modes)]
    return "\n".join([*lines, "", *sheet_notes(say, sheet, units), _source(say, sheet)])


def circles(count: int) -> str:
    """Hit points as the circles of a sheet, in fives."""
    row = "○" * min(count, 100)
    groups = " ".join(textwrap.wrap(row, 5))
    return "\n".join(textwrap.wrap(groups, 59)) + (f" … {count}" if count > 100 else "")


def _columns(say: Phrases) -> dict[str, int]:
    """The columns of numbers on a sheet, each with its width."""
    sizes = {column: max(3, len(say("page", column))) for column in ("str", "spe", "fir", "hgt", "arc")}
    return {**sizes, "arc": max(sizes["arc"], len(say("page", "all")))}


def _kind(say: Phrases, mode: Mode) -> str:
    return sheet_word("kind", mode.kind, say.language)


def _kind_width(say: Phrases, sheet: Sheet) -> int:
    return max(len(say("page", "kind")), *(len(_kind(say, mode)) for mode in sheet.modes))


def _mode_name(say: Phrases, mode: Mode) -> str:
    return sheet_word("mode", mode.name, say.language)


def _mode_line(say: Phrases, sheet: Sheet, number: int, mode: Mode, width: int) -> str:
    arc = sheet.arc_in(number)
    words = ", ".join(say("ability", word) for word in (*mode.abilities, *mode.attributes))
    own = [say("page", "endurance", endurance=mode.endurance)] if mode.endurance is not None else []
    own += [say("page", "skill", skill=mode.skill)] if mode.skill is not None else []
    own += [say("page", "range", range=mode.weapon_range)] if mode.weapon_range != mode.firepower else []
    rest = "; ".join(part for part in (words, ", ".join(own)) if part)
    turned = say("page", "all") if arc == 360 else f"±{arc}"
    values = (mode.strength, mode.speed, mode.firepower, mode.height, turned)
    numbers = "  ".join(
        f"{value:>{size}}" for value, size in zip(values, _columns(say).values(), strict=True)
    )
    kind = f"{_kind(say, mode):<{_kind_width(say, sheet)}}"
    return f"{_mode_name(say, mode):<{width}}  {kind}  {numbers}  {rest}".rstrip()


def _source(say: Phrases, sheet: Sheet) -> str:
    """Where the numbers come from; an estimate is called one."""
    told = say(
        "page",
        "estimate" if sheet.estimate else "source",
        provenance=say("provenance", sheet.source.provenance),
        confidence=say("confidence", sheet.source.confidence),
    )
    note = sheet_word("note", sheet.source.note, say.language)
    return say("page", "noted", told=told, note=note) if note else f"{told}."


# -- maps -----------------------------------------------------------------------------------------


def map_page(
    id: str,
    there: Map,
    *,
    colour: bool = False,
    columns: int = 0,
    marks: dict[int, HexMark] | None = None,
    language: str = "en",
) -> str:
    """A map with its zones."""
    say = phrases(language)
    name = sheet_word("map", there.name, language)
    lines = [painted(f"{name} ({id}, {there.width}×{there.height})", BOLD, colour)]
    lines += [sheet_word("place", there.text, language)] if there.text else []
    lines += ["", draw(there, marks=marks, colour=colour, columns=columns), "", legend(say, colour)]
    lines += [_zone_line(say, there, name, hexes) for name, hexes in there.zones.items()]
    return "\n".join(lines)


def _zone_line(say: Phrases, there: Map, name: str, hexes: tuple[int, ...]) -> str:
    xs, ys = [hex % there.width for hex in hexes], [hex // there.width for hex in hexes]
    first, last = min(ys) * there.width + min(xs), max(ys) * there.width + max(xs)
    corners = {"first": there.label(first), "last": there.label(last)}
    return say("page", "zone", zone=sheet_word("zone", name, say.language), count=len(hexes), **corners)


# -- scenarios ------------------------------------------------------------------------------------


def scenario_page(
    read: Scenario,
    units: Roster,
    there: Map,
    *,
    colour: bool = False,
    columns: int = 0,
    language: str = "en",
) -> str:
    """A scenario: its story, sides, what wins, and the map with the units that have a place."""
    say = phrases(language)
    title = f"{in_language(read.title, language)} ({read.id})"
    lines = [painted(title, BOLD, colour), in_language(read.text, language), ""]
    for side in read.sides:
        name = in_language(side.name, language)
        cost = sum(price(units[entry.unit]) for entry in side.units)
        word = "force-one" if len(side.units) == 1 else "force"
        force = say("page", word, side=name, count=len(side.units), points=cost)
        if side.points:
            force = say("page", "chooses", side=name, points=side.points)
        where = (
            f", {say('page', 'sets-up', zone=sheet_word('zone', side.zone, language))}" if side.zone else ""
        )
        lines.append(painted(f"{force}{where}", BOLD, colour))
        lines += [f"  {_entry_line(say, entry, units)}" for entry in side.units]
        if side.chain:
            lines.append(f"  {say('page', 'chain', units=unit_list(side.chain, read, units, language))}")
    lines += [say("page", "mercenary", unit=_entry_line(say, entry, units)) for entry in read.mercenaries]
    lines += ["", say("page", "rules", preset=_preset(say, read))]
    lines.append(say("option", "preset.help"))
    worn = start_words(read.options.get("start_damage", NO_AMOUNTS), read, units, language)
    lines += [f"· {words}" for words in (*_options(say, read), *worn, *victory_words(read, units, language))]
    placed = [
        (seat, entry, DIRECTIONS.index(entry.facing or side.facing))
        for seat, side in enumerate(read.sides)
        for entry in side.units
    ]
    signs = labels([units[entry.unit].name for _, entry, _ in placed])
    marks = {
        there.hex(entry.at): mark_of(sign, seat, facing)
        for (seat, entry, facing), sign in zip(placed, signs, strict=True)
        if entry.at
    }
    id = read.map or say("page", "generated")
    page = map_page(id, there, colour=colour, columns=columns, marks=marks, language=language)
    return "\n".join([*lines, "", page])


def _entry_line(say: Phrases, entry: Entry, units: Roster) -> str:
    sheet = units[entry.unit]
    parts = [sheet_word("name", sheet.name, say.language)]
    parts += [f"({entry.id})"] if entry.id else []
    parts += [say("page", "as-mode", mode=sheet_word("mode", entry.mode, say.language))] if entry.mode else []
    parts += [say("page", "heads", count=entry.heads)] if entry.heads else []
    parts += [say("page", "at", hex=entry.at)] if entry.at else []
    parts += [say("page", "from-round", round=entry.round)] if entry.round > 1 else []
    parts += [say("page", "is-estimate")] if sheet.estimate else []
    return " ".join(parts)


def _preset(say: Phrases, read: Scenario) -> str:
    """The preset of a scenario, with what it means."""
    numbers = {"to_hit_offset": 0, "damage_offset": 0, **PRESETS[read.preset], **read.options}
    return f"{say('option', f'preset.{read.preset}')} ({say('preset', read.preset, **numbers)})"


def _options(say: Phrases, read: Scenario) -> Iterator[str]:
    """The options besides the preset, each with what it does, less what the preset has told."""
    numbers = {name for name, value in PRESETS[read.preset].items() if not isinstance(value, bool)}
    for name, value in read.options.items():
        if name not in {"start_damage", *numbers}:
            shown = name if value is True else f"{name}={str(value).lower()}"
            yield say(
                "page", "option", name=say("option", name), set=shown, about=say("option", f"{name}.help")
            )
