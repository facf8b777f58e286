"""Flagfall: play, study and simulate games of hidden information.

``games()`` lists what can be played, ``game(id)`` gives one of them:

    >>> import flagfall
    >>> original = flagfall.game("original")
    >>> state = original.new(seed=7)
"""

from flagfall.core import (
    FULL,
    PUBLIC,
    Action,
    Decision,
    Event,
    Game,
    IllegalAction,
    Outcome,
    State,
    Step,
    View,
    game,
    games,
    hears,
)

__version__ = "0.2.0"

__all__ = [
    "FULL",
    "PUBLIC",
    "Action",
    "Decision",
    "Event",
    "Game",
    "IllegalAction",
    "Outcome",
    "State",
    "Step",
    "View",
    "__version__",
    "game",
    "games",
    "hears",
]
