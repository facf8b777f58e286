"""What people reached in the missions of the hex game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "mission_results",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mission", sa.String(64), primary_key=True),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("goals", sa.Text, nullable=False),
        sa.Column("damage", sa.Text, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Forget the results."""
    op.drop_table("mission_results")
