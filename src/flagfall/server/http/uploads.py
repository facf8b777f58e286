"""Whether an upload is accepted at all, and how it is kept; its routes are with the families."""

from __future__ import annotations

import asyncio

from litestar.di import NamedDependency, Provide

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage.uploads import UploadKind, add_upload


class Uploads:
    """What a request may do with files. Each question counts against a limit, so ask once a request."""

    def __init__(
        self,
        request: HttpRequest,
        tables: NamedDependency[Tables],
        request_limits: NamedDependency[RequestLimits],
        identity: NamedDependency[Identity | None],
    ) -> None:
        self._request, self._tables, self._limits, self._identity = request, tables, request_limits, identity
        self.readers = tables.upload_readers
        """The processes that read what comes from outside."""

    def may_ask(self) -> str:
        """The person who wants a file read; refused if there were too many."""
        who = signed_in(self._identity, "setups")
        self._limits.upload(self._request)
        return who.person

    def may_draft(self) -> str:
        """Whose editor asks about what is being drawn; refused if it did so too often."""
        who = signed_in(self._identity, "setups")
        self._limits.draft(self._request)
        return who.person

    def may_keep(self) -> str:
        """Who uploads a file; refused if they may not, the server takes none, or there were too many."""
        who = signed_in(self._identity, "setups")
        if not self._tables.settings.uploads:
            raise Refusal("forbidden", "this server takes no uploads")
        self._limits.upload(self._request)
        return who.person

    async def keep(self, person: str, id: str, text: str, kind: UploadKind) -> None:
        """Keep the text of an uploaded game, playable at once; refused if the person has too many."""
        now = self._tables.time_and_chance.now()
        await self._tables.store.write(lambda db: add_upload(db, person, id, text, now, kind))
        await asyncio.to_thread(self._tables.games.keep, id, text)


UPLOADS = {"uploads": Provide(Uploads, sync_to_thread=False)}
"""The dependency of the routes that take files."""
