"""Limits on logins and new guests, and on the hashing of passwords."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from flagfall.server.accounts import passwords
from flagfall.server.accounts.names import name_key
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.token_bucket import Limiter

HASHING = 4
"""Passwords that are hashed at the same time; each takes 19 MB for a moment."""

T = TypeVar("T")


class LoginLimits:
    """The limits of one process on logins and new guests."""

    def __init__(self, settings: Settings) -> None:
        self.guests = Limiter(settings.guests_per_hour / 3_600, settings.guests_per_hour / 3)
        self.logins = Limiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        self._threads = ThreadPoolExecutor(HASHING, "sign in")

    def login(self, request: HttpRequest, name: str) -> None:
        """Count an attempt to sign in, for the address and for the account; refused if too many."""
        for key in (f"at {request.scope.get('flagfall.address')}", f"as {name_key(name)}"):
            if not self.logins.take(key):
                raise Refusal("too-many", "too many attempts", retry=self.logins.wait(key))

    async def in_thread(self, work: Callable[..., T], *args: Any) -> T:
        """What some work of a sign-in gives: nothing else that takes long is waited for."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def hashed(self, password: str) -> str:
        """A password as it is stored."""
        return await self.in_thread(passwords.hash_password, password)

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether a password is right; takes as long if there is no account."""
        return await self.in_thread(passwords.fits, password, stored)

    def guest(self, request: HttpRequest) -> None:
        """Count a new guest, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.guests.take(where):
            raise Refusal("too-many", "too many new guests from here", retry=self.guests.wait(where))
