"""The arena: seeds fixed, colours alternated, resumable, rated."""

from __future__ import annotations

import argparse
import math
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from flagfall.core import FlagfallError, Outcome
from flagfall.research.arena import ratings
from flagfall.research.arena.arena import Arena, BadPlayer, Player, read_player, read_results, run, schedule
from flagfall.research.arena.crosstable import CrossTable
from flagfall.research.arena.match import GameResult
from flagfall.terminal.commands import arena as command

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_players_are_read_from_a_few_words() -> None:
    player = read_player("strong=5@0.2?style=human&worlds=20&prior=false")
    assert (player.name, player.level, player.think) == ("strong", 5, 0.2)
    assert player.params == {"style": "human", "worlds": 20, "prior": False}
    assert read_player("4").name == "4"
    assert read_player("2?noise=0.5").params == {"noise": 0.5}
    assert read_player("ucc:./agent --fast").command == ("./agent", "--fast")


@pytest.mark.parametrize("text", ["five", "5@slow", "5?style", "telnet:host", "json:"])
def test_a_player_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(BadPlayer, match=f"player '{text}'".replace("?", r"\?")):
        read_player(text)


def test_colours_alternate_and_each_seed_is_played_both_ways() -> None:
    one, other = read_player("one=1"), read_player("other=2")
    tasks = schedule("barrage", [one, other], 4, seed=7)
    assert [(task.first.name, task.seed) for task in tasks] == [
        ("one", 7), ("other", 7), ("one", 8), ("other", 8),
    ]  # fmt: skip


def test_a_round_robin_pairs_everybody() -> None:
    players = [read_player(f"p{n}=1") for n in range(4)]
    tasks = schedule("duel", players, 2)
    assert len({frozenset((task.first.name, task.second.name)) for task in tasks}) == 6
    assert len(tasks) == 12


def test_the_same_task_gives_the_same_game() -> None:
    task = schedule("barrage", [read_player("1"), read_player("2")], 1)[0]
    assert run(task).actions == run(task).actions


def test_an_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tasks = schedule("barrage", [read_player("1"), read_player("2")], 6)
    Arena(tasks[:4], file).play()
    file.write_bytes(file.read_bytes() + b'{"game": "barrage", "se')  # the power went out
    again = Arena(tasks, file)
    assert len(again.results) == 4 and len(again.left) == 2
    again.play()
    assert len(read_results(file)) == 6
    assert {record.seed for record in again.results} == {1, 2, 3}


def test_games_in_other_processes_are_the_same_games(tmp_path: Path) -> None:
    tasks = schedule("barrage", [read_player("1"), read_player("2")], 4)
    here = {(one.seed, one.players): one.actions for one in Arena(tasks).play(jobs=1)}
    there = {(one.seed, one.players): one.actions for one in Arena(tasks).play(jobs=2)}
    assert here == there


def test_who_fails_loses_the_game() -> None:
    broken = read_player("broken=ucc:/bin/false")
    record = run(schedule("original", [broken, read_player("1")], 1)[0])
    assert record.outcome.termination == "forfeit"
    assert record.score("1") == 1.0


PROGRAM = """
import sys
from flagfall import bots

class Own(bots.Bot):
    def deploy(self, view):
        print("chatter")
        return bots.make(self.game.id, 1, self.seat, self.seed).deploy(view)

    def decide(self, view, legal, clock):
        {body}

bots.program(Own)
"""


def own(tmp_path: Path, body: str) -> Player:
    """A program of one's own, whose decisions are a line of Python."""
    file = tmp_path / "own.py"
    file.write_text(PROGRAM.format(body=body), encoding="utf-8")
    return read_player(f"own=json:{sys.executable} {file}")


def test_a_class_of_ones_own_plays_as_a_program(tmp_path: Path) -> None:
    player = own(tmp_path, "return legal[self.chance(len(legal)).randrange(len(legal))]")
    record = run(schedule("barrage", [player, read_player("1")], 1)[0])
    assert record.outcome.termination != "forfeit" and not record.fault
    assert record.decisions[0] > 10


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("return type(legal[0])(0, 99)", "an illegal action: a1-j10"),
        ("raise KeyError('a4')", "KeyError: 'a4'"),
        ("sys.exit()", "has gone"),
    ],
)
def test_a_program_that_fails_loses_and_nobody_plays_on_for_it(tmp_path: Path, body: str, fault: str) -> None:
    player = own(tmp_path, body)
    tasks = schedule("barrage", [player, read_player("1")], 2)
    records = Arena(tasks).play()
    assert [record.outcome.termination for record in records] == ["forfeit", "forfeit"]
    assert all(record.score("1") == 1.0 and fault in record.fault for record in records)
    assert "own failed in 2 of its games; the first time: " in CrossTable("", ["own", "1"], records).text()


