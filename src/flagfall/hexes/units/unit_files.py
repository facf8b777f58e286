"""The unit files: reading them, and saying by line what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from flagfall.core.errors import BadData, Fault, complaint
from flagfall.core.toml import Toml
from flagfall.hexes import data_files
from flagfall.hexes.data_files import near
from flagfall.hexes.faulty_data import StandIns, with_stand_ins
from flagfall.hexes.units.sheets import (
    ABILITIES,
    ATTRIBUTES,
    DAMAGE_FACTORS,
    FACTIONS,
    LEAVES,
    Mode,
    Roster,
    Sheet,
    Team,
)

RANGES: Final = {
    "endurance": (1, 99),
    "skill": (0, 30),
    "hp": (1, 400),
    "points": (1, 9999),
    "str": (0, 99),
    "spe": (0, 60),
    "fir": (0, 99),
    "hgt": (1, 20),
    "range": (0, 20),
}
"""The least and the most that a number on a sheet may be."""
RESTS_ON: Final = {
    "unit.reach": frozenset({"unit.modes.range"}),
    "unit.range": frozenset({"unit.modes.fir"}),
    "unit.needs": frozenset({"unit.modes.kind", "unit.modes.attributes"}),
    "unit.jet": frozenset({"unit.modes.kind", "unit.modes.attributes"}),
    "unit.human": frozenset({"unit.people"}),
    "unit.allegiances": frozenset({"unit.modes"}),
    "unit.unlisted": frozenset({"unit.modes.abilities"}),
    "unit.teamless": frozenset({"unit.combine", "unit.separate"}),
    "unit.no-member": frozenset({"unit.id"}),
    "unit.other-whole": frozenset({"unit.id"}),
}
"""The fields that a complaint rests on beside its own (`StandIns.real`)."""
ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Found(NamedTuple):
    """What stands in one unit file: its document, sheets and teams, each with its place."""

    doc: Toml
    folder: int
    sheets: tuple[tuple[int, Sheet, StandIns | None], ...]
    """The last part is for one with faulty fields: nothing to play with, but it can be checked."""
    team: Team | None


@lru_cache(maxsize=8)
def _roster(where: tuple[Path, ...]) -> Roster:
    found, faults = read_units(_sources(where))
    if faults:
        raise BadData(faults)
    return found


def roster(*more: Path | str) -> Roster:
    """All units: the package's, the user's, and those of the folders ``more``; `BadData` lists faults."""
    return _roster(data_files.folders(*more))


def lint(*more: Path | str) -> list[Fault]:
    """What is wrong with the unit files that `roster` reads."""
    return read_units(_sources(data_files.folders(*more)))[1]


def readable(*more: Path | str) -> tuple[Roster, str]:
    """All units that can be read, and the text of the files in which something is wrong."""
    sources = _sources(data_files.folders(*more))
    found, faults = read_units(sources)
    wrong = {fault.file for fault in faults}
    return found, "\n".join(source.text for source in sources if source.file in wrong)


def lint_file(source: data_files.DataFile, *more: Path | str) -> list[Fault]:
    """What is wrong with one unit file, held against the units that are there."""
    found = read_units([*_sources(data_files.folders(*more)), source])[1]
    return [fault for fault in found if fault.file == source.file]


def roster_with(source: data_files.DataFile, *more: Path | str) -> tuple[Roster, list[Fault]]:
    """All units with those of one more file, and the faults of that file."""
    found, faults = read_units([*_sources(data_files.folders(*more)), source])
    return found, [fault for fault in faults if fault.file == source.file]


def _sources(where: tuple[Path, ...]) -> list[data_files.DataFile]:
    return [data_files.read(number, path) for number, path in data_files.names("units", *where).values()]


def read_units(sources: Iterable[data_files.DataFile]) -> tuple[Roster, list[Fault]]:
    """The roster of some unit files, and all faults in them."""
    faults: list[Fault] = []
    found: list[Found] = []
    for source in sources:
        try:
            doc = Toml(source.text, source.file)
        except BadData as error:
            faults += error.faults
            continue
        found.append(_read_file(doc, source.folder, faults))
    chosen: dict[str, tuple[Found, int, Sheet, StandIns | None]] = {}
    for file in sorted(found, key=lambda file: file.folder):
        for index, sheet, stand_ins in file.sheets:
            before = chosen.get(sheet.id)
            if before and before[0].folder == file.folder:
                where = f"{before[0].doc.file}:{before[0].doc.line('unit', before[1], 'id')}"
                faults.append(file.doc.fault("unit.taken", "unit", index, "id", unit=sheet.id, where=where))
            chosen[sheet.id] = file, index, sheet, stand_ins
    all_teams = {file.team.id: file.team for file in found if file.team}
    result = Roster((sheet for _, _, sheet, partial in chosen.values() if not partial), all_teams.values())
    references: list[Fault] = []
    for file, index, sheet, stand_ins in chosen.values():
        wrong = _reference_faults(file.doc, index, sheet, result)
        references += stand_ins.real(wrong, RESTS_ON) if stand_ins else wrong
    for file in found:
        if file.team and result.teams[file.team.id] is file.team:
            references += _team_faults(file.doc, file.team, result)
    left_out = chosen.keys() - result.keys()
    faults += [one for one in references if one.complaint.params.get("unit") not in left_out]
    return result, faults


def _read_file(doc: Toml, folder: int, faults: list[Fault]) -> Found:
    """The sheets and the team of one file, and the faults of each by itself."""
    strange = [key for key in doc.data if key not in ("unit", "team")]
    faults += [doc.fault("unit.strange", key) for key in strange]
    units = doc.data.get("unit", [])
    if not isinstance(units, list):
        faults.append(doc.fault("field.tables", "unit", key="unit"))
        units = []
    if not units and "team" not in doc.data:
        faults.append(Fault(doc.file, 1, "", complaint("unit.none")))
    sheets: list[tuple[int, Sheet, StandIns | None]] = []
    for index, data in enumerate(units):
        words = list(_word_faults(doc, index, data))
        faults += words
        sheet = data_files.convert(doc, Sheet, data, "unit", index)
        if isinstance(sheet, list):
            told = tuple(fault.field for fault in words)
            faults += [fault for fault in sheet if not fault.field.startswith(told)]
            stand_ins = StandIns()
            rest = with_stand_ins(Sheet, data, stand_ins, "unit", index)
            if rest is not None:
                faults += stand_ins.real(_sheet_faults(doc, index, rest), RESTS_ON)
                sheets.append((index, rest, stand_ins))
        else:
            faults += _sheet_faults(doc, index, sheet)
            sheets.append((index, sheet, None))
    team: Team | None = None
    if "team" in doc.data:
        read = data_files.convert(doc, Team, doc.data["team"], "team")
        if isinstance(read, list):
            faults += read
        else:
            team = read
    return Found(doc, folder, tuple(sheets), team)


def _word_faults(doc: Toml, index: int, data: object) -> Iterator[Fault]:
    """Faults in the words of a unit, named before the decoder stops at the first."""
    modes = data.get("modes") if isinstance(data, dict) else None
    if not isinstance(modes, list):
        return
    for number, mode in enumerate(modes):
        if not isinstance(mode, dict):
            continue
        for field, known in (("abilities", ABILITIES), ("attributes", ATTRIBUTES)):
            words = mode.get(field)
            for word in words if isinstance(words, list) else ():
                if not isinstance(word, str) or word in known:
                    continue
                path = ("unit", index, "modes", number, field)
                if word in ATTRIBUTES:
                    yield doc.fault("unit.attribute", *path, word=word)
                elif word in ABILITIES:
                    yield doc.fault("unit.ability", *path, word=word)
                else:
                    yield doc.fault("unit.word", *path, word=word, near=near(word, known))


def _range_fault(doc: Toml, value: int | None, *path: str | int) -> Iterator[Fault]:
    low, high = RANGES[str(path[-1])]
    if value is not None and not low <= value <= high:
        yield doc.fault("field.range", *path, low=low, high=high, value=value)


def _sheet_faults(doc: Toml, index: int, sheet: Sheet) -> Iterator[Fault]:
    """What is wrong with a sheet by itself."""
    here = ("unit", index)
    if not ID.fullmatch(sheet.id):
        yield doc.fault("unit.id", *here, "id")
    for field, value in (
        ("endurance", sheet.endurance),
        ("skill", sheet.skill),
        ("hp", sheet.hp),
        ("points", sheet.points),
    ):
        yield from _range_fault(doc, value, *here, field)
    if not sheet.modes:
        yield doc.fault("unit.no-mode", *here, "modes")
    names: set[str] = set()
    for number, mode in enumerate(sheet.modes):
        if mode.name in names:
            yield doc.fault("unit.twice", *here, "modes", number, "name", word=mode.name)
        names.add(mode.name)
        yield from _mode_faults(doc, sheet, mode, *here, "modes", number)
    if sheet.allegiance_by_mode:
        given, modes = len(sheet.allegiance_by_mode), len(sheet.modes)
        if given != modes:
            yield doc.fault("unit.allegiances", *here, "allegiance_by_mode", given=given, modes=modes)
        for word in sheet.allegiance_by_mode:
            if word not in FACTIONS and word != LEAVES:
                meant = near(word, (*FACTIONS, LEAVES))
                yield doc.fault("unit.faction", *here, "allegiance_by_mode", word=word, near=meant)
    if sheet.people:
        if sheet.hp is not None:
            yield doc.fault("unit.people-hp", *here, "hp")
        if not 1 <= sheet.people.heads <= 20:
            yield doc.fault("unit.heads", *here, "people")
        if sheet.people.heads_per_fire < 1:
            yield doc.fault("unit.heads-per-fire", *here, "people")
    for ability in ("combine", "separate"):
        listed = any(ability in mode.abilities for mode in sheet.modes)
        team = getattr(sheet, ability)
        if team and not listed:
            yield doc.fault("unit.unlisted", *here, ability, ability=ability)
        if listed and not team:
            yield doc.fault("unit.teamless", *here, "modes", ability=ability)


def _mode_faults(doc: Toml, sheet: Sheet, mode: Mode, *here: str | int) -> Iterator[Fault]:
    """What is wrong with one mode."""
    for field, value in (
        ("str", mode.strength),
        ("spe", mode.speed),
        ("fir", mode.firepower),
        ("hgt", mode.height),
        ("endurance", mode.endurance),
        ("skill", mode.skill),
        ("range", mode.reach),
    ):
        yield from _range_fault(doc, value, *here, field)
    if mode.reach is None and mode.firepower > RANGES["range"][1]:
        yield doc.fault("unit.reach", *here, "fir", most=RANGES["range"][1])
    if mode.reach is not None and mode.reach > mode.firepower:
        yield doc.fault("unit.range", *here, "range", firepower=mode.firepower)
    for field in ("abilities", "attributes"):
        words: Sequence[str] = getattr(mode, field)
        for word in sorted({word for word in words if words.count(word) > 1}):
            yield doc.fault("unit.listed-twice", *here, field, word=word)
    if len([word for word in mode.attributes if word in DAMAGE_FACTORS]) > 1:
        yield doc.fault("unit.factors", *here, "attributes")
    for one, other in (("fly", "vtol"), ("hover", "water")):
        if mode.has(one) and mode.has(other):
            yield doc.fault("unit.exclude", *here, "attributes", one=one, other=other)
    for kind, attribute in (("vtol", "vtol"), ("hover", "hover"), ("boat", "water"), ("gun", "gun")):
        if mode.kind == kind and not mode.has(attribute):
            yield doc.fault("unit.needs", *here, "attributes", kind=kind, attribute=attribute)
    if mode.kind == "jet" and not mode.flies:
        yield doc.fault("unit.jet", *here, "attributes")
    if mode.kind == "nebulon" and (mode.abilities or mode.attributes):
        yield doc.fault("unit.nebulon-bare", *here)
    if mode.kind == "nebulon" and mode.height != 1:
        yield doc.fault("unit.nebulon-high", *here, "hgt")
    if (mode.kind == "human") != (sheet.people is not None):
        yield doc.fault("unit.human", *here, "kind")
    if mode.kind == "human" and mode.strength:
        yield doc.fault("unit.human-strength", *here, "str")
    if mode.has("any-arc") and mode.arc is not None:
        yield doc.fault("unit.any-arc", *here, "arc")


def _reference_faults(doc: Toml, index: int, sheet: Sheet, units: Roster) -> Iterator[Fault]:
    """What a sheet names and is not there."""
    here = ("unit", index)
    partners: list[tuple[str | None, tuple[str | int, ...]]] = [(sheet.nebulon, (*here, "nebulon"))]
    partners += [(mode.nebulon, (*here, "modes", n, "nebulon")) for n, mode in enumerate(sheet.modes)]
    for partner, path in partners:
        if partner is None:
            continue
        if partner not in units:
            yield doc.fault("unit.no-unit", *path, unit=partner, near=near(partner, list(units)))
        elif not units[partner].is_nebulon:
            kind = units[partner].modes[0].kind
            yield doc.fault("unit.no-nebulon", *path, unit=partner, kind=kind)
    if sheet.on_deactivate:
        spawn = sheet.on_deactivate.spawn
        path = (*here, "on_deactivate", "spawn")
        if spawn not in units:
            yield doc.fault("unit.no-unit", *path, unit=spawn, near=near(spawn, list(units)))
        elif _spawns_itself(sheet, units):
            yield doc.fault("unit.spawns-itself", *path)
    for field, team_id in (("combine", sheet.combine), ("separate", sheet.separate)):
        if team_id is None:
            continue
        team = units.teams.get(team_id)
        if team is None:
            meant = near(team_id, list(units.teams))
            yield doc.fault("unit.no-team", *here, field, team=team_id, near=meant)
        elif field == "combine" and sheet.id not in team.members:
            yield doc.fault("unit.no-member", *here, field, team=team_id, unit=sheet.id)
        elif field == "separate" and sheet.id != team.into:
            yield doc.fault("unit.other-whole", *here, field, team=team_id, unit=team.into)


def _spawns_itself(sheet: Sheet, units: Roster) -> bool:
    seen = {sheet.id}
    step = sheet
    while step.on_deactivate and step.on_deactivate.spawn in units:
        step = units[step.on_deactivate.spawn]
        if step.id in seen:
            return True
        seen.add(step.id)
    return False


def _team_faults(doc: Toml, team: Team, units: Roster) -> Iterator[Fault]:
    """Whether a team is complete: each member and the big robot are there and say so themselves."""
    if len(team.members) < 2 or len(set(team.members)) != len(team.members):
        yield doc.fault("team.members", "team", "members")
    for number, member in enumerate(team.members):
        path = ("team", "members", number)
        if member not in units:
            yield doc.fault("unit.no-unit", *path, unit=member, near=near(member, list(units)))
        elif units[member].combine != team.id:
            yield doc.fault("team.combine", *path, unit=member, team=team.id)
    if team.into not in units:
        meant = near(team.into, list(units))
        yield doc.fault("unit.no-unit", "team", "into", unit=team.into, near=meant)
    elif units[team.into].separate != team.id:
        yield doc.fault("team.separate", "team", "into", unit=team.into, team=team.id)
