"""A greedy player of the hex game: the best expected damage now, else closer to where it matters."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from flagfall.bots.base import Clock
from flagfall.bots.hexes.random_bot import HexBot
from flagfall.bots.hexes.thinking_time import ThinkingTime
from flagfall.bots.hexes.values.greedy_values import GreedyValues
from flagfall.core import Action, Decision
from flagfall.hexes.abilities.cloak import Uncloak
from flagfall.hexes.abilities.combine import Combine
from flagfall.hexes.actions.end import End
from flagfall.hexes.actions.move import POSTURES, Move
from flagfall.hexes.actions.transform import Transform
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.setup import Deploy, Muster
from flagfall.hexes.units.pieces import PRONE
from flagfall.hexes.view import HexView

CLOSE_LOOKS = 30
"""How many places are looked at exactly, the best at first sight."""
FEAR = 0.25
"""How much of the danger of a place counts against it."""
HASTE = 0.6
"""What a hex nearer to the goal is worth, in points."""
WATCH = 0.8
"""What it is worth to look towards the nearest foe."""
PASSIVE_KINDS = frozenset({"gun", "device"})
"""Shapes that a unit does not take on to fight alone."""


class HexGreedy(HexBot):
    """Level 2: one attack or one move far, with the true odds."""

    def prepare(self, view: HexView, decision: Decision, rng: random.Random) -> Action:
        """The best of some random answers: a dear force; units in robot shape near the foe or the goal."""
        forward = self.game.scenario.sides[self.seat].facing
        answers = [decision.sample(rng) for _ in range(12)]
        answers = [replace(one, facing=forward) if isinstance(one, Deploy) else one for one in answers]
        values = GreedyValues(self.game, view)
        return max(answers, key=lambda answer: self._liking(view, values, answer))

    def _liking(self, view: HexView, values: GreedyValues, answer: Action) -> float:
        if isinstance(answer, Muster):
            return self.game.price(answer.units) - 10 * max(0, len(answer.units) - 6)
        if isinstance(answer, Deploy):
            there = values.field.board.map
            hex = there.hex(answer.at)
            number = next(n for n, piece in enumerate(view.pieces) if piece.key == answer.unit)
            middle = (there.height // 2) * there.width + there.width // 2
            way = values.way_to_go(number, hex) if values.foes or values.goals or values.blocks else 0
            return -way - 0.3 * values.distance(hex, middle) - 6 * (answer.mode > 0)
        return 0.0

    def choose(self, view: HexView, legal: Sequence[Action], clock: Clock) -> Action:
        """The attack, the move or the act that promises most."""
        return _Turn(self, view, legal, ThinkingTime(clock)).best()


class _Turn:
    """The choice of one action in a turn."""

    def __init__(
        self, bot: HexGreedy, view: HexView, legal: Sequence[Action], thinking: ThinkingTime
    ) -> None:
        assert view.turn is not None
        self.values = GreedyValues(bot.game, view)
        self.view = view
        self.legal = legal
        self.thinking = thinking
        self.unit = view.turn.unit
        self.me = view.pieces[self.unit]
        self.left = view.turn.left
        self.may_attack = "attack" not in view.turn.used and self.left >= 2
        """Whether an attack can follow this action."""
        self.hex = self.me.hex if self.me.hex >= 0 else view.pieces[max(0, self.me.carrier)].hex

    def best(self) -> Action:
        """The action with the highest value; to end the turn is worth nothing."""
        end = next((action for action in self.legal if isinstance(action, End)), self.legal[-1])
        ranked: list[tuple[float, int]] = []
        for place, action in enumerate(self.legal):
            value = self.value(action)
            if value > 0:
                ranked.append((value, -place))
        move, worth = self.best_move()
        if not ranked:
            return move if move is not None and worth > 0 else end
        value, place = max(ranked)
        # Shoot first and run later, unless a better shot waits elsewhere.
        return move if move is not None and worth > value else self.legal[-place]

    def value(self, action: Action) -> float:
        """What an action is worth, moves left out."""
        values = self.values
        attack = values.attack_of(action, self.unit)
        if attack is not None:
            gain = values.gain(values.field, attack)
            # A boost takes both actions.
            return gain - (2.0 if attack.boost else 0.0)
        if isinstance(action, Move):
            return 1000.0 if action.off and self.me.key in values.leavers else 0.0
        if isinstance(action, Transform):
            return self.change(action.mode)
        if isinstance(action, Combine):
            return 60.0
        if isinstance(action, Uncloak):
            return 5.0
        return values.help(action, self.unit)

    def change(self, mode: int) -> float:
        """What another shape is worth: the better attack, or the longer legs on a long way."""
        values, field = self.values, self.values.field
        sheet = field.sheet(self.unit)
        if sheet.allegiance_by_mode:
            faction = values.game.scenario.sides[values.seat].faction
            if sheet.allegiance_by_mode[mode] != faction:
                return 0.0
        shape, now = sheet.modes[mode], field.mode(self.unit)
        if shape.kind in PASSIVE_KINDS or not self.may_attack or self.hex < 0:
            return 0.0
        here = values.best_attack(field, self.unit)
        there = values.best_attack(field.but(self.unit, mode=mode, stance=0), self.unit)
        if there > here + 1.0:
            return 0.9 * (there - here)
        way = values.way_to_go(self.unit, self.hex)
        if here == 0 and way > now.speed + field.weapon_range(self.unit) and shape.speed > now.speed:
            return HASTE * (shape.speed - now.speed)
        return HASTE if now.kind in PASSIVE_KINDS else 0.0

    def best_move(self) -> tuple[Move | None, float]:
        """The best place to go to, and how much better it is than to stay."""
        values, field, unit = self.values, self.values.field, self.unit
        there = field.board.map
        targets = values.rough_gains(unit)
        dangers: dict[int, float] = {}
        ways: dict[int, int] = {}

        def calm(hex: int) -> float:
            if hex not in dangers:
                dangers[hex] = values.danger(unit, hex)
                ways[hex] = values.way_to_go(unit, hex)
            return -FEAR * dangers[hex] - HASTE * ways[hex]

        looks: list[tuple[float, int, Move, int, int]] = []
        for number, action in enumerate(self.legal):
            if not isinstance(action, Move) or not action.to or action.posture == "prone":
                continue
            hex, facing = there.hex(action.to), direction(action.facing)
            rough = values.rough_value(unit, hex, facing, targets)
            share = 0.9 if self.may_attack else 0.1
            facing_value = WATCH * values.watches(hex, facing)
            looks.append((share * rough + calm(hex) + facing_value, -number, action, hex, facing))
        if not looks:
            return None, 0.0
        stay = calm(self.hex) if self.hex >= 0 else -1e9
        if self.me.hex >= 0:
            stay += 0.1 * values.rough_value(unit, self.me.hex, self.me.facing, targets)
            stay += WATCH * values.watches(self.me.hex, self.me.facing)
        if self.me.stance == PRONE:
            stay -= 1.0
        looks.sort(key=lambda look: look[:2], reverse=True)
        if not self.may_attack:
            return looks[0][2], looks[0][0] - stay
        best: tuple[float, Move] | None = None
        for _, _, action, hex, facing in looks[:CLOSE_LOOKS]:
            if best is not None and self.thinking.over:
                break
            layer, stance = POSTURES[action.posture]
            moved = field.but(unit, hex=hex, facing=facing, layer=layer, stance=stance, carrier=-1)
            value = 0.95 * values.best_attack(moved, unit) + calm(hex) + WATCH * values.watches(hex, facing)
            if best is None or value > best[0]:
                best = value, action
        assert best is not None
        return best[1], best[0] - stay
