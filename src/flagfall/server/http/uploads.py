"""Whether an upload is accepted at all, and how it is kept; its routes are with the families."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage.uploads import UploadKind, add_upload


def may_upload(
    request: Request[Any, Any, Any], tables: Tables, request_limits: RequestLimits, identity: Identity | None
) -> Identity:
    """Who uploads a file; refused if they may not, if the server takes none, or if there were too many."""
    who = signed_in(identity, "setups")
    if not tables.settings.uploads:
        raise Refusal("forbidden", "this server takes no uploads")
    request_limits.upload(request)
    return who


async def keep_upload(tables: Tables, person: str, id: str, text: str, kind: UploadKind) -> None:
    """Keep the text of an uploaded game, playable at once; refused if the person has too many."""
    now = tables.time_and_chance.now()
    await tables.store.write(lambda db: add_upload(db, person, id, text, now, kind))
    await asyncio.to_thread(tables.games.keep, id, text)


def may_ask(request: Request[Any, Any, Any], request_limits: RequestLimits, identity: Identity | None) -> str:
    """Who wants a file read, a guest if nobody else; refused if there were too many."""
    who = signed_in(identity, "setups")
    request_limits.upload(request)
    return who.person
