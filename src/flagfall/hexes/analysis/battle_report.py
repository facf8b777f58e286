"""The report of a finished game: who did what, how strong both sides were, and what turned it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagfall.core.protocol import Action
from flagfall.hexes.analysis.luck import Luck, luck
from flagfall.hexes.analysis.overlays import attack_of
from flagfall.hexes.events import Fell, Struck
from flagfall.hexes.position import HexPosition
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import PLAY, RESERVE
from flagfall.hexes.units.prices import worth

Step = tuple[HexPosition, Action, Sequence[object]]
"""The position before an action, the action, and what happened."""


class UnitRecord(msgspec.Struct):
    """What one unit did in a game, and what was done to it."""

    unit: int
    seat: int
    """The side that it belongs to."""
    dealt: int = 0
    """Damage to enemies."""
    taken: int = 0
    felled: int = 0
    """Enemies that were deactivated by its attacks."""
    standing: bool = True
    """Whether it is in play at the end."""


class TurningPoint(msgspec.Struct, frozen=True):
    """The action that moved the balance most towards the side that won."""

    ply: int
    """How many actions came before it."""
    round: int
    unit: int
    """The unit that acted."""
    share: float
    """By how much the winner's part of all strength grew, 0 to 1."""


class BattleReport(msgspec.Struct, frozen=True):
    """Luck by side, acts by unit, the strength of both sides by round, and the turning point."""

    seats: tuple[Luck, Luck]
    units: tuple[UnitRecord, ...]
    strength: tuple[tuple[float, float], ...]
    """At the start of each round and at the end: points of what stands, by hit points left."""
    turning: TurningPoint | None


def strength(position: HexPosition) -> tuple[float, float]:
    """The points of all that each side has in play or in reserve, by the hit points it has left."""
    field = position.field()
    both = [0.0, 0.0]
    for number, piece in enumerate(position.pieces):
        if piece.status in (PLAY, RESERVE) and piece.hp > 0:
            sheet = field.sheet(number)
            both[piece.owner] += worth(sheet) * min(1.0, piece.hp / sheet.hit_points)
    return round(both[0], 1), round(both[1], 1)


def battle_report(steps: Sequence[Step], last: HexPosition, winner: int | None) -> BattleReport:
    """The report of a game from its actions, its last moment and who won, by whatever end."""
    records = [
        UnitRecord(number, piece.owner, standing=piece.status == PLAY)
        for number, piece in enumerate(last.pieces)
    ]
    for before, action, events in steps:
        if before.phase == "play":
            _credit(records, before, action, events)
    moments = [step[0] for step in steps] + [last]
    balance = [strength(moment) for moment in moments]
    starts = [at for at, moment in enumerate(moments) if moment.phase == "play" and _begins(moments, at)]
    return BattleReport(
        luck(steps),
        tuple(one for one in records if one.dealt or one.taken or one.felled or one.standing),
        (*(balance[at] for at in starts), balance[-1]),
        _turning_point(steps, balance, winner),
    )


def _begins(moments: Sequence[HexPosition], at: int) -> bool:
    """Whether a round begins with a moment."""
    return at == 0 or moments[at - 1].phase != "play" or moments[at - 1].round != moments[at].round


def _credit(records: list[UnitRecord], before: HexPosition, action: Action, events: Sequence[object]) -> None:
    """Add what an action did to the records of the units."""
    attack = attack_of(Scene(before), action)
    for event in events:
        unit = event.unit if isinstance(event, Struck | Fell) else -1
        if not 0 <= unit < len(records):
            continue
        hostile = attack is not None and records[attack.by].seat != records[unit].seat
        if isinstance(event, Struck):
            records[unit].taken += event.damage
            if attack is not None and hostile:
                records[attack.by].dealt += event.damage
        elif isinstance(event, Fell) and event.what == "deactivated" and attack is not None and hostile:
            records[attack.by].felled += 1


def _turning_point(
    steps: Sequence[Step], balance: Sequence[tuple[float, float]], winner: int | None
) -> TurningPoint | None:
    """The action after which the winner's part of all strength had grown most; None without a winner."""
    if winner is None:
        return None
    shares = [both[winner] / (sum(both) or 1.0) for both in balance]
    best: TurningPoint | None = None
    for ply, (before, _, _) in enumerate(steps):
        grown = round(shares[ply + 1] - shares[ply], 3)
        if before.phase == "play" and grown > (best.share if best else 0.0):
            best = TurningPoint(ply, before.round, before.stack[-1].unit if before.stack else -1, grown)
    return best
