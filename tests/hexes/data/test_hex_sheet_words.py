"""What sheets and maps say in English, in the other languages."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from flagfall.core.words import LANGUAGES, templates
from flagfall.hexes.maps.map_files import map_ids, map_named
from flagfall.hexes.missions.mission_files import missions
from flagfall.hexes.units.sheets import KINDS
from flagfall.hexes.units.unit_files import roster
from flagfall.hexes.words import PACKAGE, sheet_word
from flagfall.terminal.hexes.pages import sheet_page

OTHERS = [language for language in LANGUAGES if language != "en"]


def written() -> dict[str, set[str]]:
    """The words of the package's own units and maps."""
    sheets = list(roster().values())
    return {
        "mode": {mode.name for sheet in sheets for mode in sheet.modes},
        "function": {sheet.function for sheet in sheets},
        "zone": {zone for id in map_ids() for zone in map_named(id).zones}
        | {zone for one in missions() if one.map for zone in one.map.zones},
        "map": {map_named(id).name for id in map_ids()},
        "kind": set(KINDS),
        "note": {sheet.source.note for sheet in sheets} - {""},
        "place": {map_named(id).text for id in map_ids()},
    }


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("kind", ["mode", "kind", "function", "note", "zone", "map", "place"])
def test_every_word_of_a_sheet_or_map_is_there_in_every_language(kind: str, language: str) -> None:
    table = templates(PACKAGE, f"sheets/{language}")
    known = {key.removeprefix(f"{kind}.") for key in table if key.startswith(f"{kind}.")}
    assert known == written()[kind]
    assert all(table.values())


@pytest.mark.parametrize("language", OTHERS)
def test_units_without_a_proper_name_are_called_by_a_word(language: str) -> None:
    people = [sheet.name for sheet in roster().values() if sheet.people]
    assert people
    assert all(sheet_word("name", name, language) != name for name in people)


@pytest.mark.parametrize("language", OTHERS)
def test_a_sheet_in_another_language_has_no_english_in_it(language: str) -> None:
    units = roster()
    pages = [sheet_page(sheet, units, language=language) for sheet in units.values()]
    english = [sheet_page(sheet, units) for sheet in units.values()]
    told = {word for page in pages for word in re.findall(r"[a-z]{4,}", page)}
    plain = {word for page in english for word in re.findall(r"[a-z]{4,}", page)}
    assert not told & plain & {"vehicle", "human", "gun", "people", "cars", "leader", "speed"}


def test_english_and_words_of_ones_own_stay_as_they_are() -> None:
    assert sheet_word("mode", "race car", "de") == "Rennwagen"
    assert sheet_word("mode", "race car", "en") == "race car"
    assert sheet_word("mode", "teapot of mine", "de") == "teapot of mine"
    assert not files(PACKAGE).joinpath("words", "sheets", "en.toml").is_file()
