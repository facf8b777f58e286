"""The options that every hidden-rank game has; an edition file sets their defaults."""

from __future__ import annotations

from flagfall.core import Choice, Number, Option, Switch

CAPTURED = ("open", "prisoner", "secret", "stealth")

STANDARD: tuple[Option, ...] = (
    Choice("captured", "open", CAPTURED, rule="ST-KNOW-1"),
    Choice("memory", "assisted", ("assisted", "table"), rule="ST-KNOW-2"),
    Choice("announce", "rank", ("rank", "piece"), rule="ST-ATT-2"),
    Number("two_square", 3, 0, 9, rule="ST-MOVE-6"),
    Switch("more_square", False, rule="ST-MOVE-7"),
    Choice("both_immobile", "draw", ("draw", "mover_loses"), rule="ST-TURN-2"),
    Number("quiet_limit", 200, 10, 10_000, rule="ST-END-4"),
    Number("ply_limit", 4_000, 10, 100_000, rule="ST-END-4"),
)
"""Two_square 0 turns the two-square rule off."""

WITH_MODES: tuple[Option, ...] = (Switch("mode_switch_binds", False, rule="ST-MODE-1"),)
"""Declared by editions whose pieces change modes."""
