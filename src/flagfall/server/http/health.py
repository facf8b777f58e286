"""HTTP for monitoring: whether the process answers, whether it is ready, and its counters."""

from __future__ import annotations

import hmac

from litestar import MediaType, Response, get
from litestar.di import NamedDependency

from flagfall.server.hosting.tables import Tables
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.refusal import Refusal


@get("/healthz", include_in_schema=False)
async def healthz() -> str:
    """Whether the process answers."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def readyz(tables: NamedDependency[Tables]) -> Response[str]:
    """Whether people should be sent here: not while it starts or ends, nor without database or Redis."""
    return Response("ready" if tables.ready else "not ready", status_code=200 if tables.ready else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: HttpRequest, tables: NamedDependency[Tables]) -> Response[bytes]:
    """Counters for Prometheus, for those who have the token; for nobody if the settings have none."""
    wanted = tables.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not wanted or not hmac.compare_digest(given.encode(), wanted.encode()):
        raise Refusal("not-found", "there is nothing here")
    return Response(tables.metrics.text(), media_type=MediaType.TEXT)


HANDLERS = [healthz, readyz, metrics]
