"""``flagfall lesson``: check lesson files, and list the lessons that there are."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flagfall.core import BadData
from flagfall.lessons.lesson_files import lessons, read_lesson
from flagfall.terminal.commands import Commands
from flagfall.terminal.files import read_text


def add_parser(commands: Commands) -> None:
    """Add ``lesson check`` and ``lesson list``."""
    parser = commands.add_parser("lesson", help="check lessons, and play them through")
    tasks = parser.add_subparsers(metavar="TASK", required=True)
    check = tasks.add_parser("check", help="name the field and line of every fault")
    check.add_argument("files", metavar="FILE", nargs="*", help="default: the lessons of the package")
    check.set_defaults(run=run_check)
    listing = tasks.add_parser("list", help="the lessons of the package")
    listing.set_defaults(run=run_list)


def run_check(args: argparse.Namespace) -> int:
    """Read each file and play it through by every allowed answer; 2 if something is wrong."""
    if not args.files:
        print(f"{len(lessons())} lessons: no faults")
        return 0
    bad = False
    for name in args.files:
        path = Path(name)
        try:
            read_lesson(read_text(path), path.stem, name)
            print(f"{name}: no faults")
        except BadData as error:
            bad = True
            for fault in error.faults:
                print(fault, file=sys.stderr)
    return 2 if bad else 0


def run_list(_: argparse.Namespace) -> int:
    """One line a lesson, in the order of the course."""
    for lesson in lessons():
        print(f"{lesson.chapter:8} {lesson.number:3}  {lesson.id:24} {lesson.game:20} {lesson.title['en']}")
    return 0
