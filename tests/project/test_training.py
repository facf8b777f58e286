"""The training run that the repository keeps: whole, small enough, and told by today's commands."""

from __future__ import annotations

import datetime
import json
import shlex
from pathlib import Path

import pytest

from flagfall.learn.arguments import arguments
from flagfall.learn.config import FULL, BadConfig, Config
from flagfall.learn.runs import manifest
from flagfall.learn.runs.diary import entry
from flagfall.learn.runs.manifest import Manifest, NoState

ROOT = Path(__file__).parents[2]
TRAINING = ROOT / "training"


def test_the_saved_run_is_whole_and_its_numbers_are_understood() -> None:
    saved = Manifest.read(TRAINING)
    assert len(saved.data(TRAINING)) == sum(part.bytes for part in saved.parts)
    config = saved.numbers()
    assert (config.width, config.depth, config.memory, config.free_repetition) == (128, 5, 1, 0.1)
    assert saved.counters["spent"] > 7100


def test_no_file_of_the_run_is_too_large() -> None:
    assert max(file.stat().st_size for file in TRAINING.iterdir()) <= 15 * 2**20


def test_numbers_are_read_under_the_names_they_had_when_they_were_saved() -> None:
    plain = FULL.changed(free_repetition=0.3, entropy_end=0.001).plain()
    old = {
        "free_repetition": "loose",
        "entropy_start": "tau",
        "entropy_end": "tau_end",
        "entropy_decay": "tau_decay",
    }
    saved = {old.get(name, name): value for name, value in json.loads(json.dumps(plain)).items()}
    assert Config.read(saved) == FULL.changed(free_repetition=0.3, entropy_end=0.001)
    with pytest.raises(BadConfig, match="unknown numbers: tua"):
        Config.read({**saved, "tua": 1})


@pytest.mark.parametrize("cut", ["state-0", "state-1", "state.json"])
def test_a_save_that_is_cut_off_leaves_the_run_before_it(
    tmp_path: Path, cut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest, "PART_BYTES", 4)
    manifest.save(tmp_path, FULL, {"iteration": 1}, b"old data")
    whole = manifest.write_whole

    def stopped(file: Path, data: bytes) -> None:
        if file.name.startswith(cut):
            raise KeyboardInterrupt
        whole(file, data)

    monkeypatch.setattr(manifest, "write_whole", stopped)
    with pytest.raises(KeyboardInterrupt):
        manifest.save(tmp_path, FULL, {"iteration": 2}, b"new data")
    saved = Manifest.read(tmp_path)
    assert saved.counters == {"iteration": 1}
    assert saved.data(tmp_path) == b"old data"
    monkeypatch.setattr(manifest, "write_whole", whole)
    manifest.save(tmp_path, FULL, {"iteration": 3}, b"new")
    assert Manifest.read(tmp_path).data(tmp_path) == b"new"
    assert len(list(tmp_path.iterdir())) == 2, "what is no longer part of it goes"


def test_a_harmed_or_missing_part_is_named(tmp_path: Path) -> None:
    manifest.save(tmp_path, FULL, {"iteration": 1}, b"data")
    (part,) = tmp_path.glob("state-*.bin")
    part.write_bytes(b"date")
    with pytest.raises(NoState, match=part.name):
        Manifest.read(tmp_path).data(tmp_path)
    with pytest.raises(NoState, match="no run to resume"):
        Manifest.read(tmp_path / "elsewhere")


PAGES = ("training/README.md", "docs/research/learning.md", "docs/research/model-card.md")


def commands(page: str) -> list[str]:
    """The commands in the blocks of a page, those over several lines put together."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    return [
        line.partition("-m flagfall.learn ")[2] for line in text.splitlines() if "-m flagfall.learn " in line
    ]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_in_the_pages_are_todays(page: str) -> None:
    assert commands(page)
    for command in commands(page):
        arguments().parse_args(shlex.split(command, comments=True))


def test_a_session_gives_a_row_for_the_diary() -> None:
    score = {"games": 100, "won": 60, "drawn": 0, "lost": 40, "points": 0.6}
    lines = [
        {"kind": "start", "spent": 100.0, "iteration": 1},
        {"kind": "train", "spent": 400.0, "iteration": 9, "positions": 2_000_000, "entropy": 0.654},
        {"kind": "match", "spent": 400.0, "rival": "greedy", "heat": 1.0, "scores": {"original": score}},
        {"kind": "match", "spent": 400.0, "rival": "earlier", "heat": 1.0, "scores": {"original": score}},
        {"kind": "match", "spent": 400.0, "rival": "resumed", "heat": 1.0, "scores": {"original": score}},
    ]
    assert entry(lines, "train --resume x", datetime.date(2026, 11, 16)) == (
        "### 16 November 2026: 300 s of training, 400 s in all\n\n"
        "| training s | M half-moves | greedy: original | against its start: original | entropy |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| 400 | 2 | 60.0 | 60.0 | 0.65 |\n\n"
        "Command: `train --resume x`\n"
    )
