"""A real server, a real browser. Without a browser the tests are skipped by name; with CI set they fail."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import CLIENT, TEST_MAPS, browsing, chromium, served


def missing(what: str) -> None:
    """Skip, or fail where the whole suite has to run."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def client_folder() -> Path:
    """The built client; ``FLAGFALL_CLIENT`` names another folder than the usual one."""
    folder = Path(os.environ.get("FLAGFALL_CLIENT", CLIENT))
    if not (folder / "index.html").is_file():
        missing("the client is not built: npm --prefix web ci && npm --prefix web run build")
    return folder


@pytest.fixture(scope="session")
def address(client_folder: Path) -> Iterator[str]:
    """A server of its own with an empty database, quick bots and the maps of the tests."""
    with served(client_folder, **TEST_MAPS) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    if chromium() is None:
        missing("there is no Chromium")
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        missing("there is no Playwright for Python")
    with browsing() as found:
        yield found


class Trouble(list[str]):
    """What a page complained about."""


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Any]:
    """Opens pages, each in a browser profile of its own; complaints of the page fail the test."""
    contexts: list[Any] = []
    trouble = Trouble()

    def opened(
        path: str = "/", *, width: int = 1280, height: int = 900, touch: bool = False, **more: Any
    ) -> Any:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            has_touch=touch,
            locale=more.pop("locale", "en"),
            service_workers="block",
            **more,
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda told: trouble.append(told.text) if told.type == "error" else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    # A cut line is part of some tests; the browser itself reports it.
    rest = [one for one in trouble if "WebSocket" not in one and "net::ERR_" not in one]
    assert not rest, rest
