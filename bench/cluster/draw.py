"""The charts of the load on several processes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from flagfall.research.chart import Axis, Line, chart

if TYPE_CHECKING:
    from bench.cluster.load import Found


def draw(found: Sequence[Found], folder: Path) -> None:
    """Write both charts: moves a second, and the slowest answers, against live tables."""
    across = Axis("live tables", low=0)
    for name, title, axis in (
        ("moves", "Moves a second when every table moves as soon as it can", "moves a second"),
        ("p99", "99th percentile of the answers at a steady rate", "milliseconds"),
    ):
        lines = [
            Line(
                f"{count} {'process' if count == 1 else 'processes'}",
                [(one.tables, getattr(one, name)) for one in found if one.processes == count],
            )
            for count in sorted({one.processes for one in found})
        ]
        (folder / f"cluster-{name}.svg").write_text(chart(title, across, Axis(axis, low=0), lines))
