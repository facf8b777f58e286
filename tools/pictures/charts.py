"""The charts of the docs, drawn from figures that were measured before: tables, logs, a list of points.

Nothing is measured here; the pages say how each table came about.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from bench.cluster.draw import draw as draw_cluster
from bench.cluster.load import Found
from bench.fast import draw as draw_fast

from flagfall.research.chart import Axis, Line, chart

ROOT = Path(__file__).parents[2]
POINTS = Path(__file__).with_name("ppo-barrage.csv")
"""What the example printed while it learned: minutes, and games won in per cent."""
LOAD = re.compile(r"^\| (\d+) \| ([\d,]+) \| (\d+) % \| ([\d,]+) \| ([\d.]+) ms \| ([\d.]+) ms \|$", re.M)
"""A row of the table of load in docs/operators/operate.md."""


def draw_charts(folder: Path) -> None:
    """Write every chart of the docs into a folder."""
    draw_fast(ROOT / "docs/research/performance.md", folder / "fast-speed.svg", folder / "fast-cost.svg")
    draw_cluster(load_table((ROOT / "docs/operators/operate.md").read_text(encoding="utf-8")), folder)
    (folder / "ppo-barrage.svg").write_text(ppo_curve(), encoding="utf-8")


def load_table(text: str) -> list[Found]:
    """The rows of the table of load."""
    rows = [[float(cell.replace(",", "")) for cell in row] for row in LOAD.findall(text)]
    return [
        Found(int(processes), int(tables), moves, 0, p99, far / 100, cost)
        for processes, tables, far, moves, cost, p99 in rows
    ]


def ppo_curve() -> str:
    """The learning curve of examples/ppo_barrage.py, as the example draws it with --curve."""
    with POINTS.open(encoding="utf-8") as file:
        points = [(float(row["minutes"]), float(row["won"])) for row in csv.DictReader(file)]
    return chart(
        "PPO on barrage against random play: 96.9% of 1000 fresh games won",
        Axis("minutes of CPU time, one core", low=0),
        Axis("games won, per cent", low=40, high=100),
        [Line("games while learning", points)],
        goal=95.0,
    )
