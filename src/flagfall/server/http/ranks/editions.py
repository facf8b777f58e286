"""HTTP: uploads of editions."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from flagfall.server.http.uploads import UPLOADS, Uploads
from flagfall.server.storage.uploads import UploadKind
from flagfall.server.wire.people import Checked, Upload

EDITION = UploadKind("", most=20)


@post("/api/editions/check", status_code=200, dependencies=UPLOADS)
async def check_edition(uploads: NamedDependency[Uploads], data: JSONBody[Upload]) -> Checked:
    """What an edition is, or what is wrong with it; nothing is stored."""
    return (await uploads.readers.edition(uploads.may_ask(), data)).told


@post("/api/editions", status_code=200, dependencies=UPLOADS)
async def upload_edition(uploads: NamedDependency[Uploads], data: JSONBody[Upload]) -> Checked:
    """Keep an edition, playable at once."""
    who = uploads.may_keep()
    read = await uploads.readers.edition(who, data)
    if read.id:
        await uploads.keep(who, read.id, data.text, EDITION)
    return read.told


HANDLERS = [check_edition, upload_edition]
