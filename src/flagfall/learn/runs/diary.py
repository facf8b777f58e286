"""A row for the diary of training, from the log of a session."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SHOWN = ("original", "barrage", "duel")
"""The editions whose points a row tells."""
RESUMED = "resumed"
"""The name of the rival that has the weights at the beginning of the session."""
MOVING = ("earlier", "random", "itself", RESUMED)
"""Rivals whose points say nothing about how far the run has come."""


class Diary:
    """The entry of one session at the end of a file; written again as the session goes on."""

    def __init__(self, file: Path, command: str) -> None:
        self.file = file
        self.command = command
        self.before = file.read_text(encoding="utf-8") if file.exists() else "# Diary of training\n"

    def write(self, lines: Sequence[dict[str, Any]]) -> None:
        """Write the entry, given the log of this session."""
        text = entry(lines, self.command, datetime.date.today())
        self.file.write_text(self.before.rstrip("\n") + "\n\n" + text, encoding="utf-8")


def entry(lines: Sequence[dict[str, Any]], command: str, day: datetime.date) -> str:
    """An entry in Markdown: how long, how strong, by which command; the reasons are for people to add."""
    begun, now = lines[0]["spent"], lines[-1]["spent"]
    head, row = zip(*_cells(lines), strict=True)
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in (head, ["---"] * len(head), row))
    title = f"### {day.day} {day:%B %Y}: {now - begun:,.0f} s of training, {now:,.0f} s in all"
    return f"{title}\n\n{table}\nCommand: `{command}`\n"


def _cells(lines: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    trained = [line for line in lines if line["kind"] in ("train", "anneal")]
    found = [("training s", f"{lines[-1]['spent']:,.0f}")]
    if trained:
        found.append(("M half-moves", f"{trained[-1]['positions'] / 1e6:,.0f}"))
    matches = {
        line["rival"]: line["scores"] for line in lines if line["kind"] == "match" and line["heat"] == 1
    }
    for rival, scores in matches.items():
        if not rival.startswith(MOVING):
            found += [(f"{rival}: {name}", _percent(scores[name])) for name in SHOWN if name in scores]
    for name, score in matches.get(RESUMED, {}).items():
        if name in SHOWN:
            found.append((f"against its start: {name}", _percent(score)))
    if trained:
        found.append(("entropy", f"{trained[-1]['entropy']:.2f}"))
    return found


def _percent(score: dict[str, float]) -> str:
    return f"{100 * score['points']:.1f}"
