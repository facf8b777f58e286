"""`npm run dev`: the client from its sources, with the words that lie beside it, in front of a server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.server.kit import Server, settings

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.long
def test_the_client_is_served_from_its_sources(tmp_path: Path) -> None:
    if shutil.which("npm") is None or not (WEB / "node_modules").is_dir():
        pytest.skip("there is no Node, or the client's packages are not there: make web/dist/index.html")
    with Server(settings(f"sqlite:///{tmp_path}/x.sqlite3")) as server:
        dev = subprocess.Popen(
            ["npm", "run", "dev", "--", "--host", "127.0.0.1", "--port", "0"],
            cwd=WEB,
            env={**os.environ, "FLAGFALL_SERVER": server.url, "NO_COLOR": "1"},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert dev.stdout is not None
            place = next(
                found[0] for line in dev.stdout if (found := re.search(r"http://127[\d.]+:\d+", line))
            )
            with httpx.Client(base_url=place, timeout=60) as client:
                for path in ("/", "/src/main.ts", f"/@fs{WEB.parent}/src/flagfall/core/words/languages.toml"):
                    assert client.get(path).status_code == 200, path
                assert client.get("/api/games").json()
        finally:
            os.killpg(dev.pid, 15)
            dev.wait()
