"""How often a saved set-up was played, and what it scored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the two counts."""
    op.add_column("setups", sa.Column("played", sa.Integer, nullable=False, server_default="0"))
    op.add_column("setups", sa.Column("score", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("setups", "score")
    op.drop_column("setups", "played")
