"""HTTP: friends, and challenges by name."""

from __future__ import annotations

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Connection as Database

from flagfall.server.accounts import friends, people
from flagfall.server.accounts.identity import Identity
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.refusal import Refusal
from flagfall.server.storage.schema import AnyRow
from flagfall.server.tables.table_access import TableAccess, read_access
from flagfall.server.wire.friends import Challenge, Friends, FriendSettings, Invite
from flagfall.server.wire.people import FriendNews, Notice
from flagfall.server.wire.tables import ByLink, NewTable, Seated


def _account(identity: Identity | None) -> Identity:
    who = signed_in(identity)
    if who.guest:
        raise Refusal("forbidden", "only accounts can have friends")
    return who


def _found(db: Database, person: str) -> AnyRow:
    row = people.find(db, person[:64])
    if row is None:
        raise Refusal("not-found", "there is no such person", field="person")
    return row


@get("/api/me/friends")
async def see_friends(tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]) -> Friends:
    """Your friends, who asks to be one, whom you have played lately, and challenges."""
    who = signed_in(identity)
    return await tables.store.read(lambda db: friends.friends_of(db, tables.time_and_chance, who.person))


@put("/api/me/friends/{person:str}")
async def add_friend(
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    person: FromPath[str],
) -> Friends:
    """Add somebody, by id or by the name of an account: you are friends once they add you too."""
    who = _account(identity)
    request_limits.friend(who.person)
    now = tables.time_and_chance.now()

    def work(db: Database) -> tuple[str, bool, bool]:
        other = _found(db, person)
        tell = friends.add(db, who.person, other, now)
        return other.id, tell, friends.are_friends(db, who.person, other.id)

    other, tell, mutual = await tables.store.write(work)
    if tell:
        tables.tell_person(other, FriendNews("added" if mutual else "asking", who.name))
    return await tables.store.read(lambda db: friends.friends_of(db, tables.time_and_chance, who.person))


@delete("/api/me/friends/{person:str}", status_code=204)
async def remove_friend(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], person: FromPath[str]
) -> None:
    """Be friends no more, decline, or withdraw; nobody is told."""
    who = _account(identity)
    await tables.store.write(lambda db: friends.remove(db, who.person, person[:32]))


@put("/api/me/friend-settings", status_code=204)
async def friend_settings(
    tables: NamedDependency[Tables],
    identity: NamedDependency[Identity | None],
    data: JSONBody[FriendSettings],
) -> None:
    """Whether friends see where you are, and whether only they may challenge you."""
    who = _account(identity)
    await tables.store.write(lambda db: friends.settings(db, who.person, data.seen, data.friends_only))


@post("/api/challenges")
async def challenge(
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[Challenge],
) -> Seated:
    """Make a table for somebody and yourself; they are told at once."""
    who = _account(identity)
    request_limits.friend(who.person)
    await tables.store.read(lambda db: friends.reaches(db, who.person, _found(db, data.person)))
    wish = NewTable(
        data.game, ByLink(), data.options, data.seat, data.clock, data.setup, data.rated, data.watch
    )
    access = await _invite(tables, who, await tables.create(wish, who), data.person)
    return access.seated()


@post("/api/tables/{table:str}/invite", status_code=204)
async def invite(
    tables: NamedDependency[Tables],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    table: FromPath[str],
    data: JSONBody[Invite],
) -> None:
    """Challenge somebody to a table of yours with a free seat; they are told at once."""
    who = _account(identity)
    request_limits.friend(who.person)
    await _invite(tables, who, table, data.person)


async def _invite(tables: Tables, who: Identity, table: str, person: str) -> TableAccess:
    """Invite somebody to a table, and tell them; the table as the one who invites has it."""
    now = tables.time_and_chance.now()

    def work(db: Database) -> tuple[TableAccess, str, bool]:
        access = read_access(db, table[:64], who.person)
        if not access.seats:
            raise Refusal("not-found", "there is no such table")
        if access.info.status != "open":
            raise Refusal("taken", "both seats are taken")
        other = _found(db, person)
        if access.info.rated and other.name_key is None:
            raise Refusal("forbidden", "only accounts can play rated games", field="person")
        return access, other.id, friends.invite(db, who.person, access.info.id, other, now)

    access, other, tell = await tables.store.write(work)
    if tell:
        tables.tell_person(other, Notice("invited", access.info, access.code, who.name))
        tables.on_challenge(other, access.info.id)
    return access


@delete("/api/me/invitations/{table:str}", status_code=204)
async def decline_invitation(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], table: FromPath[str]
) -> None:
    """Turn a challenge down; who made it is told."""
    who = signed_in(identity)

    def work(db: Database) -> tuple[TableAccess, str] | None:
        by = friends.decline(db, who.person, table[:64])
        return None if by is None else (read_access(db, table[:64], by), by)

    declined = await tables.store.write(work)
    if declined is not None and declined[0].info.status == "open":
        tables.tell_person(declined[1], Notice("declined", declined[0].info, by=who.name))


HANDLERS = [see_friends, add_friend, remove_friend, friend_settings, challenge, invite, decline_invitation]
