"""HTTP: a game as a PDF, to be played at a real table."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from flagfall.printing import CannotPrint, check, file_name
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.http.games import fetch_any
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.refusal import Refusal
from flagfall.server.workers.print_worker import PrintOrder


@get("/api/games/{game:str}/print", media_type="application/pdf")
async def print_game(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    game: FromPath[str],
    language: FromQuery[str] = "en",
    paper: FromQuery[str] = "a4",
) -> Response[bytes]:
    """Board or map, pieces, cards and rulebook of a game as a PDF, in a language, on A4 or Letter."""
    found = await fetch_any(tables, game)
    try:
        check(found, language, paper)
    except CannotPrint as error:
        raise Refusal("bad-message", str(error), field=error.field) from None
    order = PrintOrder(found.id, tables.games.text(found.id), language, paper)
    pdf = tables.printer.kept(order)
    if pdf is None:
        request_limits.print(request)
        who = identity.person if identity else f"at {request.scope.get('flagfall.address')}"
        pdf = await tables.printer.print(who, order)
    name = file_name(found, language, paper)
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "private, max-age=600",
    }
    return Response(pdf, media_type="application/pdf", headers=headers)


HANDLERS = [print_game]
