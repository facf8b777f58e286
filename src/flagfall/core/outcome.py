"""How a game ended."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: why it ended, and a score for each seat (1 won, ½ drawn, 0 lost)."""

    termination: str
    """What ended it, a word of the game: ``flag``, ``no-move``, ``resignation``, ``agreement``, ``time``."""
    scores: tuple[float, ...]
    rule: str = ""
    """The number of the rule that ended it."""

    @property
    def winner(self) -> int | None:
        """The seat that won, or None for a draw."""
        best = max(self.scores)
        return self.scores.index(best) if self.scores.count(best) == 1 else None

    def result(self) -> str:
        """The scores as people write them: ``1-0``, ``0-1``, ``1/2-1/2``."""
        return "-".join({1.0: "1", 0.5: "1/2", 0.0: "0"}.get(score, f"{score:g}") for score in self.scores)
