"""``python -m bench.cluster``: the load as the flags say, and charts of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.cluster.load import run

parser = argparse.ArgumentParser(prog="python -m bench.cluster", description="Load several processes.")
parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
parser.add_argument("--tables", type=int, nargs="+", default=[25, 100, 400])
parser.add_argument("--rate", type=float, default=40.0, help="moves a second for the answer times")
parser.add_argument("--seconds", type=float, default=8.0)
parser.add_argument("--draw", type=Path, metavar="FOLDER", help="write the charts here")
given = parser.parse_args()
run(tuple(given.processes), tuple(given.tables), given.rate, given.seconds, given.draw)
