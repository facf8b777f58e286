"""API tokens live at most a year, those that were made for longer too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

YEAR = 365 * 86_400_000
tokens = sa.table(
    "tokens",
    sa.column("created", sa.BigInteger),
    sa.column("expires", sa.BigInteger),
    sa.column("scopes", sa.String),
)


def upgrade() -> None:
    """Let long ones end earlier; a token without scopes could do nothing, and ends now."""
    too_long = tokens.c.expires > tokens.c.created + YEAR
    op.execute(sa.update(tokens).where(too_long).values(expires=tokens.c.created + YEAR))
    op.execute(sa.delete(tokens).where(tokens.c.scopes == ""))


def downgrade() -> None:
    """Nothing to undo: shorter lives fit the older program too."""
