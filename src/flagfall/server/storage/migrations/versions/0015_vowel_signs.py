"""Names are compared with their vowel signs: letters that hold one, as the Thai SARA AM, lost it before."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op

from flagfall.server.storage.look_alikes import look, spells

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

people = sa.table("people", *map(sa.column, ("id", "name", "name_key", "look")))


def upgrade() -> None:
    """Compare the names of accounts of before as new ones are, so that they can be signed in to."""
    db = op.get_bind()
    for row in list(db.execute(sa.select(people).where(people.c.name_key.is_not(None)))):
        plain = unicodedata.normalize("NFKD", row.name).casefold()
        now = {"name_key": "".join(sign for sign in plain if spells(sign)), "look": look(row.name)}
        if (row.name_key, row.look) != (now["name_key"], now["look"]):
            db.execute(sa.update(people).where(people.c.id == row.id).values(**now))


def downgrade() -> None:
    """Nothing to undo: the older program finds all but these few accounts, whose names it cannot spell."""
