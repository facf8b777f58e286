"""Where units, maps and scenarios lie: those that come with the package, and the folders of the user.

A user's folder has ``units/*.toml``, ``maps/*.txt`` and ``scenarios/*.toml``, each optional. The environment
variable ``FLAGFALL_HEX_DATA`` names one folder or several, separated as in ``PATH``. A later
folder replaces what an earlier one has under the same id.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from flagfall.core.errors import BadData, Complaint, Fault, complaint
from flagfall.core.toml import Toml

FOLDER_VARIABLE: Final = "FLAGFALL_HEX_DATA"
SUFFIX: Final = {"units": ".toml", "maps": ".txt", "scenarios": ".toml"}

T = TypeVar("T")
_PATH = re.compile(r" - at `\$([^`]*)`$")


class DataFile(NamedTuple):
    """One data file: the folder it is from, its name in errors, its stem and its text."""

    folder: int
    file: str
    stem: str
    text: str


def folders(*more: Path | str) -> tuple[Path, ...]:
    """The folders that are read, in order: the package's own, those of the environment, and ``more``."""
    own = Path(str(files("flagfall.hexes"))) / "data"
    named = [Path(part) for part in os.environ.get(FOLDER_VARIABLE, "").split(os.pathsep) if part]
    where = (own, *named, *(Path(part) for part in more))
    absent = [Fault(str(path), 0, "", complaint("file.no-folder")) for path in where if not path.is_dir()]
    if absent:
        raise BadData(absent)
    return where


def names(kind: str, *where: Path) -> dict[str, tuple[int, Path]]:
    """The files of a kind (``units``, ``maps``, ``scenarios``) by stem; a later folder's wins."""
    found: dict[str, tuple[int, Path]] = {}
    for number, folder in enumerate(where or folders()):
        for path in sorted((folder / kind).glob(f"*{SUFFIX[kind]}")):
            found[path.stem] = number, path
    return found


def read(number: int, path: Path) -> DataFile:
    """The text of a file, named in errors as the user knows it."""
    shown = f"{path.parent.name}/{path.name}" if number == 0 else str(path)
    try:
        return DataFile(number, shown, path.stem, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadData([Fault(shown, 0, "", complaint("file.unreadable", error=str(error)))]) from None


def near(word: str, known: Sequence[str]) -> str:
    """The known word that may have been meant, or nothing."""
    return next(iter(difflib.get_close_matches(word, known, n=1)), "")


def convert(doc: Toml, wanted: type[T], data: Any, *path: str | int) -> T | Fault:
    """The part of a document as a struct, or the first thing that is wrong with it, with its line."""
    try:
        return msgspec.convert(data, wanted)
    except msgspec.ValidationError as error:
        text = str(error)
        match = _PATH.search(text)
        inside = [
            int(part) if part.isdecimal() else part
            for part in re.findall(r"[\w-]+", match.group(1) if match else "")
            if part != "..."
        ]
        reason = _PATH.sub("", text)
        return doc.fault(_plain(reason), *path, *inside)


_KINDS = {
    "bool": complaint("field.switch"),
    "int": complaint("field.whole"),
    "float": complaint("field.number"),
    "str": complaint("field.text"),
    "array": complaint("field.list"),
    "object": complaint("field.table"),
}
"""The complaint for each kind of value that the decoder may have wanted."""


def _plain(said: str) -> Complaint:
    """A sentence of the decoder in plain words."""
    if found := re.fullmatch(r"Object missing required field `(.*)`", said):
        return complaint("field.lacks", field=found[1])
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", said):
        return complaint("field.none", field=found[1])
    if found := re.fullmatch(r"Expected `(.*?)(?: \| null)?`, got `(.*)`", said):
        return _KINDS.get(found[1]) or complaint("field.type", wanted=found[1], given=found[2])
    if found := re.fullmatch(r"Invalid (?:enum )?value (.*)", said):
        return complaint("field.value", value=found[1])
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", said):
        return complaint("field.length", wanted=found[1], given=found[2])
    return complaint("field.other", said=said[0].lower() + said[1:])
