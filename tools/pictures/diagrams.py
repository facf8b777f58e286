"""The diagrams of docs/design.md: packages, the way of a move, of a shot, of a bot's decision.

    python tools/pictures/diagrams.py docs/images

A diagram is data: lanes from left to right, and steps from one lane to another, top to bottom.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 }
.name { font-weight: 600 }
.file { font: 11px ui-monospace, monospace; fill: #666 }
.step { font-size: 12px; stroke: #fff; stroke-width: 3px; paint-order: stroke }
.number { font: 600 10px system-ui, sans-serif; fill: #fff }
.dot { fill: #2f6f4f }
.box { fill: #f4f1ea; stroke: #8a7f6a }
.group { fill: none; stroke: #8a7f6a; stroke-dasharray: 5 4 }
.lane { stroke: #b9b09d; stroke-dasharray: 2 4 }
.arrow { stroke: #2f6f4f; stroke-width: 1.6; fill: none }
.head { fill: #2f6f4f }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e4da } .step { stroke: #14120f } .file { fill: #a59d8c }
  .box { fill: #2a2722; stroke: #8a7f6a } .arrow { stroke: #7fc8a0 }
  .head, .dot { fill: #7fc8a0 } .number { fill: #12261c } .lane { stroke: #57503f }
}
"""


@dataclass(frozen=True)
class Lane:
    """A column: what takes part, and where its code is."""

    name: str
    file: str
    group: str = ""


@dataclass(frozen=True)
class Step:
    """An arrow from a lane to a lane (by number), or a note on one lane."""

    start: int
    end: int
    words: str


@dataclass(frozen=True)
class Diagram:
    """Lanes and steps, with a title for screen readers."""

    title: str
    lanes: tuple[Lane, ...]
    steps: tuple[Step, ...]
    width: int = 192


MOVE = Diagram(
    "The way of one move from a browser to all boards",
    (
        Lane("browser", "web/src/lib/connection.ts", "player"),
        Lane("websocket", "server/http/websockets.py", "process with the socket"),
        Lane("local sockets", "server/cluster/local_sockets.py", "process with the socket"),
        Lane("bus", "server/cluster/bus.py", "Redis, or none"),
        Lane("remote sockets", "server/cluster/remote_sockets.py", "process that owns the table"),
        Lane("actor", "server/tables/actor.py", "process that owns the table"),
        Lane("rules", "core/protocol.py", "process that owns the table"),
        Lane("log", "server/storage/store.py", "database"),
    ),
    (
        Step(0, 1, "act, with the last number seen"),
        Step(1, 2, "decoded; who sends too much is slowed"),
        Step(2, 3, "bus hop 1: to the owner"),
        Step(3, 4, "mailbox 1: one per socket"),
        Step(4, 5, "mailbox 2: one per table (work_queue.py)"),
        Step(5, 6, "referee, apply: refused by a rule, or a step"),
        Step(6, 5, "state and events, each with its audience"),
        Step(5, 7, "append (table, number, epoch)"),
        Step(7, 5, "stored: only now anyone is told"),
        Step(5, 4, "one text per audience, encoded once"),
        Step(4, 3, "bus hop 2: to each socket's process"),
        Step(3, 2, "text for a socket"),
        Step(2, 1, "mailbox 3: texts to send"),
        Step(1, 0, "told, then whose turn it is"),
        Step(0, 0, "fold events into the view, draw the board"),
    ),
)

SHOT = Diagram(
    "The way of a shot in the hex game",
    (
        Lane("player", "web/src/hexes"),
        Lane("act", "hexes/actions/attack.py"),
        Lane("field", "hexes/rules/field.py"),
        Lane("sight", "hexes/rules/sight.py"),
        Lane("to hit", "hexes/rules/attacks.py"),
        Lane("draft", "hexes/draft.py"),
        Lane("damage", "hexes/effects/damage.py"),
        Lane("end", "hexes/effects/victory.py"),
    ),
    (
        Step(0, 1, "fire 0507"),
        Step(1, 2, "board, units and smoke as the seat sees them"),
        Step(2, 3, "line of sight, cover (HX-LOS, HX-COV)"),
        Step(3, 4, "arc, range, parts of the number (HX-ATK)"),
        Step(4, 1, "to-hit with named parts, or the rule that refuses"),
        Step(1, 5, "a draft of the state"),
        Step(5, 5, "roll: keyed by seed, round, card, purpose"),
        Step(5, 6, "damage, falls, wrecks (HX-DMG)"),
        Step(6, 5, "events as they happen, each with its audience"),
        Step(5, 7, "has anyone won? (HX-END)"),
        Step(5, 0, "new state; events to each seat"),
    ),
)

BOT = Diagram(
    "The way of a bot's decision",
    (
        Lane("actor", "server/tables/actor.py", "server"),
        Lane("bot seat", "server/tables/bot_seat.py", "server"),
        Lane("pool", "server/workers/bot_pool.py", "server"),
        Lane("worker", "server/workers/bot_worker.py", "process of its own"),
        Lane("bot", "bots/levels.py", "process of its own"),
        Lane("beliefs", "bots/ranks/beliefs.py", "process of its own"),
        Lane("search", "bots/ranks/search_bot.py", "process of its own"),
    ),
    (
        Step(0, 1, "the seat is due"),
        Step(1, 2, "view, heard events, legal actions, clock"),
        Step(2, 3, "one JSON line; people take turns"),
        Step(3, 4, "the bot of that seat and level"),
        Step(4, 5, "what hidden pieces may be"),
        Step(5, 6, "worlds that fit; never the real state"),
        Step(6, 4, "worth of each action"),
        Step(4, 2, "an action as one JSON line"),
        Step(2, 1, "decoded; no answer in time: a random legal one"),
        Step(1, 0, "at whole multiples of the pace: time tells nothing"),
    ),
)

