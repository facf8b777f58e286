"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import DataError, InterfaceError, OperationalError

import flagfall
from flagfall.core import BadOption, FlagfallError, UnknownGame
from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.socket_expiry import SocketExpiry
from flagfall.server.cluster.ownership import Gone
from flagfall.server.fair_threads import FairThreads
from flagfall.server.hosting.tables import Tables
from flagfall.server.http import client_files, games, health, help_pages, printing, puzzles, tournaments
from flagfall.server.http import tables as table_routes
from flagfall.server.http.accounts import own_account, sessions, tokens
from flagfall.server.http.accounts.identity import identify
from flagfall.server.http.accounts.login_limits import LoginLimits
from flagfall.server.http.asgi import App, HttpRequest, Receive, Scope, Send
from flagfall.server.http.community import (
    blocks_and_reports,
    friends,
    moderation,
    notices,
    people,
    progress,
    public_games,
    saved_analyses,
)
from flagfall.server.http.failed_request_limit import FailedRequestLimit
from flagfall.server.http.hexes import analysis as hex_analysis
from flagfall.server.http.hexes import hints as hex_hints
from flagfall.server.http.hexes import missions as hex_missions
from flagfall.server.http.hexes import questions as hex_questions
from flagfall.server.http.hexes import workshop as hex_workshop
from flagfall.server.http.middleware import BODY, HEALTH, Guard
from flagfall.server.http.ranks import advice, analysis, editions, lessons, review, setup_lab, setups
from flagfall.server.http.ranks import games as rank_games
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.http.websockets import lobby_live, table_live, tournament_live
from flagfall.server.notices.delivery import Delivery
from flagfall.server.notices.watch import Watch
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage.store import Store
from flagfall.server.tables import prebuilt_decoders
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.tournaments.runner import Runner
from flagfall.server.tournaments.watchers import Rooms
from flagfall.server.wire.faults import said
from flagfall.server.wire.tables import Problem

STATUS = {
    "unauthorized": 401,
    "forbidden": 403,
    "friends-only": 403,
    "blocked": 403,
    "not-found": 404,
    "conflict": 409,
    "taken": 409,
    "not-over": 409,
    "over": 409,
    "begun": 409,
    "full": 409,
    "too-large": 413,
    "outdated": 426,
    "illegal": 422,
    "bad-text": 422,
    "too-many": 429,
    "dodged": 429,
    "busy": 503,
}
CODES = {400: "bad-message", 401: "unauthorized", 403: "forbidden", 404: "not-found", 405: "bad-message"}

SCHEMA = "/api/schema"

logger = logging.getLogger("flagfall.server")


def _problem(problem: Problem, status: int) -> Response[Problem]:
    headers = {"retry-after": str(problem.retry)} if problem.retry else {}
    return Response(problem, status_code=status, headers=headers)


def _refused(_: HttpRequest, error: Refusal) -> Response[Problem]:
    return _problem(error.problem, STATUS.get(error.problem.code, 400))


def _wrong_input(_: HttpRequest, error: FlagfallError) -> Response[Problem]:
    if isinstance(error, UnknownGame):
        return _problem(Problem("not-found", detail=str(error), field="game"), 404)
    if isinstance(error, BadOption):
        faults = (said(error.complaint, error.option),)
        field = f"options.{error.option}"
        return _problem(Problem("bad-message", detail=str(error), field=field, faults=faults), 400)
    return _problem(Problem("bad-message", detail=str(error)), 400)


def _invalid(_: HttpRequest, error: ValidationException) -> Response[Problem]:
    first: Any = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    field = str(first.get("key", "")) if isinstance(first, dict) else ""
    detail = str(first.get("message", "")) if isinstance(first, dict) else ""
    return _problem(Problem("bad-message", field=field, detail=detail or "the request is not valid"), 400)


def _http(_: HttpRequest, error: HTTPException) -> Response[Problem]:
    code = CODES.get(error.status_code, "bad-message" if error.status_code < 500 else "broken")
    return _problem(Problem(code, detail=error.detail if error.status_code < 500 else ""), error.status_code)


def _not_text(_: HttpRequest, error: Exception) -> Response[Problem]:
    """The answer to a body or an address that is not UTF-8, or nests deeper than anything we read."""
    return _problem(Problem("bad-message", detail="the request cannot be read"), 400)


def _gone(_: HttpRequest, error: Gone) -> Response[Problem]:
    return _problem(Problem("busy", detail="try again", retry=1), 503)


def _no_database(request: HttpRequest, error: Exception) -> Response[Problem]:
    logger.error("%s %s: the database does not answer", request.method, request.url.path)
    return _problem(Problem("busy", detail="try again", retry=1), 503)


def _not_storable(_: HttpRequest, error: Exception) -> Response[Problem]:
    """The answer to a number or a character that the database cannot store."""
    return _problem(Problem("bad-message", detail="a value cannot be stored"), 400)


def _broken(request: HttpRequest, error: Exception) -> Response[Problem]:
    # Neither body nor cookies go into the log: the place in our code is enough.
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(Problem("broken", detail="the server made a mistake"), 500)


