"""Our agent goes on whatever a host of the UCC protocol says or does."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagfall
from flagfall.ranks.game import RankGame
from flagfall.research.arena.ucc import TurnReport, board_rows, read_move, read_setup
from flagfall.research.arena.ucc_agent import Agent, board_moves, possible, serve
from tests.long_games import seed_ranges

GAMES = sorted(Path(__file__).parent.glob("data/ucc/stuck-worlds-*.json"))
BOARD = ["1.........", "B#........", *["." * 10] * 8]


def seated(told: dict[str, Any], seed: int) -> Agent:
    agent = Agent(1, 0.01, seed)
    seat = 0 if told["our_side"] == "RED" else 1
    agent.take_seat(told["our_side"], read_setup(agent.game, told["our_setup"], seat))
    return agent


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
@pytest.mark.parametrize("seed", range(2))
def test_st_turn_2_a_dealt_world_without_a_move_does_not_end_the_game(file: Path, seed: int) -> None:
    told = json.loads(file.read_text(encoding="utf-8"))
    agent = seated(told, seed)
    for line in told["moves"][:-2]:
        agent.hear(line)
    view = agent.view
    for _ in range(100):  # our last move, in a hundred dealt worlds, and the host's answer
        agent.view = view
        for line in told["moves"][-2:]:
            agent.hear(line)
            found, _ = agent._seated()
            assert (found.phase, found.outcome) == ("play", None)
    view, _ = agent._seated()
    assert view.track.ply == len(told["moves"])
    # What the world held that was dealt last is not taken for the truth.
    hidden = [piece for piece in view.pieces if piece.seat != agent.seat and not piece.kind]
    assert hidden


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_our_last_move_in_the_recorded_games_ends_some_dealt_worlds(file: Path) -> None:
    """Else the test above would prove nothing."""
    told = json.loads(file.read_text(encoding="utf-8"))
    agent = seated(told, 1)
    for line in told["moves"][:-2]:
        agent.hear(line)
    view, _ = agent._seated()
    move, _ = read_move(told["moves"][-2].split())
    worlds = (agent.game.determinize(view, agent.rng) for _ in range(300))
    assert any(world.apply(agent.seat, move).state.outcome() for world in worlds)


class RandomHost:
    """A host that plays random moves by its own rules: no rule against repetition, no draw."""

    def __init__(self, agent: Agent, seed: int, colour: str) -> None:
        self.rng = random.Random(seed)
        self.agent = agent
        self.seat = 0 if colour == "RED" else 1
        game = flagfall.game("original")
        assert isinstance(game, RankGame)
        self.game = game
        options = {"two_square": 0, "more_square": False, "quiet_limit": 1000, "ply_limit": 1500}
        state = game.new(seed=seed, **options)
        rows = agent.take_seat(colour)
        state = state.apply(self.seat, read_setup(game, rows, self.seat)).state
        self.state = state.apply(1 - self.seat, state.pending()[0].sample(self.rng)).state

    def play(self) -> str:
        """Play a game to its end, and give how it ended."""
        last = "START"
        while self.state.outcome() is None:
            turn = self.state.pending()[0].seat
            if turn == self.seat:
                if last != "START":
                    assert not self.agent.follow(last)
                rows = board_rows(self.game, self.state.view(turn))
                move, _ = read_move(self.agent.reply(rows).split())
                assert not self.agent.lost
            else:
                move = self.rng.choice(self.state.legal(turn))
            report = TurnReport()
            step = self.state.apply(turn, move)
            for event in step.events:
                report.hear(event)
            self.state = step.state
            last = report.line()
            if turn == self.seat:
                assert self.agent.follow(last)
        outcome = self.state.outcome()
        assert outcome is not None
        return outcome.termination


@pytest.mark.parametrize("seed", range(6))
def test_a_game_against_a_random_host_ends_properly(seed: int) -> None:
    host = RandomHost(Agent(2, 0.01, seed), seed, ("RED", "BLUE")[seed % 2])
    assert host.play() in ("flag", "no-move", "immobile", "quiet", "length")


@pytest.mark.long
@pytest.mark.parametrize("seeds", seed_ranges(25), ids=str)
def test_many_games_against_random_hosts_end_properly(seeds: range) -> None:
    for seed in seeds:
        host = RandomHost(Agent(1 + seed % 2, 0.01, seed), seed, ("RED", "BLUE")[seed % 2])
        assert host.play() in ("flag", "no-move", "immobile", "quiet", "length")


SAID = """RED BLUE START NO_MOVE ILLEGAL OK KILLS DIES BOTHDIE VICTORY_FLAG
UP DOWN LEFT RIGHT s B F b x # 0 1 3 4 6 9 10"""
words = st.sampled_from(SAID.split())
lines = st.one_of(
    st.lists(words, min_size=1, max_size=7).map(" ".join),
    st.builds(
        "{} {} {} {}".format,
        st.integers(0, 9),
        st.integers(0, 9),
        st.sampled_from(["UP", "DOWN", "LEFT", "RIGHT"]),
        st.sampled_from(["OK", "KILLS 1 9", "DIES 9 B", "BOTHDIE 5 5", "DIES q q", "ILLEGAL"]),
    ),
    st.text(max_size=20).map(lambda text: text.replace("\n", " ")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(lines, max_size=25), st.integers(0, 9))
def test_whatever_a_host_says_the_agent_answers_and_lives(said: list[str], seed: int) -> None:
    dialogue: list[str] = ["RED somebody 10 10"]
    for line in said:
        dialogue += [line, *BOARD]
    out = io.StringIO()
    serve((line + "\n" for line in [*dialogue, "START", *BOARD, "QUIT"]), out, Agent(1, 0.01, seed))
    assert len(out.getvalue().splitlines()) >= 4


def test_after_what_cannot_be_followed_the_hosts_board_counts() -> None:
    agent = Agent(1, 0.01, 3)
    agent.take_seat("RED")
    agent.follow("0 0 DOWN OK")  # our flag row is walled in: that cannot be
    assert agent.lost
    assert agent.reply(BOARD) in board_moves(BOARD)


def test_a_move_that_the_hosts_board_does_not_have_is_not_made() -> None:
    assert possible("0 0 RIGHT", BOARD)
    assert not possible("0 1 RIGHT", BOARD), "a bomb"
    assert not possible("5 5 UP", BOARD), "nobody there"
    assert not possible("0 0 DOWN", BOARD), "our own bomb is there"


def test_attacks_come_first_by_the_hosts_board() -> None:
    assert board_moves(["1#", ".."]) == ["0 0 RIGHT"]
    assert board_moves(["1.", "B."]) == ["0 0 RIGHT"]
    assert board_moves(["B.", ".F"]) == []
