"""Short codes of tables that wait: what one reads out to a friend across the room.

A short code is made from the table's id and the secret code of its invite link, so that it needs no place of
its own, and works as long as a seat is free. It has 29 bits: enough for the tables that wait at one time,
with the limit on failed requests against guessing.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection as Database

from flagfall.server.storage.tables import table_rows

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without signs that look or sound alike."""
LENGTH = 6


def short_code(table: str, code: str) -> str:
    """The short code of a table."""
    number = int.from_bytes(hashlib.sha256(f"{table} {code}".encode()).digest())
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def find_open(db: Database, typed: str) -> tuple[str, str] | None:
    """The table that waits under a short code as somebody typed it, and the code of its link."""
    wanted = "".join(sign for sign in typed.upper() if sign in ALPHABET)
    for table, code in table_rows.open_codes(db):
        if short_code(table, code) == wanted:
            return table, code
    return None
