"""Games for datasets on a Ray cluster: the same games as on one machine, in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.research import datasets
from flagfall.research.datasets.__main__ import main


@pytest.mark.parametrize(
    ("game", "players"), [("barrage", ("random", "1")), ("hex-duel", ("random", "random"))]
)
def test_a_cluster_gives_the_games_of_one_machine(cluster: str, game: str, players: tuple[str, str]) -> None:
    here = list(datasets.self_play(game, 6, players, seed=3))
    there = list(datasets.self_play(game, 6, players, seed=3, ray=cluster))
    assert there == here
    assert len({record.actions for record in there}) == 6


def test_the_command_writes_the_same_games(cluster: str, tmp_path: Path) -> None:
    files = [tmp_path / "here.parquet", tmp_path / "there.parquet"]
    for file, more in zip(files, ([], ["--ray", cluster]), strict=True):
        words = ["self-play", "barrage", "5", "--seed", "8", "--out", str(file), *more]
        assert main(words) == 0
    here, there = (list(datasets.load(file)) for file in files)
    assert here == there


def test_a_cluster_that_is_not_there_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ray")
    out = tmp_path / "x.parquet"
    assert main(["self-play", "barrage", "2", "--out", str(out), "--ray", "127.0.0.1:1"]) == 2
    assert "Ray cluster '127.0.0.1:1'" in capsys.readouterr().err
    assert not out.exists()
