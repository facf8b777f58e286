"""The built client: read once, sent from memory, with cache headers for files that never change."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from flagfall.server.http.asgi import Receive, Scope, Send
from flagfall.server.http.index_page import IndexPage

HERE = Path(__file__).parents[1]
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
MISSING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Flagfall</title>
<h1>The server runs, but the client is not built</h1>
<p>Run <code>make play</code>, or build it in <code>web/</code>.</p>
"""


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    type: str
    tag: str
    cache: str
    small: bytes = b""
    """The body gzipped, where that is worth it."""


class SharedFile(msgspec.Struct):
    """A file of the client that is one of the package, and the hash that it must have."""

    file: str
    sha256: str


def make_file(name: str, body: bytes) -> File:
    """A file with the headers that its name asks for."""
    suffix = Path(name).suffix
    kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("json", "xml")):
        kind += "; charset=utf-8"
    # Names of assets hold a hash of their content; everything else is asked for again.
    cache = "public, max-age=31536000, immutable" if name.startswith("/assets/") else "no-cache"
    text = kind.endswith("charset=utf-8") and len(body) > 1_000
    small = gzip.compress(body, 9, mtime=0) if text else b""
    return File(body, kind, f'"{hashlib.sha256(body).hexdigest()[:32]}"', cache, small)


def find(folder: str = "") -> Path | None:
    """The folder of the built client: the one named, that of the source tree, or that of the package."""
    # A source archive holds a client as the package does: what somebody built from its sources is newer.
    places = [Path(folder)] if folder else [HERE.parents[2] / "web" / "dist", HERE / "client"]
    return next((place for place in places if (place / "index.html").is_file()), None)


class Client:
    """An ASGI application that sends the files of the client, and its page for every address of its own."""

    def __init__(self, folder: Path | None) -> None:
        self.files: dict[str, File] = {}
        if folder is not None:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = "/" + path.relative_to(folder).as_posix()
                    self.files[name] = make_file(name, path.read_bytes())
        there = self.files.pop("/shared.json", None)
        if there is not None:
            self.files.update(dict(_shared(there.body, self.files)))
        self.page = self.files.get("/index.html") or make_file("/index.html", MISSING)
        plan = self.files.pop("/pages.json", None)
        self._first = IndexPage(self.page.body, plan.body) if plan else None
        self._pages: dict[tuple[str, str], File] = {}

    def at(self, path: str) -> File | None:
        """The file at a path; the page, if the path looks like one of the client's own addresses."""
        if path in self.files:
            return self.files[path]
        return None if "." in path.rsplit("/", 1)[-1] or path.startswith("/api") else self.page

    def first(self, path: str, languages: str) -> File:
        """The page as the first answer to an address."""
        if self._first is None:
            return self.page
        key = self._first.key(path, languages)
        if key not in self._pages:
            self._pages[key] = make_file("/index.html", self._first.body(*key))
        return self._pages[key]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file of a request, 304 if the browser has it, 404 if there is none."""
        found = self.at(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        if found is None:
            await _send(send, 404, [(b"content-type", b"text/plain")], b"not found")
            return
        languages = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        page = found is self.page
        if page:
            found = self.first(scope["path"], languages)
        await answer(found, scope, send, by_language=page)


def _shared(plan: bytes, files: Mapping[str, File]) -> Iterator[tuple[str, File]]:
    """The files that the client was built with and the package has already, under the client's names.

    A package holds them once. One that is not what it was when the client was built is not sent.
    """
    for name, one in msgspec.json.decode(plan, type=dict[str, SharedFile]).items():
        if name not in files:
            body = (HERE.parent / one.file).read_bytes()
            if hashlib.sha256(body).hexdigest() == one.sha256:
                yield name, make_file(name, body)


async def answer(found: File, scope: Scope, send: Send, status: int = 200, by_language: bool = False) -> None:
    """Send a file, small if the browser reads gzip; 304 if the browser has it."""
    asked = dict(scope["headers"])
    headers = [
        (b"content-type", found.type.encode()),
        (b"etag", found.tag.encode()),
        (b"cache-control", found.cache.encode()),
    ]
    if found.tag in asked.get(b"if-none-match", b"").decode("latin-1"):
        await _send(send, 304, headers, b"")
        return
    body = found.body
    if found.small:
        headers.append((b"vary", b"accept-encoding, accept-language" if by_language else b"accept-encoding"))
        if b"gzip" in asked.get(b"accept-encoding", b""):
            headers.append((b"content-encoding", b"gzip"))
            body = found.small
    await _send(send, status, headers, b"" if scope["method"] == "HEAD" else body)


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    if status != 304:
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
