"""``flagfall puzzle``: make puzzles from games between bots, and prove those that there are."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

import flagfall
from flagfall.core import AnyGame, FlagfallError
from flagfall.hexes.game import HexGame
from flagfall.puzzles.hexes.make import make_hex
from flagfall.puzzles.hexes.proofs import solve_hex
from flagfall.puzzles.hexes.puzzle import HexKind, HexPuzzle
from flagfall.puzzles.library import AnyPuzzle, all_puzzles
from flagfall.puzzles.make import Yield, make
from flagfall.puzzles.proofs import Solution, Unproven, solve
from flagfall.puzzles.puzzle import Kind, Puzzle, write_line
from flagfall.ranks.game import RankGame
from flagfall.terminal.commands import Commands
from flagfall.terminal.files import read_text

KINDS = (*get_args(Kind), *get_args(HexKind))
"""What puzzles ask, in both families."""


class _Kind(msgspec.Struct):
    """What a line has to tell before it is read."""

    kind: str


def add_parser(commands: Commands) -> None:
    """Add ``puzzle make`` and ``puzzle check``."""
    parser = commands.add_parser("puzzle", help="make puzzles, and prove their answers")
    parts = parser.add_subparsers(metavar="COMMAND", required=True)
    making = parts.add_parser("make", help="make puzzles from games between bots")
    making.add_argument("game", metavar="ID", help="see flagfall games")
    making.add_argument("out", metavar="FILE", help="puzzles are added to it, one per line")
    making.add_argument("--kind", action="append", choices=KINDS, help="default: all kinds of the game")
    making.add_argument("--seconds", type=float, default=60.0, metavar="N", help="default: 60")
    making.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game (default: 1)")
    making.add_argument("--most", type=int, default=1_000, metavar="N", help="of each kind")
    making.set_defaults(run=run_make)
    checking = parts.add_parser("check", help="prove the answers of puzzles again")
    checking.add_argument("files", metavar="FILE", nargs="*", help="default: the puzzles of the package")
    checking.set_defaults(run=run_check)


def run_make(args: argparse.Namespace) -> int:
    """Make puzzles and say how many, of which kinds, how fast."""
    game = flagfall.game(args.game)
    path = Path(args.out)
    known = {puzzle.id for puzzle in read_file(path)} if path.exists() else set()
    counted = Yield()
    made = _made(game, args, counted)
    with path.open("a", encoding="utf-8") as out:
        for puzzle in made:
            if puzzle.id not in known:
                known.add(puzzle.id)
                print(write_line(puzzle), file=out, flush=True)
    print(f"{game.id}: {counted}")
    return 0


def _made(game: AnyGame, args: argparse.Namespace, counted: Yield) -> Iterator[AnyPuzzle]:
    """Puzzles of a game, by the maker of its family; `FlagfallError` where it has none, or not of a kind."""
    limits = (args.seed, args.seconds, counted, args.most)
    if isinstance(game, RankGame):
        return make(game, _kinds(args, get_args(Kind)), *limits)
    if isinstance(game, HexGame):
        return make_hex(game, _kinds(args, get_args(HexKind)), *limits)
    raise FlagfallError(f"{args.game}: no puzzles are made for this game")


def _kinds(args: argparse.Namespace, known: tuple[Any, ...]) -> tuple[Any, ...]:
    """The kinds that are asked for."""
    for kind in args.kind or ():
        if kind not in known:
            raise FlagfallError(f"--kind {kind}: {args.game} has {', '.join(known)}")
    return tuple(args.kind or known)


def read_file(path: Path) -> list[AnyPuzzle]:
    """The puzzles of a file; those of the hex game are known by their kind."""
    return [_read(line) for line in read_text(path).splitlines() if line.strip()]


def _read(line: str) -> AnyPuzzle:
    if _kind_of(line) in get_args(HexKind):
        return msgspec.json.decode(line, type=HexPuzzle)
    return msgspec.json.decode(line, type=Puzzle)


def _kind_of(line: str) -> str:
    return msgspec.json.decode(line, type=_Kind).kind


def _solved(puzzle: AnyPuzzle) -> Solution:
    return solve_hex(puzzle) if isinstance(puzzle, HexPuzzle) else solve(puzzle)


def faults(given: Iterable[AnyPuzzle]) -> list[str]:
    """What is wrong with some puzzles: answers that cannot be proven, and ids that are there twice."""
    found: list[str] = []
    seen: set[str] = set()
    for puzzle in given:
        if puzzle.id in seen:
            found.append(f"{puzzle.id}: there is another puzzle of this id")
        seen.add(puzzle.id)
        try:
            solution = _solved(puzzle)
        except (Unproven, FlagfallError) as error:
            found.append(f"{puzzle.id} ({puzzle.game}, {puzzle.kind}): {error}")
            continue
        if (solution.answers, solution.percent) != (puzzle.answers, puzzle.percent):
            found.append(f"{puzzle.id} ({puzzle.game}, {puzzle.kind}): the answer is {solution.answers}")
    return found


def run_check(args: argparse.Namespace) -> int:
    """Prove every answer again; 2 if one cannot be proven."""
    began = time.monotonic()
    given = [p for name in args.files for p in read_file(Path(name))] if args.files else all_puzzles()
    told = faults(given)
    for line in told:
        print(line, file=sys.stderr)
    counts = Counter((puzzle.game, puzzle.kind) for puzzle in given)
    for (game, kind), n in sorted(counts.items()):
        print(f"{game:22} {kind:8} {n:5}")
    print(f"{len(given)} puzzles, {len(told)} faults, {time.monotonic() - began:.0f} s")
    return 2 if told else 0
