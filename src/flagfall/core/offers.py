"""Many legal actions in few words: products of short lists, which anybody can multiply out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from typing import TypeAlias, get_args

import msgspec

from flagfall.core.protocol import Action, OfferedActions

Row: TypeAlias = tuple[tuple[str | int, ...], ...]
"""For each field of a kind of action, what it may be."""


def factored(actions: Iterable[Action]) -> list[OfferedActions]:
    """Different actions as offers: together they are all of them, each once."""
    rows: dict[type[Action], list[Row]] = {}
    for action in actions:
        row = tuple((getattr(action, name),) for name in action.__struct_fields__)
        rows.setdefault(type(action), []).append(row)
    return [
        OfferedActions(str(kind.__struct_config__.tag), _named(kind, row))
        for kind, listed in rows.items()
        for row in _merged(listed, len(kind.__struct_fields__))
    ]


def _merged(rows: list[Row], width: int) -> list[Row]:
    """Products that are the same but for one list become one with the longer list; the last list first."""
    for place in reversed(range(width)):
        found: dict[Row, tuple[str | int, ...]] = {}
        for row in rows:
            rest = row[:place] + row[place + 1 :]
            found[rest] = found.get(rest, ()) + row[place]
        rows = [(*rest[:place], values, *rest[place:]) for rest, values in found.items()]
    return rows


def _named(kind: type[Action], row: Row) -> dict[str, tuple[str | int, ...]]:
    """The lists by the names of the fields, less those that leave a field as it is anyway."""
    fields = msgspec.structs.fields(kind)
    return {
        field.name: values for field, values in zip(fields, row, strict=True) if values != (field.default,)
    }


def multiplied(offers: Iterable[OfferedActions], action_type: object) -> list[Action]:
    """The actions of offers, in order: of each the last list runs fastest. ``action_type`` is the game's."""
    kinds = _kinds(action_type)
    found: list[Action] = []
    for offer in offers:
        kind, names = kinds[offer.kind], tuple(offer.fields)
        if names == kind.__struct_fields__[: len(names)]:
            found += [kind(*values) for values in product(*offer.fields.values())]
        else:
            found += [
                kind(**dict(zip(names, values, strict=True))) for values in product(*offer.fields.values())
            ]
    return found


@cache
def _kinds(action_type: object) -> Mapping[str, type[Action]]:
    """The types of a union of actions by their tags."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(action_type) or (action_type,)}
