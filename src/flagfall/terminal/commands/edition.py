"""``flagfall edition``: check an edition file, or begin a new one."""

from __future__ import annotations

import argparse
import re
import sys
from importlib.resources import files
from pathlib import Path

from flagfall.core import BadData, Fault, FlagfallError
from flagfall.core.toml import Toml
from flagfall.ranks.editions.catalogue import BUILT_IN, USER_FOLDER, user_folder
from flagfall.ranks.editions.edition_files import read_edition
from flagfall.terminal.files import read_text, write_text

STARTER_ID = "my-edition"


def faults(path: Path) -> list[Fault]:
    """Everything that is wrong with an edition file."""
    text = read_text(path)
    try:
        document = Toml(text, str(path))
    except BadData as error:
        return list(error.faults)
    found: list[Fault] = []
    try:
        read_edition(text, str(path))
    except BadData as error:
        found = list(error.faults)
    id = document.data.get("id")
    if isinstance(id, str) and id in BUILT_IN:
        found.append(document.fault("file.id-taken", "id"))
    elif isinstance(id, str) and path.stem != id and all(fault.field != "id" for fault in found):
        found.append(document.fault("file.name", "id", id=id))
    return sorted(found, key=lambda fault: fault.line)


def run_check(args: argparse.Namespace) -> int:
    """Name the field and the line of everything that is wrong."""
    found = False
    for name in args.files:
        told = faults(Path(name))
        for fault in told:
            print(fault, file=sys.stderr)
        if not told:
            print(f"{name}: no faults")
        found = found or bool(told)
    return 2 if found else 0


def starter(id: str) -> str:
    """A commented edition file to begin with."""
    text = files("flagfall.terminal").joinpath("starter.toml").read_text(encoding="utf-8")
    return text.replace(STARTER_ID, id)


def run_new(args: argparse.Namespace) -> int:
    """Write a starting file, or print it."""
    if args.file is None:
        print(starter(STARTER_ID), end="")
        return 0
    path = Path(args.file)
    if path.suffix != ".toml" or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", path.stem):
        raise FlagfallError(
            f"{path}: an edition file is called like its id: small letters, digits, hyphens, then .toml"
        )
    if path.stem in BUILT_IN:
        raise FlagfallError(f"{path}: a built-in edition has this id")
    write_text(path, starter(path.stem))
    print(f"{path}: written. Next: flagfall edition check {path}")
    if path.resolve().parent != user_folder().resolve():
        print(f"To play it, put it into {user_folder()}, or name its folder in {USER_FOLDER}.")
    return 0
