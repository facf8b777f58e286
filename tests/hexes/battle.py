"""Tiny battles for the tests: a map in a few tokens, units with round numbers, dice made to order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from flagfall.core import chance
from flagfall.core.presentation import Words
from flagfall.core.protocol import Step
from flagfall.hexes.events import Frame
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.map_generator import Generator
from flagfall.hexes.maps.map_text import Map, read_map
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scenarios.scenario import Entry, Scenario, ScenarioSide
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import Piece
from flagfall.hexes.units.sheets import Mode, Roster, Sheet, Source, Team

PLAIN = "\n".join(["0. " * 9] * 9)
"""Nine by nine hexes of clear ground."""


def words(text: str) -> Words:
    return {"en": text}


def mode(name: str = "robot", **stats: Any) -> Mode:
    """A mode of Strength 5, Speed 6, Firepower 5, Height 2."""
    values: dict[str, Any] = {
        "kind": "robot",
        "strength": 5,
        "speed": 6,
        "firepower": 5,
        "height": 2,
        "abilities": (),
        "attributes": (),
        **stats,
    }
    return Mode(name=name, **values)


def sheet(id: str, *modes: Mode, end: int = 6, ski: int = 6, **more: Any) -> Sheet:
    """A unit of Endurance 6 and Skill 6."""
    return Sheet(
        id=id,
        name=id.title(),
        function="Tester",
        faction=more.pop("faction", "autobot"),
        group="test",
        endurance=end,
        skill=ski,
        modes=modes or (mode(),),
        source=Source("decision", "high"),
        **more,
    )


class On:
    """A unit on the map: ``On(sheet, "0305", "NE", mode=1)``; without a hex it has to be deployed."""

    def __init__(self, sheet: Sheet, at: str | None = None, facing: str = "N", **more: Any) -> None:
        self.sheet = sheet
        self.at = at
        self.facing = facing
        self.mode = more.pop("mode", 0)
        self.entry = more.pop("entry", {})
        self.changes = more
        self.id = self.entry.get("id") or sheet.id


def battle(
    red: Iterable[On],
    blue: Iterable[On] = (),
    map: str = PLAIN,
    *,
    more: Iterable[Sheet] = (),
    teams: Iterable[Team] = (),
    seed: int = 1,
    victory: tuple[Any, ...] | None = None,
    limit: Any = None,
    mercenaries: Iterable[On] = (),
    side: tuple[dict[str, Any], dict[str, Any]] = ({}, {}),
    **options: Any,
) -> HexState:
    """A battle in which every unit with a hex is placed, and the first unit of red has its turn."""
    # A side without units has lost, so an empty one waits for a unit that never comes.
    nobody = On(sheet("nobody"), entry={"round": 99})
    sides = [list(red), list(blue) or [nobody], list(mercenaries)]
    sheets = {on.sheet.id: on.sheet for units in sides for on in units} | {one.id: one for one in more}
    roster = Roster(sheets.values(), teams)
    entries = [
        tuple(
            Entry(unit=on.sheet.id, at=on.at, facing=on.facing, mode=on.sheet.modes[on.mode].name, **on.entry)
            for on in units
        )
        for units in sides
    ]
    found = read_map(map, "test")
    scenario = Scenario(
        id="test",
        title=words("Test"),
        text=words("Test"),
        map="test",
        sides=(
            ScenarioSide(
                **{"id": "red", "faction": "autobot", "name": words("Red"), "units": entries[0], **side[0]}
            ),
            ScenarioSide(
                **{
                    "id": "blue",
                    "faction": "decepticon",
                    "name": words("Blue"),
                    "units": entries[1],
                    **side[1],
                }
            ),
        ),
        mercenaries=entries[2],
        limit=limit,
        **({} if victory is None else {"victory": victory}),
    )
    state = HexGame(scenario, roster, found).new(seed=seed, **options)
    for units in sides:
        for on in units:
            if on.changes:
                state = put(state, on.id, **on.changes)
    return turn(state, sides[0][0].id) if state.phase == "play" and sides[0] else state


def board(text: str) -> Map:
    return read_map(text, "test")


def number(state: HexState, key: str) -> int:
    return next(n for n, piece in enumerate(state.pieces) if piece.key == key)


def piece(state: HexState, key: str) -> Piece:
    return state.pieces[number(state, key)]


def where(state: HexState, key: str) -> str:
    """The hex of a unit as it is shown, with its facing."""
    found = piece(state, key)
    return f"{state.board.label(found.hex)} {['N', 'NE', 'SE', 'S', 'SW', 'NW'][found.facing]}"


def put(state: HexState, key: str, **changes: Any) -> HexState:
    """The state with a unit changed; ``hex`` may be a label, ``carrier`` and ``controller`` a name."""
    for name in ("carrier", "controller"):
        if isinstance(changes.get(name), str):
            changes[name] = number(state, changes[name])
    if isinstance(changes.get("hex"), str):
        changes["hex"] = state.board.map.hex(changes["hex"])
    if changes.get("carrier", -1) >= 0:
        changes["hex"] = -1
    pieces = list(state.pieces)
    pieces[number(state, key)] = msgspec.structs.replace(piece(state, key), **changes)
    new = state.copy()
    new.pieces = tuple(pieces)
    return new


def turn(state: HexState, key: str, left: int = 2, *, last: bool = False) -> HexState:
    """The state in which a unit has its turn; ``last``: no card is left after it."""
    new = state.copy()
    unit = number(state, key)
    new.stack = (Frame(unit, left),)
    new.card = unit
    new.dice = 0
    play = [n for n, one in enumerate(state.pieces) if one.status == "play" and n != unit]
    new.pile = () if last else tuple(play)
    return new


def dice(state: HexState, *rolls: tuple[str, int]) -> HexState:
    """The state with a seed whose next dice show what is wanted, purpose by purpose."""
    new = state.copy()
    for seed in range(2_000_000):
        if all(
            chance.d10(seed, state.round, state.card, purpose, state.dice + n) == value
            for n, (purpose, value) in enumerate(rolls)
        ):
            new.seed = seed
            return new
    raise AssertionError("no seed shows these dice")


def do(state: HexState, text: str) -> Step:
    """What an action of the seat in turn leads to."""
    return state.apply(state.to_move, state.game.action(text))


def after(state: HexState, *texts: str) -> HexState:
    """The state after some actions, each by the seat in turn."""
    for text in texts:
        state = do(state, text).state
    return state


def rolls(step: Step) -> list[tuple[str, int]]:
    return [(event.purpose, event.value) for event in step.events if type(event).__name__ == "Rolled"]


def told(step: Step, kind: str) -> list[Any]:
    return [event for event in step.events if type(event).__name__ == kind]


def legal(state: HexState, verb: str) -> set[str]:
    """The legal actions that begin with a word."""
    return {str(action) for action in state.legal(state.to_move) if str(action).split()[0] == verb}


def field(state: HexState) -> Field:
    return state.field()


def generator(**more: Any) -> Generator:
    return Generator(**more)


def able(*names: str, **stats: Any) -> Sheet:
    """The unit red with some abilities."""
    return sheet("red", mode(abilities=names, **stats))


def tile(cell: str, at: tuple[int, int] = (4, 3)) -> str:
    """Nine by nine clear hexes but for one, by default 0504."""
    rows = [["0."] * 9 for _ in range(9)]
    rows[at[1]][at[0]] = cell
    return "\n".join(" ".join(row) for row in rows)


AT = 3 * 9 + 4
"""The hex 0504."""
