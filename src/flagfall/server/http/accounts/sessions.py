"""HTTP: coming as a guest, signing in and out."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody
from msgspec.structs import replace
from sqlalchemy import Connection as Database

import flagfall
from flagfall.server.accounts import guests, passwords, people, sessions, tokens
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import cookie, no_cookie, signed_in
from flagfall.server.http.accounts.login_limits import LoginLimits
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.refusal import Refusal
from flagfall.server.wire.messages import PROTOCOL
from flagfall.server.wire.people import Hello, Login, Me


async def me(tables: Tables, person: str) -> Me:
    """Everything that a person's own pages show of them."""
    now = tables.time_and_chance.now()
    return await tables.store.read(lambda db: people.me(db, person, now))


async def sign_in(tables: Tables, person: str, before: Identity | None = None) -> Response[Me]:
    """A new session; the one that the browser had ends, since somebody else may have planted it."""
    days = tables.settings.session_days

    def work(db: Database) -> str:
        if before is not None and before.session:
            sessions.end_session(db, before.session)
        return sessions.new_session(db, tables.time_and_chance, person, days)

    secret = await tables.store.write(work)
    return Response(await me(tables, person), cookies=[cookie(secret, tables)], status_code=200)


async def _me_for(tables: Tables, who: Identity) -> Me:
    """A person to themselves; a program does not read what they prefer and whom they block."""
    whole = await me(tables, who.person)
    return replace(whole, preferences={}, blocked=()) if who.bot else whole


@get("/api/hello")
async def hello(tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]) -> Hello:
    """Version, protocol, and who you are."""
    return Hello(flagfall.__version__, PROTOCOL, await _me_for(tables, identity) if identity else None)


@post("/api/session", status_code=200)
async def make_session(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
) -> Response[Me]:
    """Become a guest, unless you are signed in already."""
    if identity is not None:
        return Response(await _me_for(tables, identity), status_code=200)
    if not tables.settings.guests:
        raise Refusal("unauthorized", "this server takes no guests: make an account")
    login_limits.guest(request)
    person = await tables.store.write(lambda db: guests.new_guest(db, tables.time_and_chance))
    return await sign_in(tables, person)


@post("/api/login", status_code=200)
async def login(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Login],
) -> Response[Me]:
    """Come back as an account; what you did as a guest comes with you."""
    login_limits.login(request, data.name)
    found = await tables.store.read(lambda db: passwords.stored_password(db, data.name))
    good = await login_limits.fits(data.password, found[1] if found else None)
    if found is None or not good:
        raise Refusal("unauthorized", "name or password is wrong")
    person, stored = found
    if passwords.outdated(stored):
        hashed = await login_limits.hashed(data.password)
        await tables.store.write(lambda db: passwords.renew(db, person, stored, hashed))
    if identity is not None and identity.guest and identity.session:
        guest, name = identity.person, (await me(tables, person)).name
        await tables.hand_over(guest, Identity(person, name, False))
        await tables.store.write(lambda db: guests.merge(db, guest, person))
    return await sign_in(tables, person, identity)


@post("/api/logout", status_code=204)
async def logout(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Response[None]:
    """End the session in this browser."""
    if identity is not None and identity.session:
        session = identity.session
        await tables.store.write(lambda db: sessions.end_session(db, session))
    return Response(None, cookies=[no_cookie(tables)], status_code=204)


@delete("/api/me/sessions", status_code=204)
async def logout_everywhere(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    and_tokens: FromQuery[bool] = False,
) -> Response[None]:
    """End all your sessions, in this browser and in all others; with ``and_tokens`` your API tokens too."""
    who = signed_in(identity)

    def work(db: Database) -> None:
        sessions.end_sessions(db, who.person)
        if and_tokens:
            tokens.delete_tokens(db, who.person)

    await tables.store.write(work)
    return Response(None, cookies=[no_cookie(tables)], status_code=204)


HANDLERS = [hello, make_session, login, logout, logout_everywhere]
