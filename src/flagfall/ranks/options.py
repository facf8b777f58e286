"""The options that every hidden-rank game has; an edition file sets their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flagfall.core import Choice, Number, Option, Switch
from flagfall.core.options import Value

CAPTURED = ("open", "prisoner", "secret", "stealth")
BORDER, SQUARES, LINES = "border", "squares", "lines"
"""The readings of the two-square rule (ST-MOVE-6); the last one is that of older games."""
MOVER_LOSES, DRAW, DRAW_NO_MOVERS = "mover_loses", "draw", "draw_no_movers"
"""What happens where neither side could move (ST-TURN-2); the last one is that of older games."""

STANDARD: tuple[Option, ...] = (
    Choice("captured", "open", CAPTURED, rule="ST-KNOW-1"),
    Choice("memory", "assisted", ("assisted", "table"), rule="ST-KNOW-2"),
    Choice("announce", "rank", ("rank", "piece"), rule="ST-ATT-2"),
    Number("two_square", 3, 0, 9, rule="ST-MOVE-6"),
    Choice("two_square_reading", BORDER, (SQUARES, BORDER), rule="ST-MOVE-6", former=(LINES,)),
    Switch("two_square_attacks", True, rule="ST-MOVE-6"),
    Switch("more_square", False, rule="ST-MOVE-7"),
    Choice("both_immobile", MOVER_LOSES, (MOVER_LOSES, DRAW), rule="ST-TURN-2", former=(DRAW_NO_MOVERS,)),
    Number("quiet_limit", 200, 10, 10_000, rule="ST-END-4", none=True),
    Number("ply_limit", 4_000, 10, 100_000, rule="ST-END-4", none=True),
    Switch("bomb_move_loses", False, rule="ST-MOVE-3"),
    Choice("long_move", "battle", ("battle", "piece"), rule="ST-MOVE-5"),
)
"""Two_square 0 turns the two-square rule off; a limit of 0 is none."""

WITH_MODES: tuple[Option, ...] = (Switch("mode_switch_binds", True, rule="ST-MODE-1"),)
"""Declared by editions whose pieces change modes."""

BEFORE: Final[Mapping[str, Value]] = {
    "two_square_reading": LINES,
    "two_square_attacks": True,
    "both_immobile": DRAW_NO_MOVERS,
    "bomb_move_loses": False,
    "mode_switch_binds": False,
    "magnet_past": False,
    "compass_tie": "near",
    "long_move": "piece",
}
"""How games were played before these options existed, or had their present defaults."""
FIRST_OF_NEW: Final = "two_square_reading"
"""A log or record without this option is older than all of the above."""


def recorded(given: Mapping[str, object]) -> Mapping[str, object]:
    """The options of a log or record, with a word whose meaning has changed put as it was meant."""
    if FIRST_OF_NEW in given or given.get("both_immobile") != DRAW:
        return given
    return {**given, "both_immobile": DRAW_NO_MOVERS}


def written(options: Mapping[str, Value]) -> dict[str, Value]:
    """The options as a digest has them: those of an older game as that game knew them."""
    if options[FIRST_OF_NEW] != LINES:
        same = options["long_move"] == BEFORE["long_move"]  # the youngest: games of the day before lack it
        return {name: value for name, value in options.items() if name != "long_move" or not same}
    young = BEFORE.keys() - {"both_immobile", "mode_switch_binds"}
    found = {name: value for name, value in options.items() if name not in young or value != BEFORE[name]}
    if found["both_immobile"] == DRAW_NO_MOVERS:
        found["both_immobile"] = DRAW
    return found
