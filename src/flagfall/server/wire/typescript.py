"""TypeScript types written from the structs of the wire, so that client and server cannot disagree.

``python -m flagfall.server.wire.typescript web/src/wire.ts`` writes the file, ``--check`` says whether it is
up to date.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect as kinds

from flagfall.core import AnyGame
from flagfall.core import options as core_options
from flagfall.server.wire import (
    friends,
    game_search,
    messages,
    moderation,
    notices,
    people,
    saved_analyses,
    tables,
    tournaments,
)
from flagfall.server.wire.families import families
from flagfall.server.wire.learning import progress

HEADER = """// Written by `python -m flagfall.server.wire.typescript`; do not edit.
/* eslint-disable */
"""

PARAMETERS = "parameters"
"""The module of what stands for type parameters."""

UNIONS: dict[str, Any] = {
    "ClockSpec": tables.ClockSpec,
    "Sitter": tables.Sitter,
    "ServerMessage": messages.ServerMessage,
    "ClientMessage": messages.ClientMessage,
    "LobbyMessage": people.LobbyMessage,
    "GameOption": core_options.Option,
    "Status": tables.Status,
    "Speed": tables.Speed,
    "OfferKind": tables.OfferKind,
    "Room": tables.Room,
    "Preset": tables.Preset,
    "Scope": people.Scope,
    "OptionValue": core_options.Value,
    "TournamentKind": tournaments.TournamentKind,
    "TournamentStatus": tournaments.TournamentStatus,
    "TournamentClock": tournaments.TournamentClock,
    "NoticeKind": notices.NoticeKind,
}
"""Names for the unions of the wire, which Python keeps as aliases; those of the families come on top."""

RENAMED = {
    "Number": "NumberOption",
    "Switch": "SwitchOption",
    "Choice": "ChoiceOption",
    "Amounts": "AmountsOption",
    "Piece": "PieceSeen",
}
"""Structs whose names mean something else in TypeScript or on the page."""


MODULES = (
    tables,
    messages,
    people,
    game_search,
    progress,
    friends,
    moderation,
    tournaments,
    notices,
    saved_analyses,
)
"""Those whose structs every family uses."""


def unions() -> dict[str, Any]:
    """The named unions: those of the wire, and of each family its actions, its events and its own."""
    found = dict(UNIONS)
    for game in families():
        name = _family(game)
        found |= {f"{name}Action": game.action_type, f"{name}Event": game.event_type}
        for module in _modules(game):
            found |= getattr(module, "UNIONS", {})
    return found


def structs() -> list[type[msgspec.Struct]]:
    """The structs of the wire in the order of their definition, with the views of the families."""
    found: list[type[msgspec.Struct]] = []
    modules = (*MODULES, *(module for game in families() for module in _modules(game)))
    for module in modules:
        found += [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, msgspec.Struct)
            and value.__module__ == module.__name__
        ]
    return [*found, *(game.view_type for game in families())]


def _family(game: AnyGame) -> str:
    """The name of a family in TypeScript: ``Hex`` for `HexGame`."""
    return type(game).__name__.removesuffix("Game")


def _modules(game: AnyGame) -> list[ModuleType]:
    return [import_module(name) for name in game.wire]


@cache
def _parameter(name: str) -> type[msgspec.Struct]:
    """Stands for a type parameter where a generic type is written."""
    return msgspec.defstruct(name, [], module=PARAMETERS)


def _open(generic: Any) -> Any:
    """A generic type with its parameters standing for themselves; any other type as it is."""
    names = [one.__name__ for one in getattr(generic, "__parameters__", ())]
    return generic[tuple(map(_parameter, names))] if names else generic


def _heading(name: str, generic: Any) -> str:
    """The name of a type with its parameters: ``Told<E>``."""
    names = [one.__name__ for one in getattr(generic, "__parameters__", ())]
    return f"{name}<{', '.join(names)}>" if names else name


class Writer:
    """Collects the declarations of all types that can be reached from some roots."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.unions: dict[str, str] = {}
        self.named = unions()
        self.unions = {
            self.plain(kinds.type_info(_open(union))): _heading(name, union)
            for name, union in self.named.items()
        }

    def plain(self, info: kinds.Type) -> str:
        """A type in TypeScript, with unions spelt out."""
        match info:
            case kinds.Metadata(type=inner):
                return self.plain(inner)
            case kinds.AnyType() | kinds.CustomType() | kinds.RawType():
                return "unknown"
            case kinds.NoneType():
                return "null"
            case kinds.BoolType():
                return "boolean"
            case kinds.IntType() | kinds.FloatType():
                return "number"
            case kinds.StrType():
                return "string"
            case kinds.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in sorted(values, key=str))
            case kinds.TupleType(item_types=items):
                return f"[{', '.join(self.name(item) for item in items)}]"
            case kinds.NamedTupleType(fields=fields):
                return f"[{', '.join(f'{field.name}: {self.name(field.type)}' for field in fields)}]"
            case kinds.VarTupleType(item_type=item) | kinds.ListType(item_type=item):
                inner_name = self.name(item)
                return f"({inner_name})[]" if " | " in inner_name else f"{inner_name}[]"
            case kinds.DictType(value_type=value):
                return f"Record<string, {self.name(value)}>"
            case kinds.UnionType(types=types):
                return " | ".join(sorted((self.plain(one) for one in types), key=lambda t: (t == "null", t)))
            case kinds.StructType(cls=cls):
                return self.struct(cls)
        raise TypeError(f"no TypeScript for {info}")

    def struct(self, cls: Any) -> str:
        """A struct in TypeScript; a generic one with what it is applied to."""
        origin = get_origin(cls)
        if origin is not None:
            self.declare(origin)
            return f"{_name(origin)}<{', '.join(self.name(kinds.type_info(one)) for one in get_args(cls))}>"
        if cls.__module__ != PARAMETERS:
            self.declare(cls)
        return _name(cls)

    def name(self, info: kinds.Type) -> str:
        """A type in TypeScript; a union that has a name goes by it."""
        text = self.plain(info)
        if text in self.unions:
            return self.unions[text]
        if text.endswith(" | null") and text.removesuffix(" | null") in self.unions:
            return self.unions[text.removesuffix(" | null")] + " | null"
        return text

    def declare(self, cls: type[msgspec.Struct]) -> None:
        """Write the interface of a struct, and of all structs that it holds."""
        if _name(cls) in self.written:
            return
        self.written[_name(cls)] = ""  # Reserves the place, and stops at a struct that holds itself.
        info = kinds.type_info(_open(cls))
        assert isinstance(info, kinds.StructType)
        config = cls.__struct_config__
        lines = [f"/** {_first_line(cls)} */", f"export interface {_heading(_name(cls), cls)} {{"]
        if info.tag is not None:
            lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
        for field in info.fields:
            given = field.required or (not config.omit_defaults and not config.forbid_unknown_fields)
            lines.append(_fitted(f"  {field.encode_name}{'' if given else '?'}: {self.name(field.type)};"))
        lines.append("}")
        self.written[_name(cls)] = "\n".join(lines)

    def text(self, roots: Iterable[type[msgspec.Struct]]) -> str:
        """The text of ``wire.ts``."""
        # Known unions first went through `plain` while names were being collected: start clean, so that
        # every field now finds them by name.
        self.written = {}
        for root in roots:
            self.declare(root)
        parts = [HEADER, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
        for name, union in self.named.items():
            text = self.plain(kinds.type_info(_open(union)))
            parts.append(_fitted(f"export type {_heading(name, union)} = {text};") + "\n")
        parts += [declaration + "\n" for declaration in self.written.values()]
        return "\n".join(parts)


WIDTH = 120
"""The longest line of the client's sources."""


def _fitted(line: str) -> str:
    """A declaration as it is, or with a line for each type of its union where it is too long."""
    if len(line) <= WIDTH:
        return line
    name, sign, union = re.split(r"((?: =|:)) ", line.removesuffix(";"), maxsplit=1)
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    inner = re.fullmatch(r"\((.*)\)\[\]", union)
    types = "".join(f"\n{indent}| {one}" for one in (inner[1] if inner else union).split(" | "))
    return f"{name}{sign} ({types}\n{indent[2:]})[];" if inner else f"{name}{sign}{types};"


@cache
def _prefixes() -> dict[str, str]:
    """The package of each family whose types get a prefix: families have moves, pieces and ends alike."""
    return {type(game).__module__.rpartition(".")[0]: game.prefix.title() for game in families()}


def _name(cls: type) -> str:
    for package, prefix in _prefixes().items():
        if prefix and cls.__module__.startswith(package) and not cls.__name__.startswith(prefix):
            return f"{prefix}{cls.__name__}"
    return RENAMED.get(cls.__name__, cls.__name__)


def _first_line(cls: type) -> str:
    return (inspect.getdoc(cls) or cls.__name__).splitlines()[0].replace("*/", "")


def typescript() -> str:
    """The TypeScript file of the wire."""
    return Writer().text(structs())


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file; 1 if the check finds it out of date."""
    parser = argparse.ArgumentParser(prog="python -m flagfall.server.wire.typescript", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=Path("web/src/wire.ts"))
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    given = parser.parse_args(arguments)
    text = typescript()
    if given.check:
        if given.file.is_file() and given.file.read_text(encoding="utf-8") == text:
            return 0
        sys.stderr.write(
            f"{given.file} is out of date: python -m flagfall.server.wire.typescript {given.file}\n"
        )
        return 1
    given.file.parent.mkdir(parents=True, exist_ok=True)
    given.file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
