"""Names are kept with the people alone: logs and tables hold ids. Accounts have what a name looks like."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from flagfall.server.storage.look_alikes import look

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

FEW = 500
people = sa.table("people", *map(sa.column, ("id", "name", "name_key", "look")))
tables = sa.table("tables", *map(sa.column, ("id", "info")))
log = sa.table("log", *map(sa.column, ("table_id", "number", "body")))
chat = sa.table("chat", sa.column("name"))


def upgrade() -> None:
    """Take the names out of tables, logs and chat lines, where they stood beside the ids."""
    op.add_column("people", sa.Column("look", sa.String(128)))
    op.create_index("people_by_look", "people", ["look"])
    db = op.get_bind()
    accounts = sa.select(people.c.id, people.c.name).where(people.c.name_key.is_not(None))
    for row in list(db.execute(accounts)):
        db.execute(sa.update(people).where(people.c.id == row.id).values(look=look(row.name)))
    ids = list(db.execute(sa.select(tables.c.id)).scalars())
    for start in range(0, len(ids), FEW):
        some = ids[start : start + FEW]
        for row in list(db.execute(sa.select(tables).where(tables.c.id.in_(some)))):
            info = _nameless(row.info, "seats")
            db.execute(sa.update(tables).where(tables.c.id == row.id).values(info=info))
        seated = sa.or_(log.c.body.like('{"type":"sat",%'), log.c.body.like('{"type":"handed",%'))
        for row in list(db.execute(sa.select(log).where(log.c.table_id.in_(some), seated))):
            here = (log.c.table_id == row.table_id, log.c.number == row.number)
            db.execute(sa.update(log).where(*here).values(body=_nameless(row.body, "sitter")))
    op.execute(sa.update(chat).values(name=""))


def _nameless(text: str, where: str) -> str:
    """A stored text in which the people at one place have no names."""
    content: dict[str, Any] = msgspec.json.decode(text)
    found = content.get(where) or ()
    for sitter in [found] if isinstance(found, dict) else found:
        if sitter is not None and "name" in sitter:
            sitter["name"] = ""
    return msgspec.json.encode(content).decode()


def downgrade() -> None:
    """Forget what names look like; the older program shows people without names where it finds none."""
    op.drop_index("people_by_look", "people")
    op.drop_column("people", "look")
