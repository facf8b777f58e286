"""``flagfall print``: a game as a PDF, to be played at a real table."""

from __future__ import annotations

import argparse
from pathlib import Path

from flagfall.core.words import LANGUAGES, spoken
from flagfall.terminal.commands import Commands
from flagfall.terminal.files import write_bytes


def add_parser(subparsers: Commands) -> argparse.ArgumentParser:
    """Add ``print`` to a command line; the chosen function is in ``args.run`` and gives the exit status."""
    parser = subparsers.add_parser("print", help="a game as a PDF for a real table")
    parser.add_argument("game", metavar="EDITION|SCENARIO", help="see flagfall games")
    parser.add_argument("--language", default=spoken(), help=f"{', '.join(LANGUAGES)} (default: yours)")
    parser.add_argument("--paper", default="a4", help="a4 or letter (default: a4)")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="default: named after the game")
    parser.add_argument("--force", action="store_true", help="replace FILE")
    parser.set_defaults(run=_run_print)
    return parser


def _run_print(args: argparse.Namespace) -> int:
    import flagfall
    from flagfall.printing import check, file_name, printed

    game = flagfall.game(args.game)
    check(game, args.language, args.paper)
    path = args.out or Path(file_name(game, args.language, args.paper))
    write_bytes(path, printed(game, args.language, args.paper), replace=args.force)
    print(path)
    return 0
