"""The network, what it is taught, and what it becomes as a file for the bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is missing: the network is not tested")

from flagfall.bots.network import network as bot_network  # noqa: E402
from flagfall.core import FlagfallError  # noqa: E402
from flagfall.fast import Batch, Spec  # noqa: E402
from flagfall.fast.observation_bytes import CELL_INPUTS, MEMORY_INPUTS, RANK_WORTHS  # noqa: E402
from flagfall.fast.rules import battle_result  # noqa: E402
from flagfall.learn.config import TINY  # noqa: E402
from flagfall.learn.matches.match import Score, match  # noqa: E402
from flagfall.learn.matches.players import Greedy, random_player  # noqa: E402
from flagfall.learn.network import net as nets  # noqa: E402
from flagfall.learn.network.restore import load_weights, network, weights_in  # noqa: E402
from flagfall.learn.runs import state  # noqa: E402
from flagfall.learn.selfplay.learner import Learner  # noqa: E402
from flagfall.learn.selfplay.optimize import orthogonal  # noqa: E402

pytestmark = pytest.mark.learn
NOTHING = [None] * len(TINY.editions)


@pytest.fixture
def seen() -> tuple[Any, Any, Any]:
    """Planes, vectors and legal moves of games under way."""
    batch = Batch(Spec.of("original"), 16, seed=3, memory=True)
    batch.play(60)
    planes, vector = batch.observe()
    return torch.from_numpy(planes), torch.from_numpy(vector), torch.from_numpy(batch.legal())


def test_legal_moves_are_read_off_the_planes(seen: Any) -> None:
    planes, _, able = seen
    assert torch.equal(nets.legal(planes), able > 0)


def test_features_are_the_same_in_training_and_in_play(seen: Any) -> None:
    planes, vector, _ = seen
    for memory, inputs in ((0, CELL_INPUTS), (1, CELL_INPUTS + MEMORY_INPUTS)):
        cells = nets.cell_features(planes, torch.float32, memory)
        assert cells.shape == (16, 100, inputs)
        assert np.array_equal(cells.numpy(), bot_network.cell_features(planes.numpy(), bool(memory)))
    assert cells[..., CELL_INPUTS:].any(), "pieces have done something"
    board, balance = nets.board_features(vector, torch.tensor(RANK_WORTHS))
    mine, my_balance = bot_network.board_features(vector.numpy())
    assert np.allclose(board.numpy(), mine, atol=1e-6)
    assert np.allclose(balance.numpy(), my_balance, atol=1e-6)


def test_a_move_adds_up_its_goal_and_the_cell_one_step_before() -> None:
    numbers = torch.zeros(1, 100, 8)
    numbers[0, 34, 4] = 1.0  # setting out forward from cell 34
    numbers[0, 44, 0] = 2.0  # arriving forward at cell 44
    numbers[0, 34, 5] = 4.0  # setting out to the right from cell 34
    logits = nets.moves(numbers)[0]
    assert logits[44] == 3.0
    assert logits[100 + 35] == 4.0
    assert logits.abs().sum() == 7.0


def test_a_deeper_network_plays_the_same_until_it_learns(seen: Any) -> None:
    planes, vector, _ = seen
    small, deep = nets.Network(16, 2), nets.Network(16, 4)
    nets.with_weights(deep, small.state_dict())
    with torch.no_grad():
        for a, b in zip(small(planes, vector), deep(planes, vector), strict=True):
            assert torch.allclose(a, b, atol=1e-5)
    with pytest.raises(ValueError, match="another kind"):
        nets.with_weights(small, deep.state_dict())


def test_a_network_that_sees_what_pieces_did_plays_the_same_until_it_learns(seen: Any) -> None:
    planes, vector, _ = seen
    old, new = nets.Network(16, 2), nets.Network(16, 2, memory=1)
    nets.with_weights(new, old.state_dict())
    with torch.no_grad():
        for a, b in zip(old(planes, vector), new(planes, vector), strict=True):
            assert torch.allclose(a, b, atol=1e-5)


def test_orthogonal_steps_have_singular_values_near_one() -> None:
    torch.manual_seed(1)
    steps = orthogonal(torch.randn(3, 16, 144) * torch.tensor([1e-3, 1.0, 1e3])[:, None, None])
    values = torch.linalg.svdvals(steps)
    assert values.min() > 0.6
    assert values.max() < 1.3


@pytest.mark.parametrize("plies", [128, 127])
def test_advantages_look_two_half_moves_ahead_and_end_with_the_game(plies: int) -> None:
    config = TINY.changed(games=2, plies=plies, batch=16, gae=1.0, td=1.0, draw=0.0)
    learner = Learner(config, NOTHING)
    learner.value.zero_()
    learner.value[..., 1] = 1.0  # a draw expected everywhere
    learner.result.zero_()
    learner.result[5, 0] = 1  # in game 0 the player of half-move 5 wins
    learner.result[6, 1] = 3  # game 1 is drawn at half-move 6
    outcome, advantage = (x.reshape(plies, 2, -1) for x in learner.targets())
    assert outcome[5, 0].tolist() == [1, 0, 0]
    assert outcome[4, 0].tolist() == [0, 0, 1]
    assert outcome[3, 0].tolist() == [1, 0, 0]
    assert outcome[6, 0].tolist() == [0, 1, 0]  # the next game knows nothing of the last
    assert advantage[5, 0] == advantage[1, 0] == 1
    assert advantage[4, 0] == advantage[0, 0] == -1
    assert advantage[6, 0] == 0
    assert (advantage[:, 1] == 0).all()


def test_with_a_discount_a_win_is_worth_less_the_later_it_comes() -> None:
    config = TINY.changed(games=2, plies=128, batch=16, gae=1.0, td=1.0, draw=0.0, discount=0.5)
    learner = Learner(config, NOTHING)
    learner.value.zero_()
    learner.value[..., 1] = 1.0  # a draw expected everywhere
    learner.result.zero_()
    learner.result[5] = 1  # the player of half-move 5 wins
    outcome, advantage = (x.reshape(128, 2, -1) for x in learner.targets())
    assert outcome[5, 0].tolist() == [1, 0, 0]
    assert outcome[3, 0].tolist() == [0.5, 0.5, 0]
    assert outcome[0, 0].tolist() == [0, 0.75, 0.25]
    assert [advantage[ply, 0] for ply in (5, 3, 1)] == [1, 0.5, 0.25]


def test_battles_follow_the_rules() -> None:
    assert battle_result(3, 11) == 1  # ST-ATT-4: a miner removes a bomb
    assert battle_result(10, 11) == -1
    assert battle_result(1, 10) == 1  # ST-ATT-6: the attacking spy captures the marshal
    assert battle_result(10, 1) == 1
    assert battle_result(5, 5) == 0
    assert battle_result(2, 0) == 1


def test_greedy_beats_random_moves() -> None:
    specs = {"barrage": Spec.of("barrage")}
    score = match(Greedy("cpu"), random_player, specs, [None], 40, [1.0], "cpu", plies=400)["barrage"]
    assert score.games == 80
    assert score.won + score.drawn + score.lost + score.open == 80
    assert score.points > 0.75


def test_points_and_ratings() -> None:
    assert Score(10, 5, 2, 2, 1, 30.0).points == 0.65
    assert Score(100, 50, 0, 50, 0, 30.0).elo == 0
    assert Score(100, 91, 0, 9, 0, 30.0).elo == pytest.approx(402, abs=1)


def test_the_file_for_the_bots_thinks_as_the_network_does(tmp_path: Path, seen: Any) -> None:
    from flagfall.learn.onnx_export.export import export

    planes, vector, _ = seen
    learner = Learner(TINY, NOTHING)
    learner.iterate()
    state.save_weights(learner, tmp_path / "weights.pt")
    for about in export(tmp_path / "weights.pt", tmp_path / "tiny.onnx", "a test"):
        assert about["bytes"] == (tmp_path / about["file"]).stat().st_size
    judged = bot_network.Net((tmp_path / "tiny.onnx").read_bytes()).judge(planes.numpy(), vector.numpy())
    with torch.no_grad():
        logits, outcome, beliefs = network(load_weights(tmp_path / "weights.pt"))(planes, vector)
    assert np.allclose(judged.moves, logits.numpy(), atol=1e-4)
    assert np.allclose(judged.outcome, outcome.softmax(-1).numpy(), atol=1e-4)
    assert np.allclose(judged.beliefs, beliefs.softmax(-1).numpy(), atol=1e-4)
    rough = bot_network.Net((tmp_path / "tiny-int8.onnx").read_bytes()).judge(planes.numpy(), vector.numpy())
    assert np.allclose(judged.outcome, rough.outcome, atol=0.02)
    assert np.allclose(judged.moves, rough.moves, atol=0.1)
    assert not np.array_equal(judged.moves, rough.moves)
    back = weights_in(tmp_path / "tiny.onnx")
    with torch.no_grad():
        again = network(back)(planes, vector)[0]
    assert np.allclose(again.numpy(), logits.numpy(), atol=1e-6)
    assert back["note"]["iteration"] == 1
    (tmp_path / "alone.onnx").write_bytes(b"")
    wrong = {
        "tiny-int8.onnx": "whole numbers",
        "none.pt": "no such file",
        "alone.onnx": "alone.json: there is",
    }
    for name, said in wrong.items():
        with pytest.raises(FlagfallError, match=said):
            weights_in(tmp_path / name)


def test_what_ships_can_be_taken_back_into_training(seen: Any) -> None:
    planes, vector, _ = seen
    file = Path(bot_network.__file__).parent / "weights" / "ranks.onnx"
    with torch.no_grad():
        logits = network(weights_in(file))(planes, vector)[0]
    assert np.allclose(
        bot_network.net().judge(planes.numpy(), vector.numpy()).moves, logits.numpy(), atol=1e-3
    )
