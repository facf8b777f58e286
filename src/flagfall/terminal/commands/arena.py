"""``flagfall arena``: matches and round robins between bots."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flagfall.core import FlagfallError
from flagfall.terminal.commands import Commands


def add_parser(subparsers: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    parser = subparsers.add_parser(
        "arena",
        help="let bots play each other, and rate them",
        description="Players: 5 (a level), 5@0.2 (seconds a move), 5?style=human (parameters), "
        "json:PROGRAM, ucc:PROGRAM; NAME=PLAYER gives a name.",
    )
    parser.add_argument("game", help="the game, such as original")
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two for a match, more for a round robin"
    )
    parser.add_argument("--games", type=int, default=20, help="games for each pair (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair of games (default 1)")
    parser.add_argument("--think", type=float, default=0.05, help="seconds per move (default 0.05)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (default 1)")
    parser.add_argument(
        "--ray", default="", metavar="ADDRESS", help="of a Ray cluster that plays the games, or auto"
    )
    parser.add_argument(
        "--out", type=Path, help="file of records; another run continues where this one stopped"
    )
    parser.add_argument("--svg", type=Path, help="file for a picture of the cross table")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="stop when the score is certainly above or below",
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Play, and print the cross table."""
    import flagfall
    from flagfall import bots
    from flagfall.research.arena.arena import Arena, BadPlayer, read_player, schedule
    from flagfall.research.arena.crosstable import CrossTable
    from flagfall.research.arena.ratings import Sprt

    game = flagfall.game(args.game)
    players = [read_player(text) for text in args.players]
    names = [player.name for player in players]
    if len(players) < 2:
        raise FlagfallError("an arena needs two players or more")
    if len(set(names)) < len(names):
        raise BadPlayer(max(names, key=names.count), "is there twice; give names, such as old=5 new=5")
    for player in players:
        if not player.speaks:
            bots.level(game.id, player.level)
    if args.games < 1 or args.jobs < 1 or args.think <= 0:
        raise FlagfallError("--games, --jobs and --think have to be above 0")
    if args.sprt and (len(players) != 2 or not 0 <= args.sprt[0] < args.sprt[1] <= 1):
        raise FlagfallError("--sprt is for two players and takes two scores, such as 0.55 0.65")
    given = dict(part.partition("=")[::2] for part in args.option)
    if any(player.speaks == "ucc" for player in players):
        # Programs of that world know neither rule against repetition.
        given = {"two_square": "0", "more_square": "false", **given}
    options = game.read_options(given) if given else {}
    tasks = schedule(game.id, players, args.games, args.seed, args.think, options)
    arena = Arena(tasks, args.out, Sprt(*args.sprt) if args.sprt else None)
    try:
        arena.play(args.jobs, _bar if sys.stderr.isatty() else None, args.ray)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here" if args.out else "stopped", file=sys.stderr)
    table = CrossTable(f"{game.id}, {args.think:g} s a move", names, arena.results)
    print(table.text())
    if args.sprt:
        print(f"sequential test: {arena.verdict()}")
    if args.svg:
        args.svg.write_text(table.svg(), encoding="utf-8")
    return 0


def _bar(done: int, of: int) -> None:
    """A line that grows."""
    width = 40 * done // of
    print(
        f"\r[{'#' * width}{'.' * (40 - width)}] {done}/{of}", end="\n" if done == of else "", file=sys.stderr
    )
