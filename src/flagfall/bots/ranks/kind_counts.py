"""Who can be what: dealing kinds to hidden pieces under exact counts.

A deal gives every hidden piece one kind so that every kind is used as often as it is left. Its weight is the
product of ``weights[piece, kind]``; 0 says that a piece cannot be that kind. `marginals` gives for each piece
the probability of each kind over all deals: exactly where the table of counts is small, else by scaling
rows and columns until both sums are right, which keeps every count and every impossibility exact.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

EXACT_STATES = 2_000
"""The largest table of counts for which deals are counted one by one."""


def _states(left: Ints) -> int:
    return int(np.prod(left + 1))


def exact_fits(left: Ints) -> bool:
    """Whether deals can be counted exactly."""
    return _states(left) <= EXACT_STATES


def _shifted(shape: tuple[int, ...], kind: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The cells of the table that one more piece of a kind leads to, and those it comes from."""
    to = tuple(slice(1, None) if k == kind else slice(None) for k in range(len(shape)))
    source = tuple(slice(None, -1) if k == kind else slice(None) for k in range(len(shape)))
    return to, source


def _tails(weights: Floats, left: Ints) -> list[Floats]:
    """For each piece the total weight of dealing it and all later ones, by the counts already used."""
    shape = tuple(int(n) + 1 for n in left)
    table = np.zeros(shape)
    table[tuple(int(n) for n in left)] = 1.0
    tails = [table]
    for row in weights[::-1]:
        new = np.zeros(shape)
        for kind, weight in enumerate(row):
            if weight > 0 and left[kind]:
                to, source = _shifted(shape, kind)
                new[source] += weight * tails[-1][to]
        total = new.max()
        tails.append(new / total if total > 0 else new)
    return tails[::-1]


def exact(weights: Floats, left: Ints) -> Floats:
    """The probabilities over all deals, counted."""
    shape = tuple(int(n) + 1 for n in left)
    tails = _tails(weights, left)
    head = np.zeros(shape)
    head[(0,) * len(shape)] = 1.0
    found = np.zeros_like(weights)
    for piece, row in enumerate(weights):
        new = np.zeros(shape)
        for kind, weight in enumerate(row):
            if weight > 0 and left[kind]:
                to, source = _shifted(shape, kind)
                part = weight * head[source]
                found[piece, kind] = float((part * tails[piece + 1][to]).sum())
                new[to] += part
        total = found[piece].sum()
        if total <= 0:
            raise ValueError("no deal fits the counts")
        found[piece] /= total
        head = new / new.max()
    return found


def scaled(weights: Floats, left: Ints, rounds: int = 300) -> Floats:
    """Probabilities with exact sums, by scaling: rows to 1, columns to the counts."""
    found = weights.copy()
    wanted = left.astype(np.float64)
    for n in range(rounds):
        columns = found.sum(0)
        found *= np.divide(wanted, columns, out=np.zeros_like(columns), where=columns > 0)
        rows = found.sum(1, keepdims=True)
        found /= np.maximum(rows, 1e-300)
        if n % 8 == 7 and np.abs(found.sum(0) - wanted).max() < 1e-7:
            break
    return found


def without_dead_ends(weights: Floats, left: Ints, groups: list[Ints]) -> Floats:
    """The weights without what no deal can use: some pieces need all that is left of a group of kinds.

    Pieces that can be nothing but one of the group take their share; if that is all there is, nobody else
    gets any. And pieces that alone can be one of the group have to be, if no more of them are there than
    needed.
    """
    weights = weights.copy()
    for _ in range(2):
        for group in groups:
            outside = np.ones(weights.shape[1], bool)
            outside[group] = False
            inside = weights[:, group].sum(1) > 0
            bound = inside & (weights[:, outside].sum(1) <= 0)
            wanted = int(left[group].sum())
            if int(bound.sum()) == wanted:
                weights[np.ix_(~bound, group)] = 0.0
            elif int(inside.sum()) == wanted:
                weights[np.ix_(inside, np.flatnonzero(outside))] = 0.0
    return weights


def marginals(weights: Floats, left: Ints) -> Floats:
    """For each hidden piece the probability of each kind."""
    if not len(weights):
        return weights.copy()
    if exact_fits(left):
        return exact(weights, left)
    return scaled(weights, left)


def sample_exact(weights: Floats, left: Ints, count: int, rng: np.random.Generator) -> Ints:
    """Deals, each as likely as its weight: for each of ``count`` the kind of every piece."""
    tails = _tails(weights, left)
    used = np.zeros((count, len(left)), np.int64)
    dealt = np.zeros((count, len(weights)), np.int64)
    lines = np.arange(count)
    for piece, row in enumerate(weights):
        chances = np.zeros((count, len(left)))
        for kind, weight in enumerate(row):
            if weight > 0:
                fits = used[:, kind] < left[kind]
                after = used.copy()
                after[fits, kind] += 1
                chances[:, kind] = np.where(fits, weight * tails[piece + 1][tuple(after.T)], 0.0)
        edges = chances.cumsum(1)
        picks = (rng.random((count, 1)) * edges[:, -1:] >= edges).sum(1).clip(0, len(left) - 1)
        dealt[:, piece] = picks
        used[lines, picks] += 1
    return dealt


def sample_in_turn(
    weights: Floats,
    left: Ints,
    order: list[int],
    count: int,
    rng: np.random.Generator,
    tied: tuple[int, int, Floats] | None = None,
) -> Ints:
    """Deals kind by kind in an order: for each kind as many pieces as are left of it, likelier ones first.

    The order has to be such that what comes early fits fewer pieces than what comes late; then no deal ever
    gets stuck. ``tied`` says that the kinds of one column (bombs) keep to the piece that got another (the
    flag): column of the flag, column of the bombs, and a factor for each pair of pieces.
    """
    pieces = len(weights)
    dealt = np.full((count, pieces), -1, np.int64)
    logs = np.log(np.maximum(weights, 1e-12))
    logs[weights <= 0] = -1e9
    mass = weights.sum(1)
    lines = np.arange(count)[:, None]
    flag_at: Ints | None = None
    for kind in order:
        wanted = int(left[kind])
        if not wanted:
            continue
        keys = logs[:, kind] - np.log(np.maximum(mass, 1e-12))
        noise = rng.gumbel(size=(count, pieces))
        scores = keys[None, :] + noise
        if tied is not None and kind == tied[1] and flag_at is not None:
            scores = scores + np.log(tied[2][flag_at])
        scores = np.where(dealt >= 0, -np.inf, scores)
        best = np.argpartition(-scores, wanted - 1, axis=1)[:, :wanted]
        dealt[lines, best] = kind
        if tied is not None and kind == tied[0]:
            flag_at = best[:, 0]
        mass = mass - weights[:, kind]
    return dealt
