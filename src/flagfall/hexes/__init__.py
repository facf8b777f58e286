"""The hex tactics game of transforming robots: board, sight, movement, combat; units and maps as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flagfall.hexes.game import HexGame


def announce() -> None:
    """Make every scenario known to the registry; its file is read when the game is first asked for."""
    from functools import partial

    from flagfall.core.registry import register
    from flagfall.hexes.data_files import folders, names

    for id in sorted(names("scenarios", *folders())):
        register(id, partial(scenario_game, id))


def scenario_game(id: str) -> HexGame:
    """The game of a scenario, by its id."""
    from flagfall.hexes.game import HexGame
    from flagfall.hexes.maps.map_files import map_named
    from flagfall.hexes.scenarios.scenario_files import scenario
    from flagfall.hexes.units.unit_files import roster

    found = scenario(id)
    return HexGame(found, roster(), map_named(found.map) if found.map is not None else None)


def bundle_game(text: str) -> HexGame:
    """The game of an uploaded scenario; `BadData` lists what is wrong with its files."""
    from flagfall.hexes.game import HexGame
    from flagfall.hexes.scenarios.bundle import read_bundle

    return HexGame(*read_bundle(text))
