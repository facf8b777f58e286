"""HTTP: a person's API tokens."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from flagfall.server.accounts import tokens
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.wire.people import NewToken, TokenInfo


@get("/api/me/tokens")
async def list_tokens(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> tuple[TokenInfo, ...]:
    """Your API tokens, without their secrets."""
    who = signed_in(identity)
    return await tables.store.read(lambda db: tokens.tokens_of(db, who.person))


@post("/api/me/tokens", status_code=200)
async def make_token(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[NewToken]
) -> TokenInfo:
    """A new API token; its secret is shown only now."""
    who = signed_in(identity)
    return await tables.store.write(
        lambda db: tokens.new_token(db, tables.time_and_chance, who.person, data.name, data.scopes, data.days)
    )


@delete("/api/me/tokens/{token:str}", status_code=204)
async def drop_token(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], token: FromPath[str]
) -> None:
    """Take an API token back."""
    who = signed_in(identity)
    await tables.store.write(lambda db: tokens.delete_token(db, who.person, token))


HANDLERS = [list_tokens, make_token, drop_token]
