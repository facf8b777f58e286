"""The tables of the pages on the environments, made from the code.

    python -m flagfall.research.docs_tables docs/research

writes them again between their marks; a test holds that nothing changes by it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import flagfall
from flagfall.hexes.game import HexGame
from flagfall.research import datasets
from flagfall.research.environments import hex_planes
from flagfall.research.environments.action_sequence import ActionSequence
from flagfall.research.environments.hex_rows import FIELDS, Rows

MARK = re.compile(r"(<!-- table (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
PAGES = ("pettingzoo.md", "pettingzoo-hexes.md", "datasets.md")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def _family(name: str) -> list[str]:
    return [id for id in flagfall.games() if flagfall.game(id).family == name]


def editions() -> str:
    """The sizes of every hidden-rank edition."""
    rows = []
    for id in _family("ranks"):
        course = ActionSequence(id)
        shape = " × ".join(map(str, course.encoder.shape))
        rows.append((f"`flagfall/{id}-v0`", shape, course.plays, course.actions))
    return table(("environment", "observation", "moves and powers", "all actions"), rows)


def planes() -> str:
    """What the planes hold, those of kinds and powers taken together."""
    found: dict[str, int] = {}
    for name in ActionSequence("pirates-code").encoder.names:
        plain = re.sub(r"(kind|strength) \d+", r"\1 n", name)
        plain = re.sub(r"^uses left of .*", "uses left of a power, one plane for each power and seat", plain)
        found[plain] = found.get(plain, 0) + 1
    return table(("plane", "how many in `pirates-code`"), found.items())


def scenarios() -> str:
    """The sizes of every hex scenario."""
    rows = []
    for id in _family("hexes"):
        game = flagfall.game(id)
        assert isinstance(game, HexGame)
        board = " × ".join(map(str, hex_planes.HexEncoder(game).board_shape))
        rows.append((f"`flagfall/{id}-v0`", board, len(game.names()), " × ".join(map(str, Rows(game).sizes))))
    return table(("environment", "board", "units", "action"), rows)


def verbs() -> str:
    """Which numbers of a row each verb uses."""
    game = flagfall.game("hex-duel")
    assert isinstance(game, HexGame)
    rows = []
    for number, verb in enumerate(Rows(game).verbs):
        used = ", ".join(dict.fromkeys(FIELDS[place] for place in verb.places))
        detail = "; ".join(
            f"{name}: {', '.join(str(value) or '–' for value in values)}" for name, values in verb.details
        )
        rows.append((number, verb.name, used, detail))
    return table(("verb", "name", "uses", "detail"), rows)


def numbered(names: Sequence[str]) -> str:
    """Names with their numbers."""
    return table(("number", "content"), enumerate(names))


def columns() -> str:
    """The columns of the datasets."""
    return table(("column", "type"), ((field.name, str(field.type)) for field in datasets.SCHEMA))


TABLES: dict[str, Callable[[], str]] = {
    "editions": editions,
    "planes": planes,
    "scenarios": scenarios,
    "verbs": verbs,
    "hex-planes": lambda: numbered(hex_planes.PLANES),
    "hex-units": lambda: numbered(hex_planes.UNITS),
    "hex-table": lambda: numbered(hex_planes.TABLE),
    "columns": columns,
}


def with_tables(text: str) -> str:
    """A page with all its tables made again."""
    return MARK.sub(lambda found: found[1] + TABLES[found["name"]]() + found[3], text)


def main(folder: Path) -> None:
    """Renew the pages in a folder."""
    for name in PAGES:
        page = folder / name
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
