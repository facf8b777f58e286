"""How often somebody may sign in, come as a guest, send files, and have passwords hashed."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request

from flagfall.server.accounts import people
from flagfall.server.rate_limits import Limiter
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings

HASHING = 4
"""Passwords that are hashed at the same time; each takes 19 MB for a moment."""


class UseLimits:
    """The limits on guests, logins, reports, uploads and the hashing of passwords."""

    def __init__(self, settings: Settings) -> None:
        self.guests = Limiter(settings.guests_per_hour / 3_600, settings.guests_per_hour / 3)
        self.logins = Limiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        self.uploads = Limiter(settings.uploads_per_minute / 60, settings.uploads_per_minute)
        self._hashing = asyncio.Semaphore(HASHING)

    def login(self, request: Request[Any, Any, Any], name: str) -> None:
        """Count an attempt, for the address and for the account."""
        for key in (f"at {request.scope.get('flagfall.address')}", f"as {people.name_key(name)}"):
            if not self.logins.take(key):
                raise Refusal("too-many", "too many attempts", retry=self.logins.wait(key))

    async def hashed(self, password: str) -> str:
        """A password as it is stored."""
        async with self._hashing:
            return await asyncio.to_thread(people.hash_password, password)

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether a password fits; takes as long for nobody's."""
        async with self._hashing:
            return await asyncio.to_thread(people.fits, password, stored)

    def upload(self, request: Request[Any, Any, Any]) -> None:
        """Count a file that somebody wants to be read."""
        where = str(request.scope.get("flagfall.address"))
        if not self.uploads.take(where):
            raise Refusal("too-many", "too many files", retry=self.uploads.wait(where))
