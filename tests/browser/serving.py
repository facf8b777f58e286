"""A real server and a real browser, for the tests and for the pictures."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "web" / "dist"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SETTINGS = {
    "FLAGFALL_BOT_PACE": "0.01",
    # Everybody comes from one address.
    "FLAGFALL_REQUESTS_PER_MINUTE": "100000",
    "FLAGFALL_GUESTS_PER_HOUR": "100000",
}
TEST_MAPS = {"FLAGFALL_HEX_DATA": str(Path(__file__).parent / "hexdata")}


class NotServed(Exception):  # noqa: N818 - a state of affairs
    """The server did not start; its log says why."""


def chromium() -> str | None:
    """Where the browser is."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)


@contextmanager
def browsing() -> Iterator[Any]:
    """Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@contextmanager
def served(client: Path = CLIENT, **settings: str) -> Iterator[str]:
    """A server of its own with an empty database and quick bots; its address."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        command = (
            *(sys.executable, "-m", "flagfall", "serve", "--port", str(port), "--web", str(client)),
            *("--database", f"sqlite:///{folder}/tables.sqlite3"),
        )
        log = Path(folder) / "server.log"
        with log.open("wb") as out:
            server = subprocess.Popen(
                command, env={**os.environ, **SETTINGS, **settings}, stdout=out, stderr=out
            )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait(url, server, log)
            yield url
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{url}/api/hello", timeout=2).close()
            return
        except OSError:
            time.sleep(0.2)
    raise NotServed(log.read_text(errors="replace")[-2000:])
