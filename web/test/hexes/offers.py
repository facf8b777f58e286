"""Write turns as the client hears them, with every legal action: what its multiplying is held against.

Run ``python web/test/hexes/offers.py`` after a change of the actions.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

import flagfall

FEW = 250
"""Actions of a recorded turn at most, so that the file stays small."""


def turns(id: str, known: set[str]) -> list[dict[str, Any]]:
    """Turns of a random game that have kinds of actions, or fields of them, which no turn before had."""
    state: Any = flagfall.game(id).new(seed=1)
    rng = random.Random(1)
    found: list[dict[str, Any]] = []
    for _ in range(400):
        pending = state.pending()
        if not pending:
            break
        offers = state.offers(pending[0].seat)
        shapes = {f"{offer.kind} {sorted(offer.fields)}" for offer in offers}
        if shapes - known and len(legal := state.legal(pending[0].seat)) <= FEW:
            known |= shapes
            found.append({"offers": offers, "legal": legal})
        state = state.apply(pending[0].seat, pending[0].sample(rng)).state
    return found


if __name__ == "__main__":
    seen: set[str] = set()
    cases = [case for id in flagfall.games() if id.startswith("hex-") for case in turns(id, seen)]
    file = Path(__file__).parent / "offers.json"
    file.write_bytes(msgspec.json.encode(cases) + b"\n")
