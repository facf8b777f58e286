"""Print and play: the button of the pages of rules and scenarios gives a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader


@pytest.mark.parametrize(
    ("path", "locale", "paper", "name"),
    [
        ("/rules/duel", "de", "a4", "flagfall-duel-de-a4.pdf"),
        pytest.param(
            "/play/hex-duel", "en-US", "letter", "flagfall-hex-duel-en-letter.pdf", marks=pytest.mark.long
        ),
    ],
)
def test_the_button_saves_the_game_in_the_language_and_on_the_usual_paper(
    open_page: Any, tmp_path: Path, path: str, locale: str, paper: str, name: str
) -> None:
    from playwright.sync_api import expect

    page = open_page(path, locale=locale, width=390, height=844)
    page.locator("[data-print]").click()
    expect(page.locator("[data-paper]")).to_have_value(paper)
    with page.expect_download() as waiting:
        page.locator("[data-print-go]").click()
    assert waiting.value.suggested_filename == name
    waiting.value.save_as(tmp_path / name)
    assert len(PdfReader(tmp_path / name).pages) > 5
    expect(page.locator("dialog [role=status]")).not_to_be_empty()
