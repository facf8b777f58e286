"""Training runs, stops, goes on, and refuses to go on without its state."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is missing: training is not tested")

from flagfall.fast import Spec  # noqa: E402
from flagfall.fast.layout import SLOT  # noqa: E402
from flagfall.fast.observation_bytes import CELL_INPUTS  # noqa: E402
from flagfall.learn.__main__ import main  # noqa: E402
from flagfall.learn.config import TINY, BadConfig, Config  # noqa: E402
from flagfall.learn.matches import learned_setups  # noqa: E402
from flagfall.learn.runs import manifest, state, train  # noqa: E402
from flagfall.learn.runs.manifest import Manifest, NoState  # noqa: E402
from flagfall.learn.runs.session import Session  # noqa: E402
from flagfall.learn.runs.train import shares  # noqa: E402
from flagfall.learn.selfplay import setups  # noqa: E402
from flagfall.learn.selfplay.games import specs_of, with_free_repetition  # noqa: E402
from flagfall.learn.selfplay.learner import Learner  # noqa: E402

pytestmark = pytest.mark.learn
NOTHING = [None] * len(TINY.editions)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def weights_of(learner: Learner) -> list[Any]:
    return [weight.clone() for weight in [*learner.policy.weights(), *learner.average]]


def equal(first: list[Any], second: list[Any]) -> bool:
    return all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


def test_a_resumed_run_goes_on_bit_by_bit_like_one_that_never_stopped(tmp_path: Path) -> None:
    one = Learner(TINY, NOTHING)
    for _ in range(3):
        one.iterate()
    state.save(one, tmp_path)
    for _ in range(3):
        one.iterate()
    two = Learner(TINY.changed(), NOTHING)
    state.load(two, tmp_path)
    assert not equal(weights_of(one), weights_of(two))
    for _ in range(3):
        two.iterate()
    assert equal(weights_of(one), weights_of(two))
    assert one.iteration == two.iteration == 6
    assert one.samples == two.samples


def test_warming_up_shows_the_compiler_what_learning_will(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shapes, and which tensors are one and the same: else all would be compiled once more."""
    learner = Learner(TINY, NOTHING)
    objective, seen = learner.objective, []

    def watched(*given: Any) -> Any:
        same = [one is two for one in given for two in given]
        seen.append(([(tuple(one.shape), one.dtype) for one in given], same))
        return objective(*given)

    monkeypatch.setattr(learner, "objective", watched)
    learner.warm_up()
    learner.iterate()
    assert len(seen) > 1
    assert all(one == seen[0] for one in seen)


def test_a_run_is_not_resumed_from_nothing_nor_from_harmed_files(tmp_path: Path) -> None:
    learner = Learner(TINY, NOTHING)
    with pytest.raises(state.NoState, match="missing"):
        state.load(learner, tmp_path)
    learner.iterate()
    state.save(learner, tmp_path)
    (part,) = tmp_path.glob("state-*.bin")
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    with pytest.raises(state.NoState, match="harmed"):
        state.load(learner, tmp_path)
    part.unlink()
    with pytest.raises(state.NoState, match="missing"):
        state.load(learner, tmp_path)


def test_files_of_a_state_are_small_enough_and_put_together_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert manifest.PART_BYTES <= 15 * 2**20
    monkeypatch.setattr(manifest, "PART_BYTES", 100_000)
    one, two = Learner(TINY, NOTHING), Learner(TINY.changed(seed=2), NOTHING)
    one.iterate()
    state.save(one, tmp_path)
    files = sorted(tmp_path.glob("state-*.bin"))
    assert len(files) > 2
    assert max(file.stat().st_size for file in files) <= 100_000
    state.load(two, tmp_path)
    assert equal(weights_of(one), weights_of(two))


def kinds_of(learner: Learner) -> list[int]:
    """How many games of each edition the simulator plays; behind them those that may repeat."""
    kinds = learner.games.batch.state[SLOT] & 255
    return [int(n) for n in np.bincount(kinds, minlength=2 * len(TINY.editions))]


