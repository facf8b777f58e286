"""The strongest player of the hex game: it tries plans out in worlds that know what the scenario is about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from flagfall.bots.hexes import setup
from flagfall.bots.hexes.plan import Plan
from flagfall.bots.hexes.plan_search import PlanSearch
from flagfall.bots.hexes.planner import DOUBT, HexCommander
from flagfall.bots.hexes.thinking_time import ThinkingTime
from flagfall.bots.hexes.trials.comparison import LearningComparison, PlanComparison
from flagfall.bots.hexes.trials.objective_world import ObjectiveTables, ObjectiveWorld
from flagfall.bots.hexes.trials.world import TrialWorld, worlds
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.marshal_values import MarshalValues
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.bots.hexes.values.way_to_duty import WayToDuty
from flagfall.bots.hexes.wide_plan_search import BoldPlanSearch
from flagfall.core import Action, Decision
from flagfall.hexes.decisions import DeployDecision
from flagfall.hexes.view import HexView

MOST_ROUNDS = 2
"""For how many rounds after this one a trial goes on at most."""


class HexMarshal(HexCommander):
    """Level 5: as level 4, but its trials are about what wins, and it sees a win when there is one."""

    def prepare(self, view: HexView, decision: Decision, rng: random.Random) -> Action:
        """As level 4, but its units are put where they are soon where the scenario is decided."""
        if isinstance(decision, DeployDecision):
            values = MarshalValues(self.game, view)
            return setup.deployment(values, decision, rng, WayToDuty(values))
        return super().prepare(view, decision, rng)

    def values(self, view: HexView) -> PlannerValues:
        """What things are worth, what is missing to win counted in."""
        return MarshalValues(self.game, view)

    def search(
        self, values: PlannerValues, legal: Sequence[Action], looks: int, thinking: ThinkingTime
    ) -> PlanSearch:
        """Plans that dare more: the trials tell whether it pays."""
        return BoldPlanSearch(values, legal, self.character(), looks, thinking)

    def ahead(self, values: CommanderValues) -> int:
        """To the last round, or as far as can be afforded; where it is only about a fight, as level 4."""
        assert isinstance(values, MarshalValues)
        limit = values.game.scenario.limit
        if not values.objectives.more_than_a_fight:
            return super().ahead(values)
        left = max(0, limit.rounds - values.view.table.round) if limit else MOST_ROUNDS
        return min(left, int(self.number("rounds", MOST_ROUNDS)))

    def comparison(self, plans: list[Plan]) -> PlanComparison:
        """The trials count as much as they turn out to be worth."""
        return LearningComparison(plans, self.number("doubt", DOUBT))

    def worlds(self, values: CommanderValues, ahead: int) -> Iterator[TrialWorld]:
        """Worlds in which both sides play for their objectives."""
        assert isinstance(values, MarshalValues)
        assert values.view.turn is not None
        tables = ObjectiveTables(values, values.view.turn.unit)
        return worlds(tables, self.moment(values.view), ahead, ObjectiveWorld)
