"""Set-ups to train with: what people played, fitted to each edition's army, and variations of it.

A set-up is a row of bytes, the owner's back row first: rank + 1 (1 flag, 2 spy, ... 12 bomb), 0 for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from flagfall.bots.network.learned_setups import SIGNS
from flagfall.fast import Spec
from flagfall.learn.config import BadConfig

Setups: TypeAlias = npt.NDArray[np.uint8]
LETTERS = "AMCDEFGHIJKLB"
"""Letters of the files: nothing, flag, spy, scout, 3 to 10, bomb."""
FLAG, BOMB = 1, 12
RANKS = 12
COLUMNS = 10


def read(file: Path) -> Setups:
    """The set-ups of a file, one a line, each once."""
    rows = set()
    for number, line in enumerate(file.read_text().split("\n"), 1):
        text = line.strip()
        if not text:
            continue
        if len(text) != 40 or set(text) - set(LETTERS):
            raise BadConfig(f"{file.name}, line {number}: not 40 letters of {LETTERS}")
        rows.add(bytes(LETTERS.index(letter) for letter in text))
    return np.array([list(row) for row in sorted(rows)], np.uint8)


def pack(files: Sequence[Path], out: Path) -> dict[str, int]:
    """Pack files of set-ups into one; how many each holds."""
    packed = {file.stem: read(file) for file in files}
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out, allow_pickle=False, **packed)
    return {name: len(rows) for name, rows in packed.items()}


def unpack(file: Path) -> list[Setups]:
    """The collections of a packed file."""
    with np.load(file) as archive:
        return [archive[name] for name in sorted(archive.files)]


def by_edition(file: Path) -> dict[str, Setups]:
    """Set-ups by edition: candidates (``.npz``) or learned ones (``.json``, a word each)."""
    if file.suffix == ".npz":
        with np.load(file) as archive:
            return {name: archive[name] for name in archive.files}
    words = msgspec.json.decode(file.read_bytes(), type=dict[str, list[str]])
    return {
        name: np.array([[SIGNS.index(sign) for sign in word] for word in known], np.uint8)
        for name, known in words.items()
    }


def army(rows: Setups) -> npt.NDArray[np.int64]:
    """How many of each rank the set-ups have, [set-ups, 12]."""
    return np.stack([(rows == rank + 1).sum(1) for rank in range(RANKS)], 1).astype(np.int64)


def mirrored(rows: Setups) -> Setups:
    """The set-ups with left and right changed."""
    return np.ascontiguousarray(rows.reshape(len(rows), -1, COLUMNS)[:, :, ::-1].reshape(len(rows), -1))


def mobile(rows: Setups, spec: Spec) -> npt.NDArray[np.bool_]:
    """Which set-ups have a piece that can move at once."""
    home = rows.reshape(len(rows), -1, COLUMNS)
    able = (home > FLAG) & (home < BOMB)
    depth = home.shape[1]
    ahead = np.array([depth * spec.width + column not in spec.blocked for column in range(COLUMNS)])
    free = np.concatenate(
        [home == 0, np.broadcast_to(ahead, (len(rows), 1, COLUMNS))], 1
    )  # the row in front of the army counts, too
    found = (able & free[:, 1:]).any((1, 2)) | (able[:, 1:] & free[:, : depth - 1]).any((1, 2))
    found |= (able[:, :, 1:] & free[:, :depth, :-1]).any((1, 2))
    return np.asarray(found | (able[:, :, :-1] & free[:, :depth, 1:]).any((1, 2)))


def shuffled(rows: Setups, rng: np.random.Generator, swaps: int) -> Setups:
    """The set-ups with up to so many pairs of cells changed, flags left where they are."""
    out = rows.copy()
    number = np.arange(len(out))
    for _ in range(swaps):
        i, j = rng.integers(0, out.shape[1], (2, len(out)))
        stay = (out[number, i] == FLAG) | (out[number, j] == FLAG) | (rng.random(len(out)) < 0.3)
        i, j = np.where(stay, 0, i), np.where(stay, 0, j)
        out[number, i], out[number, j] = out[number, j], out[number, i]
    return out


def added(row: Setups, extra: Sequence[int], rng: np.random.Generator) -> Setups:
    """A set-up with pieces added on empty cells, a bomb preferably next to the flag."""
    out = row.copy()
    flag = int(np.flatnonzero(out == FLAG)[0])
    for rank in extra:
        free = np.flatnonzero(out == 0)
        near = [c for c in free if abs(c // 10 - flag // 10) + abs(c % 10 - flag % 10) == 1]
        where = near if rank + 1 == BOMB and near and rng.random() < 0.7 else free
        out[rng.choice(where)] = rank + 1
    return out


def removed(row: Setups, surplus: Sequence[int], rng: np.random.Generator) -> Setups | None:
    """A set-up with a piece less in every column, those behind it closing up; None where it cannot be."""
    left = list(surplus)
    home = row.reshape(-1, COLUMNS)
    order = [rng.permutation(home.shape[0]) for _ in range(COLUMNS)]
    chosen = [0] * COLUMNS

    def choose(column: int) -> bool:
        if column == COLUMNS:
            return True
        for line in order[column]:
            rank = int(home[line, column]) - 1
            if rank >= 0 and left[rank] > 0:
                left[rank] -= 1
                chosen[column] = int(line)
                if choose(column + 1):
                    return True
                left[rank] += 1
        return False

    if sum(left) != COLUMNS or not choose(0):
        return None
    return np.stack([np.delete(home[:, c], chosen[c]) for c in range(COLUMNS)], 1).reshape(-1)


def fitted(rows: Setups, spec: Spec, rng: np.random.Generator, most: int) -> Setups:
    """Set-ups of another army made to fit an edition: pieces added, or a row taken out."""
    cells = len(spec.areas[0])
    have, want = army(rows[:1])[0], np.asarray(spec.armies[0])
    if (have == want).all() and rows.shape[1] == cells:
        return rows
    some = rows[rng.permutation(len(rows))[:most]]
    if (want >= have).all() and rows.shape[1] == cells:
        extra = [rank for rank in range(RANKS) for _ in range(want[rank] - have[rank])]
        return np.stack([added(row, extra[::-1], rng) for row in some])
    if (have >= want).all() and rows.shape[1] == cells + COLUMNS:
        found = [removed(row, (have - want).tolist(), rng) for row in some]
        kept = [row for row in found if row is not None]
        return np.stack(kept) if kept else rows[:0, :cells]
    return rows[:0, :cells]


def for_edition(
    collections: Sequence[Setups], spec: Spec, seed: int, most: int = 6000, varied: float = 0.25
) -> Setups | None:
    """The table of set-ups of an edition; None (random ones) where no collection can be made to fit.

    Besides the set-ups themselves it has their mirror images and, as ``varied`` says, ones with pieces
    changed.
    """
    rng = np.random.default_rng([seed, sum(map(ord, spec.id))])
    tries = [fitted(rows, spec, rng, most) for rows in collections]
    # The collection nearest to the army gives the most set-ups that need no change.
    good = [rows for rows in tries if len(rows)]
    if not good:
        return None
    exact = [rows for rows in good if any(rows is one for one in collections)]
    base = np.concatenate(exact or good[:1])
    deep = (base.reshape(len(base), -1, COLUMNS) == FLAG).any(2).argmax(1)
    base = base[deep < max(1, base.shape[1] // COLUMNS - 2 + (base == 0).any())]
    both = np.concatenate([base, mirrored(base)])
    other = both[rng.permutation(len(both))[: int(varied * len(both))]]
    parts = np.array_split(other, 3)
    table = np.concatenate([both, *(shuffled(p, rng, n) for p, n in zip(parts, (2, 6, 60), strict=True))])
    return np.ascontiguousarray(table[mobile(table, spec)])


def blended(table: Setups, others: Setups, share: float, spec: Spec, rng: np.random.Generator) -> Setups:
    """The table with other set-ups besides, mirrored and a third of them changed a little, as a share."""
    both = np.concatenate([others, mirrored(others)])
    wanted = np.concatenate([both, both, shuffled(both, rng, 2)])
    wanted = wanted[mobile(wanted, spec)]
    count = round(len(table) * share / (1 - share))
    return np.concatenate([table, wanted[rng.permutation(max(count, len(wanted)))[:count] % len(wanted)]])


def mixed_in(
    known: Sequence[Setups | None], specs: Mapping[str, Spec], files: Mapping[Path, float], seed: int
) -> list[Setups | None]:
    """The tables with set-ups of more files, one after the other: each has its share of all so far.

    An edition that a file does not name takes those of the first with its army and its home.
    """
    found = list(known)
    for file, share in files.items():
        given = by_edition(file)
        for place, (name, spec) in enumerate(specs.items()):
            table = found[place]
            fits = [rows for rows in [given.get(name), *given.values()] if _fits(rows, spec)]
            if table is not None and fits and fits[0] is not None:
                rng = np.random.default_rng([seed, place, len(fits[0])])
                found[place] = blended(table, fits[0], share, spec, rng)
    return found


def _fits(rows: Setups | None, spec: Spec) -> bool:
    cells = len(spec.areas[0])
    return rows is not None and rows.shape[1] == cells and (army(rows) == spec.armies[0]).all().item()


def tables(file: Path | None, specs: Mapping[str, Spec], seed: int) -> list[Setups | None]:
    """For each edition its table of set-ups; without a file all are random."""
    if file is None:
        return [None] * len(specs)
    collections = unpack(file)
    return [for_edition(collections, spec, seed) for spec in specs.values()]
