"""The types of what comes in and goes out: plain ASGI, as middleware sees it, and connections of Litestar."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from litestar import Request, WebSocket
from litestar.datastructures import State

Scope: TypeAlias = MutableMapping[str, Any]
"""What is known of a connection when it is opened: path, headers, client."""
Message: TypeAlias = MutableMapping[str, Any]
"""A part of a request or of an answer."""
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[..., Awaitable[None]]
"""An ASGI application; frameworks describe its three arguments by types of their own."""

HttpRequest: TypeAlias = Request[object, object, State]
Socket: TypeAlias = WebSocket[object, object, State]
