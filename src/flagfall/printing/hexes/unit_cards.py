"""The units of a scenario: the cards with their numbers, the counters, the turn cards."""

from __future__ import annotations

from typing import NamedTuple

from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases
from flagfall.hexes.game import COLOURS, HexGame
from flagfall.hexes.scenarios.forces import Force, enlist
from flagfall.hexes.scenarios.scenario import Entry
from flagfall.hexes.units.pieces import RESERVE, Piece
from flagfall.hexes.units.sheets import Mode, Sheet
from flagfall.hexes.words import phrases, sheet_word
from flagfall.hexes.words.sheet_notes import sheet_notes
from flagfall.printing.hexes.counters import counter, figure


class Unit(NamedTuple):
    """One unit that may take part."""

    sheet: Sheet
    piece: Piece
    name: str
    """With a number where several share a sheet."""
    begins: bool
    """Whether it takes part from the start or joins later, and does not step out of another."""


def units(game: HexGame, seat: int) -> list[Unit]:
    """All units that a side may have: what it begins with, may choose or hire, and what can come of those."""
    chosen = tuple(game.choices(seat)) if game.by_points else ()
    force: Force = [*game.force(seat, chosen)]
    force += [(entry, entry.facing or "N", 0) for entry in game.scenario.mercenaries]
    pieces = [piece for piece in enlist(game.roster, [(seat, force)]) if piece.owner == seat]
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.sheet] = counts.get(piece.sheet, 0) + 1
    seen: dict[str, int] = {}
    found = []
    for piece in pieces:
        seen[piece.sheet] = seen.get(piece.sheet, 0) + 1
        number = f" {seen[piece.sheet]}" if counts[piece.sheet] > 1 else ""
        sheet = game.roster[piece.sheet]
        found.append(Unit(sheet, piece, f"{sheet.name}{number}", piece.status == RESERVE))
    return found


def named(unit: Unit, language: str) -> str:
    """The name of a unit in a language."""
    return unit.name.replace(unit.sheet.name, sheet_word("name", unit.sheet.name, language), 1)


def side(say: Phrases, game: HexGame, seat: int) -> dict[str, object]:
    """All that is printed of a side."""
    name = in_language(game.scenario.sides[seat].name, say.language)
    force = units(game, seat)
    return {
        "name": name,
        "colour": COLOURS[seat],
        "dark": seat == 1,
        "counters": [pair for unit in force for pair in _pairs(unit, seat, say.language)],
        "cards": [_card(say, game, unit, seat) for unit in force],
        "turns": [_turn(say, unit, seat) for unit in force],
    }


def _pairs(unit: Unit, seat: int, language: str) -> list[list[str]]:
    """The counters of a unit, two shapes back to back; of an odd number the first stands on one more."""
    name = named(unit, language)
    faces = [counter(name, mode, at + 1, seat) for at, mode in enumerate(unit.sheet.modes)]
    if len(faces) % 2:
        faces.append(faces[0])
    return [faces[at : at + 2] for at in range(0, len(faces), 2)]


def _turn(say: Phrases, unit: Unit, seat: int) -> dict[str, object]:
    return {
        "name": named(unit, say.language),
        "figure": figure(unit.sheet.modes[0], seat, 14),
        "later": not unit.begins,
        "seat": seat,
    }


def _card(say: Phrases, game: HexGame, unit: Unit, seat: int) -> dict[str, object]:
    sheet, language = unit.sheet, say.language
    function = sheet_word("function", sheet.function, language)
    if sheet.estimate:
        function = f"{function} {phrases(language)('page', 'is-estimate')}".strip()
    wide = game.read_options({})["arcs"] == "wide"
    return {
        "name": named(unit, language),
        "function": function,
        "points": say("hex", "points", n=game.cost(sheet)) if game.by_points else "",
        "endurance": sheet.endurance,
        "skill": sheet.skill,
        "hp": unit.piece.hp,
        "modes": [_mode(say, sheet, at, mode, seat, wide=wide) for at, mode in enumerate(sheet.modes)],
        "notes": [*_start(say, game, unit, seat), *sheet_notes(phrases(language), sheet, game.roster)],
    }


def _mode(say: Phrases, sheet: Sheet, at: int, mode: Mode, seat: int, *, wide: bool) -> dict[str, object]:
    words = phrases(say.language)
    arc = sheet.arc_in(at, wide=wide)
    own = [words("page", "endurance", endurance=mode.endurance)] if mode.endurance is not None else []
    own += [words("page", "skill", skill=mode.skill)] if mode.skill is not None else []
    able = [words("ability", name) for name in (*mode.abilities, *mode.attributes)]
    return {
        "name": sheet_word("mode", mode.name, say.language),
        "figure": figure(mode, seat, 9),
        "numbers": [
            str(mode.strength),
            str(mode.speed),
            str(mode.firepower),
            str(mode.weapon_range),
            str(mode.height),
            say("hex", "all-round") if arc == 360 else f"{2 * arc}°",
        ],
        "able": ", ".join([*able, *own]),
    }


def _start(say: Phrases, game: HexGame, unit: Unit, seat: int) -> list[str]:
    """Where a unit begins."""
    entry: Entry | None = game.entries.get(unit.piece.key)
    chosen = game.scenario.sides[seat]
    if not unit.begins or entry is None:
        return []
    told = []
    if entry.at:
        facing = phrases(say.language)("way", entry.facing or chosen.facing)
        told.append(say("hex", "at", hex=entry.at, facing=facing))
    elif entry.zone or chosen.zone:
        told.append(
            say("hex", "zone", zone=sheet_word("zone", entry.zone or chosen.zone or "", say.language))
        )
    if entry.mode:
        told.append(
            phrases(say.language)("page", "as-mode", mode=sheet_word("mode", entry.mode, say.language))
        )
    if entry.round > 1:
        told.append(say("hex", "from-round", round=entry.round))
    line = ", ".join(told)
    return [f"{line[0].upper()}{line[1:]}."] if line else []
