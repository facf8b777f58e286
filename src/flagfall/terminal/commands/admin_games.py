"""``flagfall admin games``: fill the database of games, and import games played elsewhere."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flagfall.terminal.commands import AddTask

FAULTS = 1


def add_game_tasks(task: AddTask) -> None:
    """Add the tasks of ``admin games``."""
    task("index", "have older finished public games found too", _index)
    files = task("import", "import XML and .gsn files of Gravon", _import)
    files.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files, or folders of them")


def _index(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.game_index import Indexed, index_games

    last = Indexed(0, 0, 0, 0)
    for last in index_games(database):
        print(f"{last.done} of {last.of}", file=sys.stderr)
    print(f"{last.added} games added, {last.left_out} left out")
    return 0


def _import(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.game_import import import_games
    from flagfall.server.time_and_chance import TimeAndChance

    new = known = refused = 0
    for number, one in enumerate(import_games(database, args.files, TimeAndChance()), 1):
        new += one.new
        known += bool(one.table) and not one.new
        refused += bool(one.refused)
        if one.refused:
            print(f"refused: {one.refused}", file=sys.stderr)
        if number % 100 == 0:
            print(f"{number} files", file=sys.stderr)
    print(f"{new} games imported, {known} there already, {refused} refused")
    return FAULTS if refused else 0
