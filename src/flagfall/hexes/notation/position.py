"""The whole truth of a game as text: one line a field, one line a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from flagfall.core.errors import BadText
from flagfall.core.outcome import Outcome
from flagfall.hexes.events import Frame, Rolled, Smoke
from flagfall.hexes.maps.terrain import Cell
from flagfall.hexes.notation.position_faults import position_faults
from flagfall.hexes.options import Options
from flagfall.hexes.units.pieces import Piece

if TYPE_CHECKING:
    from flagfall.hexes.game import HexGame
    from flagfall.hexes.state import HexState

HEAD = "flagfall hexes 1"


class Truth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a state but for its game and board, in the order of the text."""

    seed: int
    map_seed: int
    options: Options
    phase: str
    round: int
    card: int
    dice: int
    pile: tuple[int, ...]
    stack: tuple[Frame, ...]
    used: tuple[str, ...]
    chains: tuple[tuple[int, ...], ...]
    holds: tuple[int, ...]
    deploying: int
    musters: tuple[tuple[str, ...] | None, ...]
    opening: tuple[Rolled, ...]
    changes: tuple[tuple[int, Cell], ...]
    smoke: tuple[Smoke, ...]
    fires: tuple[int, ...]
    wind: int
    result: Outcome | None
    pieces: tuple[Piece, ...]


def write_position(state: HexState) -> str:
    """The text of a state."""
    encode = msgspec.json.encode
    lines = [HEAD, f"game {state.game.id}"]
    for name in Truth.__struct_fields__:
        value = getattr(state, name)
        if name == "changes":
            value = sorted(value.items())
        if name == "pieces":
            lines += [f"unit {encode(piece).decode()}" for piece in value]
        else:
            lines.append(f"{name} {encode(value).decode()}")
    return "\n".join(lines) + "\n"


def read_position(game: HexGame, text: str) -> HexState:
    """The state of a text; `BadText` names the line that cannot be read, or that no game could have."""
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
        if name != "unit" and (name not in Truth.__struct_fields__ or name in values):
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
        truth = msgspec.convert(values, Truth)
    except msgspec.ValidationError as error:
        raise BadText(f"the fields do not fit: {error}", line=1) from None
    for name, reason in position_faults(game, truth):
        raise BadText(f"{name}: {reason}", line=lines.get(name, 1))
    content = {name: getattr(truth, name) for name in Truth.__struct_fields__}
    content["changes"] = dict(truth.changes)
    return game.state(**content)
