"""Reports to the operator about somebody's behaviour."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from flagfall.server.storage import schema
from flagfall.server.wire.people import Report


def add_report(db: Connection, person: str, report: Report, now: int) -> None:
    """Store what a person reports."""
    db.execute(
        insert(schema.reports).values(
            at=now,
            person=person,
            about=report.person[:32],
            table_id=report.table[:32],
            reason=report.reason,
            text=report.text,
        )
    )
