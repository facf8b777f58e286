"""HTTP: what somebody is told while they are away, and where: browsers and an e-mail address."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import Connection as Database

from flagfall.server.accounts import people
from flagfall.server.accounts.identity import Identity
from flagfall.server.accounts.sessions import DAY, digest
from flagfall.server.hosting.tables import Tables
from flagfall.server.http.accounts.identity import signed_in
from flagfall.server.http.asgi import HttpRequest
from flagfall.server.http.request_limits import RequestLimits
from flagfall.server.notices.delivery import Delivery
from flagfall.server.notices.endpoints import check_endpoint
from flagfall.server.notices.mail import check_address
from flagfall.server.notices.push import check_keys
from flagfall.server.notices.texts import language_of
from flagfall.server.refusal import Refusal
from flagfall.server.storage.notices import addresses, devices
from flagfall.server.storage.notices.devices import Device
from flagfall.server.wire.notices import (
    AddressConfirmed,
    ChooseNotices,
    ConfirmAddress,
    NewAddress,
    NewPushDevice,
    NoticeKind,
    NoticeSettings,
    PushDevice,
)

VALID = DAY
"""Milliseconds for which a link confirms an address."""


async def _settings(tables: Tables, delivery: Delivery, person: str) -> NoticeSettings:
    now = tables.time_and_chance.now()
    key = (await delivery.keys()).push_public if delivery.settings.push else ""

    def work(db: Database) -> NoticeSettings:
        mail = addresses.address_of(db, person)
        return NoticeSettings(
            cast(tuple[NoticeKind, ...], people.notice_kinds(db, person)),
            key,
            tuple(PushDevice(one.id, one.created) for one in devices.devices_of(db, person, now)),
            delivery.mail,
            mail.address if mail else "",
            mail.confirmed if mail else False,
        )

    return await tables.store.read(work)


@get("/api/me/notices")
async def see_notices(
    tables: NamedDependency[Tables],
    delivery: NamedDependency[Delivery],
    identity: NamedDependency[Identity | None],
) -> NoticeSettings:
    """What you are told while you are away, and where."""
    return await _settings(tables, delivery, signed_in(identity).person)


@put("/api/me/notices")
async def choose_notices(
    tables: NamedDependency[Tables],
    delivery: NamedDependency[Delivery],
    identity: NamedDependency[Identity | None],
    data: JSONBody[ChooseNotices],
) -> NoticeSettings:
    """Choose what you are told."""
    who = signed_in(identity)
    kinds = sorted(set(data.kinds))
    await tables.store.write(lambda db: people.set_notice_kinds(db, who.person, kinds))
    return await _settings(tables, delivery, who.person)


@put("/api/me/notices/devices")
async def add_device(
    tables: NamedDependency[Tables],
    delivery: NamedDependency[Delivery],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[NewPushDevice],
) -> NoticeSettings:
    """Be told at this browser by push, as long as you are signed in there."""
    who = signed_in(identity)
    if not delivery.settings.push:
        raise Refusal("forbidden", "this server sends no push messages")
    request_limits.friend(who.person)
    check_endpoint(data.endpoint, delivery.settings.push_local)
    check_keys(data.p256dh, data.auth)
    now = tables.time_and_chance.now()
    device = Device(data.endpoint, data.p256dh, data.auth, language_of(data.language), now)
    await tables.store.write(lambda db: devices.keep(db, who.person, who.session, device))
    return await _settings(tables, delivery, who.person)


@delete("/api/me/notices/devices/{device:str}", status_code=204)
async def remove_device(
    tables: NamedDependency[Tables], identity: NamedDependency[Identity | None], device: FromPath[str]
) -> None:
    """Be told at a browser no more."""
    who = signed_in(identity)
    await tables.store.write(lambda db: devices.forget(db, device[:32], who.person))


@put("/api/me/notices/address")
async def give_address(
    request: HttpRequest,
    tables: NamedDependency[Tables],
    delivery: NamedDependency[Delivery],
    request_limits: NamedDependency[RequestLimits],
    identity: NamedDependency[Identity | None],
    data: JSONBody[NewAddress],
) -> NoticeSettings:
    """Give an e-mail address, in place of the one before; nothing is sent there until its link is opened."""
    who = signed_in(identity)
    if who.guest:
        raise Refusal("forbidden", "only accounts can have an address")
    if not delivery.mail:
        raise Refusal("forbidden", "this server sends no e-mails")
    address, language = check_address(data.address), language_of(data.language)
    known = await tables.store.read(lambda db: addresses.address_of(db, who.person))
    if known is None or known.address != address or not known.confirmed:
        send = request_limits.confirmation(request, who.person, address)
        secret, now = tables.time_and_chance.secret(), tables.time_and_chance.now()
        hashed = digest(secret)
        await tables.store.write(
            lambda db: addresses.ask(db, who.person, address, language, hashed, now, now + VALID)
        )
        if send:
            delivery.ask_to_confirm(address, who.name, language, secret)
    return await _settings(tables, delivery, who.person)


@delete("/api/me/notices/address", status_code=204)
async def remove_address(tables: NamedDependency[Tables], identity: NamedDependency[Identity | None]) -> None:
    """Have your e-mail address forgotten."""
    who = signed_in(identity)
    await tables.store.write(lambda db: addresses.remove(db, who.person))


@post("/api/notices/confirm", status_code=200)
async def confirm_address(
    tables: NamedDependency[Tables], data: JSONBody[ConfirmAddress]
) -> AddressConfirmed:
    """Confirm an address by the secret of its link; it works once, for a day, and needs no login."""
    hashed, now = digest(data.token), tables.time_and_chance.now()
    name = await tables.store.write(lambda db: addresses.confirm(db, hashed, now))
    if name is None:
        raise Refusal("not-found", "the link was used, or is too old", field="token")
    return AddressConfirmed(name)


STOP = "/api/notices/stop"
"""Mail programs post here by themselves (RFC 8058): the link is all they have, and no header of ours."""


@post(STOP, status_code=204)
async def stop_mails(
    tables: NamedDependency[Tables],
    delivery: NamedDependency[Delivery],
    token: Annotated[str, QueryParameter(max_length=120)],
) -> None:
    """End all mails to an address, by the link in each of them; it needs no login and may be used again."""
    links = (await delivery.keys()).links
    found = links.stopped(token)
    if found is None:
        raise Refusal("not-found", "there is no such link", field="token")
    person, tag = found

    def work(db: Database) -> None:
        mail = addresses.address_of(db, person)
        if mail is not None and links.is_for(tag, mail.address):
            addresses.remove(db, person)

    await tables.store.write(work)


HANDLERS = [
    see_notices,
    choose_notices,
    add_device,
    remove_device,
    give_address,
    remove_address,
    confirm_address,
    stop_mails,
]
