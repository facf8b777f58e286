"""The union of all actions of the hex game, for the wire and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, Union

from flagfall.core.protocol import Action
from flagfall.hexes.acts import KINDS
from flagfall.hexes.setup import Chain, Deploy, Muster

if TYPE_CHECKING:
    HexAction: TypeAlias = Action
else:
    HexAction: Any = Union[(*KINDS, Muster, Deploy, Chain)]
"""Every action: those of a turn, and those before the first round."""
