"""The special powers: one file a power, plugged into the rule points of `Power`.

An edition names the powers it has, gives each a word, a name and parameters, and hands them to pieces.
"""

from __future__ import annotations

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

KINDS: dict[str, type[Power]] = {
    power.name: power
    for power in (Vision, Compass, Charge, Speed, Leap, Sneak, Slash, Magic, Summon, Blast, Rumble, Magnet)
}
"""Every power of the engine by the name that edition files use."""


def build(spec: PowerSpec, board: Board, edition: Edition) -> Power:
    """The power that an edition describes."""
    return KINDS[spec.kind](spec, board, edition)
