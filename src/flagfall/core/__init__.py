"""What every game shares: the protocol, chance, options, text errors, records and the registry."""

from flagfall.core.errors import (
    BadData,
    BadOption,
    BadText,
    Complaint,
    Fault,
    FlagfallError,
    IllegalAction,
    UnknownGame,
    Unreadable,
    complaint,
)
from flagfall.core.options import Amounts, Choice, Number, Option, Switch
from flagfall.core.outcome import Outcome
from flagfall.core.presentation import Presentation, Side
from flagfall.core.protocol import (
    FULL,
    PUBLIC,
    Action,
    AnyGame,
    Decision,
    Event,
    Game,
    OfferedActions,
    PlainEvent,
    State,
    Step,
    View,
    hears,
)
from flagfall.core.registry import game, games, register, unregister
from flagfall.core.twins import TwinMaker, Twins

__all__ = [
    "FULL",
    "PUBLIC",
    "Action",
    "Amounts",
    "AnyGame",
    "BadData",
    "BadOption",
    "BadText",
    "Choice",
    "Complaint",
    "Decision",
    "Event",
    "Fault",
    "FlagfallError",
    "Game",
    "IllegalAction",
    "Number",
    "OfferedActions",
    "Option",
    "Outcome",
    "PlainEvent",
    "Presentation",
    "Side",
    "State",
    "Step",
    "Switch",
    "TwinMaker",
    "Twins",
    "UnknownGame",
    "Unreadable",
    "View",
    "complaint",
    "game",
    "games",
    "hears",
    "register",
    "unregister",
]
