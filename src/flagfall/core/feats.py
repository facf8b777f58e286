"""What a seat may be proud of at the end of a game, whatever the game: the names that families give."""

from __future__ import annotations

from typing import Final

LEADER: Final = "leader"
"""Its strongest piece was never lost."""
UNBROKEN: Final = "unbroken"
"""It lost nothing at all."""
FEATS: Final = (LEADER, UNBROKEN)
