"""HTTP: uploads of editions, and whether an upload is accepted at all."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from flagfall.hexes.scenarios.bundle import PREFIX
from flagfall.server.accounts.identity import Identity
from flagfall.server.http.identity import signed_in
from flagfall.server.http.login_limits import LoginLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage.uploads import UploadKind, add_upload
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.people import Checked, Upload

EDITION = UploadKind(PREFIX, prefixed=False, most=20)
SCENARIO = UploadKind(PREFIX, prefixed=True, most=100)
"""Every change of a map that is played makes another scenario."""


def may_upload(
    request: Request[Any, Any, Any], tables: Tables, login_limits: LoginLimits, identity: Identity | None
) -> Identity:
    """Who uploads a file; refused if they may not, if the server takes none, or if there were too many."""
    who = signed_in(identity, "setups")
    if not tables.settings.uploads:
        raise Refusal("forbidden", "this server takes no uploads")
    login_limits.upload(request)
    return who


async def keep_upload(tables: Tables, person: str, id: str, text: str, kind: UploadKind) -> None:
    """Keep the text of an uploaded game, playable at once; refused if the person has too many."""
    now = tables.time_and_chance.now()
    await tables.store.write(lambda db: add_upload(db, person, id, text, now, kind))
    await asyncio.to_thread(tables.games.keep, id, text)


def may_ask(request: Request[Any, Any, Any], login_limits: LoginLimits, identity: Identity | None) -> str:
    """Who wants a file read, a guest if nobody else; refused if there were too many."""
    who = signed_in(identity, "setups")
    login_limits.upload(request)
    return who.person


@post("/api/editions/check", status_code=200)
async def check_edition(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Upload],
) -> Checked:
    """What an edition is, or what is wrong with it; nothing is stored."""
    who = may_ask(request, login_limits, identity)
    return (await tables.upload_readers.edition(who, data)).told


@post("/api/editions", status_code=200)
async def upload_edition(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Upload],
) -> Checked:
    """Keep an edition, playable at once."""
    who = may_upload(request, tables, login_limits, identity)
    read = await tables.upload_readers.edition(who.person, data)
    if read.id:
        await keep_upload(tables, who.person, read.id, data.text, EDITION)
    return read.told


HANDLERS = [check_edition, upload_edition]
