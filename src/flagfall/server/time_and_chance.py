"""Time and chance, as the server gets them from outside: tests put their own in their place."""

from __future__ import annotations

import secrets
import string
import time

from flagfall.server import commitments

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 12
"""Letters of a name: 71 bits of chance."""


class TimeAndChance:
    """The clock on the wall, the secrets that are drawn, and how a commitment is made."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds since 1970; they go on evenly while the server runs, whatever is done to its clock."""
        return (self._start + time.monotonic_ns()) // 1_000_000

    def id(self) -> str:
        """A name that nobody can guess, fit for an address and for a command line: it begins with no dash."""
        return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))

    def secret(self) -> str:
        """256 bits for cookies, codes and tokens, fit for an address."""
        return secrets.token_urlsafe(32)

    def nonce(self) -> str:
        """256 bits in hex."""
        return secrets.token_hex(32)

    def draw(self, n: int) -> int:
        """A number below n."""
        return secrets.randbelow(n)

    def commit(self, nonce: str, content: str) -> str:
        """The hash of a commitment."""
        return commitments.commit(nonce, content)
