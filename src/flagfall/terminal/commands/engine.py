"""``flagfall engine``: our bots for other people's programs."""

from __future__ import annotations

import argparse
import secrets
import sys

from flagfall.core import FlagfallError
from flagfall.terminal.commands import Commands
from flagfall.terminal.cores import usable


def add_parser(subparsers: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    parser = subparsers.add_parser("engine", help="let a bot play in another program's arena")
    parser.add_argument("--ucc", action="store_true", help="speak the UCC protocol (the classic game)")
    parser.add_argument("--json", action="store_true", help="speak our JSON lines (every game)")
    parser.add_argument("--level", type=int, help="level of play for UCC (default: the strongest)")
    parser.add_argument("--think", type=float, default=0.9, help="seconds per move for UCC (default 0.9)")
    parser.add_argument(
        "--cores", type=int, default=min(2, usable()), help="that UCC may use (default: up to 2)"
    )
    parser.add_argument("--seed", type=int, help="for the same game again (default: a new one every time)")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Speak on standard input and output until the other side goes."""
    if args.ucc:
        from flagfall import bots
        from flagfall.research.arena.ucc_agent import GAME, Agent, serve

        level = bots.levels(GAME)[-1].number if args.level is None else bots.level(GAME, args.level).number
        if not args.think > 0 or args.cores < 1:
            raise FlagfallError("--think and --cores have to be above 0")
        seed = secrets.randbits(32) if args.seed is None else args.seed
        serve(sys.stdin, sys.stdout, Agent(level, args.think, seed, cores=args.cores))
        return 0
    if args.json:
        from flagfall import bots

        bots.program()
        return 0
    print("flagfall engine: say --ucc or --json", file=sys.stderr)
    return 2
