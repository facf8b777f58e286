"""HTTP: a person's own account: made, recovered, changed, exported, deleted."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import MediaType, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from sqlalchemy import Connection as Database

from flagfall.server.accounts import guests, names, passwords, people, personal_data, sessions
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import cookie, no_cookie, signed_in
from flagfall.server.http.accounts.login_limits import LoginLimits
from flagfall.server.http.accounts.sessions import me, sign_in
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.refusal import Refusal
from flagfall.server.wire.people import ChangePassword, Me, Recover, Register, Registered, Rename

PREFERENCES = 16_384
"""Bytes of preferences at most."""


@post("/api/account", status_code=200)
async def make_account(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Register],
) -> Response[Registered]:
    """Make an account; games, set-ups and preferences stay yours."""
    login_limits.login(request, data.name)
    name = await login_limits.in_thread(names.check_name, data.name)
    hashed = await login_limits.hashed(data.password)
    who = signed_in(identity) if identity is not None else None

    def work(db: Database) -> tuple[str, str, tuple[str, ...]]:
        person = who.person if who else guests.new_guest(db, tables.time_and_chance)
        codes = guests.register(db, tables.time_and_chance, person, name, hashed)
        if who:
            sessions.end_session(db, who.session)  # New rights, new secret.
        return (
            person,
            sessions.new_session(db, tables.time_and_chance, person, tables.settings.session_days),
            codes,
        )

    person, secret, codes = await tables.store.write(work)
    await tables.hand_over(person, Identity(person, name, False))
    return Response(
        Registered(await me(tables, person), codes), cookies=[cookie(secret, tables)], status_code=200
    )


@post("/api/recover", status_code=200)
async def recover(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Recover],
) -> Response[Me]:
    """Set a new password by a recovery code; all sessions and API tokens end."""
    login_limits.login(request, data.name)
    hashed = await login_limits.hashed(data.password)
    person = await tables.store.write(lambda db: passwords.recover(db, data.name, data.code, hashed))
    if person is None:
        raise Refusal("unauthorized", "name or code is wrong")
    return await sign_in(tables, person, identity)


@put("/api/me/password")
async def change_password(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    login_limits: NamedDependency[LoginLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[ChangePassword],
) -> Response[Me]:
    """A new password; all sessions end (and the API tokens, if asked for), and a new one begins here."""
    who = signed_in(identity)
    login_limits.login(request, who.name)
    found = await tables.store.read(lambda db: passwords.stored_password(db, who.name))
    good = await login_limits.fits(data.old, found[1] if found else None)
    if found is None or found[0] != who.person or not good:
        raise Refusal("unauthorized", "the old password is wrong", field="old")
    hashed = await login_limits.hashed(data.new)
    await tables.store.write(lambda db: passwords.set_password(db, who.person, hashed, data.end_tokens))
    return await sign_in(tables, who.person)


@put("/api/me/name")
async def rename(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[Rename]
) -> Me:
    """Another name for a guest."""
    who = signed_in(identity)
    name = await asyncio.to_thread(names.check_name, data.name)
    if not who.guest:
        raise Refusal("forbidden", "an account cannot change its name here")
    await tables.store.write(lambda db: guests.rename_guest(db, who.person, name))
    await tables.hand_over(who.person, Identity(who.person, name, True))
    return await me(tables, who.person)


@put("/api/me/preferences")
async def keep_preferences(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[dict[str, Any]],
) -> Me:
    """Keep what the client wants to remember."""
    who = signed_in(identity)
    text = msgspec.json.encode(data).decode()
    if len(text) > PREFERENCES:
        raise Refusal("too-large", f"at most {PREFERENCES} bytes")
    await tables.store.write(lambda db: people.set_preferences(db, who.person, text))
    return await me(tables, who.person)


def _written(data: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data))


@get("/api/me/export")
async def export(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
) -> Response[bytes]:
    """Everything that is stored about you."""
    who = signed_in(identity)
    request_limits.export(request)
    # Analyses and games of years are many megabytes.
    text = await tables.store.read(lambda db: _written(personal_data.export(db, who.person)))
    return Response(
        text,
        media_type=MediaType.JSON,
        headers={"content-disposition": 'attachment; filename="flagfall-my-data.json"'},
    )


@delete("/api/me", status_code=204)
async def forget_me(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Response[None]:
    """Delete yourself and all your data; games stay, for your opponents."""
    who = signed_in(identity)
    await tables.forget_person(who.person)
    return Response(None, cookies=[no_cookie(tables)], status_code=204)


HANDLERS = [
    make_account,
    recover,
    change_password,
    rename,
    keep_preferences,
    export,
    forget_me,
]
