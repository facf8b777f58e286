"""What came of a mission: whether it is won, which goals were reached, and who goes on with what damage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import msgspec

from flagfall.core.options import Value, write_amounts
from flagfall.hexes.missions.mission import PLAYER, ByRound, Chapter, Defeat, Goal, HoldZones, Keep, Mission
from flagfall.hexes.scenarios.forces import start_damage
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AWAY, OUT, PLAY, WRECK, Piece
from flagfall.hexes.units.sheets import Roster


class Result(msgspec.Struct, frozen=True):
    """What came of a mission."""

    won: bool
    goals: tuple[bool, ...]
    """Which of its goals were reached; none where it was not won."""
    damage: dict[str, int]
    """The hit points that the player's units lack when the next mission begins."""

    @property
    def stars(self) -> int:
        """One for the victory, one for each goal."""
        return self.won + sum(self.goals)


def result(mission: Mission, chapter: Chapter, state: HexState) -> Result:
    """What came of a mission whose game is over."""
    outcome = state.outcome()
    if outcome is None:
        raise ValueError("the game is not over yet")
    if outcome.scores[PLAYER] < 1:
        return Result(False, (False,) * len(mission.telling.goals), {})
    return Result(
        True, tuple(_reached(goal, state) for goal in mission.telling.goals), _carried(chapter, state)
    )


def options_after(mission: Mission, roster: Roster, damage: Mapping[str, int]) -> dict[str, Value]:
    """The options of a mission's game after one that left this damage (HX-SEQ-13)."""
    found: dict[str, Value] = {}
    for option in start_damage(mission.scenario, roster):
        own = [entry.key for entry in mission.scenario.sides[PLAYER].units]
        amounts = {key: min(damage.get(key, 0), option.most.get(key, 0)) for key in own}
        found[option.name] = write_amounts({key: number for key, number in amounts.items() if number > 0})
    return found


def _gone(piece: Piece) -> bool:
    return piece.status in (WRECK, OUT)


def _reached(goal: Goal, state: HexState) -> bool:
    if isinstance(goal, Keep):
        return sum(_gone(piece) for piece in _own(state)) <= goal.lost
    if isinstance(goal, ByRound):
        return state.round <= goal.round
    if isinstance(goal, HoldZones):
        return all(_held(state, zone) for zone in goal.zones)
    if isinstance(goal, Defeat):
        return sum(piece.owner != PLAYER and _gone(piece) for piece in state.pieces) >= goal.count
    assert_never(goal)


def _own(state: HexState) -> list[Piece]:
    """The units that the player began with, or that came to help."""
    keys = {entry.key for entry in state.game.scenario.sides[PLAYER].units}
    return [piece for piece in state.pieces if piece.owner == PLAYER and piece.key in keys]


def _held(state: HexState, zone: str) -> bool:
    hexes = state.board.map.zones[zone]
    return {piece.seat for piece in state.pieces if piece.status == PLAY and piece.hex in hexes} == {PLAYER}


def _carried(chapter: Chapter, state: HexState) -> dict[str, int]:
    """The share of the damage that stays; nobody stays behind, and nobody begins without a hit point."""
    roster = state.game.roster
    found = {}
    for piece in _own(state):
        whole = roster[piece.sheet].hit_points
        stays = min(whole - 1, _damage(piece, state) * chapter.carry // 100)
        if stays > 0:
            found[piece.key] = stays
    return found


def _damage(piece: Piece, state: HexState) -> int:
    """What a unit has lost; of one in a big robot its share of what that has lost (HX-ABL-SEP)."""
    roster = state.game.roster
    for team in roster.teams.values() if piece.status == AWAY else ():
        if piece.sheet in team.members:
            whole = [one for one in state.pieces if one.sheet == team.into and one.owner == piece.owner]
            lost = sum(roster[one.sheet].hit_points - max(0, one.hp) for one in whole if one.status != AWAY)
            return lost // len(team.members)
    return roster[piece.sheet].hit_points - max(0, piece.hp)
