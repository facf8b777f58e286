"""What a player can do in a hidden-rank game, and how it is written.

===========================  ==========================================================
``b4-b5`` or ``b4xb5``       move a piece, or attack with it: both signs mean the same
``b4 spyglass c6``           use a power, then the squares (or the kind of piece) it takes
``strike c5 d5``             the targets that a begun power asks for
``halt``                     no strike, where the power leaves the choice
``switch c3, b4-b5``         change a piece's mode, then act
``deploy a1=flag b1=bomb``    the set-up, square by square
===========================  ==========================================================

``str(action)`` writes a move with ``-``; `RankGame.write`, which sees the board, writes attacks with ``x``.
"""

from __future__ import annotations

from typing import TypeAlias

from flagfall.core import Action
from flagfall.ranks.board import NAMES, NOWHERE


class Move(Action, frozen=True, tag="move", omit_defaults=True):
    """Move a piece, or attack with it: the square says which (ST-TURN-1)."""

    origin: int
    target: int
    switch: int = NOWHERE
    """The square of a piece whose mode changes first (ST-MODE-1)."""

    def __str__(self) -> str:
        return write_action(self)


class Use(Action, frozen=True, tag="use", omit_defaults=True):
    """Use a special power with a piece (ST-POW-1)."""

    origin: int
    power: str
    targets: tuple[int, ...] = ()
    kind: str = ""
    """The kind of piece asked for, where a power takes one (ST-POW-COMPASS)."""
    switch: int = NOWHERE

    def __str__(self) -> str:
        return write_action(self)


class Strike(Action, frozen=True, tag="strike"):
    """Choose the targets of a power that has begun (ST-POW-RUMBLE, ST-POW-SNEAK)."""

    targets: tuple[int, ...]

    def __str__(self) -> str:
        return write_action(self)


class Halt(Action, frozen=True, tag="halt"):
    """Leave it at the first half of a power (ST-POW-SNEAK)."""

    def __str__(self) -> str:
        return "halt"


class Deploy(Action, frozen=True, tag="deploy"):
    """Put the whole army on the board (ST-SET-1): the square and the kind of every piece, by square."""

    pieces: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return "deploy " + " ".join(f"{NAMES[square]}={kind}" for square, kind in self.pieces)


RankAction: TypeAlias = Move | Use | Strike | Halt | Deploy
PlayAction: TypeAlias = Move | Use | Strike | Halt


def write_action(action: PlayAction, attack: bool = False) -> str:
    """The text of an action; ``attack`` writes a move with an ``x``."""
    lead = ""
    if isinstance(action, Move | Use) and action.switch != NOWHERE:
        lead = f"switch {NAMES[action.switch]}, "
    if isinstance(action, Move):
        sign = "x" if attack else "-"
        return f"{lead}{NAMES[action.origin]}{sign}{NAMES[action.target]}"
    if isinstance(action, Use):
        words = [NAMES[action.origin], action.power]
        words += [NAMES[target] for target in action.targets]
        if action.kind:
            words.append(action.kind)
        return lead + " ".join(words)
    if isinstance(action, Strike):
        return "strike " + " ".join(NAMES[target] for target in action.targets)
    return "halt"
