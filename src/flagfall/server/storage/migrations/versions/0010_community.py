"""Results of finished games, friends, who is here, invitations, moderation."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

CHUNK = 500


def upgrade() -> None:
    """Make the tables, and fill the results from the games that are over."""
    results = op.create_table(
        "results",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("level", sa.String(16)),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("memory", sa.Boolean, nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("feats", sa.String(64), nullable=False),
        sa.Column("rating", sa.Integer),
    )
    assert results is not None
    _fill(op.get_bind(), results)
    op.add_column("people", sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("people", sa.Column("friends_only", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "friends",
        _person("person", primary_key=True),
        _person("friend", primary_key=True, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "people_here",
        _person("person", primary_key=True),
        sa.Column("process", sa.String(64), primary_key=True),
    )
    op.create_table(
        "invitations",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        _person("person", primary_key=True, index=True),
        _person("inviter"),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.add_column("people", sa.Column("moderator", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("muted_until", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("reports", sa.Column("closed", sa.BigInteger))
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.String(32)),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("report", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
    )


def _person(name: str, **options: Any) -> sa.Column[str]:
    return sa.Column(
        name, sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, **options
    )


def _fill(db: sa.Connection, results: sa.Table) -> None:
    tables = sa.table("tables", sa.column("id"), sa.column("info"), sa.column("status"))
    over = list(db.execute(sa.select(tables.c.id).where(tables.c.status == "over")).scalars())
    for start in range(0, len(over), CHUNK):
        few = over[start : start + CHUNK]
        rows = db.execute(sa.select(tables.c.info).where(tables.c.id.in_(few))).scalars()
        found = [result for info in rows for result in _results(json.loads(info))]
        if found:
            db.execute(sa.insert(results), found)


def _results(info: dict[str, Any]) -> list[dict[str, Any]]:
    """What the table shows of its end; which feats there were is not known any more."""
    outcome = info.get("outcome")
    if outcome is None or info.get("hotseat"):
        return []
    memory = info["options"].get("memory") == "table"
    rated = info.get("rated", False)
    found = []
    for seat, sitter in enumerate(info["seats"]):
        other = info["seats"][1 - seat]
        if sitter is None or other is None or sitter["type"] != "person":
            continue
        change = info.get("ratings", [None, None])[seat]
        found.append(
            {
                "table_id": info["id"],
                "seat": seat,
                "game": info["game"],
                "speed": info["speed"],
                "level": other["id"] if other["type"] == "bot" else None,
                "score": outcome["scores"][seat],
                "plies": info.get("ply", 0),
                "seconds": max(0, info.get("updated", 0) - info["created"]) // 1_000,
                "ended": info.get("updated", 0),
                "rated": rated,
                "private": info.get("private", False),
                "hints": info.get("advice", True) and not rated and not memory,
                "memory": memory,
                "program": sitter.get("bot", False),
                "feats": "",
                "rating": change["after"] if change else None,
            }
        )
    return found


def downgrade() -> None:
    """Forget them."""
    for name in ("moderation_log", "invitations", "people_here", "friends", "results"):
        op.drop_table(name)
    op.drop_column("reports", "closed")
    for name in ("muted_until", "moderator"):
        op.drop_column("people", name)
    op.drop_column("people", "friends_only")
    op.drop_column("people", "seen")
