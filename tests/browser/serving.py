"""A real server and a real browser, for the tests and for the pictures."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waits import PATIENCE

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "web" / "dist"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # It is small in containers, and a page that needs more of it crashes.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SETTINGS = {
    "FLAGFALL_BOT_PACE": "0.01",
    # Everybody comes from one address, and some tests come at the same minute.
    "FLAGFALL_REQUESTS_PER_MINUTE": "100000",
    "FLAGFALL_GUESTS_PER_HOUR": "100000",
    "FLAGFALL_MISSES_PER_MINUTE": "100000",
    "FLAGFALL_UPLOADS_PER_MINUTE": "100000",
    "FLAGFALL_MESSAGES_PER_SECOND": "10000",
    "FLAGFALL_CONNECTIONS_PER_ADDRESS": "10000",
    # A busy machine makes it late: that is no overload.
    "FLAGFALL_LAG_AT_MOST": "1000000",
}
SAME_DEALS = Path(__file__).parent / "same_deals.py"
TEST_MAPS = {"FLAGFALL_HEX_DATA": str(Path(__file__).parent / "hexdata")}


class NotServed(Exception):  # noqa: N818 - a state of affairs
    """The server did not start; its log says why."""


def preferring(**preferences: object) -> str:
    """A script that gives a new profile preferences; ``guided``: the tips of the first game are over."""
    return f"localStorage['flagfall.prefs'] ??= {json.dumps(json.dumps(preferences))}"


def chromium() -> str | None:
    """Where the browser is."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)


@contextmanager
def browsing() -> Iterator[Any]:
    """Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=1000 * PATIENCE)
        yield found
        found.close()


@contextmanager
def served(client: Path = CLIENT, *, same_deals: bool = False, **settings: str) -> Iterator[str]:
    """A server of its own with an empty database and quick bots; its address."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.sqlite3"
        # The system chooses the port: one that was free a moment ago may be taken by now.
        flags = ("--port", "0", "--web", str(client), "--database", database)
        command = (
            (sys.executable, str(SAME_DEALS), database, str(client))
            if same_deals
            else (sys.executable, "-m", "flagfall", "serve", *flags)
        )
        log = Path(folder) / "server.log"
        with log.open("wb") as out:
            server = subprocess.Popen(
                command, env={**os.environ, **SETTINGS, **settings}, stdout=out, stderr=out
            )
        try:
            yield _address(server, log)
        finally:
            server.terminate()
            try:
                server.wait(120)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Where the server says that it listens."""
    while True:
        ended = server.poll() is not None
        told = log.read_text(errors="replace")
        if found := re.search(r"Flagfall is at (http\S+)\n", told):
            return found.group(1)
        if ended:
            raise NotServed(told[-2000:])
        time.sleep(0.1)
