"""Where units, maps and scenarios lie: those that come with the package, and the folders of the user.

A user's folder has ``units/*.toml``, ``maps/*.txt`` and ``scenarios/*.toml``, each optional. The environment
variable ``FLAGFALL_HEX_DATA`` names one folder or several, separated as in ``PATH``. A later
folder replaces what an earlier one has under the same id.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from importlib.resources import files
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from flagfall.core.errors import BadData, Complaint, Fault, complaint
from flagfall.core.toml import Toml

PACKAGE: Final = Path(str(files("flagfall.hexes"))) / "data"
"""The data that come with the program."""
EARLIER: Final[Mapping[int, Path]] = {last: PACKAGE / f"revision-{last}" for last in (3, 4)}
"""What older games go on with, by the last revision that was played with it (HX-CONV-8). Never changed.

The first folder is whole; another has only the files that were changed after its revision.
"""
FOLDER_VARIABLE: Final = "FLAGFALL_HEX_DATA"
SUFFIX: Final = {"units": ".toml", "maps": ".txt", "scenarios": ".toml", "missions": ".toml"}

T = TypeVar("T")
_PATH = re.compile(r" - at `\$([^`]*)`$")
_VALUE = re.compile(r"Invalid (?:enum )?value (.*)")


class DataFile(NamedTuple):
    """One data file: the folder it is from, its name in errors, its stem and its text."""

    folder: int
    file: str
    stem: str
    text: str


def folders(*more: Path | str) -> tuple[Path, ...]:
    """The folders that are read, in order: the package's own, those of the environment, and ``more``.

    One of `EARLIER` among them makes the package's own those of its revision.
    """
    first, *later = EARLIER
    asked = next((last for last, path in EARLIER.items() if path in more), None)
    own = [EARLIER[first]] if asked == first else [PACKAGE]
    if asked in later:
        own += [EARLIER[last] for last in reversed(later) if last >= asked]
    named = [Path(part) for part in os.environ.get(FOLDER_VARIABLE, "").split(os.pathsep) if part]
    where = (*own, *named, *(Path(part) for part in more if part not in EARLIER.values()))
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
        raise BadData(
            [
                Fault(
                    shown,
                    0,
                    "",
                    complaint("file.unreadable", error=getattr(error, "strerror", None) or str(error)),
                )
            ]
        ) from None


def near(word: str, known: Sequence[str]) -> str:
    """The known word that may have been meant, or nothing."""
    return next(iter(difflib.get_close_matches(word, known, n=1)), "")


def convert(doc: Toml, wanted: type[T], data: object, *path: str | int) -> T | list[Fault]:
    """The part of a document as a struct, or all that is wrong with its fields, with their lines."""
    try:
        return msgspec.convert(data, wanted)
    except msgspec.ValidationError as error:
        return list(_struct_faults(doc, wanted, data, *path)) or [_first_fault(doc, error, *path)]


def one_type(wanted: Any, data: Any) -> Any:
    """The type that is meant by one that leaves a choice: without None, and by the tag that the data have."""
    if get_origin(wanted) not in (Union, UnionType):
        return wanted
    options = [one for one in get_args(wanted) if one is not type(None)]
    if len(options) == 1:
        return options[0]
    for option in options if isinstance(data, dict) else ():
        config = getattr(option, "__struct_config__", None)
        if config is not None and config.tag is not None and data.get(config.tag_field) == config.tag:
            return option
    return wanted


def _struct_faults(doc: Toml, wanted: Any, data: object, *path: str | int) -> Iterator[Fault]:
    """What is wrong with each field of a struct or each item of a list; of anything else the first fault."""
    wanted = one_type(wanted, data)
    args = get_args(wanted)
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct) and isinstance(data, dict):
        fields, types = msgspec.structs.fields(wanted), get_type_hints(wanted)
        known = {wanted.__struct_config__.tag_field, *(field.encode_name for field in fields)}
        for name in sorted(data.keys() - known):
            yield doc.fault(complaint("field.none", field=name), *path, name)
        for field in fields:
            if field.encode_name in data:
                inside = data[field.encode_name]
                yield from _struct_faults(doc, types[field.name], inside, *path, field.encode_name)
            elif field.required:
                yield doc.fault(complaint("field.lacks", field=field.encode_name), *path)
        return
    if get_origin(wanted) is tuple and isinstance(data, list):
        kinds = args[:1] * len(data) if args[1:] == (...,) else args
        if len(data) != len(kinds):
            yield doc.fault(complaint("field.length", wanted=len(kinds), given=len(data)), *path)
        for index, (kind, item) in enumerate(zip(kinds, data, strict=False)):
            yield from _struct_faults(doc, kind, item, *path, index)
        return
    if get_origin(wanted) is dict and isinstance(data, dict):
        for name, item in data.items():
            yield from _struct_faults(doc, args[1], item, *path, name)
        return
    try:
        msgspec.convert(data, wanted)
    except msgspec.ValidationError as error:
        taken, fault = _choices(wanted), _first_fault(doc, error, *path)
        if taken and (found := _VALUE.fullmatch(_PATH.sub("", str(error)))):
            told = complaint("option.choice", values=", ".join(taken), value=found[1])
            fault = fault._replace(complaint=told)
        yield fault


def _choices(wanted: Any) -> list[str]:
    """The words that a type takes, if it takes only some."""
    if get_origin(wanted) is Literal:
        return [str(one) for one in get_args(wanted)]
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return [str(one.value) for one in wanted]
    tags = [getattr(one, "__struct_config__", None) for one in get_args(wanted)]
    return [str(one.tag) for one in tags if one is not None and one.tag is not None]


def _first_fault(doc: Toml, error: msgspec.ValidationError, *path: str | int) -> Fault:
    text = str(error)
    match = _PATH.search(text)
    inside = [
        int(part) if part.isdecimal() else part
        for part in re.findall(r"[\w-]+", match.group(1) if match else "")
        if part != "..."
    ]
    return doc.fault(_plain(_PATH.sub("", text)), *path, *inside)


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
    if found := _VALUE.fullmatch(said):
        return complaint("field.value", value=found[1])
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", said):
        return complaint("field.length", wanted=found[1], given=found[2])
    return complaint("field.other", said=said[0].lower() + said[1:])