def test_a_run_goes_on_with_another_mix_of_games(tmp_path: Path) -> None:
    one = Learner(TINY, NOTHING)  # 48 games
    one.iterate()
    state.save(one, tmp_path)
    assert kinds_of(one) == [19, 15, 14, 0, 0, 0]
    two = Learner(TINY.changed(mix=(0.5, 0.25, 0.25), free_repetition=0.25), NOTHING)
    state.load(two, tmp_path)
    assert equal(weights_of(one), weights_of(two))
    assert kinds_of(two) == [18, 9, 9, 6, 3, 3]
    two.iterate()
    assert two.iteration == 2


def test_a_share_of_the_games_knows_no_rule_against_repetition() -> None:
    specs = specs_of(TINY, training=True)
    more, tables, kinds = with_free_repetition(specs, NOTHING, np.array([0, 0, 0, 0, 1, 1, 2, 2]), 0.5)
    assert kinds.tolist() == [3, 3, 0, 0, 4, 1, 5, 2]
    assert len(tables) == len(more) == 6
    for strict, free in zip(list(more.values())[:3], list(more.values())[3:], strict=True):
        assert (strict.two_square, strict.more_square) == (3, True)
        assert free == strict.changed(two_square=0, more_square=False)


@pytest.mark.parametrize("optimizer", ["muon", "adam"])
def test_a_run_goes_on_with_a_network_that_sees_what_pieces_did(tmp_path: Path, optimizer: str) -> None:
    one = Learner(TINY.changed(optimizer=optimizer, memory=0), NOTHING)
    one.iterate()
    state.save(one, tmp_path)
    two = Learner(TINY.changed(optimizer=optimizer, seed=2), NOTHING)
    state.load(two, tmp_path)
    with torch.no_grad():
        seen = two.games.planes, two.games.vector
        for a, b in zip(one.net(*seen), two.net(*seen), strict=True):
            assert torch.allclose(a, b, atol=1e-5)
    new = two.net.cells.weight[:, CELL_INPUTS:]
    assert not new.any()
    for _ in range(3):
        two.iterate()
    assert new.any(), "it learns from what it sees now"
    with pytest.raises(NoState, match="memory is 1, not 0"):
        state.save(two, tmp_path)
        state.load(Learner(TINY.changed(optimizer=optimizer, memory=0), NOTHING), tmp_path)


@pytest.mark.parametrize("optimizer", ["muon", "adam"])
def test_a_run_goes_on_with_a_deeper_network(tmp_path: Path, optimizer: str) -> None:
    one = Learner(TINY.changed(optimizer=optimizer), NOTHING)
    one.iterate()
    state.save(one, tmp_path)
    two = Learner(TINY.changed(optimizer=optimizer, depth=4, seed=2), NOTHING)
    state.load(two, tmp_path)
    planes, vector = one.games.planes, one.games.vector
    for small, deep in ((one.policy.weights(), two.policy.weights()), (one.average, two.average)):
        one.policy.use(small)
        two.policy.use(deep)
        with torch.no_grad():
            for a, b in zip(one.net(planes, vector), two.net(planes, vector), strict=True):
                assert torch.allclose(a, b, atol=1e-5)
    for (small, _), (deep, _) in zip(one.optimizers.parts, two.optimizers.parts, strict=True):
        kept = {name: small.state[w] for name, w in one.net.named_parameters() if w in small.state}
        for name, weight in two.net.named_parameters():
            moments, before = deep.state.get(weight, {}), kept.get(name, {})
            assert set(moments) == set(before), name
            assert all(torch.equal(moments[key], before[key]) for key in before)
    before = weights_of(two)
    for _ in range(3):
        two.iterate()
    assert two.iteration == 4
    changed = [not torch.equal(a, b) for a, b in zip(before, weights_of(two), strict=True)]
    assert all(changed), "the new blocks learn as well"


