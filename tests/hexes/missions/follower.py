"""A player who does what the prompts of a mission say, and otherwise plays like the second level."""

from __future__ import annotations

from flagfall.bots.base import Clock
from flagfall.bots.levels import make_for
from flagfall.core import Action
from flagfall.hexes.game import HexGame
from flagfall.hexes.missions.mission import (
    PLAYER,
    At,
    Down,
    Faces,
    HasHp,
    InMode,
    InPlay,
    InRound,
    Mission,
    Prompt,
    Shielded,
    Sign,
)
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY, WRECK

PATIENCE = Clock(move=600.0)
MOST = 60
"""Rounds of a game at most."""


def holds(sign: Sign, state: HexState) -> bool:
    """Whether something that a prompt waits for has come about."""
    if isinstance(sign, InRound):
        return state.round >= sign.round
    piece = next(one for one in state.pieces if one.key == sign.unit)
    label = state.board.label(piece.hex) if piece.hex >= 0 else ""
    match sign:
        case At():
            return label in sign.hexes
        case Faces():
            return ("N", "NE", "SE", "S", "SW", "NW")[piece.facing] in sign.facings
        case InMode():
            return state.game.roster[piece.sheet].modes[piece.mode].name == sign.mode
        case Down():
            return piece.status != PLAY
        case HasHp():
            return piece.hp >= sign.least
        case InPlay():
            return piece.status == PLAY
        case Shielded():
            return bool(piece.shield)


class Follower:
    """Follows the prompts of a mission, one after the other, and never goes back."""

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.at = 0

    def look(self, state: HexState) -> None:
        """Go on to the prompt after the last one that is done with."""
        for number, prompt in enumerate(self.mission.telling.prompts):
            if prompt.until is not None and holds(prompt.until, state):
                self.at = max(self.at, number + 1)
            elif number == self.at and prompt.stays and self._there(prompt, state):
                return

    @staticmethod
    def _there(prompt: Prompt, state: HexState) -> bool:
        needed = {prompt.unit, getattr(prompt.until, "unit", "")}
        return not any(one.key in needed and one.status == WRECK for one in state.pieces)

    def wanted(self, state: HexState) -> Action | None:
        """What the prompt asks for, if it can be done now."""
        prompts = self.mission.telling.prompts
        if self.at >= len(prompts):
            return None
        prompt = prompts[self.at]
        acting = state.pieces[state.actor].key
        if prompt.unit and prompt.unit != acting:
            return next((one for one in state.legal(PLAYER) if str(one) == "end"), None)
        fit = [one for one in state.legal(PLAYER) if str(one).split()[0] == prompt.press]
        if prompt.hexes:
            fit = [one for one in fit if getattr(one, "to", "") in prompt.hexes]
        if prompt.until is None:
            return fit[0] if fit else None
        done = [one for one in fit if holds(prompt.until, state.apply(PLAYER, one).state)]
        return next(iter(done or fit), None)


def play(
    game: HexGame, seed: int, level: int, own: int, follower: Follower | None = None, **options: object
) -> HexState:
    """A game of a mission to its end: the player's seat at one level, the other at another."""
    bots = [make_for(game, number, seat, 2 * seed + seat) for seat, number in ((0, own), (1, level))]
    state = game.new(seed, **options)
    while state.outcome() is None and state.round <= MOST:
        seat = state.pending()[0].seat
        action = None
        if follower is not None:
            follower.look(state)
            if seat == PLAYER and state.phase == "play":
                action = follower.wanted(state)
        if action is None:
            view, legal = state.view(seat), state.legal(seat)
            action = bots[seat].decide(view, legal, PATIENCE) if legal else bots[seat].deploy(view)
        state = state.apply(seat, action).state
    return state
