"""Players at many tables of one, two and four processes on one PostgreSQL and one Redis. Loopback only.

``python -m bench cluster`` is a short look; ``python -m bench.cluster --draw docs/images`` measures what the
charts show.
"""

from __future__ import annotations

from bench.cluster.load import run

__all__ = ["run"]
