"""Before every request: limits by address, host, Origin and CSRF checks; after it: security headers."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

import msgspec

from flagfall.server.fair_threads import asker
from flagfall.server.http.asgi import App, Message, Receive, Scope, Send
from flagfall.server.settings import Settings
from flagfall.server.token_bucket import Limiter
from flagfall.server.wire.tables import Problem

CSRF_HEADER = b"x-flagfall"
"""A header that pages of other sites cannot send without permission: every change needs it."""
HEALTH = ("/healthz", "/readyz", "/metrics")
"""Asked for by monitoring, which may know the server by another name."""
WITHOUT_HEADER = ("/api/notices/stop",)
"""What mail programs ask for: a signed link says what is to be done, and who asks does not count."""
BODY = 131_072
"""Bytes of a request's body at most."""
OTHER_HOST = "this server is not known by that name; the settings base_url and hosts hold its names"
NO_HEADER = "send the header X-Flagfall: 1, from this site"
POLICY = (
    "default-src 'self'; script-src 'self'{compiles}; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self' {live}; worker-src 'self'; manifest-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
WORKER = "/assets/bot-worker-"
"""The worker of the bot that plays without a connection: the one script that may compile WebAssembly."""


def address(scope: Scope, proxies: int) -> str:
    """The address that a request comes from, for the limits: the last one that our own proxies have seen.

    A proxy may add to the line that came, or add a line: all lines together are one list. One house has a
    whole /64 of IPv6 addresses, which count as one.
    """
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if proxies and lines:
        hops = [hop.strip() for hop in ",".join(lines).split(",")]
        return _place(hops[-proxies] if len(hops) >= proxies else hops[0])
    client = scope.get("client")
    return _place(str(client[0])) if client else "local"


def _place(address: str) -> str:
    try:
        found = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    # An IPv4 address that reaches us through an IPv6 socket is still that one.
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def security_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """What every answer carries, besides the policy that depends on the host."""
    secure = [(b"strict-transport-security", b"max-age=31536000")] if settings.secure else []
    return [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"x-frame-options", b"DENY"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
        *secure,
    ]


def _split(address: str) -> SplitResult | None:
    """An address in its parts, or None if it is none."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it checks it
    except ValueError:
        return None
    return parts


class Guard:
    """An ASGI application around another one: it lets a request through, or answers it."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        per_minute = settings.requests_per_minute
        self._requests = Limiter(per_minute / 60, per_minute / 2)
        self._live: dict[str, int] = {}
        base = urlsplit(settings.base_url).hostname or ""
        mine = socket.gethostname().lower()
        self._hosts = {"localhost", base, mine, f"{mine}.local", *(host.lower() for host in settings.hosts)}
        self._headers = security_headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request or a websocket; pass on what may pass."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        scope["flagfall.address"] = where = address(scope, self.settings.proxies)
        asker.set(where)
        with_headers = self._add_headers(send, headers, scope["path"])
        wrong = _malformed(headers)
        if wrong:
            await _answer(with_headers, 400, Problem("bad-message", detail=wrong))
            return
        if not self._known(headers) and scope["path"] not in HEALTH:
            await _answer(with_headers, 421, Problem("forbidden", detail=OTHER_HOST))
            return
        if scope["path"].startswith("/api"):
            if not self._requests.take(where):
                wait = self._requests.wait(where)
                await _answer(with_headers, 429, Problem("too-many", detail="too many requests", retry=wait))
                return
            changes = (
                scope["method"] not in ("GET", "HEAD", "OPTIONS") and scope["path"] not in WITHOUT_HEADER
            )
            if changes and not self._own(headers, strict=True):
                await _answer(with_headers, 403, Problem("forbidden", detail=NO_HEADER))
                return
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > BODY:
            await _answer(with_headers, 413, Problem("too-large", detail=f"at most {BODY} bytes"))
            return
        await self.app(scope, receive, with_headers)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        where = address(scope, self.settings.proxies)
        scope["flagfall.address"] = where
        asker.set(where)
        headers = dict(scope["headers"])
        # A handshake costs as much as a request.
        many = self._live.get(where, 0) >= self.settings.connections_per_address
        many = many or not self._requests.take(where)
        if many or not self._known(headers) or not self._own(headers, strict=False):
            await receive()
            await send({"type": "websocket.close", "code": 4409 if many else 4403})
            return
        self._live[where] = self._live.get(where, 0) + 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._live[where] -= 1
            if not self._live[where]:
                del self._live[where]

    def _known(self, headers: dict[bytes, bytes]) -> bool:
        """Whether the host is a name of ours, not one that another site has pointed at us (DNS rebinding)."""
        parts = _split("//" + headers.get(b"host", b"").decode("latin-1"))
        host = (parts.hostname if parts else None) or ""
        if host in self._hosts:
            return True
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return False
        return True

    def _own(self, headers: dict[bytes, bytes], strict: bool) -> bool:
        """Whether a request comes from our own pages, or from a program with a token."""
        origin = headers.get(b"origin")
        if origin is not None and not self._same_site(origin.decode("latin-1"), headers):
            return False
        if headers.get(b"authorization", b"").lower().startswith(b"bearer "):
            return True
        return not strict or CSRF_HEADER in headers

    def _same_site(self, origin: str, headers: dict[bytes, bytes]) -> bool:
        if self.settings.base_url:
            wanted = urlsplit(self.settings.base_url)
            if origin == f"{wanted.scheme}://{wanted.netloc}":
                return True
        parts = _split(origin)
        return parts is not None and parts.netloc == headers.get(b"host", b"").decode("latin-1")

    def _add_headers(self, send: Send, asked: dict[bytes, bytes], path: str) -> Send:
        host = asked.get(b"host", b"").decode("latin-1")
        plain = all((sign.isascii() and sign.isalnum()) or sign in ".-:[]" for sign in host)
        live = f"ws://{host} wss://{host}" if host and plain else ""
        compiles = " 'wasm-unsafe-eval'" if path.startswith(WORKER) else ""
        policy = POLICY.format(live=live, compiles=compiles).encode("latin-1")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                mine = [*self._headers, (b"content-security-policy", policy)]
                there = {name.lower() for name, _ in message["headers"]}
                if b"cache-control" not in there:
                    mine.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *mine]
            await send(message)

        return with_headers


def _malformed(headers: dict[bytes, bytes]) -> str:
    """What is wrong with headers that cannot be read; empty if they can."""
    if _split("//" + headers.get(b"host", b"").decode("latin-1")) is None:
        return "the header Host is not valid"
    if _split(headers.get(b"origin", b"").decode("latin-1")) is None:
        return "the header Origin is not valid"
    return ""


async def _answer(send: Send, status: int, problem: Problem) -> None:
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if problem.retry:
        headers.append((b"retry-after", str(problem.retry).encode()))
    if status == 429:
        # What else is on the way over this connection is neither read nor answered one by one.
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
