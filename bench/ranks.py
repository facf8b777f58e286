"""Random play of the reference engine, edition by edition, next to python-chess in the same run."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import chess

import flagfall

SECONDS = 1.5


def chess_plies_per_second(seconds: float = SECONDS) -> float:
    """Random chess by python-chess: list the legal moves, choose one, push it, until the game is over."""
    rng = random.Random(1)
    plies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.perf_counter() - start)


def plies_per_second(id: str, seconds: float = SECONDS) -> float:
    """Random play of an edition: legal actions, one of them, the state and the events that follow."""
    game = flagfall.game(id)
    rng = random.Random(1)
    plies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new()
        while decisions := state.pending():
            state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
            plies += 1
    return plies / (time.perf_counter() - start)


def start_seconds(*command: str, times: int = 5) -> float:
    """The best time of a command from its start to its end."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "flagfall", *command], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def run() -> None:
    """Print the table."""
    peer = chess_plies_per_second()
    print(f"{'random play, one core':32}{'plies/s':>10}{'of python-chess':>18}{'aim':>8}")
    print(f"{'python-chess':32}{peer:10,.0f}{1:18.2f}")
    for id in flagfall.games("ranks"):
        speed = plies_per_second(id)
        aim = 1 / 6 if flagfall.game(id).edition.powers else 1 / 3
        print(f"{id:32}{speed:10,.0f}{speed / peer:18.2f}{aim:8.2f}")
    seconds = start_seconds("show", "original")
    print(f"{'flagfall show original':32}{seconds:9.2f}s{seconds / 0.3:17.2f} of the limit of 0.3 s")


if __name__ == "__main__":
    run()
