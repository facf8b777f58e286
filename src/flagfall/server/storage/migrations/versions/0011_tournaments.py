"""Tournaments, who takes part, and who plays whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(32)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("starts", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
    )
    op.create_index("tournaments_by_status", "tournaments", ["status", "starts"])
    op.create_index("tournaments_by_maker", "tournaments", ["maker"])
    op.create_table(
        "tournament_players",
        _tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("api", sa.Boolean, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("tournament_id", "person"),
    )
    op.create_index("tournament_players_by_person", "tournament_players", ["person"])
    op.create_table(
        "pairings",
        _tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("made", sa.Boolean, nullable=False),
        sa.Column("points_first", sa.Integer),
        sa.Column("points_second", sa.Integer),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def _tournament() -> sa.Column[str]:
    there = sa.ForeignKey("tournaments.id", ondelete="CASCADE")
    return sa.Column("tournament_id", sa.String(32), there, primary_key=True)


def downgrade() -> None:
    """Forget them."""
    op.drop_table("pairings")
    op.drop_table("tournament_players")
    op.drop_table("tournaments")
