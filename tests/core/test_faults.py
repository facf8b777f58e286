"""Faults: each that the sources can find has a sentence in every language, filled by values that it has."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import flagfall
from flagfall.core import BadData, BadText, Fault, Unreadable, complaint
from flagfall.core.toml import Toml
from flagfall.core.words import LANGUAGES, templates

SOURCE = Path(flagfall.__file__).parent
MAKERS = ("complaint", "fault", "_fault", "Unreadable")
"""What makes a complaint of a code and values: functions, methods and errors of these names."""
NAMES = re.compile(r"{(\w+)}")
READ_BY_BROWSERS = (
    "ranks/notation/text.py",
    "ranks/editions/edition_files.py",
    "hexes/all_acts.py",
    "hexes/game.py",
    "hexes/maps/megamek.py",
)
"""Files whose errors about texts reach people who use the browser, in their language."""


def calls(path: Path, *names: str) -> list[ast.Call]:
    """The calls of some names in a source file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        call
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and getattr(call.func, "attr", getattr(call.func, "id", "")) in names
        and call.args
    ]


@cache
def made() -> dict[str, list[set[str]]]:
    """Every code in the sources, with the names of the values that go with it, once for each place."""
    found: dict[str, list[set[str]]] = {}
    for path in SOURCE.rglob("*.py"):
        for call in calls(path, *MAKERS):
            code = call.args[0]
            assert not isinstance(code, ast.JoinedStr), f"{path}:{call.lineno}: a sentence, and no code"
            if isinstance(code, ast.Constant):
                found.setdefault(str(code.value), []).append({str(key.arg) for key in call.keywords})
    return found


def test_the_sources_are_read_rightly() -> None:
    found = made()
    assert {"kind", "known"} in found["edition.no-kind"]
    assert {"token"} in found["map.token"]
    assert len(found) > 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_sentence_and_every_sentence_a_fault(language: str) -> None:
    keys = {key.removeprefix("fault.") for key in templates("flagfall.core", language)}
    assert keys - {"near"} == set(made())


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_faults_use_only_values_that_are_given_everywhere(language: str) -> None:
    sentences = templates("flagfall.core", language)
    for code, places in made().items():
        used = set(NAMES.findall(sentences[f"fault.{code}"]))
        assert sentences[f"fault.{code}"].strip(), code
        assert all(used <= given for given in places), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_faults_name_what_the_english_ones_name(language: str) -> None:
    english, other = templates("flagfall.core", "en"), templates("flagfall.core", language)
    for key, sentence in english.items():
        # What a parser says is English, so other languages say it in their own words.
        assert set(NAMES.findall(other[key])) | {"said"} == set(NAMES.findall(sentence)) | {"said"}, key
        assert "!" not in other[key], key


@pytest.mark.parametrize("file", READ_BY_BROWSERS)
def test_texts_that_browsers_send_are_faulted_in_every_language(file: str) -> None:
    for call in calls(SOURCE / file, "BadText"):
        assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr), f"{file}:{call.lineno}"


def test_a_complaint_is_an_english_sentence_and_asks_what_was_meant() -> None:
    assert str(complaint("unit.no-unit", unit="blur", near="blurr")) == (
        "there is no unit 'blur'; did you mean 'blurr'?"
    )
    assert str(complaint("unit.no-unit", unit="blur", near="")) == "there is no unit 'blur'"


def test_values_of_a_complaint_do_no_harm_in_a_terminal() -> None:
    assert str(complaint("unit.word", word="a\x1b[2Jb", near="")) == r"'a\x1b[2Jb' is unknown"
    assert str(complaint("unit.word", word="{word}", near="")) == "'{word}' is unknown"


def test_errors_carry_their_complaint() -> None:
    wrong = complaint("action.square")
    assert BadText(wrong, column=3).complaint == wrong
    assert str(BadText(wrong, column=3)) == "1:3: expected a square"
    assert str(BadText("an English sentence")) == "1:1: an English sentence"
    assert BadText("an English sentence").complaint.params == {"reason": "an English sentence"}
    assert str(Unreadable("board.large", most=10)) == "the board has more than 10 rows or columns"
    assert Fault("x", 1, "", wrong).reason == "expected a square"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a = 1\na = 2", "toml.twice"),
        ("[a]\n[a]", "toml.twice"),
        ("a = {b = 1, b = 2}", "toml.twice"),
        ("a", "toml.equals"),
        ("a = 1 2", "toml.rest"),
        ("= 1", "toml.statement"),
        ("a = hello", "toml.value"),
        ("a = [1, 2", "toml.bracket"),
        ("[a", "toml.bracket"),
        ("[[a]", "toml.bracket"),
        ('a = "b', "toml.quote"),
        ('a = "b\nc"', "toml.quote"),
        ("a = 'b", "toml.quote"),
        (r'a = "\q"', "toml.escape"),
        ("a = " + "[" * 9999, "toml.deep"),
    ],
)
def test_what_is_wrong_with_toml_is_told_apart(text: str, code: str) -> None:
    with pytest.raises(BadData) as caught:
        Toml(text, "x.toml")
    assert [fault.complaint.code for fault in caught.value.faults] == [code]
