"""Until when a process counts as alive, by the clock of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the end of the lease."""
    op.add_column("pulse", sa.Column("lease", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("pulse", "lease")
