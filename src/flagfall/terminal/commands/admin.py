"""``flagfall admin``: tokens, bans, moderators, tables, tournaments, games, checks, backup and migrations."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from flagfall.terminal.commands import AddTask, Commands
from flagfall.terminal.commands.admin_games import add_game_tasks
from flagfall.terminal.commands.admin_tournament import add_tournament_tasks

FAULTS = 1
SCOPES = ("play", "tables", "setups")


def add_parser(subparsers: Commands) -> argparse.ArgumentParser:
    """Add the command ``admin`` with its tasks."""
    parser = subparsers.add_parser(
        "admin", help="administer a server", description=f"{__doc__} See docs/operators/admin.md."
    )
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", metavar="URL", help="sqlite:///path or postgresql://user@host/name")
    shared.add_argument("--settings", type=Path, metavar="FILE", help="the settings of the server")
    tasks = parser.add_subparsers(metavar="TASK", required=True)
    task = _adding(tasks, shared)
    token = task("token", "make an API token for a person", _token)
    token.add_argument("person", metavar="PERSON", help="an account's name, or an id")
    token.add_argument("--label", default="made by the operator", help="what it is for")
    token.add_argument("--scopes", nargs="+", choices=SCOPES, default=["play", "tables"])
    token.add_argument("--days", type=int, default=365)
    for name, help, run in (
        ("ban", "shut a person out; ends their sessions and tokens", _ban),
        ("unban", "let a person in again", _unban),
        ("moderator", "let an account see reports, mute and ban", _moderator),
        ("no-moderator", "take that back", _no_moderator),
    ):
        task(name, help, run).add_argument("person", metavar="PERSON", help="an account's name, or an id")
    task("reports", "list the reports that no moderator is done with", _reports)
    close = task("close", "abort tables; they count for nobody", _close)
    close.add_argument("tables", nargs="+", metavar="TABLE", help="its id, as in its address")
    tournament = tasks.add_parser("tournament", help="list, create and stop tournaments")
    add_tournament_tasks(_adding(tournament.add_subparsers(metavar="WHAT", required=True), shared))
    games = tasks.add_parser("games", help="add games to the game database, and import games")
    add_game_tasks(_adding(games.add_subparsers(metavar="WHAT", required=True), shared))
    check = task("verify", "hold every log against the rules", _verify)
    check.add_argument("tables", nargs="*", metavar="TABLE", help="default: all")
    task("backup", "write everything into a file, while the server runs", _backup).add_argument(
        "file", type=Path, metavar="FILE"
    )
    task("restore", "fill a new database from a backup", _restore).add_argument(
        "file", type=Path, metavar="FILE"
    )
    task("migrate", "bring the database up to date", _migrate).add_argument(
        "--dry-run", action="store_true", help="try it, then roll it back"
    )
    return parser


def _adding(tasks: Commands, shared: argparse.ArgumentParser) -> AddTask:
    def add(name: str, help: str, run: Callable[[argparse.Namespace, str], int]) -> argparse.ArgumentParser:
        made = tasks.add_parser(name, help=help, parents=[shared])
        made.set_defaults(run=lambda args: run(args, _database(args)))
        return made

    return add


def _database(args: argparse.Namespace) -> str:
    from flagfall.server.settings import read_settings

    return read_settings({"database": args.database}, file=args.settings).database


def _token(args: argparse.Namespace, database: str) -> int:
    from flagfall.core import BadOption
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.people import make_token
    from flagfall.server.time_and_chance import TimeAndChance
    from flagfall.server.wire.people import TOKEN_DAYS

    if not 1 <= args.days <= TOKEN_DAYS:
        raise BadOption("days", f"takes 1 to {TOKEN_DAYS}")
    with open_database(database, write=True) as db:
        made = make_token(db, TimeAndChance(), args.person, args.label[:60], tuple(args.scopes), args.days)
    until = time.strftime("%Y-%m-%d", time.gmtime(made.expires / 1_000))
    print(f"valid until {until}, shown only now:", file=sys.stderr)
    print(made.secret)
    return 0


def _ban(args: argparse.Namespace, database: str) -> int:
    return _set_ban(args.person, database, banned=True)


def _unban(args: argparse.Namespace, database: str) -> int:
    return _set_ban(args.person, database, banned=False)


def _set_ban(person: str, database: str, banned: bool) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.people import ban

    with open_database(database, write=True) as db:
        name = ban(db, person, banned)
    print(f"{name} is {'banned' if banned else 'no longer banned'}")
    return 0


def _moderator(args: argparse.Namespace, database: str) -> int:
    return _set_moderator(args.person, database, moderator=True)


def _no_moderator(args: argparse.Namespace, database: str) -> int:
    return _set_moderator(args.person, database, moderator=False)


def _set_moderator(person: str, database: str, moderator: bool) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.people import make_moderator

    with open_database(database, write=True) as db:
        name = make_moderator(db, person, moderator)
    print(f"{name} is {'a moderator' if moderator else 'no longer a moderator'}")
    return 0


def _reports(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.people import open_reports

    count = 0
    with open_database(database) as db:
        for one in open_reports(db):
            count += 1
            at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one.at / 1_000))
            about, by = one.about.person, one.by.name if one.by else "somebody who has left"
            print(f"{one.id}  {at}  {one.reason}: {about.name or about.id}, reported by {by}")
            for line in filter(None, (one.text, one.replay and f"game {one.replay}")):
                print(f"    {line}")
    print(f"{count} open reports")
    return 0


def _close(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.tables import close_table
    from flagfall.server.time_and_chance import TimeAndChance

    with open_database(database, write=True) as db:
        was = [(table, close_table(db, TimeAndChance(), table)) for table in args.tables]
    for table, status in was:
        print(f"table {table} is closed (it was: {status})")
    return 0


def _verify(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.log_checks import verify

    tables = entries = old = bad = 0
    with open_database(database) as db:
        for one in verify(db, args.tables):
            tables += 1
            entries += one.entries
            old += one.old
            bad += bool(one.faults)
            for fault in one.faults:
                print(f"table {one.table}: {fault}", file=sys.stderr)
            if args.tables:
                print(f"table {one.table}: {one.entries} entries, {one.digest or 'no hash'}")
    told = f", {old} played under older rules and not replayed" if old else ""
    print(f"{tables} tables, {entries} entries, {bad} with faults{told}")
    return FAULTS if bad else 0


def shown_place(database: str) -> str:
    """The database as it may be shown: without its password."""
    from sqlalchemy.engine import make_url

    return make_url(database).render_as_string(hide_password=True)


def _backup(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.storage.backup import backup

    with open_database(database) as db:
        rows = backup(db, args.file)
    print(f"{shown_place(database)}: {rows} rows in {args.file}")
    return 0


def _restore(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.storage.backup import restore

    with open_database(database, write=True, any_revision=True, new=True) as db:
        rows = restore(db, args.file)
    print(f"{shown_place(database)}: {rows} rows restored; run flagfall admin verify on it")
    return 0


def _migrate(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import migrate

    has, steps = migrate(database, args.dry_run)
    if not steps:
        print(f"the database is up to date (revision {has})")
        return 0
    for revision, name in steps:
        print(f"{revision}  {name}")
    print("tried, and taken back" if args.dry_run else "the database is up to date")
    return 0
