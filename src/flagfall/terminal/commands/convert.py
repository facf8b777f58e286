"""``flagfall import`` and ``flagfall export``: records and set-ups, ours and those of other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import flagfall
from flagfall.core import FlagfallError
from flagfall.core.record import FIRST_LINE, Record, read_record, write_record
from flagfall.ranks.actions import Deploy
from flagfall.ranks.formats import (
    from_record,
    read_gsn,
    read_xml,
    to_record,
    write_gsn,
    write_letters,
    write_xml,
)
from flagfall.ranks.game import RankGame
from flagfall.terminal.files import read_text, write_text
from flagfall.terminal.options import read_seat
from flagfall.terminal.ranks.setup_files import read_setups

GSN_MARK = "#X38FA11"
RECORD, GSN, XML, LETTERS, SETUP = "record", "gsn", "xml", "letters", "setup"
SUFFIXES = {".gsn": GSN, ".xml": XML}


def load_record(path: Path) -> tuple[Record, tuple[str, ...]]:
    """The game in a file of any format we know, and what could not be read of it."""
    text = read_text(path)
    source = str(path)
    if text.startswith(FIRST_LINE):
        return read_record(text, source), ()
    if text.startswith(GSN_MARK):
        return to_record(read_gsn(text, source), source)
    if text.lstrip().startswith("<"):
        return to_record(read_xml(text, source), source)
    raise FlagfallError(f"{path}: neither a record nor a game file in XML or .gsn")


def rank_game(id: str | None) -> RankGame:
    """The hidden-rank game that ``--game`` names."""
    if id is None:
        raise FlagfallError("--game is missing: whose set-ups are these?")
    game = flagfall.game(id)
    if not isinstance(game, RankGame):
        raise FlagfallError(f"{id} has no set-ups in letters")
    return game


def run_import(args: argparse.Namespace) -> int:
    """A game file of another program as a record of ours, or set-ups in field letters as set-ups of ours."""
    path = Path(args.file)
    if args.game is not None:
        game = rank_game(args.game)
        seat = read_seat(game, args.seat, 0)
        setups = read_setups(game, read_text(path), seat, str(path))
        _put(args, "".join(f"{game.write_setup(setup, seat)}\n" for setup in setups))
        return 0
    record, warnings = load_record(path)
    for warning in warnings:
        print(f"{path}: {warning}", file=sys.stderr)
    _put(args, write_record(record))
    return 0


def run_export(args: argparse.Namespace) -> int:
    """A record of ours as a game file of another program, or set-ups of ours in field letters."""
    path = Path(args.file)
    wanted = args.format or (SUFFIXES.get(Path(args.out).suffix.lower()) if args.out else None)
    text = read_text(path)
    if not text.startswith(FIRST_LINE) and args.game is not None:
        game = rank_game(args.game)
        seat = read_seat(game, args.seat, 0)
        setups = [(seat, setup) for setup in read_setups(game, text, seat, str(path))]
        _put(args, _setups(game, setups, wanted or LETTERS))
        return 0
    record, _ = load_record(path)
    if wanted in (LETTERS, SETUP):
        game = rank_game(record.game)
        found = [(seat, action) for seat, action in record.actions if isinstance(action, Deploy)]
        _put(args, _setups(game, found, wanted))
        return 0
    if wanted is None:
        raise FlagfallError("--format is missing: gsn, xml, letters, setup or record")
    if wanted == RECORD:
        _put(args, write_record(record))
    else:
        _put(args, (write_gsn if wanted == GSN else write_xml)(from_record(record)))
    return 0


def _setups(game: RankGame, setups: list[tuple[int, Deploy]], wanted: str) -> str:
    if wanted not in (LETTERS, SETUP):
        raise FlagfallError("set-ups are exported as letters or setup")
    lines = [
        write_letters(game, setup, seat) if wanted == LETTERS else game.write_setup(setup, seat)
        for seat, setup in setups
    ]
    return "".join(f"{line}\n" for line in lines)


def _put(args: argparse.Namespace, text: str) -> None:
    if args.out:
        write_text(Path(args.out), text, replace=args.force)
    else:
        print(text, end="")
