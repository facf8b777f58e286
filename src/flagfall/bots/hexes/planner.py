"""A planning player of the hex game: the best whole turn by the exact odds and by what the enemy may do."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from flagfall.bots.base import Clock
from flagfall.bots.hexes import setup
from flagfall.bots.hexes.character import Character, characters
from flagfall.bots.hexes.greedy import HexGreedy
from flagfall.bots.hexes.plan import Plan, PlanSummary
from flagfall.bots.hexes.plan_search import CLOSE_LOOKS, PlanSearch
from flagfall.bots.hexes.thinking_time import ThinkingTime
from flagfall.bots.hexes.trials.comparison import PlanComparison
from flagfall.bots.hexes.trials.lookup_tables import LookupTables
from flagfall.bots.hexes.trials.world import TrialWorld, worlds
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.bots.hexes.wide_plan_search import WidePlanSearch
from flagfall.core import Action, Decision
from flagfall.hexes.decisions import ChainDecision, DeployDecision, MusterDecision
from flagfall.hexes.view import HexView

ALIKE = 3
"""How many plans of one kind against one target are tried out."""
DOUBT = 5.0
"""By how many points the first judgement of an exchange is usually wrong."""
PLANS = 14
"""How many plans are tried out."""
TRIALS = 400
"""How many trials are made for a decision, all plans together."""
SIFT = 8
"""After how many worlds the plans that fell behind are left out."""
ROUNDS = 1
"""How many rounds after this one a trial goes on for."""


class HexPlanner(HexGreedy):
    """Level 3: one-ply expectimax over whole-turn plans, with a character."""

    summary: PlanSummary | None = None
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
        values = PlannerValues(self.game, view)
        if isinstance(decision, DeployDecision):
            return setup.deployment(values, decision, rng)
        if isinstance(decision, ChainDecision):
            return setup.chain(self.game.roster, values, decision)
        return super().prepare(view, decision, rng)

    def choose(self, view: HexView, legal: Sequence[Action], clock: Clock) -> Action:
        """The first action of the best plan."""
        thinking = ThinkingTime(clock)
        values = self.values(view)
        looks = int(self.number("looks", CLOSE_LOOKS))
        plans = self.search(values, legal, looks, thinking).plans()
        plans = self.blurred(view, plans)
        best = self.settle(values, plans, thinking)
        self.summary = best.summary
        return best.first

    def values(self, view: HexView) -> PlannerValues:
        """What things are worth to this player."""
        return PlannerValues(self.game, view)

    def search(
        self, values: PlannerValues, legal: Sequence[Action], looks: int, thinking: ThinkingTime
    ) -> PlanSearch:
        """The search for plans."""
        return PlanSearch(values, legal, self.character(), looks, thinking)

    def blurred(self, view: HexView, plans: list[Plan]) -> list[Plan]:
        """The plans with some misjudgement: each kind against each target by a few points."""
        haze = self.number("haze", 0.0)
        if not haze:
            return plans
        rng = self.moment(view)
        wrong: dict[tuple[str, int], float] = {}
        for plan in plans:
            wrong.setdefault((plan.summary.kind, plan.planned.unit), rng.gauss(0.0, haze))
        return sorted(plans, key=lambda plan: -plan.value - wrong[plan.summary.kind, plan.planned.unit])

    def settle(self, values: PlannerValues, plans: list[Plan], thinking: ThinkingTime) -> Plan:
        """The plan that is chosen in the end; here the one that looks best."""
        return plans[0]


class HexCommander(HexPlanner):
    """Level 4: the best few plans tried out in worlds that fit the view; forces tried out on paper.

    How many plans, how many trials and how many rounds ahead are parameters of the level.
    """

    def prepare(self, view: HexView, decision: Decision, rng: random.Random) -> Action:
        """As a planner, but it does not take the first force that comes."""
        if isinstance(decision, MusterDecision):
            enemy = MusterDecision(self.game.determinize(view, rng), 1 - self.seat)
            return setup.force(self.game.roster, decision, enemy, rng)
        return super().prepare(view, decision, rng)

    def values(self, view: HexView) -> PlannerValues:
        """What things are worth, near a limit of rounds too."""
        return CommanderValues(self.game, view)

    def search(
        self, values: PlannerValues, legal: Sequence[Action], looks: int, thinking: ThinkingTime
    ) -> PlanSearch:
        """Plans that expect whole-turn attacks, with more places to end at."""
        return WidePlanSearch(values, legal, self.character(), looks, thinking)

    def settle(self, values: PlannerValues, plans: list[Plan], thinking: ThinkingTime) -> Plan:
        """The plan that comes out best on average; the clock stops it only on a slow machine."""
        few = self._few(plans, int(self.number("plans", PLANS)), int(self.number("alike", ALIKE)))
        if len(few) < 2 or not values.foes:
            return plans[0]
        assert isinstance(values, CommanderValues)
        trial = self.comparison(few)
        trials = int(self.number("trials", TRIALS))
        for count, world in enumerate(self.worlds(values, self.ahead(values))):
            if count and (trials <= 0 or trial.settled or thinking.over):
                break
            trials -= len(trial.left)
            trial.add(world)
            if count % SIFT == SIFT - 1:
                trial.sift()
        return trial.best()

    def comparison(self, plans: list[Plan]) -> PlanComparison:
        """How the plans that are tried out are compared."""
        return PlanComparison(plans, self.number("doubt", DOUBT))

    def ahead(self, values: CommanderValues) -> int:
        """For how many rounds after this one a trial goes on."""
        return int(self.number("rounds", ROUNDS))

    def worlds(self, values: CommanderValues, ahead: int) -> Iterator[TrialWorld]:
        """Worlds that fit the view, to try plans out in."""
        assert values.view.turn is not None
        return worlds(LookupTables(values, values.view.turn.unit), self.moment(values.view), ahead)

    @staticmethod
    def _few(plans: list[Plan], most: int, most_alike: int = ALIKE) -> list[Plan]:
        """The best plans, but of each kind against the same target no more than a few."""
        found: list[Plan] = []
        alike: dict[tuple[str, int], int] = {}
        seen: set[tuple[str, int, int, int]] = set()
        for plan in plans:
            if len(found) >= most:
                break
            key = (plan.summary.kind, plan.planned.unit)
            place = (*key, plan.summary.target, plan.hex)
            if place in seen:
                continue
            seen.add(place)
            alike[key] = alike.get(key, 0) + 1
            if alike[key] <= most_alike:
                found.append(plan)
        return found
