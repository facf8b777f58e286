"""TOML texts that are small outside and huge inside are refused before they are parsed."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.core import BadData, Fault, complaint
from flagfall.core.errors import MOST_FAULTS
from flagfall.core.toml import Toml
from flagfall.core.toml_bounds import DEEPEST, MOST_KEYS, MOST_TABLES, beyond_bounds
from flagfall.core.words import LANGUAGES, Phrases
from flagfall.ranks.editions.edition_files import read_edition

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a." * 32_000 + "a = 1", "toml.deep"),
        ("[" + "a." * 32_000 + "a]", "toml.deep"),
        ("[[" + " 'a' . " * 9_000 + "a]]", "toml.deep"),
        ("a = {" + "a." * 30_000 + "a = 1}", "toml.deep"),
        ("a = {" * 9_999, "toml.deep"),
        ("a = [\n" * 9_999, "toml.deep"),
        ("x = '''\n''''' # '''\n" + "a." * 20_000 + "a = 1", "toml.deep"),
        ('x = """\\""""""\n' + "a." * 20_000 + "a = 1", "toml.deep"),
        ("\n".join(f"a{i} = 1" for i in range(MOST_KEYS + 1)), "toml.keys"),
        ("[[a]]\n" * (MOST_TABLES + 1), "toml.tables"),
    ],
)
def test_a_text_beyond_the_bounds_is_refused_before_it_is_parsed(text: str, code: str) -> None:
    found = beyond_bounds(text)
    assert found is not None
    assert found[0].code == code
    with pytest.raises(BadData) as caught:
        Toml(text, "x.toml")
    assert [fault.complaint.code for fault in caught.value.faults] == [code]


def test_a_text_within_the_bounds_is_read() -> None:
    deep = ".".join("a" * DEEPEST) + " = 1.5\n"
    keys = "".join(f"k{i} = 'a.b.c.d={{['\n" for i in range(MOST_KEYS - 1 - MOST_TABLES))
    tables = "".join(f"[[t]]\nn = {i} # {'x.' * 40}\n" for i in range(MOST_TABLES))
    assert len(Toml(deep + keys + tables, "x.toml").data["t"]) == MOST_TABLES
    dots = f's = """{"." * 999}"""\nt = \'\'\'{"[" * 999}\'\'\'\nu = "{"." * 99}\\"{"{" * 99}"\n'
    assert set(Toml(dots, "x.toml").data) == {"s", "t", "u"}


def test_the_files_of_the_package_are_far_within_the_bounds() -> None:
    for path in (ROOT / "src").rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        if "editions" in path.parts or "units" in path.parts:
            text = text + "\n" + text + "\n" + text
        assert beyond_bounds(text) is None, path


def test_at_most_50_faults_are_told_and_how_many_more_there_are() -> None:
    faults = [Fault("x", line, "", complaint("action.square")) for line in range(1, 701)]
    told = BadData(faults).faults
    assert told[:MOST_FAULTS] == tuple(faults[:50])
    assert told[50:] == (Fault("x", 50, "", complaint("more", count=650)),)
    assert str(told[-1].complaint) == "and 650 more"
    assert BadData(faults[:50]).faults == tuple(faults[:50])
    assert BadData([*told, faults[0]]).faults[50:] == (Fault("x", 50, "", complaint("more", count=651)),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_many_more_is_said_in_every_language(language: str) -> None:
    assert "650" in Phrases("flagfall.core", language)("fault", "more", count=650)


def test_clashing_pieces_give_a_short_answer() -> None:
    piece = '[[piece]]\nid="p"\nletter="A"\nrank="2"\nname="x"\n'
    armies = '[[army]]\nid="red"\nnames="r"\n[[army]]\nid="blue"\nnames="b"\n'
    with pytest.raises(BadData) as caught:
        read_edition('id="x"\nnames="x"\n' + armies + piece * 700, "x")
    assert len(caught.value.faults) == MOST_FAULTS + 1
    assert len(str(caught.value)) < 20_000


def test_a_fault_does_not_send_the_file_back() -> None:
    long = "x" * 60_000
    with pytest.raises(BadData) as caught:
        read_edition(f'{long} = 1\n[[piece]]\nrank="{long}"\n', "x")
    assert len(str(caught.value)) < 20_000
