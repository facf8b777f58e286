"""The clock and the random numbers of the server, in one place: tests put their own there."""

from __future__ import annotations

import secrets
import string
import time

from flagfall.core.chance import WIDE
from flagfall.server import commitments

ALPHABET = string.ascii_letters + string.digits
ID_LENGTH = 12
"""Characters of an id: 71 random bits."""


class TimeAndChance:
    """The time, random ids and secrets, and how a commitment is made."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds since 1970; never set back while the server runs, even if the system clock is."""
        return (self._start + time.monotonic_ns()) // 1_000_000

    def id(self) -> str:
        """An id that nobody can guess, fit for an address and for a command line: it begins with no dash."""
        return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))

    def secret(self) -> str:
        """256 random bits for cookies, codes and tokens, fit for an address."""
        return secrets.token_urlsafe(32)

    def nonce(self) -> str:
        """256 random bits in hex."""
        return secrets.token_hex(32)

    def draw(self, n: int) -> int:
        """A random number below n."""
        return secrets.randbelow(n)

    def seed(self) -> int:
        """The seed of a game that nobody can search for: wide, with a number of its own for the map."""
        return WIDE + secrets.randbits(WIDE.bit_length() - 1)

    def commit(self, nonce: str, content: str) -> str:
        """The hash of a commitment."""
        return commitments.commit(nonce, content)
