"""A planning player of the hex game: the best whole turn by the exact odds and by what may come back."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import msgspec

from flagfall.bots.base import Clock
from flagfall.bots.hexes import setup
from flagfall.bots.hexes.character import Character, characters
from flagfall.bots.hexes.greedy import HexGreedy
from flagfall.bots.hexes.judge import Judge
from flagfall.bots.hexes.plan import Plan, PlanReason
from flagfall.bots.hexes.plan_search import CLOSE_LOOKS, Planner
from flagfall.bots.hexes.scout import Scout
from flagfall.bots.hexes.stakes import Stakes
from flagfall.bots.hexes.trials.tables import TrialTables
from flagfall.bots.hexes.trials.trial import Trial
from flagfall.bots.hexes.trials.world import worlds
from flagfall.core import Action, Decision
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision
from flagfall.hexes.view import HexView

ALIKE = 3
"""So many plans of one kind against one target are tried out."""
DOUBT = 5.0
"""By how many points the first judgement of an exchange is usually wrong."""
PLANS = 14
"""So many plans are tried out."""
TRIALS = 400
"""So many trials are made for a decision, all plans together."""
SIFT = 8
"""After so many worlds the plans that fell behind are left out."""
PART = 0.8
"""The part of the time for a decision after which nothing more is begun."""


class HexPlanner(HexGreedy):
    """Level 3: one-ply expectimax over whole-turn plans, with a character."""

    reason: PlanReason | None = None
    """Why the last decision was taken, for hints; None where there was only one action."""

    def character(self) -> Character:
        """Who plays: the character that the parameters name, or one that the seed chooses."""
        known = characters()
        name = self.word("personality", "any")
        if name == "any":
            name = self.chance("character").choice(list(known))
        if name not in known:
            raise ValueError(f"there is no personality {name!r}; they are {', '.join(known)} and any")
        changes = {
            field: self.number(field, 1.0) for field in known[name].__struct_fields__ if field in self.params
        }
        return msgspec.structs.replace(known[name], **changes)

    def prepare(self, view: HexView, decision: Decision, rng: random.Random) -> Action:
        """A force, a chain of command, or a place for a unit."""
        judge = Judge(self.game, view)
        if isinstance(decision, DeployDecision):
            return setup.deployment(judge, decision, rng)
        if isinstance(decision, ChainDecision):
            return setup.chain(self.game.roster, judge, decision)
        return super().prepare(view, decision, rng)

    def choose(self, view: HexView, legal: Sequence[Action], clock: Clock) -> Action:
        """The first action of the best plan."""
        begun = time.perf_counter()
        judge = self.judge(view)
        looks = int(self.number("looks", CLOSE_LOOKS))
        until = begun + PART * clock.budget()
        plans = self.planner(judge, legal, looks, until).plans()
        plans = self.blurred(view, plans)
        best = self.settle(judge, plans, until)
        self.reason = best.reason
        return best.first

    def judge(self, view: HexView) -> Judge:
        """Who weighs things for this player."""
        return Judge(self.game, view)

    def planner(self, judge: Judge, legal: Sequence[Action], looks: int, until: float) -> Planner:
        """Who thinks of plans for this player."""
        return Planner(judge, legal, self.character(), looks, until)

    def blurred(self, view: HexView, plans: list[Plan]) -> list[Plan]:
        """The plans as a player sees them who misjudges: each kind against each target by a few points."""
        haze = self.number("haze", 0.0)
        if not haze:
            return plans
        rng = self.moment(view)
        wrong: dict[tuple[str, int], float] = {}
        for plan in plans:
            wrong.setdefault((plan.reason.kind, plan.aim.unit), rng.gauss(0.0, haze))
        return sorted(plans, key=lambda plan: -plan.value - wrong[plan.reason.kind, plan.aim.unit])

    def settle(self, judge: Judge, plans: list[Plan], until: float) -> Plan:
        """The plan that is chosen in the end; here the one that looks best."""
        return plans[0]


class HexCommander(HexPlanner):
    """Level 4: the best few plans tried out in worlds that fit the view; forces tried out on paper."""

    def prepare(self, view: HexView, decision: Decision, rng: random.Random) -> Action:
        """As a planner, but it does not take the first force that comes."""
        if isinstance(decision, MusterDecision):
            enemy = MusterDecision(self.game.determinize(view, rng), 1 - self.seat)
            return setup.force(self.game.roster, decision, enemy, rng)
        return super().prepare(view, decision, rng)

    def judge(self, view: HexView) -> Judge:
        """One who knows what is at stake."""
        return Stakes(self.game, view)

    def planner(self, judge: Judge, legal: Sequence[Action], looks: int, until: float) -> Planner:
        """One who reckons with all that may come back."""
        return Scout(judge, legal, self.character(), looks, until)

    def settle(self, judge: Judge, plans: list[Plan], until: float) -> Plan:
        """The plan that comes out best on average; the clock stops it only on a slow machine."""
        few = self._few(plans, int(self.number("plans", PLANS)))
        assert judge.view.turn is not None
        if len(few) < 2 or not judge.foes:
            return plans[0]
        assert isinstance(judge, Stakes)
        trial = Trial(few, self.number("doubt", DOUBT))
        trials = int(self.number("trials", TRIALS))
        tables = TrialTables(judge, judge.view.turn.unit)
        for count, world in enumerate(worlds(tables, self.moment(judge.view))):
            if count and (trials <= 0 or len(trial.left) < 2 or time.perf_counter() > until):
                break
            trials -= len(trial.left)
            trial.add(world)
            if count % SIFT == SIFT - 1:
                trial.sift()
        return trial.best()

    @staticmethod
    def _few(plans: list[Plan], most: int) -> list[Plan]:
        """The best plans, but of each kind against the same target no more than a few."""
        found: list[Plan] = []
        alike: dict[tuple[str, int], int] = {}
        seen: set[tuple[str, int, int, int]] = set()
        for plan in plans:
            if len(found) >= most:
                break
            key = (plan.reason.kind, plan.aim.unit)
            place = (*key, plan.reason.target, plan.hex)
            if place in seen:
                continue
            seen.add(place)
            alike[key] = alike.get(key, 0) + 1
            if alike[key] <= ALIKE:
                found.append(plan)
        return found
