"""What several decoders begin with: games in play, files of the package, texts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import flagfall

ROOT: Final = Path(__file__).resolve().parent.parent
RANKS: Final = ("barrage", "pirates", "star-wars-powers", "transformers-powers", "transformers")
HEXES: Final = ("hex-duel", "hex-cassettes", "hex-three", "hex-bargain")


def as_text(data: bytes) -> str:
    """What a reader of files makes of bytes: no text, no decoder."""
    return data.decode("utf-8", errors="replace")


def package(folder: str, pattern: str) -> Callable[[], Iterable[bytes]]:
    """The files of a folder of the project, as inputs to begin with."""
    return lambda: [path.read_bytes() for path in sorted((ROOT / folder).glob(pattern))]


@cache
def begun(id: str, plies: int) -> Any:
    """A state some way into a game."""
    rng = random.Random(plies)
    state = flagfall.game(id).new(7)
    while state.pending() and plies:
        decision = rng.choice(state.pending())
        state = state.apply(decision.seat, decision.sample(rng)).state
        plies -= 1
    return state