def test_another_network_is_not_resumed(tmp_path: Path) -> None:
    state.save(Learner(TINY, NOTHING), tmp_path)
    with pytest.raises(state.NoState, match="depth"):
        state.load(Learner(TINY.changed(depth=1), NOTHING), tmp_path)
    with pytest.raises(state.NoState, match="width"):
        state.load(Learner(TINY.changed(width=24), NOTHING), tmp_path)


def test_one_command_trains_evaluates_draws_and_goes_on(tmp_path: Path) -> None:
    words = ["train", "--preset", "tiny", "--device", "cpu", "--set", "match_plies=20"]
    assert main([*words, "--seconds", "1", "--out", str(tmp_path / "a")]) == 0
    log = [json.loads(line) for line in (tmp_path / "a" / "log.jsonl").read_text().splitlines()]
    assert {line["kind"] for line in log} >= {"start", "train", "match"}
    assert (tmp_path / "a" / "curves.svg").read_text().startswith("<svg")
    again = ["--resume", str(tmp_path / "a"), "--seconds", "1", "--anneal", "1", "--out", str(tmp_path / "b")]
    assert main([*words, *again]) == 0
    more = [json.loads(line) for line in (tmp_path / "b" / "log.jsonl").read_text().splitlines()]
    assert more[: len(log)] == log
    assert {line["kind"] for line in more} >= {"anneal", "gain"}
    first, second = (json.loads((tmp_path / name / "state.json").read_text()) for name in "ab")
    assert second["counters"]["iteration"] > first["counters"]["iteration"]
    assert (tmp_path / "b" / "annealed.pt").exists()
    diary = (tmp_path / "b" / "DIARY.md").read_text()
    assert "against its start: original" in diary
    assert "--resume" in diary


def test_a_session_goes_on_in_the_folder_it_was_resumed_from_and_adds_to_its_diary(tmp_path: Path) -> None:
    words = ["train", "--device", "cpu", "--set", "match_plies=10"]
    assert main([*words, "--preset", "tiny", "--seconds", "0.5", "--out", str(tmp_path)]) == 0
    (tmp_path / "DIARY.md").write_text("# Diary\n\nWhat a person wrote.\n")
    assert main([*words, "--resume", str(tmp_path), "--seconds", "0.5"]) == 0
    diary = (tmp_path / "DIARY.md").read_text()
    assert diary.startswith("# Diary\n\nWhat a person wrote.\n\n### ")
    assert diary.count("### ") == 1
    assert not list(tmp_path.glob("*.new"))
    state.load(Learner(state.config_of(tmp_path), NOTHING), tmp_path)


def test_what_was_trained_after_the_last_save_leaves_the_log_when_a_run_was_cut_off(tmp_path: Path) -> None:
    words = ["train", "--device", "cpu", "--set", "match_plies=10"]
    assert main([*words, "--preset", "tiny", "--seconds", "0.5", "--out", str(tmp_path)]) == 0
    log = tmp_path / "log.jsonl"
    saved = log.read_text()
    log.write_text(saved + '{"kind": "train", "spent": 99999.0, "iteration": 9}\n')
    assert main([*words, "--resume", str(tmp_path), "--seconds", "0.2"]) == 0
    assert log.read_text().startswith(saved)
    assert "99999" not in log.read_text()


def test_a_session_saves_as_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Learner(TINY, NOTHING), tmp_path, NOTHING)
    session.begin([])
    saves: list[int] = []
    monkeypatch.setattr(state, "save", lambda learner, *_: saves.append(learner.iteration))
    session.train(1.0, save_every=0.3)
    assert len(saves) >= 2


def test_people_s_set_ups_are_not_forgotten_when_a_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learner = Learner(TINY, NOTHING)
    state.save(learner, tmp_path)
    (tmp_path / "log.jsonl").write_text('{"kind": "start", "spent": 0.0, "setups": [9, 0, 0]}\n')
    words = ["train", "--resume", str(tmp_path), "--device", "cpu", "--seconds", "0"]
    assert main(words) == 2
    assert "--setups" in capsys.readouterr().err
    assert main([*words, "--setups", "random"]) == 0


