"""The server of the browser tests: every table has the same armies, dice and bots.

How a game goes is then the same in every run. ``FLAGFALL_DEALS=any`` gives the tests real chance instead.
"""

from __future__ import annotations

import os
import sys

from flagfall.core.chance import WIDE
from flagfall.server.run import serve
from flagfall.server.settings import read_settings
from flagfall.server.time_and_chance import TimeAndChance

ARMIES = 1 << 62
"""From so many numbers an army is drawn."""


class SameDeals(TimeAndChance):
    """Ids, codes and sides are by chance, but not what a game is played with."""

    def seed(self) -> int:
        return WIDE + 1

    def nonce(self) -> str:
        return "1" * 64

    def draw(self, n: int) -> int:
        return 1 if n == ARMIES else super().draw(n)


def listening(port: int) -> None:
    print(f"Flagfall is at http://127.0.0.1:{port}", flush=True)


if __name__ == "__main__":
    database, web = sys.argv[1:]
    settings = read_settings({"port": 0, "database": database, "web": web})
    same = os.environ.get("FLAGFALL_DEALS") != "any"
    sys.exit(serve(settings, listening, SameDeals() if same else None))
