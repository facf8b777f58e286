"""Set-ups learned by results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is missing: learning set-ups is not tested")

from flagfall.bots.network.learned_setups import read_setup  # noqa: E402
from flagfall.fast import Spec  # noqa: E402
from flagfall.learn.matches import learned_setups  # noqa: E402
from flagfall.learn.matches.learned_setups import Pool, SetupTrials, generated  # noqa: E402
from flagfall.learn.matches.match import match  # noqa: E402
from flagfall.learn.network.net import Network, legal  # noqa: E402
from flagfall.learn.network.policy import Policy  # noqa: E402
from flagfall.learn.selfplay.setups import army  # noqa: E402

pytestmark = pytest.mark.learn


def test_what_won_counts_more_than_what_the_network_thought() -> None:
    pool = Pool.of(np.zeros((3, 4), np.uint8), [0.6, 0.5, 0.4])
    assert pool.best(1).tolist() == [0]
    pool.games[:], pool.points[:] = 200, [60, 180, 100]
    assert pool.best(3).tolist() == [1, 2, 0]
    often = [int(pool.drawn(1, np.random.default_rng(n))[0]) for n in range(20)]
    assert often.count(1) > 15


def test_rounds_of_games_give_results_to_set_ups_of_the_right_army(tmp_path: Path) -> None:
    torch.manual_seed(1)
    spec = Spec.of("barrage")
    rows = generated("barrage", 24)
    policy = Policy(Network(8, 1), "cpu", False)
    trials = SetupTrials(policy, policy.weights(), spec, rows, 8, 60)
    pool = trials.learn(rows, 2, np.random.default_rng(1), playing=8)
    assert pool.games.sum() == 32
    assert (pool.points <= pool.games).all()
    assert (army(pool.rows) == np.array(spec.armies[0])).all()
    assert len(pool.rows) > len(rows)  # children have joined
    learned_setups.save({"barrage": pool.rows[:3]}, tmp_path / "learned-setups.json")
    word = learned_setups.written(pool.rows[:1])[0]
    assert {square: int(pool.rows[0, square]) - 1 for square in np.flatnonzero(pool.rows[0])} == read_setup(
        word
    )


def test_in_a_match_only_the_first_player_has_set_ups_of_its_own() -> None:
    spec = Spec.of("barrage")
    rows = generated("barrage", 30)
    own = rows[:1]
    common = rows[1:]
    seen: list[set[bytes]] = [set(), set()]

    def noting(who: int) -> Any:
        def play(planes: Any, vector: Any) -> Any:
            for stands, board in zip(planes[:, 0].numpy(), vector.numpy(), strict=True):
                if board[49] == 0 and (stands[:40] < 14).all():
                    seen[who].add(np.where(stands[:40] < 2, 0, stands[:40] - 1).astype(np.uint8).tobytes())
            return legal(planes).float().argmax(1)

        return play

    match(
        noting(0),
        noting(1),
        {"barrage": spec},
        [common],
        8,
        [1.0],
        "cpu",
        plies=2,
        own_setups={"barrage": own},
    )
    assert own[0].tobytes() in seen[0]
    assert own[0].tobytes() not in seen[1]
    assert seen[1] & {row.tobytes() for row in common}
