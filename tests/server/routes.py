"""Every route of the server, found by walking over its modules, so that a new one is never forgotten."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import NamedTuple

from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

import flagfall.server


class Route(NamedTuple):
    """A route and a way to use it."""

    method: str
    path: str


def routes() -> list[Route]:
    """Every route that any module of the server has."""
    found: set[Route] = set()
    for module in walk_packages(flagfall.server.__path__, "flagfall.server."):
        if ".migrations" in module.name:
            continue
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, BaseRouteHandler):
                methods = sorted(thing.http_methods) if isinstance(thing, HTTPRouteHandler) else ["LIVE"]
                found |= {Route(method, path) for method in methods for path in thing.paths}
    return sorted(found)


ROUTES = routes()
QUERY = "seat=0&n=1&unit=0&index=0&at=0101&through=0101&upto=1&before=0&code={code}"
"""Something for whatever a route may ask for."""