def create_tables(settings: Settings, time_and_chance: TimeAndChance | None = None) -> Tables:
    """The tables of a server, with the database brought up to date."""
    store = Store(settings.database)
    store.start()
    return Tables(settings, store, time_and_chance)


def create_app(settings: Settings, tables: Tables | None = None) -> Guard:
    """The whole server as one ASGI application."""
    tables = tables or create_tables(settings)
    login_limits = LoginLimits(settings)
    request_limits = RequestLimits(settings)
    socket_expiry = SocketExpiry(tables.store, tables.time_and_chance)
    rooms = Rooms(tables.store, tables.time_and_chance, settings.tournament_no_show)
    runner = Runner(tables)

    def on_tournament(id: str) -> None:
        runner.look(id)
        rooms.changed(id)

    tables.on_tournament = on_tournament
    tables.at_drain.append(rooms.close)
    delivery = Delivery(settings, tables.store, tables.time_and_chance, tables.metrics)
    watch = Watch(tables, delivery)
    tables.on_moved, tables.on_challenge = watch.moved, watch.challenged

    def provide_tables() -> Tables:
        return tables

    def provide_login_limits() -> LoginLimits:
        return login_limits

    def provide_request_limits() -> RequestLimits:
        return request_limits

    def provide_socket_expiry() -> SocketExpiry:
        return socket_expiry

    def provide_rooms() -> Rooms:
        return rooms

    def provide_delivery() -> Delivery:
        return delivery

    async def provide_identity(request: HttpRequest) -> Identity | None:
        return await identify(request, tables)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        prebuilt_decoders.build_all()
        asyncio.get_running_loop().set_default_executor(FairThreads())
        await tables.start()
        running = [asyncio.create_task(one.run()) for one in (socket_expiry, rooms, runner, delivery, watch)]
        try:
            yield
        finally:
            for task in running:
                task.cancel()
            await tables.stop()
            await tables.store.stop()

    app = Litestar(
        route_handlers=[
            *health.HANDLERS,
            *games.HANDLERS,
            *printing.HANDLERS,
            *rank_games.HANDLERS,
            *editions.HANDLERS,
            *table_routes.HANDLERS,
            *advice.HANDLERS,
            *review.HANDLERS,
            *analysis.HANDLERS,
            *setup_lab.HANDLERS,
            *hex_analysis.HANDLERS,
            *hex_hints.HANDLERS,
            *hex_questions.HANDLERS,
            *hex_workshop.HANDLERS,
            *hex_missions.HANDLERS,
            *sessions.HANDLERS,
            *own_account.HANDLERS,
            *people.HANDLERS,
            *progress.HANDLERS,
            *friends.HANDLERS,
            *public_games.HANDLERS,
            *moderation.HANDLERS,
            *notices.HANDLERS,
            *setups.HANDLERS,
            *saved_analyses.HANDLERS,
            *lessons.HANDLERS,
            *puzzles.HANDLERS,
            *tokens.HANDLERS,
            *blocks_and_reports.HANDLERS,
            *tournaments.HANDLERS,
            table_live,
            lobby_live,
            tournament_live,
        ],
        dependencies={
            "tables": Provide(provide_tables, sync_to_thread=False),
            "login_limits": Provide(provide_login_limits, sync_to_thread=False),
            "request_limits": Provide(provide_request_limits, sync_to_thread=False),
            "socket_expiry": Provide(provide_socket_expiry, sync_to_thread=False),
            "rooms": Provide(provide_rooms, sync_to_thread=False),
            "delivery": Provide(provide_delivery, sync_to_thread=False),
            "identity": Provide(provide_identity),
        },
        exception_handlers={
            Refusal: _refused,
            FlagfallError: _wrong_input,
            ValidationException: _invalid,
            HTTPException: _http,
            UnicodeError: _not_text,
            RecursionError: _not_text,
            Gone: _gone,
            OperationalError: _no_database,
            InterfaceError: _no_database,
            DataError: _not_storable,
            OverflowError: _not_storable,
            Exception: _broken,
        },
        lifespan=[life],
        openapi_config=OpenAPIConfig(
            title="Flagfall",
            version=flagfall.__version__,
            path=SCHEMA,
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=BODY,
        logging_config=None,
    )
    client = client_files.Client(client_files.find(settings.web))
    players_help = help_pages.HelpPages(help_pages.find())
    schema: Any = app.plugins.get("OpenAPIPlugin")
    api: App = app
    describing = asyncio.Lock()

    async def describe() -> None:
        # It is made when it is first asked for, which takes a while: once, however many ask meanwhile.
        async with describing:
            await asyncio.to_thread(schema.provide_openapi_schema)

    async def api_and_client(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "http" and f"{path}/".startswith(f"{help_pages.PREFIX}/"):
            await players_help(scope, receive, send)
        elif scope["type"] == "http" and not path.startswith("/api") and path not in HEALTH:
            await client(scope, receive, send)
        else:
            if path.startswith(SCHEMA):
                await describe()
            await api(scope, receive, send)

    return Guard(FailedRequestLimit(api_and_client, settings), settings)
