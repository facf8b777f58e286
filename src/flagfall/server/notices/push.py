"""Web Push: the server's key, and a message encrypted for one browser and handed to its push service."""

from __future__ import annotations

import asyncio
import base64
import time
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from flagfall.core import BadOption
from flagfall.server.notices.endpoints import check_endpoint, public_resolver
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage.notices.devices import Device

if TYPE_CHECKING:
    import aiohttp

TIMEOUT = 10.0
"""Seconds for one message, from the name's look-up to the answer."""
HOURS = 12
"""How long a signature is valid."""
AT_ONCE = 8
PUBLIC_KEY = 65
"""Bytes of a key on the curve P-256 that is not compressed."""
SECRET = 16

Sent: TypeAlias = Literal["sent", "gone", "refused", "later"]
"""``gone``: the browser wants no more. ``later``: perhaps another time. ``refused``: never like this."""


def decoded(text: str) -> bytes:
    """Bytes from base64url, with or without padding; `ValueError` if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def encoded(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def new_key() -> str:
    """A private key for signatures (VAPID), as it is stored."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What browsers get of a private key; `BadOption` if it is none."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    try:
        raw = decoded(private)
        if len(raw) != 32:
            raise ValueError
        key = ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    except ValueError:
        raise BadOption("push_key", "is 32 bytes in base64url, a private key on the curve P-256") from None
    return encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse the keys of a browser with which nothing can be encrypted."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point = decoded(p256dh)
        if len(point) != PUBLIC_KEY:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refusal("bad-message", "is not a public key on the curve P-256", field="p256dh") from None
    try:
        if len(decoded(auth)) != SECRET:
            raise ValueError
    except ValueError:
        raise Refusal("bad-message", f"is not a secret of {SECRET} bytes", field="auth") from None


class Pusher:
    """Sends push messages, signed by the server's key."""

    def __init__(self, settings: Settings, private: str) -> None:
        self._local = settings.push_local
        self._private = private
        self._contact = settings.push_contact or settings.base_url
        if not self._contact.startswith(("mailto:", "https://")):
            self._contact = f"mailto:{settings.smtp_from or 'operator@localhost.localdomain'}"
        self._session: aiohttp.ClientSession | None = None

    def _prepared(self, device: Device, content: bytes, origin: str) -> tuple[bytes, dict[str, str]]:
        """A message as it travels, with the headers that sign and describe it."""
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        keys = {"p256dh": device.p256dh, "auth": device.auth}
        pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
        body: bytes = pusher.encode(content, "aes128gcm")["body"]
        claims = {"sub": self._contact, "aud": origin, "exp": int(time.time()) + HOURS * 3_600}
        signed: dict[str, str] = Vapid02.from_raw(self._private.encode()).sign(claims)
        return body, signed

    async def send(self, device: Device, content: bytes, seconds: int, topic: str) -> Sent:
        """Hand a message to the service of a browser, which keeps it for some seconds at most.

        A newer message of the same topic takes its place there.
        """
        try:
            origin = check_endpoint(device.endpoint, self._local)
        except Refusal:
            return "gone"  # It was allowed when it was stored.
        body, headers = await asyncio.to_thread(self._prepared, device, content, origin)
        headers |= {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(seconds),
            "Urgency": "normal",
            "Topic": topic,
        }
        return await self._post(device.endpoint, body, headers)

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> Sent:
        import aiohttp

        try:
            # Neither redirects nor the text of the answer are of interest: both could be aimed at us.
            async with self._client().post(
                endpoint, data=body, headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            return "later"
        if status < 300:
            return "sent"
        if status in (404, 410):
            return "gone"
        return "later" if status == 429 or status >= 500 else "refused"

    def _client(self) -> Any:
        import aiohttp

        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    resolver=public_resolver(self._local),
                    limit=AT_ONCE,
                    use_dns_cache=False,
                    force_close=True,
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=TIMEOUT),
                auto_decompress=False,
            )
        return self._session

    async def stop(self) -> None:
        """Close what is open."""
        if self._session is not None:
            await self._session.close()
            self._session = None
