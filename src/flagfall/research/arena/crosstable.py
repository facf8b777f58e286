"""A cross table of results, as text and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from xml.sax.saxutils import escape

from flagfall.research.arena.match import GameResult
from flagfall.research.arena.ratings import elo, score_margin

CELL, NAME, HEAD = 74, 190, 56


class CrossTable:
    """Who scored what against whom."""

    def __init__(self, title: str, names: Sequence[str], results: Sequence[GameResult]) -> None:
        self.title = title
        self.results = results
        scores = [(one.players[0], one.players[1], one.outcome.scores[0]) for one in results]
        self.ratings = elo(names, scores)
        self.names = [rating.name for rating in self.ratings]
        self.scores: dict[tuple[str, str], list[float]] = {}
        for first, second, score in scores:
            self.scores.setdefault((first, second), []).append(score)
            self.scores.setdefault((second, first), []).append(1 - score)

    def cell(self, first: str, second: str) -> str:
        """The points of one player against another, of how many games."""
        scores = self.scores.get((first, second), [])
        return f"{sum(scores):g}/{len(scores)}" if scores else ""

    def text(self) -> str:
        """The table, lengths and think times, as text."""
        width = max([6, *map(len, self.names)])
        head = [f"{'':>3} {'player':<{width}} {'Elo':>6} {'±':>5} {'score':>7}"]
        head += [f"{i + 1:>9}" for i in range(len(self.names))]
        lines = [self.title, "", " ".join(head)]
        for i, one in enumerate(self.ratings):
            share = 100 * one.points / one.games if one.games else 0.0
            row = [f"{i + 1:>3} {one.name:<{width}} {one.elo:>6.0f} {one.margin:>5.0f} {share:>6.1f}%"]
            row += [f"{'-' if other == one.name else self.cell(one.name, other):>9}" for other in self.names]
            lines.append(" ".join(row))
        if len(self.names) == 2:
            scores = self.scores.get((self.names[0], self.names[1]), [])
            mean = 100 * sum(scores) / len(scores) if scores else 0.0
            lines += ["", f"{self.names[0]} scores {mean:.1f} % ± {100 * score_margin(scores):.1f}"]
        return "\n".join([*lines, "", *self.notes()])

    def notes(self) -> list[str]:
        """Lengths of games, endings and think times."""
        if not self.results:
            return ["no games"]
        plies = sorted(one.plies for one in self.results)
        endings: dict[str, int] = {}
        for one in self.results:
            endings[one.outcome.termination] = endings.get(one.outcome.termination, 0) + 1
        told = ", ".join(f"{name} {n}" for name, n in sorted(endings.items()))
        middle = f"{median(plies):g}"
        lines = [f"{len(plies)} games, {plies[0]} to {plies[-1]} half-moves, median {middle}; ends: {told}"]
        for name in self.names:
            seconds, decisions, slowest = 0.0, 0, 0.0
            for one in self.results:
                if name in one.players:
                    seat = one.players.index(name)
                    seconds += one.seconds[seat]
                    decisions += one.decisions[seat]
                    slowest = max(slowest, one.slowest[seat])
            mean = 1000 * seconds / decisions if decisions else 0.0
            lines.append(f"{name}: {mean:.1f} ms a decision, slowest {1000 * slowest:.0f} ms")
            lines += self._forfeits(name)
        return lines

    def _forfeits(self, name: str) -> list[str]:
        """How many games a player gave away by failing, and how it failed first."""
        faults = [
            one.fault for one in self.results if one.fault and name in one.players and not one.score(name)
        ]
        if not faults:
            return []
        return [f"{name} failed in {len(faults)} of its games; the first time: {faults[0]}"]

    def svg(self) -> str:
        """The table as a picture."""
        count = len(self.names)
        width, height = NAME + (count + 1) * CELL + 20, HEAD + 34 * (count + 1) + 30
        size = f'width="{width}" height="{height}"'
        title = escape(self.title)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}"',
            ' font-family="sans-serif" font-size="14">',
            f"<title>{title}</title>",
            f'<rect {size} fill="#ffffff"/>',
            f'<text x="12" y="28" font-size="17" font-weight="bold" fill="#222222">{title}</text>',
        ]

        def write(x: float, y: float, text: str, anchor: str = "middle") -> None:
            parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#222222">{escape(text)}</text>')

        write(NAME + CELL / 2, HEAD + 12, "Elo")
        for i in range(count):
            write(NAME + (i + 1.5) * CELL, HEAD + 12, str(i + 1))
        for i, one in enumerate(self.ratings):
            top = HEAD + 24 + 34 * i
            write(12, top + 22, f"{i + 1}  {one.name}", "start")
            write(NAME + CELL / 2, top + 22, f"{one.elo:.0f} ± {one.margin:.0f}")
            for j, other in enumerate(self.names):
                scores = self.scores.get((one.name, other), [])
                left = NAME + (j + 1) * CELL
                fill = "#dddddd" if one.name == other else _shade(scores)
                parts.append(
                    f'<rect x="{left}" y="{top}" width="{CELL - 2}" height="32" rx="3" fill="{fill}"/>'
                )
                if scores:
                    write(left + CELL / 2, top + 15, f"{100 * sum(scores) / len(scores):.0f} %")
                    write(left + CELL / 2, top + 29, self.cell(one.name, other))
        parts.append("</svg>")
        return "\n".join(parts) + "\n"


def _shade(scores: Sequence[float]) -> str:
    """Blue for a high score, orange for a low one, which everybody can tell apart."""
    if not scores:
        return "#f4f4f4"
    share = sum(scores) / len(scores) - 0.5
    strength = min(1.0, 2 * abs(share))
    end = (116, 169, 207) if share >= 0 else (253, 174, 97)
    return "#" + "".join(f"{round(255 + (part - 255) * strength):02x}" for part in end)
