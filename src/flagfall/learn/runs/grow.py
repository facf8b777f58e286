"""A saved run for a deeper network: it plays as before until it learns, and goes on from there."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from flagfall.learn.network.net import Network, with_weights
from flagfall.learn.selfplay.optimize import names_of


def grown(content: dict[str, Any], depth: int, net: Network, optimizer: str) -> dict[str, Any]:
    """The content of a state that was saved with so many blocks, for ``net`` with more of them.

    Momenta of the new blocks are left out; optimizers begin them at nothing.
    """
    old = Network(net.width, depth)
    names = [name for name, _ in old.named_parameters()]
    found = dict(content)
    for kind in ("weights", "average"):
        deep = with_weights(deepcopy(net), dict(zip(names, content[kind], strict=True)))
        found[kind] = [weight.detach() for weight in deep.parameters()]
    found["optimizers"] = [
        _renumbered(state, before, after)
        for state, before, after in zip(
            content["optimizers"], names_of(old, optimizer), names_of(net, optimizer), strict=True
        )
    ]
    return found


def _renumbered(state: dict[str, Any], before: list[str], after: list[str]) -> dict[str, Any]:
    """The state of an optimizer, whose weights it knows by their number, for more weights."""
    (group,) = state["param_groups"]
    place = {name: number for number, name in enumerate(after)}
    return {
        "state": {place[before[number]]: one for number, one in state["state"].items()},
        "param_groups": [{**group, "params": list(range(len(after)))}],
    }
