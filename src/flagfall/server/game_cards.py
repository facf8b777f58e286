"""Games as clients are shown them; without a database, so that other processes can use it too."""

from __future__ import annotations

from flagfall.core import AnyGame
from flagfall.server.wire.people import ArmyCard, GameCard


def card(game: AnyGame, own: bool = False) -> GameCard:
    """A game as the gallery shows it."""
    shown = game.presentation
    first, second = (
        ArmyCard(side.id, side.names, side.colour, side.size, side.faces) for side in shown.sides
    )
    return GameCard(
        game.id,
        game.family,
        shown.names,
        shown.summary,
        shown.theme,
        shown.width,
        shown.height,
        (first, second),
        shown.powers,
        shown.modes,
        own,
        shown.series or shown.theme,
    )
