"""The units of a game, made from the entries of a scenario: each with what may step out of it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TypeAlias

from msgspec.structs import replace

from flagfall.core.options import NO_AMOUNTS, Amounts, read_amounts
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.scenarios.scenario import Entry, Scenario
from flagfall.hexes.units.pieces import AWAY, RESERVE, Piece
from flagfall.hexes.units.sheets import Roster, Sheet

Force: TypeAlias = list[tuple[Entry, str, int]]
"""Entries of a scenario, each with the facing and the mode that it has at the start."""


def unique(key: str, names: Container[str]) -> str:
    """A name that is not taken: the key, or the key with a number from 2."""
    name, again = key, 1
    while name in names:
        again += 1
        name = f"{key}-{again}"
    return name


def start_damage(scenario: Scenario, roster: Roster) -> tuple[Amounts, ...]:
    """The option of damage from the start, where a scenario has it; all keep a hit point (HX-SEQ-13)."""
    if not scenario.start_damage:
        return ()
    entries = [entry for side in scenario.sides for entry in side.units if entry.unit in roster]
    most = {entry.key: (entry.heads or roster[entry.unit].hit_points) - 1 for entry in entries}
    known = {key: number for key, number in most.items() if number > 0}
    return (Amounts("start_damage", NO_AMOUNTS, known, "HX-SEQ-13"),)


def worn(pieces: list[Piece], text: str) -> list[Piece]:
    """The units with the damage that the option gives them (HX-SEQ-13)."""
    damage = read_amounts(text)
    return [
        replace(piece, hp=piece.hp - damage[piece.key]) if piece.key in damage else piece for piece in pieces
    ]


def enlist(roster: Roster, forces: Iterable[tuple[int, Force]]) -> list[Piece]:
    """The units of some forces, each with its seat, and all that they may combine into or leave behind."""
    pieces: list[Piece] = []
    names: set[str] = set()

    def add(sheet: Sheet, key: str, seat: int, **more: int | str) -> int:
        name = unique(key, names)
        names.add(name)
        number = len(pieces)
        usual = Piece(
            key=name, sheet=sheet.id, owner=seat, seat=seat, card=number, hp=sheet.hit_points, status=AWAY
        )
        pieces.append(replace(usual, **more))
        return number

    for seat, force in forces:
        for entry, facing, mode in force:
            add(
                roster[entry.unit],
                entry.key,
                seat,
                status=RESERVE,
                facing=direction(facing),
                mode=mode,
                hp=entry.heads if entry.heads is not None else roster[entry.unit].hit_points,
                waiting=entry.round if entry.round > 1 else 0,
            )
    for team in roster.teams.values():
        for seat in (0, 1):
            own = {piece.sheet for piece in pieces if piece.owner == seat}
            if own.issuperset(team.members) and team.into not in own:
                add(roster[team.into], team.into, seat)
            elif team.into in own:
                for member in team.members:
                    if member not in own:
                        add(roster[member], member, seat)
    number = 0
    while number < len(pieces):
        sheet = roster[pieces[number].sheet]
        inside = [sheet.nebulon, *(mode.nebulon for mode in sheet.modes)]
        if sheet.on_deactivate is not None:
            inside.append(sheet.on_deactivate.spawn)
        for id in dict.fromkeys(filter(None, inside)):
            add(roster[id], id, pieces[number].owner, parent=number)
        number += 1
    return pieces