def test_a_run_that_should_go_on_does_not_start_afresh(tmp_path: Path) -> None:
    words = [
        "train",
        "--resume",
        str(tmp_path / "nothing"),
        "--out",
        str(tmp_path / "new"),
        "--device",
        "cpu",
    ]
    assert main(words) == 2
    assert not (tmp_path / "new").exists()


def test_branches_from_one_state_meet_the_unchanged_one(tmp_path: Path) -> None:
    learner = Learner(TINY.changed(match_plies=20), NOTHING)
    learner.iterate()
    state.save(learner, tmp_path / "run")
    before = (tmp_path / "run" / "state.json").read_text()
    words = ["branch", "--resume", str(tmp_path / "run"), "--seconds", "0.5", "--device", "cpu"]
    assert main([*words, "--try", "lr=0.001 kl=0.1", "--out", str(tmp_path / "out")]) == 0
    found = json.loads((tmp_path / "out" / "branches.json").read_text())
    assert found["lr=0.001 kl=0.1"]["original"]["games"] > 0
    assert (tmp_path / "run" / "state.json").read_text() == before


PAIR = """
import os, sys, torch
from torch import distributed
from flagfall.learn.config import TINY
from flagfall.learn.selfplay.games import specs_of, with_free_repetition  # noqa: E402
from flagfall.learn.selfplay.learner import Learner
torch.set_num_threads(1)
distributed.init_process_group("gloo")
learner = Learner(TINY, [None] * 3)
before = [w.clone() for w in learner.parameters]
for _ in range(2):
    learner.iterate()
rank = learner.rank
total = torch.cat([w.detach().flatten() for w in learner.parameters])
others = [torch.empty_like(total) for _ in range(2)]
distributed.all_gather(others, total)
boards = [torch.empty_like(learner.games.planes) for _ in range(2)]
distributed.all_gather(boards, learner.games.planes)
assert torch.equal(others[0], others[1]), "the weights differ"
assert not torch.equal(boards[0], boards[1]), "both play the same games"
assert any(not torch.equal(a, b) for a, b in zip(before, learner.parameters)), "nothing was learned"
assert learner.samples % (2 * TINY.batch) == 0
distributed.barrier()  # neither leaves while the other still talks to it
distributed.destroy_process_group()
os._exit(0)  # threads of the group may outlive it, and the interpreter's end then aborts
"""


def test_two_processes_learn_one_network_from_games_of_their_own() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PAIR],
            env={
                **os.environ,
                "RANK": str(rank),
                "LOCAL_RANK": str(rank),
                "WORLD_SIZE": "2",
                "MASTER_ADDR": "127.0.0.1",
                "MASTER_PORT": str(port),
                "OMP_NUM_THREADS": "1",
            },
        )
        for rank in range(2)
    ]
    assert [process.wait(timeout=240) for process in both] == [0, 0]


def test_the_state_in_the_repository_goes_on_with_todays_code() -> None:
    """It was saved when some numbers had other names and its files were numbered."""
    folder = Path(__file__).parents[2] / "training"
    saved = Manifest.read(folder)
    config = saved.numbers()
    learner = Learner(config.changed(games=256, plies=2, batch=64), [None] * len(config.editions))
    state.load(learner, folder)
    assert learner.iteration == saved.counters["iteration"] > 7000
    assert isinstance(learner.iteration, int)
    learner.iterate()
    assert learner.iteration == saved.counters["iteration"] + 1


def test_numbers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadConfig, match="mix"):
        TINY.changed(mix=(0.5, 0.3, 0.3))
    with pytest.raises(BadConfig, match="batch"):
        TINY.changed(batch=100_000)
    with pytest.raises(BadConfig, match="free_repetition"):
        TINY.changed(free_repetition=1.0)
    with pytest.raises(BadConfig, match="with one of width, depth"):
        Config.parse(TINY, ["speed=3"])
    with pytest.raises(BadConfig, match="lr=fast"):
        Config.parse(TINY, ["lr=fast"])
    assert Config.parse(TINY, ["lr=0.001", "mix=0.2,0.2,0.6"]).mix == (0.2, 0.2, 0.6)
    assert Config.read(json.loads(json.dumps(TINY.plain()))) == TINY


