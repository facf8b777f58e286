"""Write games of the engine as JSON, so that the client's folding is held against the engine's own.

``python web/test/ranks/golden.py`` from the root of the project writes ``web/test/ranks/golden/*.json`` anew.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec

import flagfall
from flagfall.core import PUBLIC

HERE = Path(__file__).parent / "golden"
GAMES: dict[str, dict[str, Any]] = {
    "duel": {},
    "transformers-powers": {},
    "pirates-code": {"captured": "prisoner"},
    "star-wars-powers": {"memory": "table", "captured": "secret"},
}


DRAWN = {"transformers-powers"}
"""Where a power moves a piece that does not move itself, which must be among the steps."""


def draws(step: dict[str, Any]) -> bool:
    """Whether a power moved a piece in this step."""
    return any(event["type"] == "moved" and event.get("by", -1) >= 0 for event in step["events"])


def plain(value: object) -> Any:
    """A struct as the wire would carry it."""
    return json.loads(msgspec.json.encode(value))


def played(id: str, options: dict[str, Any], seed: int, moves: int = 70) -> dict[str, Any]:
    """A random game: the events of each step, and the views of both seats and of onlookers on the way."""
    game = flagfall.game(id)
    rng = random.Random(seed)
    state = game.new(seed=seed, **options)
    first = [plain(state.view(seat)) for seat in (0, 1, PUBLIC)]
    steps = []
    while len(steps) < moves and state.outcome() is None:
        decision = state.pending()[0]
        legal = state.legal(decision.seat)
        # Powers and attacks first, so that a short game shows many of them.
        rich = [action for action in legal if "x" in game.write(state, action) or hasattr(action, "power")]
        action = rng.choice(rich) if rich and rng.random() < 0.6 else decision.sample(rng)
        text = game.write(state, action)
        step = state.apply(decision.seat, action)
        state = step.state
        entry: dict[str, Any] = {"events": [plain(event) for event in step.events], "text": text}
        if len(steps) % 9 == 8 or draws(entry) or state.outcome() is not None:
            entry["views"] = [plain(state.view(seat)) for seat in (0, 1, PUBLIC)]
        steps.append(entry)
    ranks = [{kind.id: kind.rank for kind in army.kinds} for army in game.edition.armies]
    return {"game": id, "ranks": ranks, "first": first, "steps": steps}


def main() -> None:
    """Write all games."""
    HERE.mkdir(exist_ok=True)
    for id, options in GAMES.items():
        games = (played(id, options, seed) for seed in range(1, 100))
        game = next(
            game
            for game in games
            if len(game["steps"]) >= 50 and (id not in DRAWN or any(map(draws, game["steps"])))
        )
        (HERE / f"{id}.json").write_text(json.dumps(game, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
