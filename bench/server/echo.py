"""The bare minimum: a websocket that sends back what it gets, under the same uvicorn."""

from __future__ import annotations

import sys
from typing import Any

import uvicorn


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Send every text back."""
    if scope["type"] == "lifespan":
        while True:
            event = await receive()
            await send({"type": event["type"] + ".complete"})
            if event["type"] == "lifespan.shutdown":
                return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


if __name__ == "__main__":
    uvicorn.run(
        app, port=int(sys.argv[1]), log_level="error", ws_per_message_deflate=False, ws_ping_interval=None
    )
