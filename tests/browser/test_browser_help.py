"""The help under the server's content security policy: nothing is blocked, and the search finds."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.serving import ROOT

BUILT = (ROOT / "site" / "help").exists()


@pytest.mark.skipif(not BUILT, reason="the help is not built: make docs")
def test_the_help_is_opened_from_the_client_and_searched(open_page: Any) -> None:
    page = open_page("/about", locale="nl")
    page.locator('#main a[href="/help/nl/"]').click()
    page.wait_for_url("**/help/nl/")
    page.locator("input.md-search__input").click()
    page.keyboard.type("Barrage")
    page.locator(".md-search-result__item").first.wait_for()
    page.goto("/help/fr/games/pirates-code/")
    page.wait_for_function("() => [...document.images].every(one => one.complete && one.naturalWidth)")
    assert page.locator("article img").count() == 7
