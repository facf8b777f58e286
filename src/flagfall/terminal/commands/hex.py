"""``flagfall hex``: maps, units and scenarios of the hex game on the terminal."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from flagfall.core.errors import BadData, Fault, complaint
from flagfall.core.presentation import in_language
from flagfall.core.toml import Toml
from flagfall.core.words import LANGUAGES
from flagfall.hexes import data_files
from flagfall.hexes.data_files import near
from flagfall.hexes.maps import map_files
from flagfall.hexes.maps.map_generator import Generator, generate
from flagfall.hexes.maps.map_text import read_map, write_map
from flagfall.hexes.maps.megamek import import_board
from flagfall.hexes.scenarios import scenario_files
from flagfall.hexes.scenarios.skirmish import with_homes
from flagfall.hexes.units import unit_files
from flagfall.hexes.units.prices import price
from flagfall.terminal.commands import Commands
from flagfall.terminal.hexes.draw import wants_colour
from flagfall.terminal.hexes.pages import map_page, scenario_page, sheet_page


def show(
    what: str,
    *,
    folder: str | None = None,
    colour: bool = False,
    columns: int = 0,
    language: str = "en",
    seed: int = 0,
) -> str:
    """The page of a map file, or of the map, unit or scenario that has the id; `BadData` if none has."""
    more = (folder,) if folder else ()
    if _is_megamek(what):
        raise BadData([_import_it(what)])
    if what.endswith(data_files.SUFFIX["maps"]):
        path = Path(what)
        read_file = read_map(data_files.read(len(more) + 1, path).text, what)
        return map_page(path.stem, read_file, colour=colour, columns=columns, language=language)
    scenarios, maps = scenario_files.scenario_ids(*more), map_files.map_ids(*more)
    units = unit_files.roster(*more)
    if what in scenarios:
        read, ground, forces = scenario_files.whole_scenario(what, *more)
        there = ground or generate(read.generator or Generator(), seed)
        return scenario_page(read, forces, there, colour=colour, columns=columns, language=language)
    if what in maps:
        return map_page(
            what, map_files.map_named(what, *more), colour=colour, columns=columns, language=language
        )
    by_name = {sheet.name.lower(): sheet for sheet in units.values()}
    sheet = units.get(what) or by_name.get(what.lower())
    if sheet is not None:
        return sheet_page(sheet, units, colour=colour, language=language)
    known = [*scenarios, *maps, *units]
    raise BadData([Fault(what, 0, "", complaint("file.no-such", near=near(what, known)))])


def catalogue(kind: str, *, folder: str | None = None, language: str = "en") -> str:
    """All scenarios, maps or units, one a line."""
    more = (folder,) if folder else ()
    if kind == "maps":
        maps = [(id, map_files.map_named(id, *more)) for id in map_files.map_ids(*more)]
        return "\n".join(f"{id:<12} {m.width:>3}×{m.height:<3} {m.name}: {m.text}" for id, m in maps)
    if kind == "units":
        sheets = unit_files.roster(*more).values()
        return "\n".join(
            f"{s.id:<28} {price(s):>5}  {s.faction:<10} {s.name}{' (estimate)' if s.estimate else ''}"
            for s in sorted(sheets, key=lambda s: (s.faction, s.group, s.id))
        )
    read = [scenario_files.scenario(id, *more) for id in scenario_files.scenario_ids(*more)]
    lines = ((s.id, in_language(s.title, language), in_language(s.text, language)) for s in read)
    return "\n".join(f"{id:<15} {title}: {text}" for id, title, text in lines)


def faults(*paths: str, folder: str | None = None) -> list[Fault]:
    """What is wrong with some files, or with all units, maps and scenarios, those of a folder included."""
    more = (folder,) if folder else ()
    if paths:
        return [fault for path in paths for fault in _file_faults(Path(path), *more)]
    units, maps = unit_files.lint(*more), map_files.lint(*more)
    told = {str(fault) for fault in maps}  # A scenario tells what is wrong with its map.
    scenarios = [one for one in scenario_files.lint(*more) if str(one) not in told]
    return [*units, *maps, *scenarios]


def _is_megamek(file: str) -> bool:
    return file.endswith(".board")


def _import_it(file: str) -> Fault:
    """That a board of another program has to be imported first."""
    return Fault(file, 0, "", complaint("mega.show", file=file))


def _file_faults(path: Path, *more: str) -> Iterator[Fault]:
    """What is wrong with one file: a map by its ending, units or a scenario by what is in it."""
    if _is_megamek(str(path)):
        yield _import_it(str(path))
        return
    try:
        source = data_files.read(len(data_files.folders(*more)), path)
        if path.suffix == data_files.SUFFIX["maps"]:
            read_map(source.text, source.file)
            return
        data = Toml(source.text, source.file).data
    except BadData as error:
        yield from error.faults
        return
    if "unit" in data or "team" in data:
        yield from unit_files.lint_file(source, *more)
    else:
        yield from scenario_files.read_scenario(source, *more)[1]


def add_parser(subparsers: Commands) -> argparse.ArgumentParser:
    """Add ``hex`` to a command line; the chosen function is in ``args.run`` and gives the exit status."""
    parser = subparsers.add_parser("hex", help="maps, units and scenarios of the hex game")
    commands = parser.add_subparsers(metavar="TASK", required=True)
    one = commands.add_parser("show", help="print a map, a unit or a scenario")
    one.add_argument("what", metavar="MAP|UNIT|SCENARIO", help="an id, a name, or a map file")
    one.add_argument("--seed", type=int, default=0, help="seed of a generated map")
    one.add_argument("--no-colour", "--no-color", action="store_true", dest="plain")
    one.set_defaults(run=_run_show)
    every = commands.add_parser("list", help="list scenarios, maps or units")
    every.add_argument("kind", nargs="?", default="scenarios", choices=("scenarios", "maps", "units"))
    every.set_defaults(run=_run_list)
    check = commands.add_parser("check", help="check unit, map and scenario files")
    check.add_argument("files", nargs="*", metavar="FILE", help="only these; without a file, everything")
    check.set_defaults(run=_run_check)
    made = commands.add_parser("generate", help="print a new map as text")
    made.add_argument("--seed", type=int, default=0)
    for field in ("width", "height", "hills", "woods", "water", "rough", "ruins"):
        made.add_argument(f"--{field}", type=int, default=getattr(Generator(), field))
    made.add_argument("--asymmetric", action="store_true")
    made.set_defaults(run=_run_generate)
    board = commands.add_parser("import", help="turn a MegaMek .board file into a map")
    board.add_argument("file", type=Path)
    board.set_defaults(run=_run_import)
    for command in (one, every, check):
        command.add_argument("--folder", help="a folder with your units, maps and scenarios")
    for command in (one, every):
        command.add_argument("--language", choices=LANGUAGES, default="en")
    return parser


def _run_show(args: argparse.Namespace) -> int:
    colour = wants_colour(sys.stdout) and not args.plain
    columns = shutil.get_terminal_size((0, 0)).columns if sys.stdout.isatty() else 0
    print(
        show(
            args.what,
            folder=args.folder,
            colour=colour,
            columns=columns,
            language=args.language,
            seed=args.seed,
        )
    )
    return 0


def _run_list(args: argparse.Namespace) -> int:
    print(catalogue(args.kind, folder=args.folder, language=args.language))
    return 0


def _run_check(args: argparse.Namespace) -> int:
    found = faults(*args.files, folder=args.folder)
    for fault in found:
        print(fault)
    if not found:
        print("no faults")
    return 2 if found else 0


def _run_generate(args: argparse.Namespace) -> int:
    fields = ("width", "height", "hills", "woods", "water", "rough", "ruins")
    spec = Generator(
        symmetric=not args.asymmetric, seed=args.seed, **{name: getattr(args, name) for name in fields}
    )
    print(write_map(generate(spec, args.seed)), end="")
    return 0


def _run_import(args: argparse.Namespace) -> int:
    try:
        text = args.file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadData(
            [Fault(str(args.file), 0, "", complaint("file.unreadable", error=str(error.strerror)))]
        ) from None
    read = import_board(text, str(args.file))
    for warning in read.warnings:
        print(warning, file=sys.stderr)
    print(write_map(with_homes(read.map)), end="")
    return 0
