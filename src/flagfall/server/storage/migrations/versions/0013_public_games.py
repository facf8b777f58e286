"""The database of games: what finished public games are found by, and how people show theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; ``flagfall admin games index`` fills them from older games."""
    op.add_column("people", sa.Column("games_shown", sa.String(8), nullable=False, server_default="named"))
    op.add_column("tables", sa.Column("withheld", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "public_games",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("first_level", sa.String(16)),
        sa.Column("second_level", sa.String(16)),
        sa.Column("rating_low", sa.Integer),
        sa.Column("rating_high", sa.Integer),
        sa.Column("first_score", sa.Float, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
    )
    op.create_index("public_games_by_end", "public_games", ["ended", "table_id"])
    op.create_index("public_games_by_game", "public_games", ["game", "ended", "table_id"])
    op.create_table(
        "public_game_landmarks",
        sa.Column(
            "table_id",
            sa.String(32),
            sa.ForeignKey("public_games.table_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("place", sa.String(64), primary_key=True),
    )
    places = ["kind", "place", "seat"]
    op.create_index("public_game_landmarks_by_place", "public_game_landmarks", places)


def downgrade() -> None:
    """Forget them."""
    op.drop_table("public_game_landmarks")
    op.drop_table("public_games")
    op.drop_column("tables", "withheld")
    op.drop_column("people", "games_shown")
