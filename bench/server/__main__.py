"""``python -m bench.server``: the load as the flags say."""

from __future__ import annotations

import argparse

from bench.server.load import run
from bench.server.mixed import run as run_mixed

parser = argparse.ArgumentParser(prog="python -m bench.server", description="Load one server process.")
parser.add_argument("--tables", type=int, default=1_000)
parser.add_argument("--rate", type=float, default=200.0, help="moves a second, over all tables")
parser.add_argument("--seconds", type=float, default=20.0)
parser.add_argument("--game", default="original")
parser.add_argument("--hexes", type=int, default=0, help="tables of the hex game beside 200 of another")
given = parser.parse_args()
if given.hexes:
    run_mixed(given.hexes, seconds=given.seconds)
else:
    run(given.tables, given.rate, given.seconds, given.game)
