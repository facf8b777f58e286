"""Look-ahead in batches: worlds that fit, and moves by what they are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is missing: look-ahead is not tested")

from flagfall.fast import Spec  # noqa: E402
from flagfall.fast.layout import CLOCK, PLY_MASK  # noqa: E402
from flagfall.learn.__main__ import main  # noqa: E402
from flagfall.learn.config import TINY, BadConfig  # noqa: E402
from flagfall.learn.matches.look_ahead import LookAheadConfig, LookAheadPlayer, worlds  # noqa: E402
from flagfall.learn.matches.match import match  # noqa: E402
from flagfall.learn.matches.players import random_player  # noqa: E402
from flagfall.learn.matches.trials import TrialMatch  # noqa: E402
from flagfall.learn.network.net import Network, legal  # noqa: E402
from flagfall.learn.network.policy import Policy  # noqa: E402
from flagfall.learn.runs import state  # noqa: E402
from flagfall.learn.selfplay.games import SelfPlayGames  # noqa: E402
from flagfall.learn.selfplay.learner import Learner  # noqa: E402

pytestmark = pytest.mark.learn
SPECS = {name: Spec.of(name) for name in ("original", "barrage", "duel")}


@pytest.fixture
def games() -> SelfPlayGames:
    """Games of three editions under way, an odd number of half-moves in every other one."""
    found = SelfPlayGames(SPECS, [None] * 3, [k % 3 for k in range(24)], 5, "cpu", again=False)
    for ply in range(41):
        able = legal(found.planes)
        found.step((torch.rand(able.shape) * able).argmax(1) if ply < 40 else able.float().argmax(1))
    return found


def test_every_world_has_exactly_the_pieces_that_are_left_and_no_bomb_that_moved(
    games: SelfPlayGames,
) -> None:
    torch.manual_seed(1)
    stands, left = games.planes[:, 0], games.vector[:, 12:24].long()
    found = worlds(torch.randn(24, 100, 12), stands, left, 7)
    for rank in range(12):
        assert torch.equal((found == rank).sum(-1), left[:, rank, None].expand(-1, 7))
    moved = (stands == 51)[:, None].expand_as(found)
    assert not ((found == 0) | (found == 11))[moved].any()
    assert ((found >= 0) == ((stands == 50) | (stands == 51))[:, None]).all()


def test_a_world_looks_to_the_player_like_the_game_itself(games: SelfPlayGames) -> None:
    net = Network(8, 1)
    player = LookAheadPlayer(
        Policy(net, "cpu", False), list(net.parameters()), SPECS, 24, LookAheadConfig(worlds=3, moves=2)
    )
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


@pytest.mark.parametrize("pairs", [1, 2])
def test_its_moves_are_legal_and_the_games_themselves_stay_as_they_are(
    games: SelfPlayGames, pairs: int
) -> None:
    net = Network(8, 1)
    how = LookAheadConfig(worlds=2, moves=4, pairs=pairs)
    player = LookAheadPlayer(Policy(net, "cpu", False), list(net.parameters()), SPECS, 24, how)
    before = torch.as_tensor(games.batch.state).clone()
    able = legal(games.planes)
    running = able.any(1)
    moves = player.look(games, slice(0, 24))
    assert able.gather(1, moves[:, None])[:, 0][running].all()
    assert torch.equal(torch.as_tensor(games.batch.state), before)
    reached = torch.as_tensor(player.batch.state)[CLOCK] & PLY_MASK
    assert int(reached.max() - (before[CLOCK] & PLY_MASK).max()) == 2 * pairs


@pytest.mark.parametrize("pairs", [1, 2])
def test_a_flag_that_can_be_taken_is_worth_a_win(pairs: int) -> None:
    spec = {"barrage": SPECS["barrage"]}
    games = SelfPlayGames(spec, [None], [0] * 200, 1, "cpu", again=False)
    able = legal(games.planes)
    at = torch.zeros(0)
    for _ in range(60):  # random play, until somebody stands beside a flag
        games.step((torch.rand(able.shape) * able).argmax(1))
        able = legal(games.planes)
        wins = able & (games.truth.repeat(1, 4) == 1)
        at = (wins.any(1) & (able & ~wins).any(1)).nonzero()[:, 0]
        if len(at):
            break
    net = Network(8, 1)
    how = LookAheadConfig(worlds=2, moves=2, pairs=pairs)
    player = LookAheadPlayer(Policy(net, "cpu", False), list(net.parameters()), spec, 1, how)
    pair = torch.stack([wins[at].float().argmax(1), (able & ~wins)[at].float().argmax(1)], 1)
    truth = (games.truth.long() - 1)[at, None].expand(-1, 2, -1)
    worth = player._values(torch.as_tensor(games.batch.state)[:, at], pair, truth, len(at))
    assert len(worth) > 0
    assert torch.allclose(worth[:, 0], torch.ones(len(worth)))
    assert (worth[:, 1] < 1).all()


def test_moves_far_less_likely_than_the_likeliest_are_left_out(games: SelfPlayGames) -> None:
    net = Network(8, 1)
    how = LookAheadConfig(worlds=2, moves=4, pairs=1, floor=1.0)
    player = LookAheadPlayer(Policy(net, "cpu", False), list(net.parameters()), SPECS, 24, how)
    able = legal(games.planes)
    best = net(games.planes, games.vector)[0].masked_fill(~able, -1e4).argmax(1)
    running = able.any(1)
    assert torch.equal(player.look(games, slice(0, 24))[running], best[running])


@pytest.mark.parametrize(("pairs", "worth"), [(1, 1.0), (2, -1.0)])
def test_what_counts_is_the_last_answer(pairs: int, worth: float) -> None:
    """The first answer leads to a win, says the network; the later ones lead to a loss."""
    games = SelfPlayGames(SPECS, [None] * len(SPECS), [0] * 8, 1, "cpu", again=False)
    net = Network(8, 1)
    how = LookAheadConfig(worlds=2, moves=2, pairs=pairs)
    player = LookAheadPlayer(Policy(net, "cpu", False), list(net.parameters()), SPECS, 8, how)
    judged = iter(range(1, 5))

    def outcome(planes: Any, vector: Any) -> Any:
        share = torch.full((len(planes), 1), 1.0 if next(judged) == 2 else 0.0)
        return legal(planes).float().argmax(1), torch.cat([share, torch.zeros_like(share), 1 - share], 1)

    player._judged = outcome  # type: ignore[method-assign]
    moves = legal(games.planes).float().topk(2).indices
    truth = (games.truth.long() - 1)[:, None].expand(-1, 2, -1)
    values = player._values(torch.as_tensor(games.batch.state), moves, truth, 8)
    assert torch.equal(values, torch.full_like(values, worth))


def test_looking_ahead_can_meet_another_way_of_looking(games: SelfPlayGames) -> None:
    net = Network(8, 1)
    policy, weights = Policy(net, "cpu", False), list(net.parameters())
    one, two = (
        LookAheadPlayer(policy, weights, SPECS, 24, LookAheadConfig(worlds=2, moves=2, pairs=k))
        for k in (1, 2)
    )
    scores = match(one, two, SPECS, [None] * len(SPECS), 4, [1 / len(SPECS)] * len(SPECS), "cpu", plies=6)
    assert sum(score.games for score in scores.values()) == 8


def test_words_for_a_match_of_look_ahead() -> None:
    def read(words: str, *rivals: str) -> TrialMatch:
        return TrialMatch.parse(words, TINY, {*rivals})

    assert read("duel 32") == TrialMatch("duel", 32, LookAheadConfig(), "policy")
    assert read("duel 32 pairs=4 / greedy") == TrialMatch("duel", 32, LookAheadConfig(pairs=4), "greedy")
    one, two = LookAheadConfig(worlds=24, eta=0.02), LookAheadConfig(pairs=4, heat=0.5)
    assert read("original 48 worlds=24 eta=0.02 / pairs=4 heat=0.5") == TrialMatch("original", 48, one, two)
    assert read("duel 32 policy / old", "old") == TrialMatch("duel", 32, "policy", "old")
    wrongs = {
        "chess 8": "original, barrage, duel",
        "duel": "half the number",
        "duel 0": "half the number",
        "duel 49": "from 1 to 48",
        "duel 8 pears=2": "pears",
        "duel 8 pairs": "pairs",
        "duel 8 pairs=2 worlds": "worlds",
        "duel 8 / old": "old",
    }
    for wrong, named in wrongs.items():
        with pytest.raises(BadConfig, match=named):
            read(wrong)


def test_a_rival_is_told_which_edition_it_plays() -> None:
    told = set()

    def rival(planes: Any, vector: Any) -> Any:
        told.update(vector[legal(planes).any(1), 50].tolist())
        return random_player(planes, vector)

    policy = Policy(Network(8, 1), "cpu", False)
    trial = TrialMatch("duel", 2, LookAheadConfig(worlds=2, moves=2, pairs=1), "told")
    score = trial.play(policy, TINY.changed(match_plies=6), [None] * 3, {"told": rival})
    assert score.games == 4
    assert told == {TINY.editions.index("duel")}


def test_one_command_measures_look_ahead_with_finished_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state.save_weights(Learner(TINY, [None] * 3), tmp_path / "tiny.pt")
    words = "barrage 1 worlds=2 moves=2 pairs=1 / greedy"
    assert main(["look-ahead", str(tmp_path / "tiny.pt"), words, "--preset", "tiny", "--device", "cpu"]) == 0
    assert capsys.readouterr().out.startswith(f"{words}: ")
    assert main(["look-ahead", str(tmp_path / "none.pt"), words, "--preset", "tiny", "--device", "cpu"]) == 2
    assert "none.pt" in capsys.readouterr().err
    assert main(["look-ahead", "tiny.pt", words, "--preset", "tiny", "--against", "old=old.ts"]) == 2
    assert "--against old=old.ts" in capsys.readouterr().err
