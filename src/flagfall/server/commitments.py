"""Commit and reveal: what was fixed at the start can be checked at the end.

The hash of a set-up or a seed is told when it is fixed; the nonce and the content are opened when the game
is over. The nonce has 256 bits, so that the few million likely set-ups cannot be tried.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeAlias

Committer: TypeAlias = Callable[[str, str], str]
"""Gives the hash for a nonce (in hex) and a content."""


def commit(nonce: str, content: str) -> str:
    """SHA-256 over the nonce and the content, in hex."""
    return hashlib.sha256(bytes.fromhex(nonce) + content.encode()).hexdigest()


def verify(hash: str, nonce: str, content: str) -> bool:
    """Whether an opened commitment fits its hash."""
    return len(nonce) == 64 and commit(nonce, content) == hash
