"""HTTP: uploads of editions."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.http.uploads import keep_upload, may_ask, may_upload
from flagfall.server.storage.uploads import UploadKind
from flagfall.server.wire.people import Checked, Upload

EDITION = UploadKind("", most=20)


@post("/api/editions/check", status_code=200)
async def check_edition(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Upload],
) -> Checked:
    """What an edition is, or what is wrong with it; nothing is stored."""
    who = may_ask(request, request_limits, identity)
    return (await tables.upload_readers.edition(who, data)).told


@post("/api/editions", status_code=200)
async def upload_edition(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Upload],
) -> Checked:
    """Keep an edition, playable at once."""
    who = may_upload(request, tables, request_limits, identity)
    read = await tables.upload_readers.edition(who.person, data)
    if read.id:
        await keep_upload(tables, who.person, read.id, data.text, EDITION)
    return read.told


HANDLERS = [check_edition, upload_edition]
