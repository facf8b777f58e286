"""The command line of the datasets: ``python -m flagfall.research.datasets --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from flagfall.core import FlagfallError
from flagfall.research.datasets.parquet import Dataset, load, write
from flagfall.research.datasets.progress import ProgressBar
from flagfall.research.datasets.sources import RANDOM, Skipped, from_files, self_play


def main(argv: Sequence[str] | None = None) -> int:
    """Make or show a file."""
    parser = argparse.ArgumentParser(
        prog="python -m flagfall.research.datasets", description="games as Parquet"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    made = commands.add_parser("self-play", help="let two players play")
    made.add_argument("game")
    made.add_argument("games", type=int)
    made.add_argument("--players", nargs=2, default=[RANDOM, RANDOM], metavar="PLAYER")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--think", type=float, default=0.05, help="seconds a move")
    made.add_argument("--ray", default="", metavar="ADDRESS", help="let a Ray cluster play them")
    made.add_argument("--out", type=Path, required=True)
    read = commands.add_parser("files", help="take records, .gsn and XML files")
    read.add_argument("paths", nargs="+", type=Path)
    read.add_argument("--out", type=Path, required=True)
    show = commands.add_parser("show", help="say what a file holds")
    show.add_argument("file", type=Path)
    args = parser.parse_args(argv)
    try:
        if args.command == "show":
            _show(load(args.file))
            return 0
        bar = ProgressBar()
        try:
            if args.command == "self-play":
                players = (args.players[0], args.players[1])
                games = self_play(args.game, args.games, players, args.seed, args.think, args.ray)
                written = write(games, args.out, args.games, bar)
            else:
                troubles: list[Skipped] = []
                written = write(from_files(args.paths, troubles.append), args.out, None, bar)
                for trouble in troubles:
                    sys.stderr.write(f"{trouble.file}: {trouble.reason}\n")
        finally:
            bar.close()
    except (FlagfallError, OSError) as error:
        sys.stderr.write(f"datasets: {error}\n")
        return 2
    sys.stdout.write(f"{written} games in {args.out}\n")
    return 0


def _show(data: Dataset) -> None:
    table = data.table("game", "termination")
    for row in sorted(
        table.group_by(["game", "termination"]).aggregate([([], "count_all")]).to_pylist(), key=str
    ):
        sys.stdout.write(
            f"{row['game']:24s} {row['termination'] or 'no result':16s} {row['count_all']:9,d}\n"
        )


if __name__ == "__main__":
    raise SystemExit(main())
