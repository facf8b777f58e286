"""Plans tried out side by side: what is known of each so far, and which are still worth a trial."""

from __future__ import annotations

from math import sqrt

from flagfall.bots.hexes.plan import Plan
from flagfall.bots.hexes.trials.world import TrialWorld

SCATTER = 6.0
"""How far trials may be expected to lie apart, in points, before there are any."""
CRUDE = 1.5
"""By how many points trials are wrong however many there are: their players are cruder than real ones."""
ENOUGH = 1.2
"""How much more than that the error may be when no more trials are made."""
BEHIND = 2.5
"""How many standard errors a plan may lie behind the best before it is left out."""


class PlanComparison:
    """Plans and how they fared, world by world, all in the same worlds."""

    def __init__(self, plans: list[Plan], doubt: float) -> None:
        self.plans = plans
        self.doubt = doubt
        """By how many points the first judgement of a plan's exchange is usually wrong."""
        self.left = list(range(len(plans)))
        """The plans that are still tried; the one that looked best at first always is, to compare with."""
        self._fared: list[list[float]] = [[] for _ in plans]

    @property
    def settled(self) -> bool:
        """Whether more worlds would change nothing."""
        return len(self.left) < 2

    def add(self, world: TrialWorld) -> None:
        """Try what is left in one more world."""
        for number in self.left:
            self._fared[number].append(world.value(self.plans[number]))

    def judged(self, number: int) -> tuple[float, float]:
        """How much better a plan is than the first, and by how much that may be wrong.

        What the plan wins and loses in the exchange is what it was judged at first, corrected by the trials:
        the more they agree, the more they count.
        """
        plan, first = self.plans[number], self.plans[0]
        before, mean, error = self._compared(number)
        trust = self.doubt**2 / (self.doubt**2 + error**2)
        return plan.calm - first.calm + before + trust * (mean - before), error * sqrt(trust)

    def _compared(self, number: int) -> tuple[float, float, float]:
        """How much better the exchange of a plan was judged than the first's, how it fared, and the error."""
        plan, first = self.plans[number], self.plans[0]
        before = (plan.value - plan.calm) - (first.value - first.calm)
        gaps = [one - other for one, other in zip(self._fared[number], self._fared[0], strict=False)]
        mean = sum(gaps) / len(gaps)
        error = sqrt((sum((gap - mean) ** 2 for gap in gaps) + SCATTER**2) / len(gaps) ** 2 + CRUDE**2)
        return before, mean, error

    def sift(self) -> None:
        """Leave out the plans that fell behind."""
        judged = {number: self.judged(number) for number in self.left}
        best = max(value for value, _ in judged.values())
        self.left = [
            number
            for number, (value, error) in judged.items()
            if number == 0 or value + BEHIND * error >= best
        ]

    def best(self) -> Plan:
        """The plan that is best after all trials."""
        return self.plans[max(self.left, key=lambda number: (self.judged(number)[0], -number))]


class LearningComparison(PlanComparison):
    """The same, but how wrong the first judgement is comes from the trials.

    Where a game is decided it is wrong by far more than in a fight that goes on: it does not look so far.
    """

    def __init__(self, plans: list[Plan], doubt: float) -> None:
        super().__init__(plans, doubt)
        self._least = doubt
        self._clear = False

    @property
    def settled(self) -> bool:
        """Whether more worlds would change nothing, or less than the crude players of the trials do."""
        return self._clear or super().settled

    def sift(self) -> None:
        """Leave out the plans that fell behind."""
        self._learn()
        super().sift()
        errors = [self._compared(number)[2] for number in self.left if number]
        self._clear = max(errors, default=0.0) <= ENOUGH * CRUDE

    def best(self) -> Plan:
        """The plan that is best after all trials."""
        self._learn()
        return super().best()

    def _learn(self) -> None:
        """Take the first judgement to be as wrong as the trials differ from it beyond their own error."""
        wrong = []
        for number in range(1, len(self.plans)):
            before, mean, error = self._compared(number)
            wrong.append((mean - before) ** 2 - error**2)
        self.doubt = sqrt(max(self._least**2, sum(wrong) / max(1, len(wrong))))
