"""Many tables at once in one server process, next to a bare websocket echo in the same run. Loopback only.

``python -m bench server`` runs it; ``python -m bench.server --tables 1000 --rate 200 --seconds 20`` sets the
load.
"""

from __future__ import annotations

from bench.server.load import run

__all__ = ["run"]