def test_set_ups_of_people_are_made_to_fit_every_army(tmp_path: Path) -> None:
    full = "".join("MBBDDDDDDDDCBBEEEEEBBFFFFGGGGHHHHIIIJJKL")
    assert len(full) == 40
    rng = np.random.default_rng(1)
    lines = ["".join(rng.permutation(list(full))) for _ in range(60)]
    bare = ["".join(rng.permutation(list("MCDDEKLB" + "A" * 32))) for _ in range(60)]
    for name, some in (("one", lines), ("two", bare)):
        (tmp_path / f"{name}.txt").write_text("\n".join(some) + "\n")
    setups.pack([tmp_path / "one.txt", tmp_path / "two.txt"], tmp_path / "packed.npz")
    specs = {name: Spec.of(name) for name in ("original", "barrage", "duel", "transformers")}
    for spec, table in zip(
        specs.values(), setups.tables(tmp_path / "packed.npz", specs, seed=1), strict=True
    ):
        assert table is not None
        assert len(table) > 20
        assert (setups.army(table) == np.asarray(spec.armies[0])).all()
        assert setups.mobile(table, spec).all()
    with pytest.raises(BadConfig, match="line 2"):
        (tmp_path / "bad.txt").write_text(lines[0] + "\nXYZ\n")
        setups.read(tmp_path / "bad.txt")


def test_set_ups_mixed_in_have_their_share_and_serve_equal_armies(tmp_path: Path) -> None:
    specs = {name: Spec.of(name) for name in ("original", "star-wars-saga", "barrage")}
    rows = learned_setups.generated("original", 40)
    usual: list[setups.Setups | None] = [rows, rows, learned_setups.generated("barrage", 40)]
    chosen = rows[:3]
    learned_setups.save({"original": chosen}, tmp_path / "learned-setups.json")
    assert (setups.by_edition(tmp_path / "learned-setups.json")["original"] == chosen).all()
    for share, count in ((0.5, len(rows)), (0.2, round(len(rows) / 4))):
        original, saga, barrage = setups.mixed_in(
            usual, specs, {tmp_path / "learned-setups.json": share}, seed=1
        )
        for table, spec in ((original, "original"), (saga, "star-wars-saga")):
            assert table is not None
            assert len(table) == len(rows) + count
            assert (setups.army(table) == np.asarray(specs[spec].armies[0])).all()
            assert setups.mobile(table, specs[spec]).all()
        assert barrage is usual[2]  # another army
    both = {bytes(row) for row in np.concatenate([chosen, setups.mirrored(chosen)])}
    assert original is not None
    assert any(bytes(row) in both for row in original[len(rows) :])


@pytest.mark.parametrize(
    "word", ["learned-setups.json", "learned-setups.json=two", "learned-setups.json=1", "=0.2"]
)
def test_a_share_that_is_none_is_named(word: str) -> None:
    with pytest.raises(BadConfig, match=f"--mix-in {word}: not FILE=SHARE"):
        shares([word])


def test_within_a_time_it_trains_anneals_and_plays_matches_with_a_network_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Learner(TINY.changed(memory=0), NOTHING)  # an older network, which saw less
    state.save_weights(one, tmp_path / "old.pt")
    monkeypatch.setattr(train, "MATCH_SECONDS", 1.0)
    words = ["train", "--preset", "tiny", "--device", "cpu", "--out", str(tmp_path / "run")]
    against = ["--against", f"old={tmp_path / 'old.pt'}"]
    assert main([*words, *against, "--set", "match_plies=4", "--within", "30", "--anneal", "5"]) == 0
    log = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    kinds = [line["kind"] for line in log]
    assert kinds.index("train") < kinds.index("match") < kinds.index("anneal")
    assert {line["rival"] for line in log if line["kind"] == "match"} == {"old", "earlier", "old (heat 0.5)"}
    assert "old: original" in (tmp_path / "run" / "DIARY.md").read_text()
