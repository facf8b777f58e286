"""A real server, a real browser. Without a browser the tests are skipped by name; with CI set they fail."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def missing(what: str) -> None:
    """Skip, or fail where the whole suite has to run."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def client_folder() -> Path:
    """The built client; ``FLAGFALL_CLIENT`` names another folder than the usual one."""
    folder = Path(os.environ.get("FLAGFALL_CLIENT", ROOT / "web" / "dist"))
    if not (folder / "index.html").is_file():
        missing("the client is not built: npm --prefix web ci && npm --prefix web run build")
    return folder


@pytest.fixture(scope="session")
def address(client_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own with an empty database and quick bots."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    settings = {
        "FLAGFALL_BOT_PACE": "0.01",
        # All tests come from one address.
        "FLAGFALL_REQUESTS_PER_MINUTE": "100000",
        "FLAGFALL_GUESTS_PER_HOUR": "100000",
        "FLAGFALL_HEX_DATA": str(Path(__file__).parent / "hexdata"),
    }
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from flagfall.terminal.main import main; raise SystemExit(main())",
                "serve",
                "--port",
                str(port),
                "--database",
                f"sqlite:///{folder / 'tables.sqlite3'}",
                "--web",
                str(client_folder),
            ],
            env={**os.environ, **settings},
            stdout=log,
            stderr=log,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait(url, server, folder / "server.log")
            yield url
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/api/hello", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not start: {log.read_text(errors='replace')[-2000:]}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        missing("there is no Chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("there is no Playwright for Python")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


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
