"""Short comparisons from one saved run: what would it gain with other numbers?

Every branch goes on from the same state for the same time, the first with nothing changed, and then meets the
first one over many games. Nothing of the saved run is changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from flagfall.learn.config import Config
from flagfall.learn.runs import state
from flagfall.learn.runs.session import Session, say
from flagfall.learn.selfplay.learner import Learner
from flagfall.learn.selfplay.setups import Setups


def compare(
    run: Path,
    changes: Sequence[str],
    seconds: float,
    tables: Sequence[Setups | None],
    out: Path,
    device: str,
    fast: bool,
) -> dict[str, dict[str, dict[str, float]]]:
    """For each set of changes, such as ``"lr=3e-4 kl=0.1"``, its scores against the unchanged branch."""
    base = state.config_of(run)
    began = time.time()
    plain = None
    found: dict[str, dict[str, dict[str, float]]] = {}
    for change in ["", *changes]:
        learner = Learner(Config.parse(base, change.split()), tables, device, fast)
        state.load(learner, run)
        if fast:
            learner.warm_up()
        name = change or "unchanged"
        folder = out / name.replace(" ", ",")
        folder.mkdir(parents=True, exist_ok=True)
        session = Session(learner, folder, tables, began)
        say(f"branch {name}")
        session.train(seconds)
        if plain is None:
            plain = [weight.clone() for weight in learner.average]
            continue
        session.play_match("unchanged", learner.policy.player(plain))
        found[name] = session.lines[-1]["scores"]
    (out / "branches.json").write_text(json.dumps(found, indent=1) + "\n")
    return found
