"""``flagfall admin tournament``: list, create and stop tournaments."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime

from flagfall.core import BadOption
from flagfall.core.options import Value
from flagfall.terminal.commands import AddTask

KINDS = ("arena", "round-robin", "swiss")
SHOWN = 100


def add_tournament_tasks(task: AddTask) -> None:
    """Add the tasks of ``admin tournament``."""
    task("list", "show tournaments, private ones too", _list)
    create = task("create", "make a tournament, without the limits of an account", _create)
    create.add_argument("name", metavar="NAME")
    create.add_argument("--game", default="original", help="the id of an edition or scenario")
    create.add_argument("--kind", choices=KINDS, default="arena")
    create.add_argument("--starts", metavar="TIME", help="2026-12-31T20:00 (UTC), or minutes from now: +30")
    create.add_argument("--clock", default="600+5", metavar="BASE+INC", help="seconds, or 30/move")
    create.add_argument("--setup", type=int, default=180, help="seconds for the set-up")
    create.add_argument("--minutes", type=int, default=60, help="length of an arena")
    create.add_argument(
        "--rounds", type=int, help="Swiss rounds, or how often everybody plays everybody (1, 2)"
    )
    create.add_argument("--most", type=int, help="maximum number of players")
    create.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    create.add_argument("--bots", default="", metavar="LEVEL", help="the bot that fills an odd field")
    create.add_argument("--rated", action="store_true")
    create.add_argument("--private", action="store_true", help="only for people with the link")
    task("stop", "stop a tournament, or call it off", _stop).add_argument("tournament", metavar="ID")


def _list(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.tournaments import list_tournaments

    with open_database(database) as db:
        found = list_tournaments(db, SHOWN)
    for one in found:
        starts = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one.starts / 1_000))
        what = f"{one.kind}, {one.game}, {one.players} of {one.most} players"
        private = ", private" if one.private else ""
        maker = one.maker_name or "operator"
        print(f"{one.id}  {one.status:9}  {starts} UTC  {what}{private}  {one.name} ({maker})")
    if not found:
        print("there are no tournaments")
    return 0


def _create(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.tournaments import create_tournament
    from flagfall.server.time_and_chance import TimeAndChance

    chance = TimeAndChance()
    swiss = args.kind == "swiss"
    wish: dict[str, object] = {
        "name": args.name,
        "game": args.game,
        "kind": args.kind,
        "starts": _moment(args.starts or "+10", chance.now()),
        "clock": _clock(args.clock),
        "options": dict(map(_option, args.option)),
        "setup": args.setup,
        "minutes": args.minutes,
        "rounds": args.rounds or (5 if swiss else 1),
        "most": args.most or (16 if args.kind == "round-robin" else 64),
        "rated": args.rated,
        "private": args.private,
        "bots": args.bots,
    }
    with open_database(database, write=True) as db:
        id, code = create_tournament(db, chance, wish)
    print(f"/tournaments/{id}{f'?code={code}' if code else ''}")
    return 0


def _stop(args: argparse.Namespace, database: str) -> int:
    from flagfall.server.admin.database import open_database
    from flagfall.server.admin.tournaments import stop_tournament
    from flagfall.server.time_and_chance import TimeAndChance

    with open_database(database, write=True) as db:
        name, status = stop_tournament(db, TimeAndChance(), args.tournament)
    print(f"{name} is {status}")
    return 0


def _moment(text: str, now: int) -> int:
    try:
        if text.startswith("+"):
            return now + int(float(text[1:]) * 60_000)
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)
    except (ValueError, OverflowError):
        raise BadOption("starts", "takes 2026-12-31T20:00, or minutes from now: +30") from None


def _clock(text: str) -> dict[str, object]:
    try:
        if text.endswith("/move"):
            return {"type": "move", "seconds": int(text.removesuffix("/move"))}
        base, _, increment = text.partition("+")
        return {"type": "bank", "base": int(base), "increment": int(increment or 0)}
    except ValueError:
        raise BadOption("clock", "takes base and increment, 600+5, or seconds a move, 30/move") from None


def _option(text: str) -> tuple[str, Value]:
    name, sign, value = text.partition("=")
    if not sign:
        raise BadOption("option", "takes NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.lstrip("-").isdecimal() else value
