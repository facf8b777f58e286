"""The best way to split a field into pairs: exact, by a matching of greatest weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def pairs_of_least_cost(size: int, cost: Callable[[int, int], int | None]) -> list[tuple[int, int]]:
    """As many pairs of the numbers below ``size`` as can be, at the least cost; the lower one first.

    ``cost`` is asked for the lower number and the higher one; None if they cannot be a pair.
    """
    import networkx  # It takes half a second: those who pair nobody do without.

    costs = {
        (low, high): found
        for high in range(size)
        for low in range(high)
        if (found := cost(low, high)) is not None
    }
    top = max(costs.values(), default=0) + 1
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((low, high, top - found) for (low, high), found in costs.items())
    found_pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found_pairs)


class Levels:
    """Costs of several levels in one number: no sum over all pairs of a lower one outweighs a higher one."""

    def __init__(self, pairs: int, most: Sequence[int]) -> None:
        """``most``: the greatest cost of one pair at each level, the weightiest level first."""
        self._most = tuple(most)
        self._bases = tuple(pairs * one + 1 for one in most)

    def __call__(self, *costs: int) -> int:
        """The costs of a pair as one number."""
        total = 0
        for cost, most, base in zip(costs, self._most, self._bases, strict=True):
            if not 0 <= cost <= most:
                raise ValueError(f"a cost of {cost} is not from 0 to {most}")
            total = total * base + cost
        return total
