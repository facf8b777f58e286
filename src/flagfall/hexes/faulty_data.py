"""Data with faulty fields, completed so far that the rest of it can be checked in the same run.

A faulty field is left out, or has a stand-in where nothing goes without it. What a check then says of a
stand-in, or of anything that may only look wrong because of one, is no fault of the file and is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from types import UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from flagfall.core.errors import Fault
from flagfall.core.toml import field_name
from flagfall.hexes.data_files import one_type

STAND_IN: Final = "?"
"""The text of a field that has none of its own; no unit, side or zone can be called so."""

S = TypeVar("S", bound=msgspec.Struct)
Path = tuple[str | int, ...]


class StandIns:
    """Which fields of a document were left out or have a stand-in."""

    def __init__(self) -> None:
        self.fields: set[str] = set()
        """Their names as faults have them: ``sides[1].zone``."""

    def add(self, *path: str | int) -> None:
        """Note a field."""
        self.fields.add(field_name(*path))

    def real(self, faults: Iterable[Fault], needs: Mapping[str, Set[str]]) -> Iterator[Fault]:
        """The faults that do not come from stand-ins.

        ``needs`` says which fields a complaint rests on beside its own, without the numbers of items:
        ``sides.zone``. It goes by the code of the complaint, or by code and field where only that does.
        """
        places = {_place(field) for field in self.fields}
        for fault in faults:
            code = fault.complaint.code
            rests = {*needs.get(code, ()), *needs.get(f"{code} {_place(fault.field)}", ())}
            around = {place for field in rests for place in _around(field)}
            if not _around(fault.field) & self.fields and not around & places:
                yield fault


def _place(field: str) -> str:
    """The name of a field without the numbers of items."""
    return re.sub(r"\[\d+\]", "", field)


def _around(field: str) -> set[str]:
    """A field, and each table and list around it."""
    return {field, *(field[:at] for at, sign in enumerate(field) if sign in ".[")}


def with_stand_ins(wanted: type[S], data: object, found: StandIns, *path: str | int) -> S | None:
    """A struct of the data with stand-ins for what is faulty; None if even that does not help."""
    try:
        return msgspec.convert(_value(wanted, data, found, path), wanted)
    except msgspec.ValidationError:
        found.add(*path)
        return None


def _value(wanted: Any, data: object, found: StandIns, path: Path) -> Any:
    """The data as the type wants them."""
    wanted = one_type(wanted, data)
    args = get_args(wanted)
    if _is_struct(wanted) and isinstance(data, dict):
        return _table(wanted, data, found, path)
    if get_origin(wanted) is tuple and isinstance(data, list):
        if args[1:] == (...,):
            items = (_item(args[0], one, found, (*path, index)) for index, one in enumerate(data))
            return [one for one in items if one is not None]
        if len(data) != len(args):
            found.add(*path, max(len(data), len(args)))
        given = [*data, *[None] * len(args)]
        return [_item(kind, given[index], found, (*path, index)) for index, kind in enumerate(args)]
    if get_origin(wanted) is dict and isinstance(data, dict):
        kept = {}
        for name, one in data.items():
            if _fits(one, args[1]):
                kept[name] = one
            else:
                found.add(*path, name)
        return kept
    return data


def _table(
    wanted: type[msgspec.Struct], data: dict[str, object], found: StandIns, path: Path
) -> dict[str, object]:
    types, config = get_type_hints(wanted), wanted.__struct_config__
    kept: dict[str, object] = {config.tag_field: config.tag} if config.tag_field else {}
    for field in msgspec.structs.fields(wanted):
        name, kind = field.encode_name, types[field.name]
        if name in data:
            value = _value(kind, data[name], found, (*path, name))
            if _fits(value, kind):
                kept[name] = value
                continue
            found.add(*path, name)
        elif field.required:
            found.add(*path, name)
        if field.required:
            kept[name] = _stand_in(kind)
    return kept


def _item(wanted: Any, data: object, found: StandIns, path: Path) -> Any:
    """An item of a list, or None for a word that is not among those it may be."""
    value = _value(wanted, data, found, path)
    if _fits(value, wanted):
        return value
    found.add(*path)
    return None if get_origin(wanted) is Literal else _stand_in(wanted)


def _stand_in(wanted: Any) -> Any:
    """Something that a type takes."""
    args = [one for one in get_args(wanted) if one is not type(None)]
    if get_origin(wanted) in (Union, UnionType):
        return _stand_in(args[0])
    if get_origin(wanted) is Literal:
        return args[0]
    if get_origin(wanted) is tuple:
        return [] if args[1:] == [...] else [_stand_in(kind) for kind in args]
    if get_origin(wanted) is dict:
        return {}
    if _is_struct(wanted):
        return _table(wanted, {}, StandIns(), ())
    return STAND_IN if wanted is str else 1 if wanted is int else False


def _is_struct(wanted: object) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)


def _fits(value: object, wanted: object) -> bool:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        return False
    return True