def test_the_bot_in_the_documentation_plays(tmp_path: Path) -> None:
    page = (EXAMPLES.parent / "docs" / "bots" / "bots.md").read_text(encoding="utf-8")
    file = tmp_path / "my_bot.py"
    file.write_text(
        page.split("## A bot of your own")[1].split("```python\n")[1].split("```")[0], encoding="utf-8"
    )
    mine = read_player(f"mine=json:{sys.executable} {file}")
    for game in ("duel", "hex-duel"):
        assert not run(schedule(game, [mine, read_player("1")], 1)[0]).fault


def test_the_example_of_a_bot_plays_with_powers() -> None:
    advised = read_player(f"advised=json:{sys.executable} {EXAMPLES / 'advised_bot.py'}")
    record = run(schedule("star-wars-rebellion", [advised, read_player("2")], 1, think=0.02)[0])
    assert record.outcome.termination != "forfeit", record.fault
    assert record.decisions[0] > 5


def test_elo_of_two_players_is_the_logistic_of_their_score() -> None:
    results = [("a", "b", 1.0)] * 75 + [("a", "b", 0.0)] * 25
    found = {one.name: one for one in ratings.elo(["a", "b"], results)}
    assert found["a"].elo - found["b"].elo == pytest.approx(ratings.difference(0.75), abs=3)
    assert ratings.expected(ratings.difference(0.75)) == pytest.approx(0.75)
    assert found["a"].margin > 0
    assert ratings.elo(["a", "b"], results * 4)[0].margin == pytest.approx(found["a"].margin / 2, rel=0.05)


def test_elo_is_finite_for_who_never_lost() -> None:
    found = ratings.elo(["a", "b"], [("a", "b", 1.0)] * 10)
    assert math.isfinite(found[0].elo) and found[0].name == "a"


@pytest.mark.parametrize(("wins", "verdict"), [(90, "pass"), (20, "fail"), (60, "open")])
def test_the_sequential_test_decides_when_it_can(wins: int, verdict: str) -> None:
    scores = [1.0 if n * wins // 100 != (n + 1) * wins // 100 else 0.0 for n in range(100)]
    assert ratings.Sprt(0.55, 0.65).verdict(scores) == verdict


def test_the_sequential_test_stops_a_match_early() -> None:
    tasks = schedule("original", [read_player("1"), read_player("broken=ucc:/bin/false")], 200)
    arena = Arena(tasks, sprt=ratings.Sprt(0.55, 0.65))
    arena.play()
    assert arena.verdict() == "pass"
    assert len(arena.results) < 100


def test_the_cross_table_is_text_and_a_picture() -> None:
    tasks = schedule("barrage", [read_player("one=1"), read_player("two=2"), read_player("three=1")], 2)
    table = CrossTable("a <small> arena", ["one", "two", "three"], Arena(tasks).play())
    text = table.text()
    assert all(name in text for name in ("one", "two", "three", "6 games", "ms a decision"))
    picture = ET.fromstring(table.svg())
    said = "".join(picture.itertext())
    assert "a <small> arena" in said and "two" in said


def command_line(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    return parser.parse_args(["arena", *words])


def test_the_command_prints_a_table_and_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "table.svg"
    args = command_line(
        "barrage", "1", "2", "--games", "2", "--svg", str(picture), "--option", "ply_limit=60"
    )
    assert args.run(args) == 0
    assert "2 games" in capsys.readouterr().out
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("barrage", "1"), "two players"),
        (("barrage", "1", "1"), "twice"),
        (("barrage", "1", "99"), "no level 99"),
        (("barrage", "1", "2", "--games", "0"), "above 0"),
        (("barrage", "1", "2", "--sprt", "0.7", "0.6"), "two scores"),
        (("barrage", "1", "2", "--option", "colour=red"), "colour"),
        (("checkers", "1", "2"), "no game"),
    ],
)
def test_bad_requests_get_one_clear_error(words: tuple[str, ...], reason: str) -> None:
    args = command_line(*words)
    with pytest.raises(FlagfallError, match=reason):
        args.run(args)


def test_the_median_of_an_even_number_of_games_lies_between_the_middle_two() -> None:
    outcome, zero = Outcome("flag", (1.0, 0.0)), (0.0, 0.0)
    games = [
        GameResult("duel", 1, ("a", "b"), outcome, plies, zero, zero, (1, 1)) for plies in (10, 20, 31, 90)
    ]
    assert "median 25.5;" in CrossTable("x", ("a", "b"), games).notes()[0]
