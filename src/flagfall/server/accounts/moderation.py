"""Moderators: what they see of reports, and what they do. Every act is kept in a log."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from flagfall.server.accounts import people
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.storage.tables import table_rows
from flagfall.server.storage.tables.chat_lines import last_lines
from flagfall.server.wire.friends import PersonSeen
from flagfall.server.wire.moderation import (
    Moderate,
    ModeratorAct,
    PersonModerated,
    Reports,
    ReportSeen,
    SaidLine,
)

reports, log = schema.reports, schema.moderation_log
PAGE = 20
"""Reports that are told at a time."""
ACTS = 20
"""Past acts about a person that are shown."""
LINES = 60
"""Lines of a table's talk that are shown."""
HOUR = 3_600_000


def is_moderator(db: Connection, person: str) -> bool:
    """Whether an account may moderate."""
    found = select(schema.people.c.moderator).where(schema.people.c.id == person)
    return bool(db.execute(found).scalar())


def set_moderator(db: Connection, person: str, moderator: bool, now: int) -> None:
    """Make an account a moderator, or no more."""
    db.execute(update(schema.people).where(schema.people.c.id == person).values(moderator=moderator))
    write_log(db, None, person, "moderator" if moderator else "no-moderator", now)


def write_log(
    db: Connection,
    moderator: str | None,
    person: str,
    act: str,
    now: int,
    text: str = "",
    until: int = 0,
    report: int = 0,
) -> None:
    """Keep what was done; without a moderator it was the operator."""
    values = {"at": now, "moderator": moderator, "person": person, "act": act, "text": text, "until": until}
    db.execute(insert(log).values(report=report or None, **values))


# ---- what they do --------------------------------------------------------------------------------------


def moderate(db: Connection, moderator: str, wish: Moderate, now: int) -> None:
    """Do something about a person, or be done with a report; refused if the moderator may not."""
    row = people.find(db, wish.person)
    if row is None and wish.act != "close":
        raise Refusal("not-found", "there is no such person", field="person")
    if row is not None and (row.id == moderator or (row.moderator and wish.act not in ("note", "close"))):
        raise Refusal("forbidden", "moderators do not judge themselves or each other", field="person")
    about = db.execute(select(reports.c.about).where(reports.c.id == wish.report)).scalar()
    if wish.report and about != (row.id if row is not None else wish.person):
        raise Refusal("not-found", "there is no such report about this person", field="report")
    if wish.act == "close" and not wish.report:
        raise Refusal("bad-message", "say which report", field="report")
    if wish.act == "note" and not wish.text.strip():
        raise Refusal("bad-message", "a note has a text", field="text")
    person = row.id if row is not None else wish.person[:32]
    until = now + wish.hours * HOUR if wish.act == "mute" else 0
    if wish.act in ("mute", "unmute"):
        db.execute(update(schema.people).where(schema.people.c.id == person).values(muted_until=until))
    elif wish.act in ("ban", "unban"):
        people.set_banned(db, person, wish.act == "ban")
    elif wish.act == "close":
        db.execute(update(reports).where(reports.c.id == wish.report).values(closed=now))
    write_log(db, moderator, person, wish.act, now, wish.text.strip(), until, wish.report)


# ---- what they see -------------------------------------------------------------------------------------


def queue(db: Connection, moderator: str, closed: bool, after: int = 0) -> Reports:
    """Reports that wait, or that are done with, by their number; those about the moderator are for others."""
    theirs = (reports.c.id > after, reports.c.about != moderator)
    wanted = select(reports).where(*theirs).order_by(reports.c.id).limit(PAGE)
    done = reports.c.closed.is_not(None) if closed else reports.c.closed.is_(None)
    rows = list(db.execute(wanted.where(done)))
    told = tuple(_report(db, moderator, row) for row in rows)
    return Reports(told, rows[-1].id if len(rows) == PAGE else 0)


def _report(db: Connection, moderator: str, row: schema.AnyRow) -> ReportSeen:
    table = row.table_id or ""
    found = table_rows.info_and_code(db, table) if table else None
    replay, running = "", False
    lines: tuple[SaidLine, ...] = ()
    if found is not None:
        info, _ = found
        running = info.status not in table_rows.OVER
        if info.status == "over" and (not info.private or info.shared):
            replay = info.id
        # A moderator who plays there is to learn nothing from it before the end.
        if not (running and table_rows.seats_at(db, table, moderator)):
            lines = _lines(db, table, row.about, running)
    return ReportSeen(
        row.id,
        row.at,
        row.reason,
        person_moderated(db, row.about),
        _seen(people.find(db, row.person)) if row.person else None,
        row.text,
        replay,
        lines,
        row.closed or 0,
        running,
    )


def _lines(db: Connection, table: str, about: str, running: bool) -> tuple[SaidLine, ...]:
    return tuple(
        SaidLine(one.at, one.name, one.text or one.preset or "", one.room, one.person == about)
        for one in last_lines(db, table, LINES)
        if not running or one.person == about
    )


def _seen(row: schema.AnyRow | None) -> PersonSeen | None:
    return None if row is None else PersonSeen(row.id, row.name, row.name_key is None)


def person_moderated(db: Connection, person: str) -> PersonModerated:
    """Somebody as moderators see them; without a name if the account is deleted."""
    row = people.find(db, person)
    if row is None:
        return PersonModerated(PersonSeen(person, ""))
    by = schema.people.alias()
    past = (
        select(log, by.c.name.label("by"))
        .outerjoin(by, by.c.id == log.c.moderator)
        .where(log.c.person == row.id, log.c.act.in_(("note", "mute", "unmute", "ban", "unban", "close")))
        .order_by(log.c.id.desc())
        .limit(ACTS)
    )
    acts = tuple(ModeratorAct(one.at, one.act, one.by or "", one.until, one.text) for one in db.execute(past))
    count = db.execute(select(func.count()).where(reports.c.about == row.id)).scalar_one()
    seen = PersonSeen(row.id, row.name, row.name_key is None)
    return PersonModerated(seen, row.banned, row.muted_until, count, acts)
