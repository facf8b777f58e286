"""Notices by push and e-mail: where they go, what was told, and the keys that this needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.add_column(
        "people",
        sa.Column("notices", sa.String(64), nullable=False, server_default="turn challenge tournament"),
    )
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), _gone_with("people.id"), nullable=False),
        sa.Column("session", sa.String(64), _gone_with("sessions.hash"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_push_devices_person", "push_devices", ["person"])
    op.create_index("ix_push_devices_session", "push_devices", ["session"])
    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.String(32), _gone_with("people.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger),
        sa.Column("hash", sa.String(64), unique=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices_told",
        sa.Column("person", sa.String(32), _gone_with("people.id"), primary_key=True),
        sa.Column("about", sa.String(48), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _gone_with(other: str) -> sa.ForeignKey:
    return sa.ForeignKey(other, ondelete="CASCADE")


def downgrade() -> None:
    """Forget them."""
    for table in ("server_keys", "notices_told", "mail_addresses", "push_devices"):
        op.drop_table(table)
    op.drop_column("people", "notices")
