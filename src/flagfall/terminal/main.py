"""The command ``flagfall``. Bad input gives one line on standard error and the exit status 2."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from flagfall import __version__
from flagfall.core import BadData, FlagfallError
from flagfall.core.words import LANGUAGES, Phrases, spoken

if TYPE_CHECKING:
    from flagfall.core import AnyGame
    from flagfall.core.record import Record
    from flagfall.terminal.commands import Commands
    from flagfall.terminal.console import Console
    from flagfall.terminal.options import TableOptions

BAD_INPUT = 2
INTERRUPTED = 130
GOOD_FIRST_GAME = "barrage"
OTHERS = {
    "hex": ("flagfall.terminal.commands.hex", "maps, units and scenarios of the hex game"),
    "serve": ("flagfall.terminal.commands.serve", "run the server for the browser"),
    "admin": (
        "flagfall.terminal.commands.admin",
        "look after a server: tokens, bans, checks, backup, migrations",
    ),
    "arena": ("flagfall.terminal.commands.arena", "let bots play each other, and rate them"),
    "lesson": ("flagfall.terminal.commands.lesson", "check lessons, and play them through"),
    "puzzle": ("flagfall.terminal.commands.puzzle", "make deduction puzzles, and prove their answers"),
    "print": ("flagfall.terminal.commands.print", "a game as a PDF, to be played at a real table"),
    "engine": ("flagfall.terminal.commands.engine", "let a bot play in another program's arena"),
}
"""Commands that other modules add with their ``add_parser``."""


class Parser(argparse.ArgumentParser):
    """A command line whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how to get help."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        args = _parser(words).parse_args(words)
        if not hasattr(args, "run"):
            _parser(words).print_help()
            return 0
        return int(args.run(args))
    except BadData as error:
        for fault in error.faults:
            print(f"flagfall: {fault}", file=sys.stderr)
        return BAD_INPUT
    except FlagfallError as error:
        print(f"flagfall: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has gone; nothing must be written any more, not even at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print()
        return INTERRUPTED


def _parser(words: list[str]) -> argparse.ArgumentParser:
    shared = Parser(add_help=False)
    shared.add_argument("--language", choices=LANGUAGES, default=spoken(), help="of the game (default: LANG)")
    shared.add_argument("--no-colour", "--no-color", action="store_true", dest="plain")
    parser = Parser(prog="flagfall", description="Play, study and simulate games of hidden information.")
    parser.add_argument("--version", action="version", version=f"flagfall {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    def command(name: str, help: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(name, help=help, parents=[shared])
        made.set_defaults(run=run)
        return made

    command("games", "list the games", _run_games)
    show = command("show", "board, armies, powers and options of a game", _run_show)
    show.add_argument("game", metavar="ID")
    _add_play(command("play", "play against a bot, or against a person at this machine", _run_play))
    replay = command("replay", "step through a recorded game", _run_replay)
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--view", metavar="SIDE", default="", help="a side, onlooker, or both")
    replay.add_argument("--at", metavar="N", type=int, default=0, help="where to begin")
    rule = command("rule", "a rule by its number", _run_rule)
    rule.add_argument("number", metavar="NUMBER", help="as refusals and help name it: HX-LOS-3")
    out = command("export", "write a record, or set-ups, for other programs", _run_export)
    out.add_argument("--format", choices=("gsn", "xml", "letters", "setup", "record"))
    into = command("import", "read a game file, or set-ups, of other programs", _run_import)
    for made in (out, into):
        made.add_argument("file", metavar="FILE")
        made.add_argument("out", metavar="OUT", nargs="?", help="default: standard output")
        made.add_argument("--game", metavar="ID", help="the game that set-ups are for")
        made.add_argument("--seat", metavar="SIDE", help="the side that set-ups are for")
        made.add_argument("--force", action="store_true", help="replace OUT")
    _add_edition(commands)
    _add_others(commands, words)
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", metavar="ID", nargs="?", help="see flagfall games")
    play.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="see flagfall show"
    )
    play.add_argument(
        "--seat", metavar="SIDE", help="a side, 1, 2 or random (default: the side that moves first)"
    )
    play.add_argument("--level", type=int, help="of the bot (default: the second)")
    play.add_argument("--seed", type=int, help="the same seed gives the same bot and the same chance")
    play.add_argument("--two", action="store_true", help="two people at this machine")
    play.add_argument(
        "--setup",
        action="append",
        default=[],
        metavar="SETUP",
        help="ready, ready:STYLE, random, a file or letters; with --two once for each side",
    )
    play.add_argument("--save", type=Path, metavar="FILE", help="where to save the record at the end")


def _add_edition(commands: Commands) -> None:
    edition = commands.add_parser("edition", help="check an edition file, or start a new one")
    tasks = edition.add_subparsers(metavar="TASK", required=True, parser_class=Parser)
    check = tasks.add_parser("check", help="name the field and line of every fault")
    check.add_argument("files", metavar="FILE", nargs="+")
    check.set_defaults(run=_run_edition_check)
    new = tasks.add_parser("new", help="a commented starting file")
    new.add_argument("file", metavar="FILE", nargs="?", help="default: standard output")
    new.set_defaults(run=_run_edition_new)


def _add_others(commands: Commands, words: list[str]) -> None:
    """Commands with modules of their own, read in only where they are asked for: the others start sooner."""
    for name, (module, help) in OTHERS.items():
        if find_spec(module) is None:
            continue
        if words[:1] == [name]:
            import_module(module).add_parser(commands)
        else:
            commands.add_parser(name, help=help)


# ---- commands -----------------------------------------------------------------------------------


def _console(args: argparse.Namespace) -> Console:
    from flagfall.terminal.console import Console

    return Console(Phrases("flagfall.terminal", args.language), colour=False if args.plain else None)


def _run_games(args: argparse.Namespace) -> int:
    from flagfall.terminal.game_list import list_page

    console = _console(args)
    console.say(list_page(console.words, colour=console.colour))
    return 0


def _run_show(args: argparse.Namespace) -> int:
    import flagfall

    game = flagfall.game(args.game)
    console = _console(args)
    _family(game).show(game, console)
    return 0


def _run_play(args: argparse.Namespace) -> int:
    import secrets

    import flagfall
    from flagfall.bots import level
    from flagfall.terminal.console import Left
    from flagfall.terminal.options import TableOptions, read_pairs, read_seat

    console = _console(args)
    if len(args.setup) > (2 if args.two else 1):
        raise FlagfallError("--setup is given more often than there are people")
    try:
        game = flagfall.game(args.game or _choose(console))
        seed = secrets.randbits(48) if args.seed is None else args.seed
        options = read_pairs(game, args.option)
        number = _level(game) if args.level is None else args.level
        if not args.two:
            level(game.id, number)
        seat = read_seat(game, args.seat, seed)
        table = TableOptions(
            console, options, seat, number, seed, args.two, args.language, tuple(args.setup), args.save
        )
        return _family(game).play(game, table)
    except Left:
        console.say(console.words("left"))
        return 0
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # An impatient second Ctrl-C does not spoil the end.
        console.say()
        console.say(console.words("left"))
        return INTERRUPTED


class Family(Protocol):
    """What the terminal needs of the module that a family names (`Game.terminal`)."""

    def show(self, game: AnyGame, console: Console) -> None:
        """Print what a game is."""

    def play(self, game: AnyGame, table: TableOptions) -> int:
        """Play one game; the exit status."""

    def replay(self, game: AnyGame, record: Record, console: Console, view: str, at: int) -> int:
        """Step through a record; the exit status."""


def _family(game: AnyGame) -> Family:
    return cast("Family", import_module(game.terminal))


def _level(game: AnyGame) -> int:
    """The level that plays where none is asked for: the second, if there are two."""
    from flagfall.bots.levels import levels_of

    return [one.number for one in levels_of(game)][:2][-1]


def _choose(console: Console) -> str:
    """The game that the player picks from the list."""
    import flagfall
    from flagfall.terminal.game_list import list_page

    known = flagfall.games()
    listed = list_page(console.words, colour=console.colour).splitlines()
    console.say("\n".join(f"{number:>3}  {line}" for number, line in enumerate(listed, 1)))
    while True:
        answer = console.ask(console.words("choose-game", default=GOOD_FIRST_GAME) + " ").lower()
        if not answer:
            return GOOD_FIRST_GAME
        if answer.isdecimal() and 1 <= int(answer) <= len(known):
            return known[int(answer) - 1]
        if answer in known:
            return answer
        console.say(console.words("no-such-game", text=answer))


def _run_replay(args: argparse.Namespace) -> int:
    import flagfall
    from flagfall.terminal.commands.convert import load_record

    record, warnings = load_record(Path(args.file))
    for warning in warnings:
        print(f"{args.file}: {warning}", file=sys.stderr)
    game = flagfall.game(record.game)
    console = _console(args)
    return _family(game).replay(game, record, console, args.view, args.at)


def _run_rule(args: argparse.Namespace) -> int:
    from flagfall.core.rule_texts import rule_text

    _console(args).say(f"{args.number.upper()}: {rule_text(args.number)}")
    return 0


def _run_export(args: argparse.Namespace) -> int:
    from flagfall.terminal.commands.convert import run_export

    return run_export(args)


def _run_import(args: argparse.Namespace) -> int:
    from flagfall.terminal.commands.convert import run_import

    return run_import(args)


def _run_edition_check(args: argparse.Namespace) -> int:
    from flagfall.terminal.commands.edition import run_check

    return run_check(args)


def _run_edition_new(args: argparse.Namespace) -> int:
    from flagfall.terminal.commands.edition import run_new

    return run_new(args)


if __name__ == "__main__":
    sys.exit(main())
