"""The UCC protocol, on both sides of the pipe."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest

import flagfall
from flagfall import bots
from flagfall.bots.network.look_ahead import Rollouts
from flagfall.bots.processes.line_process import ProcessFailed
from flagfall.fast.layout import BitState, load
from flagfall.ranks.actions import Move
from flagfall.ranks.game import RankGame
from flagfall.research.arena.match import play
from flagfall.research.arena.ucc import UccError, UccPlayer, board_rows, read_move, write_move
from flagfall.research.arena.ucc_agent import PATIENCE, Agent, serve

AGENT = """
import sys
from flagfall.research.arena.ucc_agent import Agent, serve
serve(sys.stdin, sys.stdout, Agent({}, 0.01, 3))
"""


def agent(level: int) -> list[str]:
    return [sys.executable, "-c", AGENT.format(level)]


@pytest.mark.parametrize("text", ["4 3 DOWN", "0 6 UP 3", "9 9 LEFT 2", "0 0 RIGHT"])
def test_moves_round_trip(text: str) -> None:
    move, used = read_move(text.split())
    assert used == len(text.split())
    assert write_move(move.origin, move.target) == text


def test_red_sits_at_the_top_and_y_counts_downwards() -> None:
    assert read_move(["4", "3", "DOWN"])[0] == Move(34, 44)


@pytest.mark.parametrize("text", ["4 3", "4 3 NORTH", "x 3 DOWN", "0 9 DOWN", "9 0 RIGHT 4"])
def test_what_is_no_move_is_an_error(text: str) -> None:
    with pytest.raises(UccError):
        read_move(text.split())


def test_a_player_is_sent_their_own_signs_and_none_of_the_enemy() -> None:
    game = flagfall.game("original")
    assert isinstance(game, RankGame)
    state = game.new()
    for seat in (0, 1):
        state = state.apply(seat, bots.make("original", 1, seat).deploy(state.view(seat))).state
    rows = board_rows(game, state.view(0))
    assert rows[4] == rows[5] == "..++..++.."
    assert set("".join(rows[6:])) == {"#"}
    assert sorted("".join(rows[:4])) == sorted("1" + "2" + "33" + "444" + "5555" + "6666" + "7777" + "88888"
                                               + "99999999" + "s" + "BBBBBB" + "F")  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1])
def test_our_agent_plays_a_whole_game_under_our_host(seat: int) -> None:
    """Both translations at once: what one says the other has to understand, move after move."""
    guest = UccPlayer(flagfall.game("original"), seat, command=agent(2))
    home = bots.make("original", 2, 1 - seat, 5)
    try:
        options = {"ply_limit": 400, "two_square": 0, "more_square": False}
        players = (guest, home) if seat == 0 else (home, guest)
        record = play("original", players, think=0.01, options=options)
    finally:
        guest.close()
    assert record.outcome.termination in ("flag", "no-move", "quiet", "length")


def test_other_games_are_refused() -> None:
    with pytest.raises(UccError, match="cannot say duel"):
        UccPlayer(flagfall.game("duel"), 0, command=agent(1))


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(ProcessFailed, match="cannot be started: /no/such/agent"):
        UccPlayer(flagfall.game("original"), 0, command=["/no/such/agent"])


def test_an_agent_believes_what_the_host_tells() -> None:
    """Blue hears that its piece was attacked and lost: the attacker's rank is known from then on."""
    one = Agent(2, 0.01, 3)
    rows = one.take_seat("BLUE")
    assert [len(row) for row in rows] == [10] * 4
    front = rows[0]
    column = next(i for i, sign in enumerate(front) if sign in "3456789" and i not in (2, 3, 6, 7))
    one.hear(f"{column} 3 DOWN OK")
    assert one.view is not None and one.view.track.turn == 1
    mover = next(i for i in range(10) if i not in (2, 3, 6, 7, column) and front[i] not in "BF")
    one.hear(f"{mover} 6 UP OK")
    one.hear(f"{column} 4 DOWN OK")
    one.hear(f"{mover} 5 DOWN OK")
    one.hear(f"{column} 5 DOWN KILLS 1 {front[column]}")
    attacker = one.view.at(60 + column)
    assert attacker is not None and attacker.seat == 0 and attacker.rank == "10"


