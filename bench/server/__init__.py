"""Many tables at once in one server process, next to a bare websocket echo in the same run. Loopback only.

``python -m bench server`` runs it; ``python -m bench.server --tables 1000 --rate 200 --seconds 20`` sets the
load, ``python -m bench.server --hexes 50`` plays the hex game beside hidden-rank games alone.
"""

from __future__ import annotations

from bench.server import load, mixed


def run() -> None:
    """One game at many tables, then the hex game beside another."""
    load.run()
    mixed.run()


__all__ = ["run"]
