"""A saved run for a deeper network, or one that sees more: it plays as before until it learns."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from flagfall.learn.config import Config
from flagfall.learn.network.net import Network, widened, with_weights
from flagfall.learn.selfplay.optimize import names_of


def grown(content: dict[str, Any], config: Config, net: Network) -> dict[str, Any]:
    """The content of a state that was saved with a configuration, for ``net`` with more blocks or inputs.

    Momenta of the new blocks are left out; optimizers begin them at nothing, as those of new inputs.
    """
    optimizer = config.optimizer
    old = Network(net.width, config.depth, config.memory)
    names = [name for name, _ in old.named_parameters()]
    found = dict(content)
    for kind in ("weights", "average"):
        deep = with_weights(deepcopy(net), dict(zip(names, content[kind], strict=True)))
        found[kind] = [weight.detach() for weight in deep.parameters()]
    found["optimizers"] = [
        _renumbered(state, before, after, dict(net.named_parameters()))
        for state, before, after in zip(
            content["optimizers"], names_of(old, optimizer), names_of(net, optimizer), strict=True
        )
    ]
    return found


def _renumbered(
    state: dict[str, Any], before: list[str], after: list[str], known: dict[str, Any]
) -> dict[str, Any]:
    """The state of an optimizer, whose weights it knows by their number, for more or larger weights."""
    (group,) = state["param_groups"]
    place = {name: number for number, name in enumerate(after)}
    return {
        "state": {
            place[before[number]]: {
                key: widened(before[number], value, known[before[number]].shape) if value.ndim > 1 else value
                for key, value in one.items()
            }
            for number, one in state["state"].items()
        },
        "param_groups": [{**group, "params": list(range(len(after)))}],
    }
