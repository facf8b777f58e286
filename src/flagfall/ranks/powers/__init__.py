"""The special powers: one file a power, plugged into the rule points of `Power`.

An edition names the powers it has, gives each a word, a name and parameters, and hands them to pieces.
Programs and tests add powers of their own with `register`, before they read an edition that has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import isabstract
from typing import Final

from flagfall.core.options import Value
from flagfall.ranks.board import Board
from flagfall.ranks.edition import Edition, PowerSpec
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.blast import Blast
from flagfall.ranks.powers.charge import Charge
from flagfall.ranks.powers.compass import Compass
from flagfall.ranks.powers.leap import Leap
from flagfall.ranks.powers.magic import Magic
from flagfall.ranks.powers.magnet import Magnet
from flagfall.ranks.powers.rumble import Rumble
from flagfall.ranks.powers.slash import Slash
from flagfall.ranks.powers.sneak import Sneak
from flagfall.ranks.powers.speed import Speed
from flagfall.ranks.powers.summon import Summon
from flagfall.ranks.powers.vision import Vision

__all__ = ["KINDS", "WORDS", "Power", "build", "register"]

KINDS: Final[dict[str, type[Power]]] = {}
"""Every power of the engine by the name that edition files use."""
WORDS: Final[dict[str, str]] = {}
"""By rule number the package whose folder ``words`` has the sentences of a power."""
_DECLARED: Final = ("name", "rule", "strike", "shows")


def register(power: type[Power], words: str = "flagfall.ranks") -> None:
    """Make a power known to edition files; TypeError names what it does not declare.

    ``words`` is the package whose folder ``words`` has its sentences, a file for each language.
    """
    missing = [word for word in _DECLARED if not hasattr(power, word)]
    if isabstract(power):
        missing += sorted(power.__abstractmethods__)
    if getattr(power, "asks", False):
        missing += [word for word in ("answers", "answer") if getattr(power, word) is getattr(Power, word)]
    if missing:
        raise TypeError(f"{power.__name__} does not declare {', '.join(missing)}")
    if KINDS.get(power.name, power) is not power:
        raise ValueError(f"there is already a power {power.name!r}")
    KINDS[power.name] = power
    WORDS[power.rule] = words


for _power in (Vision, Compass, Charge, Speed, Leap, Sneak, Slash, Magic, Summon, Blast, Rumble, Magnet):
    register(_power)


def build(spec: PowerSpec, board: Board, edition: Edition, options: Mapping[str, Value]) -> Power:
    """The power that an edition describes, with the options of a game."""
    return KINDS[spec.kind](spec, board, edition, options)
