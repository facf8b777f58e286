"""The players' pages of the documentation under ``/help``: built beforehand, read when first asked for."""

from __future__ import annotations

from pathlib import Path

from flagfall.core.words import LANGUAGES
from flagfall.server.http.asgi import Receive, Scope, Send
from flagfall.server.http.client_files import HERE, File, answer, make_file
from flagfall.server.http.index_page import first_language

PREFIX = "/help"
MISSING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Flagfall</title>
<h1>There is no such page</h1>
<p>The help begins at <a href="/help/">/help</a>.
A server from the source tree has it after <code>make docs</code>.</p>
"""


def find() -> Path | None:
    """The folder of the built pages: that of the source tree, or that of the package."""
    places = (HERE.parents[2] / "site" / "help", HERE / "help")
    return next((place for place in places if (place / "en" / "index.html").is_file()), None)


class HelpPages:
    """An ASGI application that sends the pages; a folder stands for its ``index.html``."""

    def __init__(self, folder: Path | None) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file()) if folder else ()
        self._paths = {f"{PREFIX}/{path.relative_to(folder or path).as_posix()}": path for path in paths}
        self._files: dict[str, File] = {}
        self._missing = make_file("/missing.html", MISSING)

    def at(self, name: str) -> File | None:
        """The file with a name."""
        if name not in self._paths:
            return None
        if name not in self._files:
            self._files[name] = make_file(name, self._paths[name].read_bytes())
        return self._files[name]

    def goal(self, path: str, accepted: str) -> str:
        """Where a path leads: itself, or the address that it should have been."""
        if path.rstrip("/") == PREFIX:
            return f"{PREFIX}/{first_language(accepted, LANGUAGES)}/" if self._paths else path
        return f"{path}/" if f"{path}/index.html" in self._paths else path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a page or a file, or where it is instead."""
        path: str = scope["path"]
        goal = self.goal(path, dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))
        if goal != path:
            headers = [(b"location", goal.encode()), (b"vary", b"accept-language"), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 302, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        found = self.at(f"{path}index.html" if path.endswith("/") else path)
        await answer(found or self._missing, scope, send, 200 if found else 404)
