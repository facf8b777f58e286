"""What the fields of the wire's structs are, from the sentences that stand below them in the source."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator

import msgspec


def structs() -> Iterator[type[msgspec.Struct]]:
    """Every struct of the package that has been imported."""
    found = list(msgspec.Struct.__subclasses__())
    for one in found:
        found += one.__subclasses__()
    yield from (one for one in dict.fromkeys(found) if one.__module__.startswith("flagfall."))


def notes(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The sentence of each field that has one, by its name in JSON; those of the parents are inherited."""
    told: dict[str, str] = {}
    for one in reversed(struct.__mro__):
        if one.__module__.startswith("flagfall."):
            told |= _own(one)
    return {
        field.encode_name: told[field.name] for field in msgspec.structs.fields(struct) if field.name in told
    }


def _own(struct: type) -> dict[str, str]:
    try:
        source = inspect.getsource(struct)
    except OSError:  # made by a call, as the parts of generic structs are
        return {}
    (defined,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(defined, ast.ClassDef)
    return {
        field.target.id: below.value.value
        for field, below in zip(defined.body, defined.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
