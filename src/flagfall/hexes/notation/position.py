"""The whole truth of a game as text: one line a field, one line a unit."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from flagfall.core.errors import BadText
from flagfall.core.options import NO_AMOUNTS
from flagfall.hexes.notation.position_faults import position_faults
from flagfall.hexes.notation.position_fields import PositionFields
from flagfall.hexes.options import FIRST
from flagfall.hexes.position import HexPosition
from flagfall.hexes.scenarios.loaded import LoadedScenario

HEAD = "flagfall hexes 1"
LATER: Final = {"damage_offset": 0, "revision": FIRST, "start_damage": NO_AMOUNTS}
"""Options that came later, with the value that is not written: digests of older games stay (HX-CONV-7)."""


def write_position(state: HexPosition) -> str:
    """The text of a state."""
    encode = msgspec.json.encode
    lines = [HEAD, f"game {state.game.id}"]
    for name in PositionFields.__struct_fields__:
        value = getattr(state, name)
        if name == "changes":
            value = sorted(value.items())
        if name == "options":
            value = {option: known for option, known in asdict(value).items() if LATER.get(option) != known}
        if name == "pieces":
            lines += [f"unit {encode(piece).decode()}" for piece in value]
        else:
            lines.append(f"{name} {encode(value).decode()}")
    return "\n".join(lines) + "\n"


def read_position(game: LoadedScenario, text: str) -> dict[str, Any]:
    """The content of the position that a text describes; `BadText` names the line at fault."""
    values: dict[str, object] = {}
    units: list[object] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if number == 1:
            if line.strip() != HEAD:
                raise BadText(f"a position begins with {HEAD!r}", line=1)
            continue
        name, _, rest = line.partition(" ")
        if not line.strip():
            continue
        if name == "game":
            if rest.strip() != game.id:
                raise BadText(f"a position of {rest.strip()}, not of {game.id}", line=number, column=6)
            continue
        if name != "unit" and (name not in PositionFields.__struct_fields__ or name in values):
            raise BadText(f"{name!r} is no field, or there twice", line=number)
        try:
            value = msgspec.json.decode(rest)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadText(str(error), line=number, column=len(name) + 2) from None
        lines[f"unit {len(units)}" if name == "unit" else name] = number
        if name == "unit":
            units.append(value)
        else:
            values[name] = value
    values["pieces"] = units
    try:
        truth = msgspec.convert(values, PositionFields)
    except msgspec.ValidationError as error:
        raise BadText(f"the fields do not fit: {error}", line=1) from None
    for name, reason in position_faults(game.under(truth.options.revision), truth):
        raise BadText(f"{name}: {reason}", line=lines.get(name, 1))
    content = {name: getattr(truth, name) for name in PositionFields.__struct_fields__}
    content["changes"] = dict(truth.changes)
    return content
