"""Games that people have uploaded, from their texts; without a database, so that bots can have them too."""

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
    """The game of an uploaded text: an edition, or a scenario with what it brings along."""
    if bundle.is_bundle(text):
        return bundle_game(text)
    return RankGame(replace(read_edition(text, id), id=id, file=""))
