"""Write a short game as the client hears it: views, events, and the report that both clients have to give.

Run ``python web/test/hexes/golden.py`` after a change of the rules or of the sentences.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec

import flagfall
from flagfall.core import hears
from flagfall.server.http.hexes.questions import scenario_info
from flagfall.terminal.hexes.story import Reporter

SEAT = 0
GAMES = (("hex-three", 11, 60), ("hex-six", 5, 90))


def played(id: str, seed: int, most: int) -> dict[str, Any]:
    """A game by random play, seen from one seat."""
    game: Any = flagfall.game(id)
    rng = random.Random(seed)
    state: Any = game.new(seed=seed)
    first = state.view(SEAT)
    reporter = Reporter(state.board.map, game.roster, state.pieces)
    told: list[Any] = []
    lines: list[str] = []
    for _ in range(most):
        decisions = state.pending()
        if not decisions:
            break
        decision = decisions[0]
        step = state.apply(decision.seat, decision.sample(rng))
        state = step.state
        heard = [event for event in step.events if hears(event, SEAT)]
        told.append(heard)
        lines += reporter.tell(heard)
    info = scenario_info(game, first.map_seed)
    raw = msgspec.json.encode(
        {
            "map": {"width": info.map.width, "height": info.map.height, "digits": info.map.digits},
            "sheets": info.sheets,
            "first": first,
            "told": told,
            "last": state.view(SEAT),
            "lines": [line.strip(" =-") for line in lines],
        }
    )
    found: dict[str, Any] = json.loads(raw)
    return found


if __name__ == "__main__":
    for id, seed, most in GAMES:
        file = Path(__file__).parent / f"{id}.json"
        file.write_text(json.dumps(played(id, seed, most), separators=(",", ":")) + "\n", encoding="utf-8")
