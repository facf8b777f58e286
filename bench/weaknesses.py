"""How often two networks make the mistakes that lost games showed, in games against each other.

    python -m bench.weaknesses NEW.onnx OLD.onnx --games 64 --edition original

Both play their policy alone at heat 0.5, as the bot does, with set-ups of our own generator; half the games
with either colour. For each of them it prints, with one standard error where there is one:

    seniors on bombs   pieces of rank 7 to 10 lost a game by attacking what turned out to be a bomb
    of those unmoved   the same, where the bomb had not been shown
    marshal to spy     marshals lost a game to a spy
    lead not won       of the games in which it was ahead by a third of the material, the share it did not win
    half-moves a win   how long the games that it won lasted
    longest quiet      half-moves without an attack in those games, at the longest, on average
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from flagfall.bots.network.network import Net, board_features, quantized_net
from flagfall.bots.ranks.setups import generate
from flagfall.core import game as game_of
from flagfall.fast import Batch, Spec
from flagfall.fast.observation_bytes import HIDDEN, STANDING
from flagfall.fast.rules import BOMB, MARSHAL, SPY

SENIOR = 7
LEAD = 1 / 3
HEAT = 0.5


@dataclass
class Side:
    """What one network did in all games."""

    net: Net
    seniors: list[int] = field(default_factory=list)
    unmoved: list[int] = field(default_factory=list)
    marshals: list[int] = field(default_factory=list)
    led: list[bool] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    plies: list[int] = field(default_factory=list)
    quiet: list[int] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The rates as text."""
        lost = [1 - point for point, led in zip(self.points, self.led, strict=True) if led]
        return [
            f"points             {100 * np.mean(self.points):.1f} % of {len(self.points)}",
            f"seniors on bombs   {_mean(self.seniors)} a game",
            f"of those unmoved   {_mean(self.unmoved)} a game",
            f"marshal to spy     {_mean(self.marshals)} a game",
            f"lead not won       {_mean(lost)} of {len(lost)}",
            f"half-moves a win   {_mean(self.plies)}",
            f"longest quiet      {_mean(self.quiet)}",
        ]


def _mean(values: list[int] | list[float]) -> str:
    if not values:
        return "-"
    return f"{np.mean(values):.3g} ± {np.std(values) / len(values) ** 0.5:.2g}"


def setups(edition: str, count: int, seed: int) -> np.ndarray:
    """Generated set-ups as rows of bytes."""
    import random

    game, rng = game_of(edition), random.Random(seed)
    strength = {kind.id: kind.strength for kind in game.edition.armies[0].kinds}
    rows = np.zeros((count, 100), np.uint8)
    for row in rows:
        for square, kind in generate(game, 0, rng, "any").pieces:
            row[square] = strength[kind] + 1
    return rows


def play(nets: tuple[Net, Net], edition: str, games: int, plies: int, seed: int) -> tuple[Side, Side]:
    """So many games, the first network moving first in half of them; what both did."""
    batch = Batch(
        Spec.of(edition), games, setups=[setups(edition, 64, seed)], seed=seed, again=False, memory=True
    )
    rng, sides = np.random.default_rng(seed), (Side(nets[0]), Side(nets[1]))
    first = np.arange(games) >= games // 2  # which network moves first
    seniors, unmoved, marshals = (np.zeros((2, games), np.int64) for _ in range(3))
    led = np.zeros((2, games), bool)
    points = np.full(games, 0.5)  # of the network with number 0
    length, quiet, longest = (np.zeros(games, np.int64) for _ in range(3))
    going = np.ones(games, bool)
    for ply in range(plies):
        mover = first ^ (ply % 2 == 1)
        planes, vector = batch.observe()
        legal = batch.legal() > 0
        actions = np.full(games, -1, np.int64)
        for number, side in enumerate(sides):
            at = np.flatnonzero(going & (mover == number))
            if not len(at):
                continue
            led[number, at] |= board_features(vector[at])[1] > LEAD
            moves = np.where(legal[at], side.net.judge(planes[at], vector[at]).moves / HEAT, -np.inf)
            actions[at] = (moves + rng.gumbel(size=moves.shape)).argmax(1)
        hidden = planes[np.arange(games), STANDING, actions % 100] == HIDDEN
        batch.step(actions)
        result, met = batch.result, batch.history(1)[:, 0].astype(int)
        fight = going & (result >= 0) & (met[:, 2] == 2)
        attacker, defender = met[:, 3] - 1, met[:, 4] - 1
        who, other = mover.astype(int), 1 - mover.astype(int)
        on_bomb = fight & (attacker >= SENIOR) & (defender == BOMB)
        np.add.at(seniors, (who[on_bomb], np.flatnonzero(on_bomb)), 1)
        np.add.at(unmoved, (who[on_bomb & hidden], np.flatnonzero(on_bomb & hidden)), 1)
        by_spy = fight & (attacker == SPY) & (defender == MARSHAL)
        np.add.at(marshals, (other[by_spy], np.flatnonzero(by_spy)), 1)
        length += going
        quiet = np.where(fight, 0, quiet + 1)
        longest = np.where(going, np.maximum(longest, quiet), longest)
        won = going & (result == 1)
        points[won] = 1.0 - who[won]
        going &= result == 0
        if not going.any():
            break
    for number, side in enumerate(sides):
        own = points if number == 0 else 1 - points
        side.points, side.led = own.tolist(), led[number].tolist()
        side.seniors, side.unmoved = seniors[number].tolist(), unmoved[number].tolist()
        side.marshals = marshals[number].tolist()
        side.plies, side.quiet = length[own == 1].tolist(), longest[own == 1].tolist()
    return sides


def run() -> None:
    """The rates of the network that ships, in whole numbers, in a few games against itself."""
    one, two = play((quantized_net(), quantized_net()), "original", 16, 1500, 1)
    for side in (one, two):
        sys.stdout.write("ranks-int8, original:\n" + "".join(f"  {line}\n" for line in side.lines()))


def main(words: list[str]) -> None:
    """Play and print the rates of both."""
    parser = argparse.ArgumentParser(prog="bench.weaknesses", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("files", nargs=2, type=Path, help="two ONNX files of networks")
    parser.add_argument("--edition", default="original")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--plies", type=int, default=1500, help="half-moves after which a game is drawn")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    one, two = (Net(file.read_bytes()) for file in given.files)
    for file, side in zip(
        given.files, play((one, two), given.edition, given.games, given.plies, given.seed), strict=True
    ):
        sys.stdout.write(f"{file}, {given.edition}:\n" + "".join(f"  {line}\n" for line in side.lines()))


if __name__ == "__main__":
    main(sys.argv[1:])
