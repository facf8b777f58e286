"""The hex tactics game of transforming robots: board, sight, movement, combat; units and maps as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from flagfall.hexes.game import HexGame


def announce() -> None:
    """Make every scenario known to the registry; its file is read when the game is first asked for."""
    from functools import partial

    from flagfall.core.registry import register, register_reader
    from flagfall.hexes.data_files import PACKAGE, folders, names

    register_reader(is_bundle_text, lambda id, text: bundle_game(text))
    for id in sorted(names("scenarios", *folders())):
        register(id, partial(scenario_game, id))
    for id in sorted(names("missions", PACKAGE)):
        register(id, partial(mission_game, id), listed=False)


def scenario_game(id: str, *more: Path) -> HexGame:
    """The game of a scenario, by its id; with folders of data besides the usual."""
    from functools import partial

    from flagfall.hexes.data_files import EARLIER, folders, names
    from flagfall.hexes.game import HexGame
    from flagfall.hexes.options import OLD_DATA
    from flagfall.hexes.scenarios.scenario_files import whole_scenario

    found = whole_scenario(id, *more)
    game = HexGame(found.scenario, found.units, found.map)
    game.arena_prices = EARLIER[OLD_DATA] not in more
    if not set(EARLIER.values()) & set(more):
        game.earlier = {
            last: partial(scenario_game, id, *more, folder)
            for last, folder in EARLIER.items()
            if id in names("scenarios", *folders(folder))
        }
    return game


def mission_game(id: str) -> HexGame:
    """The game of a mission, by its id."""
    from flagfall.hexes.missions.mission_files import mission_game

    return mission_game(id)


def is_bundle_text(text: str) -> bool:
    """Whether a text is that of an uploaded scenario, with its map and units: JSON."""
    return text.startswith("{")


def bundle_game(text: str, *more: Path) -> HexGame:
    """The game of an uploaded scenario; `BadData` lists what is wrong with its files."""
    from functools import partial

    from flagfall.hexes.data_files import EARLIER
    from flagfall.hexes.game import HexGame
    from flagfall.hexes.options import OLD_DATA
    from flagfall.hexes.scenarios.bundle import read_bundle

    game = HexGame(*read_bundle(text, *more))
    game.arena_prices = EARLIER[OLD_DATA] not in more
    if not set(EARLIER.values()) & set(more):
        game.earlier = {last: partial(bundle_game, text, folder) for last, folder in EARLIER.items()}
    return game
