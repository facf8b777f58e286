"""What notices go to, here on this machine: a push service with a browser behind it, and a mail server."""

from __future__ import annotations

import base64
import json
import queue
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.services import free_port
from tests.waits import PATIENCE


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Pushed(NamedTuple):
    """A message as the browser reads it, and what the service saw of it."""

    path: str
    headers: dict[str, str]
    body: bytes
    content: dict[str, Any]


class PushService:
    """A push service that keeps what comes, and the browser that has the keys to read it."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes ok"
        self.came: queue.Queue[Pushed] = queue.Queue()
        self.answers: list[int] = []
        """The statuses of the next answers; 201 when there are no more."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = service.answers.pop(0) if service.answers else 201
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.came.put(Pushed(self.path, headers, body, service.read(body)))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> PushService:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(PATIENCE)

    def read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)  # type: ignore[no-any-return]

    def subscription(self, name: str = "browser", language: str = "en") -> dict[str, str]:
        """What the browser tells the server when somebody asks to be told there."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"http://127.0.0.1:{self._server.server_port}/push/{name}",
            "p256dh": base64url(point),
            "auth": base64url(self._auth),
            "language": language,
        }

    def next(self) -> Pushed:
        """The next message."""
        return self.came.get(timeout=PATIENCE)


class MailServer:
    """A mail server that keeps what comes."""

    def __init__(self) -> None:
        self.came: queue.Queue[EmailMessage] = queue.Queue()
        self.raw: list[bytes] = []
        """The mails as they came over the wire: a reader of headers decodes what mail programs may not."""
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [message["To"]]
        self.raw.append(envelope.content)
        self.came.put(message)
        return "250 OK"

    def __enter__(self) -> MailServer:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return int(self._controller.port)

    def next(self) -> EmailMessage:
        """The next mail."""
        return self.came.get(timeout=PATIENCE)
