"""Limits guessing: after too many requests that failed or asked for what is private, an address waits.

Ids, codes, cookies and tokens have 72 to 256 bits, so that nobody guesses one. An address that tries is
slowed down all the same, and cannot tell by the answer whether its last guess was right.
"""

from __future__ import annotations

import msgspec

from flagfall.server.http.asgi import App, Message, Receive, Scope, Send
from flagfall.server.settings import Settings
from flagfall.server.token_bucket import Limiter
from flagfall.server.wire.tables import Problem

STATUSES = frozenset({401, 403, 404})
"""Answers that count as a failed guess."""
CLOSES = frozenset({4401, 4403, 4404})
"""Codes of a closed websocket that count as one."""


class FailedRequestLimit:
    """An ASGI application around another one; it stands behind `Guard`, which has noted the address."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        per_minute = settings.misses_per_minute
        self._limit = Limiter(per_minute / 60, per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and count it if it fails, or refuse it."""
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        where = str(scope.get("flagfall.address"))
        wait = self._limit.wait(where)
        if wait:
            await _refuse(scope["type"], wait, receive, send)
            return

        async def counted(message: Message) -> None:
            if message.get("status") in STATUSES or message.get("code") in CLOSES:
                self._limit.take(where)
            await send(message)

        await self._app(scope, receive, counted)


async def _refuse(kind: str, wait: int, receive: Receive, send: Send) -> None:
    if kind == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4429})
        return
    body = msgspec.json.encode(Problem("too-many", detail="too many failed requests", retry=wait))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(wait).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})
