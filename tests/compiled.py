"""Compiled code, made once before the tests: they and the processes that they start read it from disk."""

from __future__ import annotations

from flagfall import fast
from flagfall.bots.network.look_ahead import compile_rollouts
from flagfall.bots.ranks.search_bot import compile_search


def compile_batches() -> None:
    """Everything that a batch of games can do."""
    for id in ("barrage", "pirates-code"):  # games with powers are compiled apart
        batch = fast.Batch(fast.Spec.of(id), 2)
        batch.play(1)
        batch.step(batch.legal().argmax(1))
        batch.observe()
        batch.history(2)
        batch.find()
        batch.restore(batch.select([0, 1]).snapshot())
    batch.legal_list()


if __name__ == "__main__":
    compile_search()
    compile_rollouts()
    compile_batches()
