"""Transmit: an ally gets one free action (HX-ABL-TRM)."""

from __future__ import annotations

from typing import ClassVar

from flagfall.hexes.abilities.free_actions import FreeActions


class Transmit(FreeActions, frozen=True, tag="transmit"):
    """Give one free action, to be taken now."""

    verb: ClassVar[str] = "transmit"
    rule: ClassVar[str] = "HX-ABL-TRM"
    actions: ClassVar[int] = 1
