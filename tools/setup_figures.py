"""Make the table of where people put their pieces: frequencies only, no set-up is kept.

    python tools/setup_figures.py ORIGINAL.txt BARRAGE.txt > src/flagfall/bots/ranks/data/human-setups.json

Each file holds set-ups of 40 letters a line, back row first (A empty, B bomb, C spy, D scout, E miner ... L
marshal, M flag). Every set-up counts twice, once mirrored: left and right are the same to the rules.

For each army the result has, by strength (0 flag, 1 spy, 2 to 10, 11 bomb), how often of 10,000 pieces one
stands on each of the 40 squares (`where`), and for each square of the flag how often of 1,000 times a bomb
stands on each square (`bombs`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

STRENGTH = {"B": 11, "M": 0, **{letter: i + 1 for i, letter in enumerate("CDEFGHIJKL")}}


def mirrored(setup: str) -> str:
    """The set-up with left and right exchanged."""
    return "".join(setup[row : row + 10][::-1] for row in range(0, 40, 10))


def figures(path: Path) -> dict[str, Any]:
    """The frequencies in one file."""
    where = [[0] * 40 for _ in range(12)]
    bombs = [[0] * 40 for _ in range(40)]
    flags = [0] * 40
    read = 0
    for line in path.read_text().split():
        if len(line) != 40 or line.count("M") != 1:
            continue
        read += 1
        for setup in (line, mirrored(line)):
            flag = setup.index("M")
            flags[flag] += 1
            for square, letter in enumerate(setup):
                if letter != "A":
                    where[STRENGTH[letter]][square] += 1
                if letter == "B":
                    bombs[flag][square] += 1
    return {
        "setups": read,
        "where": [[round(10_000 * n / max(1, sum(row))) for n in row] for row in where],
        "bombs": [[round(1_000 * n / max(1, flags[flag])) for n in row] for flag, row in enumerate(bombs)],
    }


if __name__ == "__main__":
    original, barrage = (figures(Path(name)) for name in sys.argv[1:3])
    parts = []
    for name, found in (("full", original), ("few", barrage)):
        where, bombs = (",\n".join(map(json.dumps, found[part])) for part in ("where", "bombs"))
        head = f'"{name}": {{\n"setups": {found["setups"]},\n'
        parts.append(f'{head}"where": [\n{where}\n],\n"bombs": [\n{bombs}\n]}}')
    sys.stdout.write("{\n" + ",\n".join(parts) + "\n}\n")
