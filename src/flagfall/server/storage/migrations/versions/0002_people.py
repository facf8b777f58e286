"""Chat, blocks, reports, saved set-ups, ratings, tokens and uploaded editions."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _person(**options: Any) -> sa.Column[str]:
    return sa.Column(
        "person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, **options
    )


def upgrade() -> None:
    """Make the tables, and mark who is due at which table."""
    op.add_column("people", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("due", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        _person(index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(200), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("preset", sa.String(32)),
    )
    op.create_table(
        "blocks",
        _person(primary_key=True),
        sa.Column("blocked", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "setups",
        sa.Column("id", sa.String(32), primary_key=True),
        _person(),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("person", "game", "seat", "name"),
    )
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("speed", sa.String(8), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("ratings_ladder", "ratings", ["game", "speed", "rating"])
    op.create_table(
        "editions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("editions", "ratings", "setups", "reports", "blocks", "chat", "tokens"):
        op.drop_table(name)
    op.drop_column("seats", "due")
    op.drop_column("people", "banned")
