"""Who asks: by the cookie of a session, or by an API token."""

from __future__ import annotations

from litestar.datastructures import Cookie

from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.sessions import by_session
from flagfall.server.accounts.tokens import by_token
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.asgi import HttpRequest, Socket
from flagfall.server.refusal import Refusal
from flagfall.server.wire.people import Scope

COOKIE = "flagfall"


async def identify(connection: HttpRequest | Socket, tables: Tables) -> Identity | None:
    """Who asks, if the request says so; refused if its token is not valid."""
    header = connection.headers.get("authorization", "")
    now = tables.time_and_chance.now()
    if header.lower().startswith("bearer "):
        secret = header[7:].strip()
        found = await tables.store.read(lambda db: by_token(db, secret, now))
        if found is None:
            raise Refusal("unauthorized", "there is no such token")
        return found
    secret = connection.cookies.get(COOKIE, "")
    if not secret or len(secret) > 100:
        return None
    return await tables.store.read(lambda db: by_session(db, secret, now))


def in_scope(identity: Identity | None, *scopes: Scope) -> Identity | None:
    """The person who asks, or nobody; refused if it is a token that has none of these scopes."""
    if identity is not None and identity.scopes is not None and not set(scopes) & set(identity.scopes):
        wanted = " or ".join(map(repr, scopes))
        raise Refusal("forbidden", f"this token has no scope {wanted}" if scopes else "not with an API token")
    return identity


def signed_in(identity: Identity | None, *scopes: Scope) -> Identity:
    """The person who asks; refused if the request does not say, or if its token does not allow it."""
    who = in_scope(identity, *scopes)
    if who is None:
        raise Refusal("unauthorized", "make a session first: POST /api/session")
    return who


def cookie(secret: str, tables: Tables) -> Cookie:
    """The cookie of a session: not for scripts, not for other sites."""
    return Cookie(
        COOKIE,
        value=secret,
        path="/",
        httponly=True,
        samesite="lax",
        secure=tables.settings.secure,
        max_age=tables.settings.session_days * 86_400,
    )


def no_cookie(tables: Tables) -> Cookie:
    """The cookie that ends a session in the browser."""
    return Cookie(
        COOKIE, value="", path="/", httponly=True, samesite="lax", secure=tables.settings.secure, max_age=0
    )
