"""Who wins when two pieces fight."""

from __future__ import annotations

from typing import Literal

from flagfall.ranks.edition import Kind

Winner = Literal["attacker", "defender", "none"]


def battle_winner(attacker: Kind, defender: Kind) -> Winner:
    """The winner of an attack; ``none`` where both are captured."""
    if defender.role == "bomb":  # ST-ATT-4
        return "attacker" if attacker.defuses else "defender"
    if defender.role == "flag" or defender.rank in attacker.slays:  # ST-ATT-5, ST-ATT-6
        return "attacker"
    if attacker.strength == defender.strength:  # ST-ATT-3
        return "none"
    return "attacker" if attacker.strength > defender.strength else "defender"


def outranks(attacker: Kind, defender: Kind) -> bool:
    """Whether a strike from afar removes its target: a lower number or a spy (ST-POW-BLAST)."""
    return defender.role in ("soldier", "spy") and attacker.strength > defender.strength
