"""HTTP: sessions, accounts, preferences, ratings, and one's own data."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import MediaType, Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import select, update

import flagfall
from flagfall.server.accounts import people
from flagfall.server.accounts.people import Identity
from flagfall.server.http.identity import cookie, no_cookie, someone
from flagfall.server.http.use_limits import UseLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.tables.tables import Tables
from flagfall.server.wire.people import (
    ChangePassword,
    Hello,
    LadderRow,
    Login,
    Me,
    Profile,
    Recover,
    Register,
    Registered,
    Rename,
)
from flagfall.server.wire.tables import PROTOCOL, BotSitter, PersonSitter, Speed

PREFERENCES = 16_384


async def _me(tables: Tables, person: str) -> Me:
    now = tables.time_and_chance.now()
    return await tables.store.read(lambda db: people.me(db, person, now))


async def _sign_in(tables: Tables, person: str, before: Identity | None = None) -> Response[Me]:
    """A new session; the one that the browser had ends, so that nobody can have planted it."""
    days = tables.settings.session_days

    def work(db: Any) -> str:
        if before is not None and before.session:
            people.end_session(db, before.session)
        return people.new_session(db, tables.time_and_chance, person, days)

    secret = await tables.store.write(work)
    return Response(await _me(tables, person), cookies=[cookie(secret, tables)], status_code=200)


@get("/api/hello")
async def hello(tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]) -> Hello:
    """Version, protocol, and who you are."""
    return Hello(flagfall.__version__, PROTOCOL, await _me(tables, identity.person) if identity else None)


@post("/api/session", status_code=200)
async def make_session(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
) -> Response[Me]:
    """Become a guest, unless you are somebody already."""
    if identity is not None:
        return Response(await _me(tables, identity.person), status_code=200)
    if not tables.settings.guests:
        raise Refusal("unauthorized", "this server is for accounts")
    where = str(request.scope.get("flagfall.address"))
    if not use_limits.guests.take(where):
        raise Refusal("too-many", "too many new guests from here", retry=use_limits.guests.wait(where))
    person = await tables.store.write(lambda db: people.new_guest(db, tables.time_and_chance))
    return await _sign_in(tables, person)


@post("/api/account", status_code=200)
async def make_account(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Register],
) -> Response[Registered]:
    """Become an account; games, set-ups and preferences stay yours."""
    use_limits.login(request, data.name)
    name = people.check_name(data.name)
    hashed = await use_limits.hashed(data.password)
    who = someone(identity) if identity is not None else None

    def work(db: Any) -> tuple[str, str, tuple[str, ...]]:
        person = who.person if who else people.new_guest(db, tables.time_and_chance)
        codes = people.register(db, tables.time_and_chance, person, name, hashed)
        if who:
            people.end_session(db, who.session)  # A new right, a new secret.
        return (
            person,
            people.new_session(db, tables.time_and_chance, person, tables.settings.session_days),
            codes,
        )

    person, secret, codes = await tables.store.write(work)
    await tables.hand_over(person, Identity(person, name, False))
    return Response(
        Registered(await _me(tables, person), codes), cookies=[cookie(secret, tables)], status_code=200
    )


@post("/api/login", status_code=200)
async def login(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Login],
) -> Response[Me]:
    """Come back as an account; what you did as a guest comes with you."""
    use_limits.login(request, data.name)
    found = await tables.store.read(lambda db: people.stored_password(db, data.name))
    good = await use_limits.fits(data.password, found[1] if found else None)
    if found is None or not good:
        raise Refusal("unauthorized", "name or password is wrong")
    person = found[0]
    if identity is not None and identity.guest and identity.session:
        guest, name = identity.person, (await _me(tables, person)).name
        await tables.hand_over(guest, Identity(person, name, False))
        await tables.store.write(lambda db: people.merge(db, guest, person))
    return await _sign_in(tables, person, identity)


@post("/api/logout", status_code=204)
async def logout(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Response[None]:
    """End the session in this browser."""
    if identity is not None and identity.session:
        session = identity.session
        await tables.store.write(lambda db: people.end_session(db, session))
    return Response(None, cookies=[no_cookie(tables)], status_code=204)


@delete("/api/me/sessions", status_code=204)
async def logout_everywhere(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Response[None]:
    """End all your sessions, in this browser and in all others; API tokens stay."""
    who = someone(identity)
    await tables.store.write(lambda db: people.end_sessions(db, who.person))
    return Response(None, cookies=[no_cookie(tables)], status_code=204)


@post("/api/recover", status_code=200)
async def recover(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Recover],
) -> Response[Me]:
    """Set a new password by a recovery code; all sessions and API tokens end."""
    use_limits.login(request, data.name)
    hashed = await use_limits.hashed(data.password)
    person = await tables.store.write(lambda db: people.recover(db, data.name, data.code, hashed))
    if person is None:
        raise Refusal("unauthorized", "name or code is wrong")
    return await _sign_in(tables, person, identity)


@put("/api/me/password")
async def change_password(
    request: Request[Any, Any, Any],
    tables: NamedDependency[Tables],
    use_limits: NamedDependency[UseLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[ChangePassword],
) -> Response[Me]:
    """A new password; all sessions end, and a new one begins here."""
    who = someone(identity)
    use_limits.login(request, who.name)
    found = await tables.store.read(lambda db: people.stored_password(db, who.name))
    good = await use_limits.fits(data.old, found[1] if found else None)
    if found is None or found[0] != who.person or not good:
        raise Refusal("unauthorized", "the old password is wrong", field="old")
    hashed = await use_limits.hashed(data.new)
    await tables.store.write(lambda db: people.set_password(db, who.person, hashed))
    return await _sign_in(tables, who.person)


@put("/api/me/name")
async def rename(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], data: JSONBody[Rename]
) -> Me:
    """Another name for a guest."""
    who = someone(identity)
    name = people.check_name(data.name)
    if not who.guest:
        raise Refusal("forbidden", "accounts keep their name")

    def work(db: Any) -> None:
        key = people.name_key(name)
        if db.execute(select(schema.people.c.id).where(schema.people.c.name_key == key)).first():
            raise Refusal("taken", "that name belongs to an account", field="name")
        db.execute(update(schema.people).where(schema.people.c.id == who.person).values(name=name))

    await tables.store.write(work)
    return await _me(tables, who.person)


@put("/api/me/preferences")
async def keep_preferences(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[dict[str, Any]],
) -> Me:
    """Keep whatever the client wants to remember."""
    who = someone(identity)
    text = msgspec.json.encode(data).decode()
    if len(text) > PREFERENCES:
        raise Refusal("too-large", f"at most {PREFERENCES} bytes")
    await tables.store.write(
        lambda db: db.execute(
            update(schema.people).where(schema.people.c.id == who.person).values(preferences=text)
        )
    )
    return await _me(tables, who.person)


@get("/api/me/export")
async def export(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Response[bytes]:
    """Everything that is stored about you."""
    who = someone(identity)
    data = await tables.store.read(lambda db: people.export(db, who.person))
    return Response(
        msgspec.json.format(msgspec.json.encode(data)),
        media_type=MediaType.JSON,
        headers={"content-disposition": 'attachment; filename="flagfall-my-data.json"'},
    )


@delete("/api/me", status_code=204)
async def forget_me(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]
) -> Response[None]:
    """Delete you and all that is yours; games stay, for your opponents."""
    who = someone(identity)
    await tables.forget_person(who.person)
    return Response(None, cookies=[no_cookie(tables)], status_code=204)


# ---- others ------------------------------------------------------------------------------------------


@get("/api/people/{person:str}")
async def see_person(tables: NamedDependency[Tables], person: FromPath[str]) -> Profile:
    """What everybody may see of somebody."""
    now = tables.time_and_chance.now()
    found = await tables.store.read(lambda db: people.profile(db, person, now))
    if found is None:
        raise Refusal("not-found", "there is no such person")
    return found


@get("/api/ladder")
async def ladder(
    tables: NamedDependency[Tables],
    game: FromQuery[str] = "original",
    speed: FromQuery[Speed | Literal["any"]] = "any",
) -> list[LadderRow]:
    """The best players of a game, those whose rating is sure."""
    now = tables.time_and_chance.now()
    ratings = schema.ratings

    def work(db: Any) -> list[LadderRow]:
        best = (
            select(ratings, schema.people.c.name, schema.people.c.name_key)
            .outerjoin(schema.people, schema.people.c.id == ratings.c.who)
            .where(ratings.c.game == game)
            .order_by(ratings.c.rating.desc())
            .limit(100)
        )
        rows = []
        for row in db.execute(best if speed == "any" else best.where(ratings.c.speed == speed)):
            shown = people.rating_info(row, now)
            if row.who.startswith("bot:"):
                rows.append(LadderRow(BotSitter(row.who[4:], shown.rating), shown))
            elif row.name is not None:
                rows.append(
                    LadderRow(
                        PersonSitter(row.who, row.name, row.name_key is None, rating=shown.rating), shown
                    )
                )
        return rows

    return await tables.store.read(work)


HANDLERS = [
    hello,
    make_session,
    make_account,
    login,
    logout,
    logout_everywhere,
    recover,
    change_password,
    rename,
    keep_preferences,
    export,
    forget_me,
    see_person,
    ladder,
]
