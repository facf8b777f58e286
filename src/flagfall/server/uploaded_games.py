"""Games made from uploaded texts; without a database, so that bot processes can use it too."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from flagfall.hexes import bundle_game
from flagfall.hexes.game import HexGame
from flagfall.hexes.scenarios import bundle
from flagfall.ranks.edition_files import read_edition
from flagfall.ranks.game import RankGame

OwnGame: TypeAlias = RankGame | HexGame


def own_game(id: str, text: str) -> OwnGame:
    """The game of an uploaded text: an edition, or a scenario with its map and units."""
    if bundle.is_bundle(text):
        return bundle_game(text)
    return RankGame(replace(read_edition(text, id), id=id, file=""))
