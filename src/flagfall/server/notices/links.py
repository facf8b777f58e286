"""Links in mails: the one that confirms an address, and the one that ends the mails without a login."""

from __future__ import annotations

import base64
import hashlib
import hmac

from flagfall.server.settings import Settings


class Links:
    """Addresses of this server for mails. The links that end mails are signed, so that none is stored."""

    def __init__(self, settings: Settings, key: str) -> None:
        self._base = settings.base_url.rstrip("/")
        self._key = key.encode()

    def _sign(self, *parts: str) -> str:
        digest = hmac.new(self._key, "\n".join(parts).encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def to(self, path: str) -> str:
        """The whole address of a page."""
        return f"{self._base}{path}"

    def confirm(self, secret: str) -> str:
        """The page that confirms an address."""
        return self.to(f"/notices/confirm/{secret}")

    def stop_token(self, person: str, address: str) -> str:
        """What ends the mails to an address, and nothing else."""
        tag = self._sign("address", address.lower())
        return f"{person}~{tag}~{self._sign('stop', person, tag)}"

    def stop_page(self, token: str) -> str:
        """The page that ends the mails, for the text of a mail."""
        return self.to(f"/notices/stop/{token}")

    def stop_post(self, token: str) -> str:
        """Where a mail program ends the mails by itself (RFC 8058)."""
        return self.to(f"/api/notices/stop?token={token}")

    def stopped(self, token: str) -> tuple[str, str] | None:
        """The person of a token and the tag of the address; None if we have not made it."""
        parts = token.split("~")
        if len(parts) != 3 or not all(part.isascii() for part in parts):
            return None
        person, tag, signed = parts
        if not hmac.compare_digest(signed, self._sign("stop", person, tag)):
            return None
        return person, tag

    def is_for(self, tag: str, address: str) -> bool:
        """Whether a tag belongs to an address."""
        return hmac.compare_digest(tag, self._sign("address", address.lower()))