PACKAGES = (
    (("core", "protocol, chance, records, registry"),),
    (("ranks", "hidden-rank rules"), ("hexes", "hex tactics rules"), ("testing", "the laws as a kit")),
    (("fast", "compiled batches, CPU and GPU"),),
    (
        ("bots", "ranks, hexes, network, processes"),
        ("lessons", "boards to learn a game by"),
        ("printing", "games on paper"),
    ),
    (("puzzles", "what must be true, with proofs"),),
    (("research", "environments, arena, datasets"), ("server", "http, hosting, tables, storage …")),
    (("learn", "self-play training"), ("terminal", "commands"), ("web", "the browser client")),
)
"""Rows from the ground up: a package may import what stands below it."""


def drawn(diagram: Diagram) -> str:
    """A diagram of lanes and steps as SVG."""
    lanes, top, row = diagram.lanes, 84, 38
    width, height = 24 + len(lanes) * diagram.width, top + 30 + row * len(diagram.steps)
    middle = [12 + diagram.width * (k + 0.5) for k in range(len(lanes))]
    out = []
    for name in dict.fromkeys(lane.group for lane in lanes if lane.group):
        of = [k for k, lane in enumerate(lanes) if lane.group == name]
        left, right = 12 + diagram.width * of[0] + 4, 12 + diagram.width * (of[-1] + 1) - 4
        out.append(_rect("group", left, 6, right - left, height - 12, 8))
        out.append(_text("file", (left + right) / 2, 22, name))
    for k, lane in enumerate(lanes):
        x = middle[k]
        out.append(f'<line class="lane" x1="{x}" y1="{top - 6}" x2="{x}" y2="{height - 14}"/>')
        box = diagram.width - 20
        out.append(_rect("box", x - box / 2, 30, box, 42))
        out.append(_text("name", x, 48, lane.name))
        out.append(_text("file", x, 64, lane.file.removeprefix("server/")))
    for number, step in enumerate(diagram.steps, 1):
        y = top + 6 + row * (number - 0.5)
        out += _arrow(middle[step.start], middle[step.end], y, number, step.words)
    return _svg(width, height, diagram.title, out)


def _arrow(a: float, b: float, y: float, number: int, words: str) -> list[str]:
    if a == b:
        path = f'<path class="arrow" d="M{a} {y} h34 v12 h-28"/>'
        head, side, x = _head(a + 6, y + 12, -1), 1, a
    else:
        side = 1 if b > a else -1
        path = f'<line class="arrow" x1="{a}" y1="{y}" x2="{b - 8 * side}" y2="{y}"/>'
        head, x = _head(b - 2 * side, y, side), a
    text_x, anchor = (x + 14 * side, "start" if side > 0 else "end")
    return [
        path,
        head,
        f'<circle class="dot" cx="{x}" cy="{y}" r="8"/>',
        f'<text class="number" x="{x}" y="{y + 3.5}" text-anchor="middle">{number}</text>',
        f'<text class="step" x="{text_x}" y="{y - 5}" text-anchor="{anchor}">{escape(words)}</text>',
    ]


def _text(kind: str, x: float, y: float, words: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="middle">{escape(words)}</text>'


def _rect(kind: str, x: float, y: float, width: float, height: float, round_by: int = 6) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}"/>'


def _head(x: float, y: float, side: int) -> str:
    return f'<path class="head" d="M{x} {y} l{-9 * side} -4 v8 z"/>'


def packages() -> str:
    """The packages, each above what it may import."""
    wide, high, gap, columns = 250, 52, 26, 3
    width = 24 + columns * (wide + gap)
    height = 20 + len(PACKAGES) * (high + gap)
    out = []
    for level, row in enumerate(PACKAGES):
        y = height - 10 - (level + 1) * (high + gap) + gap / 2
        left = (width - len(row) * wide - (len(row) - 1) * gap) / 2
        for k, (name, about) in enumerate(row):
            x = left + k * (wide + gap)
            out.append(_rect("box", x, y, wide, high))
            out.append(_text("name", x + wide / 2, y + 21, name))
            out.append(_text("file", x + wide / 2, y + 39, about))
        if level:
            x = width / 2
            low = y + high + gap
            out.append(f'<line class="arrow" x1="{x}" y1="{y + high}" x2="{x}" y2="{low - 8}"/>')
            out.append(f'<path class="head" d="M{x} {low - 1} l-4 -9 h8 z"/>')
    return _svg(width, height, "The packages: each may import what stands below it", out)


def _svg(width: float, height: float, title: str, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


DIAGRAMS = {"way-of-a-move": MOVE, "way-of-a-shot": SHOT, "bot-decision": BOT}


def pictures() -> dict[str, str]:
    """All diagrams as SVG, by the name of their file."""
    return {"packages": packages(), **{name: drawn(diagram) for name, diagram in DIAGRAMS.items()}}


def main(folder: str) -> None:
    """Write all diagrams into a folder."""
    for name, text in pictures().items():
        Path(folder, f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
