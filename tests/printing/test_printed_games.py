"""Every edition and scenario makes a PDF that one can play with."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from math import ceil, sqrt
from typing import Any

import pytest
from pypdf import PdfReader

import flagfall
from flagfall.core.extras import MissingExtra
from flagfall.core.words import LANGUAGES, templates
from flagfall.hexes.game import HexGame
from flagfall.hexes.words import sheet_word
from flagfall.printing import CannotPrint, printed, typesetting
from flagfall.printing.hexes import map_sheets
from flagfall.printing.hexes.unit_cards import units
from flagfall.printing.papers import PAPERS, cuts, tiles
from flagfall.printing.ranks import board_sheets
from flagfall.printing.ranks.kit import at_a_table
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import sections
from tests.smoke import smoke

POINTS = 72 / 25.4
"""In a millimetre."""
NEXT_LETTER = 2.5
"""How far apart two letters of a word begin at most, in millimetres."""
RANKS = [id for id in flagfall.games() if isinstance(flagfall.game(id), RankGame)]
HEXES = [id for id in flagfall.games() if isinstance(flagfall.game(id), HexGame)]


@cache
def pages(id: str, language: str, paper: str = "a4") -> Any:
    return PdfReader(io.BytesIO(printed(flagfall.game(id), language, paper))).pages


def plain(text: str) -> str:
    """A text without its spaces and hyphens, as lines may break anywhere; ligatures are taken apart."""
    for sign, letters in {
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬀ": "ff",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
        "’": "'",
        "ſt": "st",
    }.items():
        text = text.replace(sign, letters)
    return re.sub(r"[\s\u00ad\u2010\u00a0\u202f-]+", "", text)


@cache
def whole(id: str, language: str) -> str:
    return plain("".join(page.extract_text() for page in pages(id, language)))


def places(page: Any) -> list[tuple[str, float, float]]:
    """The words of a page with the places where they begin, in millimetres.

    Letters of drawings may be set one by one: those that follow each other closely are one word.
    """
    found: list[tuple[str, float, float]] = []
    last = (0.0, 0.0)

    def visit(text: str, outer: Any, inner: Any, *_: Any) -> None:
        nonlocal last
        if text.strip():
            x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4]
            y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
            x, y = x / POINTS, y / POINTS
            if found and abs(y - last[1]) < 0.01 and 0 < x - last[0] < NEXT_LETTER:
                word, *begin = found[-1]
                found[-1] = (word + text.strip(), begin[0], begin[1])
            else:
                found.append((text.strip(), x, y))
            last = x, y

    page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize("language", smoke(LANGUAGES, "de"))
@pytest.mark.parametrize("id", smoke(RANKS, "duel", "pirates-code"))
def test_an_edition_has_all_its_pieces_and_rules_in_the_language(id: str, language: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    text = whole(id, language)
    for army in game.edition.armies:
        counts = Counter({plain(kind.name(language)): 0 for kind in army.kinds})
        for kind in army.kinds:
            counts[plain(kind.name(language))] += kind.count
        for name, count in counts.items():
            assert text.count(name) >= count, f"{name}: {text.count(name)} of {count}"
    for section in sections(at_a_table(game.edition)):
        for sentence in section.text:
            assert plain(sentence[language]) in text, sentence[language]
    for power in game.edition.powers:
        assert text.count(plain(power.help[language])) == 2, f"{power.id}: on its card and in the rulebook"
        who = templates("flagfall.printing", language)
        assert plain(who["rules.used-by"] + who["rules.colon"]) in text
    if language == "fr":
        assert not re.search(r"\w:\s", "".join(page.extract_text() for page in pages(id, language)))


@pytest.mark.parametrize("language", smoke(LANGUAGES, "fr"))
@pytest.mark.parametrize("id", smoke(HEXES, "hex-siege"))
def test_a_scenario_has_all_its_units_and_rules_in_the_language(id: str, language: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, HexGame)
    text = whole(id, language)
    for seat in (0, 1):
        assert plain(game.scenario.sides[seat].name.get(language)) in text
        for unit in units(game, seat):
            name = plain(sheet_word("name", unit.sheet.name, language))
            modes = ceil(len(unit.sheet.modes) / 2) * 2
            assert text.count(name) >= modes + 2, f"{name}: counters, unit card and turn card"
    guide = templates("flagfall.hexes", f"guide/{language}")
    own = {"goal.p1", "modes.p1", "abilities.p1", "attributes.p1", "options.p1"}
    told = [key for key in guide if ".p" in key and key not in own]
    missing = [key for key in told if plain(guide[key]) not in text]
    assert len(missing) <= 3, f"{missing}: the foot of a page breaks at most one paragraph"
    assert ".(" not in text, "where a side sets up stands beside its name"


def test_hx_seq_13_a_scenario_says_who_begins_with_damage() -> None:
    assert plain("Optimus Prime begins with 16 of 20 hit points.") in whole("hex-duel", "en")
    assert "jazz:4" not in whole("hex-duel", "en")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("id", ["duel", "hex-duel"])
def test_all_pages_have_the_size_of_the_paper(id: str, paper: str) -> None:
    size = PAPERS[paper]
    for page in pages(id, "en", paper):
        assert float(page.mediabox.width) == pytest.approx(size.width * POINTS, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(size.height * POINTS, abs=0.1)


def test_an_edition_takes_the_pages_that_its_parts_need() -> None:
    # A cover, four sheets of the board, two of pieces for each army of forty, and the rulebook.
    assert 1 + 4 + 4 + 1 <= len(pages("original", "en")) <= 1 + 4 + 4 + 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_squares_of_a_board_are_35_mm_wide_on_paper(paper: str) -> None:
    assert board_sheets.SQUARE == 35
    first = places(pages("duel", "en", paper)[1])
    columns = {text: x for text, x, _ in first if text in "abcde"}
    rows = {text: y for text, _, y in first if text in ("10", "9", "8", "7", "6")}
    assert sorted(columns) == list("abcde")
    # Letters are set around the middles of their columns: half a letter of difference is no fault of scale.
    assert all(columns[b] - columns[a] == pytest.approx(35, abs=0.7) for a, b in pairwise("abcde"))
    assert columns["e"] - columns["a"] == pytest.approx(140, abs=0.7)
    assert rows["10"] - rows["6"] == pytest.approx(140, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_hexes_of_a_map_are_32_mm_wide_on_paper(paper: str) -> None:
    assert map_sheets.ACROSS == 32
    found = {text: (x, y) for text, x, y in places(pages("hex-duel", "en", paper)[1]) if len(text) == 4}
    assert found["0202"][1] - found["0204"][1] == pytest.approx(64, abs=0.1)
    assert found["0402"][0] - found["0202"][0] == pytest.approx(3 * 32 / sqrt(3), abs=0.7)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("step", [0.0, 35.0])
def test_sheets_cover_a_board_without_a_gap_and_fit_the_paper(paper: str, step: float) -> None:
    found = tiles(362.0, 292.0, PAPERS[paper], step, 6.0)
    wide, high = PAPERS[paper].inner
    assert sum(tile.width * tile.height for tile in found) == pytest.approx(362 * 292)
    assert all(tile.width + 6 <= wide and tile.height + 6 <= high for tile in found)
    assert [tile.number for tile in found] == list(range(1, len(found) + 1))


def test_cuts_fall_between_squares() -> None:
    assert cuts(362, 184, 35, 6) == [(0, 181), (181, 181)]


@pytest.mark.parametrize("id", ["duel", "hex-duel"])
def test_the_same_game_gives_the_same_bytes(id: str) -> None:
    game = flagfall.game(id)
    assert printed(game, "nl", "letter") == printed(game, "nl", "letter")


@pytest.mark.parametrize(
    ("language", "paper", "field", "said"),
    [("xx", "a4", "language", "'xx': en, nl, fr, de"), ("de", "a3", "paper", "'a3': a4, letter")],
)
def test_unknown_languages_and_papers_are_named(language: str, paper: str, field: str, said: str) -> None:
    with pytest.raises(CannotPrint, match=said) as refused:
        printed(flagfall.game("duel"), language, paper)
    assert refused.value.field == field


def test_a_missing_extra_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(part: str, extra: str, *modules: str) -> None:
        from flagfall.core.extras import need

        need(part, extra, *(f"{module}_that_is_not_there" for module in modules))

    monkeypatch.setattr(typesetting, "need", nowhere)
    with pytest.raises(MissingExtra, match=r"^printing needs typst.*: pip install 'flagfall\[print\]'$"):
        printed(flagfall.game("duel"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_printed_games_are_all_there(language: str) -> None:
    english, own = templates("flagfall.printing", "en"), templates("flagfall.printing", language)
    assert own.keys() == english.keys()
    for key, text in own.items():
        assert text
        assert "!" not in text
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key
