"""Browsers that somebody wants to be told at, by Web Push."""

from __future__ import annotations

import hashlib

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema

devices = schema.push_devices
MOST = 5
"""Browsers of one person."""


class Device(msgspec.Struct, frozen=True):
    """A browser as its push service knows it."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: int

    @property
    def id(self) -> str:
        """The same for a browser, no matter who uses it; it does not give the endpoint away."""
        return device_id(self.endpoint)


def device_id(endpoint: str) -> str:
    """The id of the browser with an endpoint."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def keep(db: Connection, person: str, session: str, device: Device) -> None:
    """Keep a browser for a person; it is nobody else's from now on. Refused if they have too many."""
    db.execute(delete(devices).where(devices.c.id == device.id))
    had = db.execute(select(func.count()).where(devices.c.person == person)).scalar_one()
    if had >= MOST:
        raise Refusal("too-many", f"at most {MOST} browsers: remove one first")
    values = msgspec.structs.asdict(device)
    db.execute(insert(devices).values(id=device.id, person=person, session=session, **values))


def forget(db: Connection, id: str, person: str | None = None) -> None:
    """Forget a browser; with a person only if it is theirs."""
    mine = () if person is None else (devices.c.person == person,)
    db.execute(delete(devices).where(devices.c.id == id, *mine))


def devices_of(db: Connection, person: str, now: int) -> list[Device]:
    """The browsers of a person whose sessions have not ended."""
    sessions = schema.sessions
    mine = (
        select(devices)
        .join(sessions, sessions.c.hash == devices.c.session)
        .where(devices.c.person == person, sessions.c.expires > now)
        .order_by(devices.c.created)
    )
    return [Device(row.endpoint, row.p256dh, row.auth, row.language, row.created) for row in db.execute(mine)]
