"""A language that has only data files is offered by the client and spoken from the first answer on."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.browser.serving import served
from tests.fifth_language import CODE, MARK, NAME, with_fifth_language


@pytest.mark.long
def test_the_client_offers_and_speaks_it(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    copy = with_fifth_language(tmp_path)
    subprocess.run(
        ["npm", "--prefix", copy / "web", "run", "--silent", "build"], check=True, capture_output=True
    )
    with served(copy / "web/dist", PYTHONPATH=str(copy / "src")) as url:
        page = browser.new_context(base_url=url, locale=CODE).new_page()
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", CODE)
        expect(page.get_by_role("heading", level=1)).to_contain_text(MARK)
        page.goto("/profile")
        expect(page.locator("[data-language] option", has_text=NAME)).to_have_count(1)
        page.locator("[data-language]").select_option("de")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.locator("[data-language]").select_option(CODE)
        expect(page.locator("html")).to_have_attribute("lang", CODE)
        page.goto("/series/hex")
        expect(page.locator("main")).to_contain_text(f"{MARK}The duel")
        page.context.close()
