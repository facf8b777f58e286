"""Whole-turn plans for one unit: what to do first, what then, and where it ends.

A plan is worth what its attacks and acts bring on average, by the exact odds, plus the value of the place
and shape at its end. Only its first action is played; with the dice on the table the next choice is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from flagfall.bots.hexes.board_arrays import Row
from flagfall.bots.hexes.character import Character
from flagfall.bots.hexes.plan import Places, Plan, PlannedAttack, PlanSummary, places_of
from flagfall.bots.hexes.thinking_time import ThinkingTime
from flagfall.bots.hexes.values.danger import Danger, Pose
from flagfall.bots.hexes.values.other_acts import ActValues
from flagfall.bots.hexes.values.place_values import WATCH, PlaceValues
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.core import Action
from flagfall.hexes.abilities import Cloak, Shield, SmokeScreen, Uncloak
from flagfall.hexes.actions import Duck, End, Move, Sprint, Teleport, Transform
from flagfall.hexes.actions.act import Act
from flagfall.hexes.actions.move import POSTURES, Travel
from flagfall.hexes.maps.geometry import direction
from flagfall.hexes.rules.attacks import (
    DEMOLISH,
    PHYSICAL,
    TOTAL,
    WEAPON,
    Attack,
    damage_odds,
    front_attack,
)
from flagfall.hexes.rules.costs import costs
from flagfall.hexes.rules.field import Field
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.units.pieces import AIR, GROUND, PRONE, STANDING, Place

CLOSE_LOOKS = 36
"""How many places are looked at exactly for the attack that they allow, the best at first sight."""
LATER = 0.95
"""What an attack counts that comes second in a plan."""
SMOKED = 6
"""How many ends of a Move that leaves smoke are looked at exactly."""
IDLE = 0.12
"""What it costs to be carried, as a part of the unit."""
NOTHING = -1e9


class PlanSearch:
    """The plans of one decision."""

    fear: type[Danger] = Danger
    """How it sees what the enemy may do."""

    def __init__(
        self,
        values: PlannerValues,
        legal: Sequence[Action],
        character: Character,
        looks: int = CLOSE_LOOKS,
        thinking: ThinkingTime | None = None,
    ) -> None:
        turn = values.view.turn
        assert turn is not None
        self.values, self.legal, self.character = values, legal, character
        self.looks, self.thinking = looks, thinking or ThinkingTime()
        self.unit = turn.unit
        self.left = turn.left
        self.me = values.view.pieces[self.unit]
        self.field: Field = values.field
        self.danger = self.fear(values, self.unit)
        self.place_values = PlaceValues(values, self.danger, self.unit, character)
        self.acts = ActValues(values, self.place_values, self.danger, self.unit, character)
        self.may_attack_later = self.left >= 2 and "attack" not in turn.used
        self.may_move = "move" not in turn.used
        self.used = turn.used
        self.home = values.fighter(self.unit)
        """The unit as it is; its hex is that of its carrier where it has one."""
        shield = "cloak" if self.me.cloaked else self.me.shield if self.me.kept else ""
        self.here = Pose(self.home, self.home.layer, self.me.stance, shield)
        self._ends: dict[tuple[type[Action], ...], Places] = {}
        self.moves = self._moves(Move, Teleport)
        self._known: dict[tuple[int, int, int, str], tuple[Row, Row]] = {}
        self._afters: dict[int, Places] = {}

    @property
    def late(self) -> bool:
        """Whether the time is up: then what is left undone stays undone, on a slow machine."""
        return self.thinking.over

    # Places

    @cached_property
    def _by_kind(self) -> dict[type[Action], list[Action]]:
        """The legal actions by their kinds."""
        found: dict[type[Action], list[Action]] = {}
        for action in self.legal:
            found.setdefault(type(action), []).append(action)
        return found

    @cached_property
    def _others(self) -> list[Action]:
        """The legal actions, but for walks on the map: these are weighed all at once."""
        walks = {id(action) for kind in (Move, Sprint, SmokeScreen) for action in self._moves(kind).actions}
        return [action for action in self.legal if id(action) not in walks]

    def _moves(self, *kinds: type[Travel | Teleport]) -> Places:
        """The ends of the moves of some kinds."""
        known = self._ends.get(kinds)
        if known is None:
            hex_of, numbers = self.field.board.map.hex, dict[str, int]()
            found: list[Action] = []
            rows: list[tuple[int, int, int, int]] = []
            for action in [action for kind in kinds for action in self._by_kind.get(kind, ())]:
                assert isinstance(action, Travel | Teleport)
                if action.to:
                    hex = numbers.get(action.to)
                    if hex is None:
                        hex = numbers[action.to] = hex_of(action.to)
                    found.append(action)
                    rows.append((hex, direction(action.facing), *POSTURES[action.posture]))
            known = self._ends[kinds] = places_of(tuple(found), rows)
        return known

    def _worth(self, pose: Pose) -> tuple[Row, Row]:
        """For every hex: the value of ending there in a pose, and for each foe what it may cost there."""
        key = (pose.fighter.mode, pose.layer, pose.stance, pose.shield)
        known = self._known.get(key)
        if known is None:
            hexes = self._wanted
            losses = self.place_values.losses(pose, hexes)
            worths = np.full(self.values.arrays.size, NOTHING)
            worths[hexes] = self.place_values.value(pose, hexes, losses)
            every = np.zeros((len(losses), self.values.arrays.size))
            every[:, hexes] = losses
            known = self._known[key] = worths, every
        return known

    @cached_property
    def _wanted(self) -> Row:
        """The hexes that matter: all that the turn can lead to."""
        ends = [self.moves.hexes, np.array([max(0, self.home.hex)])]
        ends += [self._after(mode).hexes for mode in self.modes()]
        ends += [self._moves(kind).hexes for kind in (Sprint, SmokeScreen)]
        return np.unique(np.concatenate(ends).astype(np.int64))

    def ending(self, places: Places, mode: int, shield: str = "") -> tuple[Row, Row]:
        """For each place: the value of ending the turn there, and what an attack from there would bring."""
        worths, gains = np.full(len(places.hexes), NOTHING), np.zeros(len(places.hexes))
        for layer, stance in {*zip(places.layers.tolist(), places.stances.tolist(), strict=True)}:
            chosen = (places.layers == layer) & (places.stances == stance)
            pose = Pose(self.values.fighter(self.unit, mode), layer, stance, shield)
            worths[chosen] = self._worth(pose)[0][places.hexes[chosen]]
            gains[chosen] = self.place_values.attack_gains(pose)[places.facings[chosen], places.hexes[chosen]]
        return worths, gains

    def staying(self, pose: Pose | None = None) -> float:
        """The value of ending the turn where it is."""
        if self.home.hex < 0:
            return -IDLE * self.place_values.cost
        held = pose or self.here
        value = float(self._worth(held)[0][self.home.hex])
        if self.me.carrier >= 0:
            charge = self.me.key in self.values.charges
            return value - (0.0 if charge else IDLE * self.place_values.cost)
        return value + WATCH * float(self.place_values.attack_gains(held)[self.me.facing, self.home.hex])

    def relief(self, pose: Pose, hex: int, planned: PlannedAttack) -> float:
        """What the fall of a target takes off the danger of a place."""
        for number, threat in enumerate(self.danger.threats):
            if threat.fighter.number == planned.unit:
                return planned.kill * float(self._worth(pose)[1][number, hex])
        return 0.0

    def modes(self) -> list[int]:
        """The shapes that the unit may take on now and would want to."""
        served = self.field.sheet(self.unit).allegiance_by_mode
        faction = self.values.game.scenario.sides[self.values.seat].faction
        return [
            action.mode
            for action in self._by_kind.get(Transform, ())
            if isinstance(action, Transform) and (not served or served[action.mode] == faction)
        ]

    def _after(self, mode: int) -> Places:
        """Where a Move can lead after a change of shape."""
        cache = self._afters
        if mode not in cache:
            rows: list[Place] = []
            if self.left >= 2 and self.may_move and self.me.hex >= 0:
                changed = self.field.but(self.unit, mode=mode, stance=STANDING)
                rows = [place for place in reach(changed, self.unit).ends() if place.stance != PRONE]
            cache[mode] = places_of((), rows)
        return cache[mode]

    # Attacks

    def best_attack(self, field: Field) -> PlannedAttack:
        """The best attack of the unit from where it stands in a field."""
        values, unit = self.values, self.unit
        me = field.pieces[unit]
        if me.hex < 0:
            return PlannedAttack()
        shots: list[Attack] = []
        if field.firepower(unit) > 0:
            far, arc = field.weapon_range(unit), min(field.arc(unit), 180)
            for foe in values.foes:
                at = field.pieces[foe].hex
                if values.distance(me.hex, at) <= far and values.arrays.arcs(arc, at)[me.facing, me.hex]:
                    shots.append(Attack(unit, WEAPON, foe, at))
            shots += [
                Attack(unit, WEAPON, -1, hex) for hex in values.blocks if values.distance(me.hex, hex) <= far
            ]
        for kind, what in ((PHYSICAL, ""), (PHYSICAL, "construct"), (DEMOLISH, "construct")):
            blow = front_attack(field, unit, kind, what)
            if blow is not None and (blow.unit in values.foes or blow.hex in values.blocks):
                shots.append(blow)
        return max(
            (self.planned(field, shot) for shot in shots),
            key=lambda planned: planned.gain,
            default=PlannedAttack(),
        )

    @cached_property
    def _attack_now(self) -> PlannedAttack:
        return self.best_attack(self.field)

    def planned(self, field: Field, attack: Attack) -> PlannedAttack:
        """An attack with what it brings."""
        odds = damage_odds(field, attack)
        if not odds.to_hit.legal:
            return PlannedAttack()
        gain = self.character.strike * self.values.gain_of(field, attack, odds)
        return PlannedAttack(gain, attack.unit, attack.hex, odds.deactivate / TOTAL, odds.damage, attack)

    # Plans

    def plans(self) -> list[Plan]:
        """All plans worth a thought, the best first; at least the end of the turn is one."""
        stay = self.staying()
        found: list[Plan] = []
        rest, rest_end = self._best_rest(stay)
        for action in self._others:
            found += self._one(action, stay, rest, rest_end)
        found += self._walks(stay)
        for action in self._by_kind.get(Transform, ()):
            if isinstance(action, Transform) and action.mode in self.modes() and not self.late:
                found += self._changes(action, stay)
        if not found:
            found = [self._plan(NOTHING, self.legal[-1], "stay", 0.0, 0.0, self.here)]
        return sorted(found, key=lambda plan: -plan.value)

    def _best_rest(self, stay: float) -> tuple[float, tuple[Pose, int, int]]:
        """The best place for a unit whose other action is spent elsewhere, and how it ends there."""
        best, end = stay, (self.here, self.home.hex, self.me.facing)
        if self.left >= 2 and self.may_move and len(self.moves.hexes):
            held = self.here.shield
            worths, gains = self.ending(self.moves, self.home.mode, held)
            total = worths + WATCH * gains
            place = int(total.argmax())
            if total[place] > best:
                best, end = float(total[place]), self._end(self.moves, place, self.home.mode, held)
        return best, end

    def _end(self, places: Places, place: int, mode: int, shield: str = "") -> tuple[Pose, int, int]:
        pose = Pose(
            self.values.fighter(self.unit, mode),
            int(places.layers[place]),
            int(places.stances[place]),
            shield,
        )
        return pose, int(places.hexes[place]), int(places.facings[place])

    def _plan(
        self,
        value: float,
        first: Action,
        kind: str,
        gain: float,
        place: float,
        pose: Pose,
        hex: int = -1,
        facing: int = -1,
        planned: PlannedAttack = PlannedAttack(),  # noqa: B008 - a constant
        target: int = -1,
    ) -> Plan:
        at = hex if hex >= 0 else self.home.hex
        losses = self._worth(pose)[1][:, at] if at >= 0 else np.zeros(0)
        summary = PlanSummary(
            kind,
            gain,
            place,
            planned.unit if planned.unit >= 0 else target,
            planned.kill,
            float(losses.sum()),
        )
        lost = float(losses.sum())
        relief = self.relief(pose, at, planned) if at >= 0 else 0.0
        calm = value + lost - relief - (gain if planned.attack is not None else 0.0)
        return Plan(value, first, summary, pose, at, facing if facing >= 0 else self.me.facing, planned, calm)

    def _one(self, action: Action, stay: float, rest: float, end: tuple[Pose, int, int]) -> list[Plan]:
        """Plans that begin with an action other than a move or a change of shape."""
        values = self.values
        if isinstance(action, End):
            return [self._plan(stay, action, "stay", 0.0, 0.0, self.here)]
        attack = values.attack_of(action, self.unit)
        if attack is not None:
            planned = self.planned(self.field, attack)
            if planned.gain <= 0:
                return []
            spent = attack.boost != "" or rest <= stay
            pose, hex, facing = (self.here, self.home.hex, self.me.facing) if spent else end
            after = stay if spent else rest
            value = planned.gain + after + self.relief(pose, hex, planned)
            kind = "attack" if spent else "attack-move"
            return [self._plan(value, action, kind, planned.gain, after - stay, pose, hex, facing, planned)]
        if isinstance(action, Cloak | Shield | Duck):
            word = "cloak" if isinstance(action, Cloak) else "duck"
            pose = self.here._replace(shield=action.field if isinstance(action, Shield) else word)
            gain = self.acts.hiding(pose.shield)
            value = gain + self.staying(pose)
            if self.left >= 2 and self.may_move and not isinstance(action, Duck) and len(self.moves.hexes):
                worths, _ = self.ending(self.moves, self.home.mode, pose.shield)
                value = max(value, gain + float(worths.max()))
            return [self._plan(value, action, action.verb, gain, value - stay, pose)]
        if isinstance(action, Uncloak):
            seen = self.here._replace(shield="")
            value = self.staying(seen)
            planned = (
                self.best_attack(self.field.but(self.unit, cloaked=False))
                if self.may_attack_later
                else PlannedAttack()
            )
            value += LATER * planned.gain + self.acts.showing(planned.gain)
            return [self._plan(value, action, "uncloak", planned.gain, value - stay, seen, planned=planned)]
        if isinstance(action, Move | Sprint | SmokeScreen):
            return self._special(action, stay)
        gain, target = self.acts.gain(action)
        if gain <= 0:
            return []
        pose, hex, facing = end
        follow = rest
        if self.may_attack_later:
            follow = max(follow, self._attack_now.gain + stay)
        assert isinstance(action, Act)
        return [
            self._plan(
                gain + follow, action, action.verb, gain, follow - stay, pose, hex, facing, target=target
            )
        ]

    def _special(self, action: Travel, stay: float) -> list[Plan]:
        """Leaving the map, and getting into a transport."""
        if action.off and isinstance(action, Move | Sprint):
            gain = self.acts.leaving()
            return [self._plan(gain, action, "leave", gain, gain - stay, self.here)] if gain > 0 else []
        if action.into and isinstance(action, Move):
            value = self.acts.aboard(action.into)
            return [self._plan(value, action, "enter", 0.0, value - stay, self.here)]
        return []

    def _walks(self, stay: float) -> list[Plan]:
        """Plans that begin with a move: then an attack, then another shape, or nothing."""
        found: list[Plan] = []
        mode = self.home.mode
        for kind, shield in ((Sprint, ""), (SmokeScreen, "smoke")):
            places = self._moves(kind)
            if len(places.hexes):
                worths, gains = self.ending(places, mode, shield)
                total = worths + WATCH * gains
                if shield:
                    total = self._screened(places, total)
                found.append(self._walk(places, total, kind.verb, stay, shield))
        places = self.moves
        if not len(places.hexes):
            return found
        held = self.here.shield  # a cloak or a field goes with the unit
        worths, gains = self.ending(places, mode, held)
        found.append(self._walk(places, worths + WATCH * gains, "move", stay, held))
        if self.left < 2:
            return found
        if self.may_attack_later:
            standing = np.where(places.stances == PRONE, NOTHING, worths)
            order = np.argsort(-(standing + LATER * gains), kind="stable")
            found += [
                self._strike(places, place, float(worths[place]), stay)
                for place in order[: self.looks].tolist()
                if gains[place] > 0 and not self.late
            ]
        repair_gains = self.acts.repair_gains(mode)
        if "repair" not in self.used and repair_gains.any():
            later = np.where(places.layers == GROUND, worths + LATER * repair_gains[places.hexes], NOTHING)
            found.append(self._walk(places, later, "move-repair", stay))
        for other in self.modes():
            fits = (places.layers == GROUND) | self.values.fighter(self.unit, other).flies
            changed = Places(places.actions, places.hexes, places.facings, places.layers, places.stances * 0)
            later, later_gains = self.ending(changed, other)
            stands = self._stands(other)[places.hexes] | (places.layers == AIR)
            total = np.where(fits & stands, later + WATCH * later_gains, NOTHING)
            found.append(self._walk(places, total, "move-transform", stay, mode=other))
        return found

    def _screened(self, places: Places, worths: Row) -> Row:
        """The best ends of a Move that leaves smoke, with what the smoke on the way does for the others."""
        found = np.full(len(worths), NOTHING)
        envelope = reach(self.field, self.unit)
        for place in np.argsort(-worths, kind="stable")[:SMOKED].tolist():
            hex, facing = int(places.hexes[place]), int(places.facings[place])
            layer, stance = int(places.layers[place]), int(places.stances[place])
            path = envelope.path(Place(hex, facing, layer, stance))
            moved = self.field.but(self.unit, hex=hex, facing=facing, layer=layer, stance=stance, carrier=-1)
            smoke = {step.hex for step in path if step.layer == GROUND}
            gain = self.character.tricks * self.acts.screens.smoke(moved, smoke)
            found[place] = worths[place] + gain
        return found

    def _stands(self, mode: int) -> Row:
        """In which hexes a shape may stand."""
        table = costs(self.field.board, self.values.fighter(self.unit, mode).profile)
        found = np.zeros(self.values.arrays.size, bool)
        wanted = self._wanted
        found[wanted] = [table.stands(hex) for hex in wanted.tolist()]
        return found

    def _walk(
        self, places: Places, worths: Row, kind: str, stay: float, shield: str = "", mode: int | None = None
    ) -> Plan:
        place = int(worths.argmax())
        pose, hex, facing = self._end(places, place, self.home.mode if mode is None else mode, shield)
        value = float(worths[place])
        return self._plan(value, places.actions[place], kind, 0.0, value - stay, pose, hex, facing)

    def _strike(self, places: Places, place: int, value: float, stay: float) -> Plan:
        """Go to a place and attack from there."""
        pose, hex, facing = self._end(places, place, self.home.mode)
        moved = self.field.but(
            self.unit, hex=hex, facing=facing, layer=pose.layer, stance=pose.stance, carrier=-1
        )
        planned = self.best_attack(moved)
        total = value + LATER * planned.gain + self.relief(pose, hex, planned)
        return self._plan(
            total,
            places.actions[place],
            "move-attack",
            planned.gain,
            value - stay,
            pose,
            hex,
            facing,
            planned,
        )

    def _changes(self, action: Transform, stay: float) -> list[Plan]:
        """Plans that begin with a change of shape."""
        mode = action.mode
        one = self.values.fighter(self.unit, mode)
        pose = Pose(one, self.home.layer, STANDING)
        value = self.staying(pose)
        if self.me.carrier >= 0:
            value += self.acts.freed(mode)
        found = [self._plan(value, action, "transform", 0.0, value - stay, pose)]
        if self.left < 2 or self.me.hex < 0:
            return found
        if self.may_attack_later:
            planned = self.best_attack(self.field.but(self.unit, mode=mode, stance=STANDING))
            total = value + LATER * planned.gain + self.relief(pose, self.home.hex, planned)
            found.append(
                self._plan(
                    total, action, "transform-attack", planned.gain, value - stay, pose, planned=planned
                )
            )
        repair_gains = float(self.acts.repair_gains(mode)[self.home.hex])
        if repair_gains > 0 and self.home.layer == GROUND:
            total = value + LATER * repair_gains
            found.append(self._plan(total, action, "transform-repair", repair_gains, value - stay, pose))
        places = self._after(mode)
        if len(places.hexes):
            worths, gains = self.ending(places, mode)
            total_row = worths + WATCH * gains
            place = int(total_row.argmax())
            end = self._end(places, place, mode)
            total = float(total_row[place])
            found.append(self._plan(total, action, "transform-move", 0.0, total - stay, *end))
        return found
