"""Worlds that fit a view, and how a plan does in them: the rest of this round and the next, played out.

In each world the cards lie in some order and the unseen somewhere. Every unit does what promises most: it
shoots or strikes from where it is safest, steps back after a shot, repairs, gives orders, or comes nearer.
The dice of a world are thrown beforehand, so that all plans meet the same luck; and each world has a twin in
which luck is the other way round.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from flagfall.bots.hexes.board_arrays import FAR
from flagfall.bots.hexes.fighter import Fighter, fighter
from flagfall.bots.hexes.plan import Plan, PlannedAttack
from flagfall.bots.hexes.trials.lookup_tables import LookupTables, TrialAct, TurnEnd
from flagfall.hexes.abilities import Command
from flagfall.hexes.rules.attacks import TOTAL
from flagfall.hexes.units.pieces import PLAY, WRECK

SURE = 1.5
"""By how much more than the mean an attack is weighed, so that a unit that may fall is shot at first."""
RAISED = 0.75
"""What a wreck under repair is worth, as a part of the unit that it will be."""


NOTHING = TrialAct(-FAR, -1, 0)
"""Worse than anything that can be done."""
_worth = itemgetter(0)


class Situation(NamedTuple):
    """The units of a trial; changed as it goes on."""

    units: dict[int, Fighter]
    wrecks: dict[int, Fighter]
    raised: dict[int, Fighter]
    """Wrecks that come back with the next round, with the hit points that they will have."""
    hidden: set[int]
    """Units that cannot be attacked: cloaked, or behind a shield."""
    ordered: set[int]
    """Leaders who gave their order in this round."""
    facings: dict[int, int]
    """The facing of units that have not moved yet; one that has moved is taken to face as it wants."""
    blocks: dict[int, int]
    """The constructs that have to fall, with their hit points; none where objectives are not played."""
    held: dict[int, int]
    """For how many rounds a zone was held, by the number of its condition; none either without objectives."""
    left: dict[int, Fighter]
    """Units that left the map; none either without objectives."""


def worlds(
    tables: LookupTables, rng: random.Random, ahead: int = 1, kind: type[TrialWorld] | None = None
) -> Iterator[TrialWorld]:
    """Worlds that fit the view, without end, for trials that go on for some rounds after this one."""
    while True:
        world = (kind or TrialWorld)(tables, rng, ahead)
        yield world
        world.luck = 1.0 - world.luck
        world.dice = [tuple(1.0 - one for one in dice) for dice in world.dice]
        yield world


class TrialWorld:
    """One order of cards, and where the unseen are."""

    def __init__(self, tables: LookupTables, rng: random.Random, ahead: int = 1) -> None:
        values = tables.values
        self.ahead = ahead
        self.tables = tables
        self.values = values
        state = values.game.determinize(values.view, rng)
        field = state.field()
        self.luck = rng.random()
        """What the attack of a plan does, from 0 (little) to 1."""
        self.dice = [tuple(rng.random() for _ in range(ahead + 1)) for _ in state.pieces]
        """What each unit throws in this round and in those after it, from 0 to 1."""
        self._known_attacks = tables.attacks
        self.seats: dict[int, int] = {}
        self.chains = state.chains
        self.start = Situation({}, {}, {}, set(), set(), {}, {}, {}, {})
        for number, piece in enumerate(state.pieces):
            if piece.hex < 0 or piece.status not in (PLAY, WRECK):
                continue
            known = values.view.pieces[number].hex >= 0
            one = values.fighter(number) if known else fighter(field, number)
            self.seats[number] = piece.seat
            if piece.status == PLAY:
                self.start.units[number] = one
                self.start.facings[number] = piece.facing
                if piece.cloaked or piece.shield == "self":
                    self.start.hidden.add(number)
            elif piece.waiting:
                self.start.raised[number] = one
            else:
                self.start.wrecks[number] = one
            if f"{number}:command" in state.used:
                self.start.ordered.add(number)
        self.whole = sum(
            one.hp * (1 if self.seats[number] == values.seat else -1)
            for pool in (self.start.units, self.start.raised)
            for number, one in pool.items()
        )
        """By how many hit points the seat has more on the map now."""
        self.rounds = [list(state.pile)]
        """The order of turns in this round and in those after it."""
        limit = values.game.scenario.limit
        for later in range(ahead):
            if limit is None or state.round + later < limit.rounds:
                self.rounds.append(rng.sample(sorted(self.seats), len(self.seats)))

    def begun(self) -> Situation:
        """The situation at the start, to be changed."""
        start = self.start
        return Situation(
            dict(start.units),
            dict(start.wrecks),
            dict(start.raised),
            set(start.hidden),
            set(start.ordered),
            dict(start.facings),
            dict(start.blocks),
            dict(start.held),
            dict(start.left),
        )

    def value(self, plan: Plan) -> float:
        """How the seat stands after this round and those that are played on if a plan is carried out.

        What a plan does for others counts in its first judgement: here only what comes of it.
        """
        now, unit = self.begun(), self.tables.unit
        units = now.units
        if unit in units and plan.hex >= 0:
            end = plan.end.fighter
            tough = end.endurance * (2 if plan.end.shield == "duck" else 1)
            units[unit] = end._replace(hex=plan.hex, layer=plan.end.layer, hp=units[unit].hp, endurance=tough)
            now.facings[unit] = plan.facing
        now.hidden.discard(unit)
        if plan.end.shield in ("cloak", "self"):
            now.hidden.add(unit)
        self._carry_out(now, plan.planned)
        told = self._act(now, plan)
        for later, order in enumerate(self.rounds):
            if later:
                units.update(now.raised)
                now.raised.clear()
                now.ordered.clear()
            for number in order:
                if number in units:
                    self.turn(now, number, self.dice[number][later])
                    if number == unit:
                        now.hidden.discard(unit)
            if self.over(now, later):
                break
        return self.standing(now) - told + self.not_played_out(plan.planned)

    def _act(self, now: Situation, plan: Plan) -> float:
        """What a plan does but for its attack; what was told of it in the first judgement, in points."""
        unit, target = self.tables.unit, plan.summary.target
        if "repair" in plan.summary.kind and plan.planned.attack is None and unit in now.units:
            return self._repair_now(now, unit, target)
        if isinstance(plan.first, Command) and target in now.units:
            now.ordered.add(unit)
            self._do(now, target, self._best(now, target), self.dice[unit][0])
            return plan.summary.gain
        return 0.0

    def not_played_out(self, planned: PlannedAttack) -> float:
        """What an attack brings that no trial shows: plain trials have no constructs that have to fall."""
        return planned.gain if planned.attack is not None and planned.hex in self.values.blocks else 0.0

    def over(self, now: Situation, later: int) -> bool:
        """Whether the game ends with a round, the first of which is 0; in a plain trial it goes on."""
        return False

    def standing(self, now: Situation) -> float:
        """How the seat stands: units, and wrecks under repair."""
        values, seats = self.values, self.seats
        worth, lead = 0.0, float(values.losses[1] - values.losses[0]) - self.whole
        for pool, share in ((now.units, 1.0), (now.left, 1.0), (now.raised, RAISED)):
            for number, one in pool.items():
                sign = 1 if seats[number] == values.seat else -1
                worth += sign * share * values.worth(number, one.hp)
                lead += sign * one.hp
        return values.standing(worth, lead, self.ahead)

    # Harm and help

    def _carry_out(self, now: Situation, planned: PlannedAttack) -> None:
        """The attack of a plan, with the luck of this world."""
        if planned.unit in now.units:
            self._hurt(now, planned.unit, quantile(planned.damage, self.luck))

    def _hurt(self, now: Situation, number: int, damage: int) -> None:
        one = now.units[number]
        left = one.hp - damage
        if left > 0:
            now.units[number] = one._replace(hp=left)
        else:
            del now.units[number]
            now.wrecks[number] = one._replace(hp=0)

    def _repair_now(self, now: Situation, number: int, patient: int) -> float:
        """Repair a unit; what that is worth at once, in points."""
        field, worth = self.values.field, self.values.worth
        skill = now.units[number].skill
        if patient in now.units:
            one = now.units[patient]
            hp = min(field.max_hp(patient), one.hp + skill)
            now.units[patient] = one._replace(hp=hp)
            return worth(patient, hp) - worth(patient, one.hp)
        if patient in now.wrecks:
            hp = min(field.max_hp(patient), skill)
            now.raised[patient] = now.wrecks.pop(patient)._replace(hp=hp)
            return RAISED * worth(patient, hp)
        return 0.0

    # Turns

    def turn(self, now: Situation, number: int, luck: float) -> None:
        """One unit's turn, and that of the ally that it gives an order to."""
        if number in now.hidden:
            return
        best = self._best(now, number)
        if self._leads(now, number):
            ally, helped = self._ally(now, number)
            still = self._best(now, number, True)
            if ally >= 0 and helped + still.worth > best.worth:
                now.ordered.add(number)
                self._do(now, number, still, luck)
                # The ally's dice differ, but are as lucky or unlucky in the twin of this world.
                self._do(now, ally, self._best(now, ally), (luck + 0.5) % 1.0)
                return
        self._do(now, number, best, luck)

    def _do(self, now: Situation, number: int, act: TrialAct, luck: float) -> None:
        if act.strike is not None:
            damage = bisect_left(act.strike.spread, luck)
            if act.block >= 0:
                now.blocks[act.block] = max(0, now.blocks[act.block] - damage)
            else:
                self._hurt(now, act.target, damage)
        if act.patient >= 0:
            self._repair_now(now, number, act.patient)
        me = now.units[number]
        if act.hex != me.hex or act.strike is not None:
            now.facings.pop(number, None)
        tough = self._endurance(me) * (2 if act.ducks and self.tables.ducks else 1)
        now.units[number] = me._replace(hex=act.hex, layer=act.layer, endurance=tough)

    def _endurance(self, one: Fighter) -> int:
        """The endurance of a unit that does not duck."""
        return self.values.field.sheet(one.number).endurance_in(one.mode)

    def _leads(self, now: Situation, number: int) -> bool:
        """Whether a unit may give an order now (HX-ABL-CMD)."""
        if number in now.ordered:
            return False
        first = next((one for one in self.chains[self.seats[number]] if one in now.units), -1)
        return first == number and self._able(now.units[number], "command")

    def _able(self, one: Fighter, ability: str) -> bool:
        return self.values.field.sheet(one.number).modes[one.mode].has(ability)

    def _ally(self, now: Situation, leader: int) -> tuple[int, float]:
        """The ally that an order helps most, and what that is worth."""
        found = (-1, 0.0)
        for number in now.units:
            if number != leader and self.seats[number] == self.seats[leader] and number not in now.hidden:
                act = self._best(now, number)
                gain = act.worth if act.strike is not None or act.patient >= 0 else 0.0
                if gain > found[1]:
                    found = number, gain
        return found

    def _best(self, now: Situation, number: int, still: bool = False) -> TrialAct:
        """The best that a unit can do with both its actions, or with one where it stands."""
        tables, seats = self.tables, self.seats
        me, seat = now.units[number], seats[number]
        choices = tables.choices(me)
        best = TrialAct(-choices.home, me.hex, me.layer)
        foes = [one for other, one in now.units.items() if seats[other] != seat and other not in now.hidden]
        facing = now.facings.get(number, -1)
        arc = tables.hexes_in_arc(me, facing) if facing >= 0 else None
        who = (number, me.mode, me.hex, me.layer, still)
        for foe in foes:
            ready = arc is None or bool(arc[foe.hex])
            key = (*who, ready, foe.number, foe.mode, foe.hex, foe.layer, foe.hp, foe.endurance)
            act = self._known_attacks.get(key)
            if act is None:
                act = self._known_attacks[key] = self._best_attack(me, foe, ready, still)
            if act.worth > best.worth:
                best = act
        # No place is safer than the safest: an attack that is worth more than that needs no comparison.
        content = best.strike is not None and best.worth >= -choices.safest
        if not still and foes and me.move_points > 0 and not content:
            approach = tables.approach(me, self._goal(now, me, foes))
            if -approach.danger > best.worth or best.strike is None:
                best = TrialAct(-approach.danger, approach.hex, me.layer, ducks=approach.hex == me.hex)
        if self._able(me, "repair"):
            best = self._repair(now, me, best, still)
        return best

    def _best_attack(self, me: Fighter, foe: Fighter, ready: bool, still: bool) -> TrialAct:
        """The best attack of one on another; one that is not ready for it has to turn first."""
        best, end = NOTHING, self.tables.firing_place(me, foe)
        if end is not None:
            best = self._attack(me, foe, end._replace(here=end.here and ready), False, still)
        if me.strength > 0 and me.layer == foe.layer:
            end = self.tables.striking_place(me, foe.hex)
            if end is not None:
                best = max(best, self._attack(me, foe, end, True, still), key=_worth)
        return best

    def _goal(self, now: Situation, me: Fighter, foes: list[Fighter]) -> int:
        """The hex that a unit with nothing better to do comes nearer to: that of the nearest foe."""
        far = self.tables.distance(me.hex)
        return min(foes, key=lambda foe: int(far[foe.hex])).hex

    def _attack(self, me: Fighter, foe: Fighter, end: TurnEnd, melee: bool, still: bool) -> TrialAct:
        """An attack: from here, with a step back or with the whole turn, or after a walk."""
        tables, worth = self.tables, self.values.worth
        strike = tables.strike(me, foe, melee, end.screened)
        if strike is None or (still and not end.here):
            return NOTHING
        home, whole = tables.choices(me).home, worth(foe.number, foe.hp)
        gain = whole - worth(foe.number, foe.hp - SURE * strike.mean)
        if still:
            return TrialAct(gain - home, me.hex, me.layer, foe.number, strike)
        best = TrialAct(gain - end.danger, end.hex, me.layer, foe.number, strike)
        if end.here and (tables.might if melee else tables.power) > 1:
            mighty = me._replace(fire=me.fire * tables.power, strength=me.strength * tables.might)
            blast = tables.strike(mighty, foe, melee, end.screened)
            if blast is not None:
                gain = whole - worth(foe.number, foe.hp - SURE * blast.mean)
                if gain - home > best.worth:
                    return TrialAct(gain - home, me.hex, me.layer, foe.number, blast, whole=True)
        return best

    def _repair(self, now: Situation, me: Fighter, best: TrialAct, still: bool) -> TrialAct:
        """The best with a repair: of itself or a unit next to it, or after a walk."""
        field, worth = self.values.field, self.values.worth
        seat = self.seats[me.number]
        choices = self.tables.choices(me)
        attack = best if best.strike is not None and best.hex == choices.refuge and not best.whole else None
        for pool, share in ((now.units, 1.0), (now.wrecks, RAISED)):
            for number, one in pool.items():
                whole = field.max_hp(number)
                if self.seats[number] != seat or one.hp >= whole or one.layer != me.layer:
                    continue
                gain = share * (worth(number, min(whole, one.hp + me.skill)) - worth(number, one.hp))
                end = self.tables.striking_place(me, one.hex)
                if number == me.number or (end is not None and end.here):
                    # With the other action it attacks from where it is, or steps back.
                    act = TrialAct(gain - choices.safest, choices.refuge, me.layer, patient=number)
                    if still:
                        act = TrialAct(gain - choices.home, me.hex, me.layer, patient=number)
                    elif attack is not None:
                        both = attack.worth + choices.safest - choices.home + gain
                        if both > act.worth:
                            act = attack._replace(worth=both, hex=me.hex, patient=number)
                elif still or end is None:
                    continue
                else:
                    act = TrialAct(gain - end.danger, end.hex, me.layer, patient=number)
                if act.worth > best.worth:
                    best = act
        return best


def quantile(damage: tuple[int, ...], luck: float) -> int:
    """The damage of an attack that luck decides on, from 0 (no luck) to 1; chances in parts of `TOTAL`."""
    left = luck * TOTAL
    for amount, weight in enumerate(damage):
        left -= weight
        if left < 0:
            return amount
    return 0
