"""Look-ahead in batches: worlds that fit, and moves by what they are worth."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is missing: look-ahead is not tested")

from flagfall.fast import Spec  # noqa: E402
from flagfall.learn.actor import Actor  # noqa: E402
from flagfall.learn.ahead import Ahead, worlds  # noqa: E402
from flagfall.learn.games import Games  # noqa: E402
from flagfall.learn.net import Network, legal  # noqa: E402

pytestmark = pytest.mark.learn
SPECS = {name: Spec.of(name) for name in ("original", "barrage", "duel")}


@pytest.fixture
def games() -> Games:
    """Games of three editions under way, an odd number of half-moves in every other one."""
    found = Games(SPECS, [None] * 3, [k % 3 for k in range(24)], 5, "cpu", again=False)
    for ply in range(41):
        able = legal(found.planes)
        found.step((torch.rand(able.shape) * able).argmax(1) if ply < 40 else able.float().argmax(1))
    return found


def test_every_world_has_exactly_the_pieces_that_are_left_and_no_bomb_that_moved(games: Games) -> None:
    torch.manual_seed(1)
    stands, left = games.planes[:, 0], games.vector[:, 12:24].long()
    found = worlds(torch.randn(24, 100, 12), stands, left, 7)
    for rank in range(12):
        assert torch.equal((found == rank).sum(-1), left[:, rank, None].expand(-1, 7))
    moved = (stands == 51)[:, None].expand_as(found)
    assert not ((found == 0) | (found == 11))[moved].any()
    assert ((found >= 0) == ((stands == 50) | (stands == 51))[:, None]).all()


def test_a_world_looks_to_the_player_like_the_game_itself(games: Games) -> None:
    net = Network(8, 1)
    player = Ahead(Actor(net, "cpu", False), list(net.parameters()), SPECS, 24, worlds=3, moves=2)
    seen, board = games.planes.clone(), games.vector.clone()
    tried = worlds(torch.randn(24, 100, 12), seen[:, 0], board[:, 12:24].long(), 3)
    before = torch.as_tensor(games.batch.state).clone()
    filled = player._filled(before, tried)
    assert not torch.equal(filled[:, :, 0], filled[:, :, 1])
    for world in range(3):
        games.batch.place.assign(games.batch.state, filled[:, :, world].numpy())
        games.batch.find()
        games.batch.observe()
        assert torch.equal(games.planes, seen)
        assert torch.equal(games.vector, board)
        assert torch.equal(games.truth.long() - 1, tried[:, world])


def test_a_win_at_hand_is_seen_in_every_world(games: Games) -> None:
    """Barrage with one hidden enemy left is a game against the flag: who can take it does."""
    net = Network(8, 1)
    player = Ahead(Actor(net, "cpu", False), list(net.parameters()), SPECS, 24, worlds=2, moves=3, eta=0.01)
    moves = player.look(games, slice(0, 24))
    able = legal(games.planes)
    open_games = able.any(1)
    assert able.gather(1, moves[:, None])[:, 0][open_games].all()
