"""Games to Parquet and back: every game as it was played, from bots and from files of people."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import flagfall
from flagfall.core import BadText, FlagfallError
from flagfall.core.record import write_record
from flagfall.research import datasets
from flagfall.research.datasets import parquet
from flagfall.research.datasets.__main__ import main
from flagfall.research.datasets.progress import ProgressBar
from flagfall.research.datasets.sources import Skipped

FOREIGN = Path(__file__).parents[1] / "ranks" / "data"


@pytest.mark.parametrize("id", ["barrage", "pirates-code", "hex-bridge"])
def test_random_games_come_back_as_they_were_played(id, tmp_path):
    games = list(datasets.self_play(id, 3, seed=5))
    assert datasets.write(games, tmp_path / "a.parquet") == 3
    found = datasets.load(tmp_path / "a.parquet")
    assert list(found) == games
    assert found[1].replay().digest() == games[1].replay().digest()
    assert games[0].actions != games[1].actions, "every game has luck of its own"


def test_a_bot_plays_both_colours_against_random_play_and_wins(tmp_path):
    games = list(datasets.self_play("barrage", 4, ("2", "random"), think=0.01, quiet_limit=60, ply_limit=300))
    assert [game.players for game in games] == [("2", "random"), ("random", "2")] * 2
    points = sum(game.outcome.scores[game.players.index("2")] for game in games)
    assert points > 2
    datasets.write(games, tmp_path / "a.parquet")
    assert datasets.load(tmp_path / "a.parquet")[-1].options["quiet_limit"] == 60


def test_the_same_seed_gives_the_same_file(tmp_path):
    for name in ("a", "b"):
        datasets.write(datasets.self_play("barrage", 2, seed=3), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_files_of_people_are_known_by_their_content(tmp_path):
    own = next(datasets.self_play("barrage", 1))
    (tmp_path / "own.txt").write_text(write_record(own))
    (tmp_path / "notes.txt").write_text("nothing of ours")
    told: list[Skipped] = []
    games = list(datasets.from_files([FOREIGN, tmp_path], told.append))
    assert {game.notes.get("source") for game in games} == {"gravon", None}
    assert own.actions in [game.actions for game in games]
    (notes,) = [one.reason for one in told if one.file == tmp_path / "notes.txt"]
    assert "notes.txt" not in notes
    assert FOREIGN / "damaged.gsn" in [one.file for one in told]
    with pytest.raises(BadText, match=r"notes\.txt"):
        list(datasets.from_files([tmp_path / "notes.txt"]))
    with pytest.raises(FlagfallError, match="no file"):
        list(datasets.from_files([tmp_path / "missing"]))


def test_positions_hold_what_the_mover_saw_and_did(tmp_path):
    game = next(datasets.self_play("barrage", 1, seed=8, quiet_limit=40))
    examples = list(datasets.positions(game))
    assert len(examples) == len(game.actions) - 2
    assert [one.seat for one in examples[:4]] == [0, 1, 0, 1]
    rules = flagfall.game("barrage")
    assert [rules.decode(one.action) for one in examples] == [action for _, action in game.actions[2:]]
    assert {one.score for one in examples if one.seat == 0} == {2 * game.outcome.scores[0] - 1}
    # Nothing of the opponent's set-up is in what seat 0 sees before the first move.
    squares, kinds = zip(*game.actions[1][1].pieces, strict=True)
    other = type(game.actions[1][1])(tuple(zip(squares, reversed(kinds), strict=True)))
    actions = (game.actions[0], (1, other), *game.actions[2:3])
    twin = next(datasets.positions(type(game)("barrage", game.options, actions, outcome=game.outcome)))
    assert (twin.planes == examples[0].planes).all()


def test_batches_stack_all_positions_once_in_any_order(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "CHUNK", 2)  # several row groups from few games
    games = list(datasets.self_play("barrage", 5, quiet_limit=30, ply_limit=80))
    datasets.write(games, tmp_path / "a.parquet")
    data = datasets.load(tmp_path / "a.parquet")
    assert len(data.starts) == 3
    plain, mixed = (list(data.batches(64, shuffle)) for shuffle in (None, 1))
    count = sum(len(game.actions) - 2 for game in games)
    assert sum(len(batch.action) for batch in plain) == count
    first, second = (np.concatenate([batch.action for batch in some]) for some in (plain, mixed))
    assert (np.sort(first) == np.sort(second)).all()
    assert (first != second).any()
    assert plain[0].planes.shape[0] == 64
    assert data[3:] == games[3:]
    with pytest.raises(IndexError):
        data[5]


def test_a_failed_run_leaves_the_earlier_file_and_a_stopped_one_what_was_done(tmp_path):
    file = tmp_path / "a.parquet"
    games = list(datasets.self_play("barrage", 2, ply_limit=30))

    def broken(error):
        yield games[0]
        raise error

    datasets.write(games, file)
    with pytest.raises(ZeroDivisionError):
        datasets.write(broken(ZeroDivisionError()), file)
    assert len(datasets.load(file)) == 2
    with pytest.raises(KeyboardInterrupt):
        datasets.write(broken(KeyboardInterrupt()), file)
    assert len(datasets.load(file)) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["a.parquet"]


def test_other_files_are_refused_by_name(tmp_path):
    (tmp_path / "text").write_text("no")
    with pytest.raises(FlagfallError, match="no Parquet file"):
        datasets.load(tmp_path / "text")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(FlagfallError, match="version"):
        datasets.load(tmp_path / "other.parquet")


def test_the_bar_says_how_far_it_is():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    out = Terminal()
    bar = ProgressBar(out, width=10)
    bar.told -= 1
    bar(5, 10)
    bar(10, 10)
    bar.close()
    first, second = out.getvalue().strip().split("\r")
    assert first.startswith("[#####.....] 5 of 10")
    assert second.startswith("[##########] 10 of 10")
    plain = io.StringIO()
    ProgressBar(plain)(10, 10)
    assert "\r" not in plain.getvalue()


def test_the_command_line_makes_and_shows_files(tmp_path, capsys):
    file = str(tmp_path / "a.parquet")
    assert main(["self-play", "barrage", "2", "--out", file]) == 0
    assert main(["show", file]) == 0
    assert "barrage" in capsys.readouterr().out
    assert main(["files", str(FOREIGN), "--out", file]) == 0
    assert main(["self-play", "barrage", "2", "--players", "x", "2", "--out", file]) == 2
    assert "player 'x'" in capsys.readouterr().err
