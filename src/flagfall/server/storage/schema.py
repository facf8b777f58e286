"""The tables of the database. JSON is kept as text, so that SQLite and PostgreSQL hold the same bytes."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row as it was read: its columns are attributes."""

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column(
        "name_key", String(64), unique=True
    ),  # Of accounts only: the name folded, so that no two look alike.
    # Of accounts only: what the name looks like, so that no new one is taken for it.
    Column("look", String(128)),
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("preferences", Text, nullable=False, server_default="{}"),
    Column("banned", Boolean, nullable=False, server_default=false()),
    # Whether friends may see that the person is here or plays.
    Column("seen", Boolean, nullable=False, server_default=true()),
    # Whether only friends may challenge the person.
    Column("friends_only", Boolean, nullable=False, server_default=false()),
    Column("moderator", Boolean, nullable=False, server_default=false()),
    # How the database of games shows the person's: "named", "unnamed", or not at all ("out").
    Column("games_shown", String(8), nullable=False, server_default="named"),
    Column("muted_until", BigInteger, nullable=False, server_default="0"),
    # What the person is told of by push or e-mail, where they have asked for one of these.
    Column("notices", String(64), nullable=False, server_default="turn challenge tournament"),
    Index("people_by_look", "look"),
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
    # Kept out of the database of games for good: somebody who wanted that has deleted the account.
    Column("withheld", Boolean, nullable=False, server_default=false()),
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
    Column("name", String(64), nullable=False),  # Empty: names are those of the people.
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

friends = Table(
    "friends",  # Who has added whom; two who have added each other are friends.
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("friend", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

people_here = Table(
    "people_here",  # Who looks at a page of which process; those of processes that have ended do not count.
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("process", String(64), primary_key=True),
)

invitations = Table(
    "invitations",  # To tables with a free seat.
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("inviter", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
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
    Column("closed", BigInteger),  # When a moderator was done with it.
)

moderation_log = Table(
    "moderation_log",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", String(32)),  # None: the operator, or an account that was deleted.
    Column("person", String(32), nullable=False, index=True),
    Column("act", String(16), nullable=False),
    Column("until", BigInteger, nullable=False, server_default="0"),
    Column("report", Integer),
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

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("study", Text, nullable=False),  # The position, the tree and the notes as JSON.
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("shared", Boolean, nullable=False, server_default=false()),  # With anybody who has the link.
    UniqueConstraint("person", "name"),
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

results = Table(
    "results",  # Of finished games, one row for each person's seat; who it is stands in ``seats``.
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("speed", String(8), nullable=False),
    Column("level", String(16)),  # Of the built-in bot opposite; none against a person.
    Column("score", Float, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),  # Whether hints could be asked for.
    Column("memory", Boolean, nullable=False),  # Whether it was played from memory.
    Column("program", Boolean, nullable=False),  # Whether a program played in the person's name.
    Column("feats", String(64), nullable=False),  # Names of `core.feats`, with a space around each.
    Column("rating", Integer),  # After the game, if it was rated.
)

public_games = Table(
    "public_games",  # What finished public games are found by; who played stands in ``seats``.
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("speed", String(8), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("program", Boolean, nullable=False),  # Whether a program played in somebody's name.
    Column("first_level", String(16)),  # Of the built-in bot on the first seat.
    Column("second_level", String(16)),
    Column("rating_low", Integer),  # Of those players who had a rating when they sat down.
    Column("rating_high", Integer),
    Column("first_score", Float, nullable=False),  # Of the first seat.
    Column("plies", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("source", String(16), nullable=False),  # Where it was played, if not here.
    Index("public_games_by_end", "ended", "table_id"),
    Index("public_games_by_game", "game", "ended", "table_id"),
)

public_game_landmarks = Table(
    "public_game_landmarks",
    metadata,
    Column("table_id", String(32), ForeignKey("public_games.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), primary_key=True),  # A name of `core.landmarks`.
    Column("place", String(64), primary_key=True),
    Index("public_game_landmarks_by_place", "kind", "place", "seat"),
)

lesson_stars = Table(
    "lesson_stars",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(64), primary_key=True),
    Column("stars", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

mission_results = Table(
    "mission_results",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("mission", String(64), primary_key=True),
    Column("stars", Integer, nullable=False),
    Column("goals", Text, nullable=False),
    Column("damage", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("solved", Boolean, nullable=False),  # At the first try.
    Column("day", String(10), nullable=False),  # The date, if it was solved as the puzzle of the day.
    Column("at", BigInteger, nullable=False),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("who", String(64), primary_key=True),  # A person's id, or "puzzle:ID".
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

editions = Table(
    "editions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32)),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("wish", Text, nullable=False),  # The NewTournament, with its options settled.
    Column("status", String(16), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("code", String(64), nullable=False),
    Column("maker", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("starts", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),  # Of an arena that has begun.
    Column("ended", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("winner", Integer),  # The number of the player who won alone.
    Column("seed", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),  # Counts the changes; a plan is for one version only.
    Column("epoch", Integer, nullable=False),  # Counts the owners; only the present one may pair.
    Column("owner", String(64), nullable=False),
    Index("tournaments_by_status", "status", "starts"),
    Index("tournaments_by_maker", "maker"),
)

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", String(32)),  # None for a bot, and once the account is deleted.
    Column("bot", String(64), nullable=False),  # The level of a built-in bot.
    Column("api", Boolean, nullable=False),  # Whether a program plays, by API token.
    Column("away", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("joined", BigInteger, nullable=False),
    UniqueConstraint("tournament_id", "person"),
    Index("tournament_players_by_person", "person"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer),  # None for a bye.
    Column("table_id", String(32), nullable=False),  # Chosen before the table is made; empty where none is.
    Column("made", Boolean, nullable=False),
    Column("points_first", Integer),  # In halves; None while it is played.
    Column("points_second", Integer),
    Column("how", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
)

push_devices = Table(
    "push_devices",  # Browsers that may be told by Web Push; they end with the session that made them.
    metadata,
    Column("id", String(32), primary_key=True),  # The beginning of the endpoint's hash.
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column(
        "session", String(64), ForeignKey("sessions.hash", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

mail_addresses = Table(
    "mail_addresses",  # For notices and for nothing else.
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # When; None until then, and nothing but the link is sent.
    Column("hash", String(64), unique=True),  # Of the link's secret, while it can be used.
    Column("expires", BigInteger, nullable=False),
)

notices_told = Table(
    "notices_told",  # The last thing that a person was told of a table or a tournament.
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("about", String(48), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

server_keys = Table(
    "server_keys",  # Secrets that the server has made for itself and that outlive it.
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),  # When this process was last known to be alive.
    # Until when its tables are its own, by the clock of the database: processes may disagree about the time.
    Column("lease", BigInteger, nullable=False, server_default="0"),
)