def test_the_agent_answers_and_leaves_at_quit() -> None:
    host = "RED somebody 10 10\nSTART\n" + "\n".join(["." * 10] * 10) + "\nQUIT\n"
    out = io.StringIO()
    serve(io.StringIO(host), out, Agent(1, 0.01, 3))
    lines = out.getvalue().splitlines()
    assert len(lines) == 5
    read_move(lines[4].split())


def quiet_game(agent: Agent, pairs: int) -> None:
    """So many moves of either side without a fight; the opponent moves one piece to and fro."""
    fro = ("0 6 UP OK", "0 5 DOWN OK")
    for n in range(pairs):
        view, _ = agent._seated()
        taken = {piece.square for piece in view.pieces}
        quiet = [
            move
            for move in agent.game.determinize(view, agent.rng).legal(0)
            if move.target not in taken and move.target // 10 < 4 + (n < 2) and move.target % 10 > 1
        ]
        move = quiet[n % len(quiet)]
        agent.hear(f"{write_move(move.origin, move.target)} OK")
        agent.hear(fro[n % 2])


def test_a_host_that_lets_the_two_square_rule_be_broken_does_not_know_it() -> None:
    agent = Agent(1, 0.01, 3)
    agent.take_seat("RED")
    quiet_game(agent, 2)
    assert agent._seated()[0].options["two_square"]
    quiet_game(agent, 6)
    assert agent._seated()[0].options["two_square"] == 0


def test_a_quiet_game_goes_on_and_our_bots_are_made_to_feel_it() -> None:
    agent = Agent(1, 0.01, 3)
    agent.take_seat("RED")
    quiet_game(agent, 120)
    view, _ = agent._seated()
    limit = view.options["quiet_limit"]
    assert isinstance(limit, int)
    assert view.track.ply == 240
    assert 0 < limit - view.track.quiet <= PATIENCE
    assert agent.answer() != "NO_MOVE"


@pytest.mark.parametrize("said", ["NO_MOVE OK", "0 0 DOWN ILLEGAL", "0 9 UP ILLEGAL"])
def test_a_host_may_let_the_game_go_on_after_no_move_or_an_illegal_one(said: str) -> None:
    agent = Agent(1, 0.01, 3)
    agent.take_seat("BLUE")
    sink = io.StringIO()
    serve([f"{said}\n", *["..........\n"] * 10, "QUIT\n"], sink, agent)
    assert sink.getvalue().split()[2] == "UP"


def looked_at(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> list[BitState]:
    """The positions that level 6 looks ahead from."""
    found: list[BitState] = []

    def worth(self: Rollouts, games: Any, actions: list[int], *_: Any) -> Any:
        found.append(load(games, 0))
        return np.zeros(len(actions), np.float32)

    monkeypatch.setattr(Rollouts, "worth", worth)
    agent.answer()
    return found


def test_after_a_pass_level_6_looks_ahead_for_the_right_side(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent(6, 1.0, 3, hurry=False, floor=0.000001)
    agent.take_seat("BLUE")
    agent.hear("NO_MOVE")
    assert looked_at(agent, monkeypatch)[0].ply % 2 == 1


def test_the_draw_that_urges_level_6_on_does_not_come_where_it_looks_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = Agent(6, 1.0, 3, hurry=False, floor=0.000001)
    agent.take_seat("RED")
    quiet_game(agent, 100)
    view, bot = agent._seated()
    assert view.track.quiet > 190
    assert {state.quiet for state in looked_at(agent, monkeypatch)} == {0}
    bot.params = {**bot.params, "endless": False}
    assert {state.quiet for state in looked_at(agent, monkeypatch)} == {view.track.quiet}


@pytest.mark.parametrize("sign", ["b", "B"])
def test_signs_may_be_of_either_size(sign: str) -> None:
    agent = Agent(1, 0.01, 3)
    agent.take_seat("RED")
    view, _ = agent._seated()
    bomb = agent._told(next(piece for piece in view.pieces if piece.square == 60), Move(50, 60), ["8", sign])
    assert bomb.kind == "bomb"
