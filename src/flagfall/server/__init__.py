"""Tables, lobby, accounts, clocks, storage and websockets: everything that lets people meet and play."""

from flagfall.core.extras import need

need("the server", "play", "litestar", "uvicorn", "sqlalchemy", "alembic", "argon2", "redis", "segno")
