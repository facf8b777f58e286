"""Write a page for every game into docs/games/, from its data. A test says when they are out of date.

``python tools/game_pages.py`` writes them; ``pages()`` gives them as texts.
"""

from __future__ import annotations

from pathlib import Path

import flagfall
from flagfall.core import AnyGame
from flagfall.hexes.game import HexGame
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import sections

FOLDER = Path(__file__).parents[1] / "docs" / "games"


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> list[str]:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def options(game: AnyGame) -> list[str]:
    """The options of a game with their defaults and values."""
    rows: list[tuple[object, ...]] = [
        (f"`{option.name}`", str(option.default).lower(), option.describe(), option.rule or "")
        for option in game.options
    ]
    return ["", "## Options", "", *table(("option", "default", "values", "rule"), rows)]


def ranks_page(game: RankGame) -> list[str]:
    """An edition: board, armies, powers, options."""
    edition = game.edition
    lines = [f"# {edition.name()}", "", f"`{game.id}`. {edition.summary['en']}", ""]
    if edition.sources:
        lines += [edition.sources["en"], ""]
    lines += ["## Board", ""]
    lines += ["```", *edition.picture.splitlines(), "```"]
    blocked = "`~` " + edition.lake["en"] + (", `#` out of play" if "#" in edition.picture else "")
    homes = " and ".join(
        f"`{seat}` where {army.names['en']} sets up" for seat, army in enumerate(edition.armies)
    )
    lines += ["", f"{homes}, {blocked}."]
    for section in sections(edition):
        lines += ["", f"## {section.title['en']}", ""]
        lines += ["- " + sentence["en"] for sentence in section.text]
    powers = {power.id: power.name() for power in edition.powers}
    armies = edition.armies if edition.armies[0].kinds != edition.armies[1].kinds else edition.armies[:1]
    for army in armies:
        name = army.names["en"] if len(armies) == 2 else "Both sides"
        lines += ["", f"## {name}: {army.size} pieces", ""]
        lines += table(
            ("letter", "rank", "piece", "count", "powers", "not in the rulebook"),
            [
                (
                    kind.letter,
                    kind.rank,
                    kind.name(),
                    kind.count,
                    " / ".join(
                        ", ".join(powers[power] for power in list_)
                        for list_ in (kind.powers, kind.robot)
                        if list_
                    ),
                    ", ".join(
                        f"{fact} ({origin})" for fact, origin in kind.basis.items() if origin != "rulebook"
                    ),
                )
                for kind in army.kinds
            ],
        )
    if edition.powers:
        lines += ["", "## Each power", ""]
        lines += table(
            ("power", "in notation", "what it does", "uses", "rule"),
            [
                (
                    power.name(),
                    f"`{power.id}`",
                    power.help["en"],
                    power.uses or "",
                    game.rules().powers[power.id].rule,
                )
                for power in edition.powers
            ],
        )
    return lines + options(game)


def hexes_page(game: HexGame) -> list[str]:
    """A scenario: sides, units, victory, options."""
    scenario = game.scenario
    lines = [f"# {scenario.title.en}", "", f"`{game.id}`. {scenario.text.en}", ""]
    place = f"the map `{scenario.map}`" if scenario.map else "a generated map"
    limit = f" The game lasts {scenario.limit.rounds} rounds at most." if scenario.limit else ""
    lines += [f"Played on {place}.{limit}"]
    for side in scenario.sides:
        lines += ["", f"## {side.name.en}", ""]
        if side.points is not None:
            lines += [f"A force of {side.points} points, chosen by the player."]
        else:
            lines += table(
                ("unit", "name", "from"),
                [
                    (
                        f"`{entry.key}`",
                        game.roster[entry.unit].name,
                        entry.at or entry.zone or side.zone or "",
                    )
                    for entry in side.units
                ],
            )
    return lines + options(game)


def pages() -> dict[str, str]:
    """Every page by the id of its game, and the list of them all."""
    found: dict[str, str] = {}
    index = ["# The games", ""]
    for id in flagfall.games():
        game = flagfall.game(id)
        lines = ranks_page(game) if isinstance(game, RankGame) else hexes_page(game)
        found[id] = "\n".join(lines) + "\n"
        index.append(f"- [{lines[0].removeprefix('# ')}]({id}.md)")
    found["README"] = "\n".join(index) + "\n"
    return found


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for id, text in pages().items():
        (FOLDER / f"{id}.md").write_text(text, encoding="utf-8")
