"""A real server, a real browser. Without a browser the tests are skipped by name; with CI set they fail."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import CLIENT, TEST_MAPS, browsing, chromium, preferring, served
from tests.waits import PATIENCE


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
    """A server of its own: an empty database, quick bots, the maps of the tests, always the same deals."""
    with served(client_folder, same_deals=True, **TEST_MAPS) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    if chromium() is None:
        missing("there is no Chromium")
    try:
        from playwright.sync_api import expect
    except ImportError:
        missing("there is no Playwright for Python")
    expect.set_options(timeout=1000 * PATIENCE)
    with browsing() as found:
        yield found


class Trouble(list[str]):
    """What a page complained about."""


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Any]:
    """Opens pages, each in a browser profile of its own; complaints of the page fail the test.

    ``expected`` is a part of complaints that belong to the test, such as the answer to a wrong address;
    ``speed`` is that of battles and other scenes, for a test of many moves that does not look at them.
    A ``newcomer`` has never played here: the first game comes with tips, and its battles are slower.
    """
    contexts: list[Any] = []
    trouble = Trouble()
    known = ["WebSocket", "net::ERR_"]  # A cut line is part of some tests; the browser itself reports it.

    def opened(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 900,
        touch: bool = False,
        newcomer: bool = False,
        **more: Any,
    ) -> Any:
        more_known = [more.pop("expected")] if "expected" in more else []
        speed = more.pop("speed", "")
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            has_touch=touch,
            locale=more.pop("locale", "en"),
            service_workers=more.pop("service_workers", "block"),
            **more,
        )
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        context.add_init_script(preferring(guided=not newcomer, **({"speed": speed} if speed else {})))
        known.extend(more_known)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda told: trouble.append(told.text) if told.type == "error" else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    rest = [one for one in trouble if not any(part in one for part in known)]
    assert not rest, rest
