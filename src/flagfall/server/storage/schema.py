"""The tables of the database. JSON is kept as text, so that SQLite and PostgreSQL hold the same bytes."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column(
        "name_key", String(64), unique=True
    ),  # Of accounts only: the name folded, so that no two look alike.
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("preferences", Text, nullable=False, server_default="{}"),
    Column("banned", Boolean, nullable=False, server_default=false()),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("scopes", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("info", Text, nullable=False),  # The TableInfo, as everybody may see it.
    Column("status", String(8), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("code", String(64), nullable=False),
    Column("maker", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column(
        "wakes", Boolean, nullable=False
    ),  # Whether a clock runs or a bot is due: to be loaded at the start.
    Column("length", Integer, nullable=False),  # How many entries the log has: the number of the next one.
    Column("epoch", Integer, nullable=False),  # Counts the owners; only the present one may append.
    Column("owner", String(64), nullable=False),
    Index("tables_by_status", "status", "private", "updated"),
    Index("tables_to_wake", "wakes"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), nullable=False),
    Column("due", Boolean, nullable=False, server_default=false()),
    Index("seats_by_person", "person"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("room", String(8), nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("preset", String(32)),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("person", String(32)),
    Column("about", String(32), nullable=False),
    Column("table_id", String(32)),
    Column("reason", String(16), nullable=False),
    Column("text", Text, nullable=False),
)

setups = Table(
    "setups",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("played", Integer, nullable=False, server_default="0"),
    Column("score", Float, nullable=False, server_default="0"),
    UniqueConstraint("person", "game", "seat", "name"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("who", String(64), primary_key=True),  # A person's id, or "bot:LEVEL".
    Column("game", String(64), primary_key=True),
    Column("speed", String(8), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("ratings_ladder", "game", "speed", "rating"),
)

editions = Table(
    "editions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32)),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),  # When this process was last known to be alive.
    # Until when its tables are its own, by the clock of the database: processes may disagree about the time.
    Column("lease", BigInteger, nullable=False, server_default="0"),
)
