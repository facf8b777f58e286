"""The field as a view shows it: for all who may not look at a State (bots, hints, pictures)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.hexes.field import Field

if TYPE_CHECKING:
    from flagfall.hexes.game import HexGame
    from flagfall.hexes.view import HexView


def seen(game: HexGame, view: HexView) -> Field:
    """Board, units and smoke as the seat of a view knows them: what `sight`, `to_hit`, `reach` ask."""
    changes = dict(view.changes)
    return Field(
        game.board(view.map_seed).changed(changes),
        game.roster,
        view.options,
        view.pieces,
        changes,
        frozenset(mark.hex for mark in view.smoke),
        frozenset(view.fires),
    )
