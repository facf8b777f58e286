"""The players' pages in a language: guides from docs/players, a page for every game, and their pictures.

The texts of the games are those that terminal and client show (`flagfall.ranks.guide`, the words of the
packages); only what stands between them is in the folder ``words`` here.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import flagfall
from flagfall.core import AnyGame
from flagfall.core.presentation import in_language
from flagfall.core.words import templates
from flagfall.hexes.game import HexGame
from flagfall.hexes.words import phrases as hex_phrases
from flagfall.hexes.words import sheet_word
from flagfall.hexes.words.victory import victory_words
from flagfall.printing.ranks.board_pictures import board_picture, power_picture
from flagfall.ranks.edition import Army, Edition
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import sections
from flagfall.ranks.words import phrases as rank_phrases
from tools.site.map_pictures import map_picture

GUIDES = Path(__file__).parents[2] / "docs" / "players"


@cache
def words(language: str) -> dict[str, str]:
    """What the pages say between the texts of the games."""
    english, own = (Path(__file__).with_name("words") / f"{one}.toml" for one in ("en", language))
    return {
        key: text
        for path in (english, own)
        if path.exists()
        for key, text in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }


def guide(language: str, name: str) -> str:
    """The text of a guide in a language, else in English."""
    own = GUIDES / language / name
    return (own if own.exists() else GUIDES / "en" / name).read_text(encoding="utf-8")


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> list[str]:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return ["", *lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def game_name(game: AnyGame, language: str) -> str:
    """The name of a game."""
    return game.presentation.name(language)


def game_page(game: AnyGame, language: str) -> str:
    """The page of a game."""
    if isinstance(game, RankGame):
        lines = _edition_page(game, language)
    else:
        assert isinstance(game, HexGame)
        lines = _scenario_page(game, language)
    return "\n".join([*lines, *_options(game, language)]) + "\n"


def _edition_page(game: RankGame, language: str) -> list[str]:
    say, edition = words(language), game.edition
    name = edition.name(language)
    side = in_language(edition.armies[0].names, language)
    lines = [f"# {name}", "", in_language(edition.summary, language), "", f"## {say['board']}", ""]
    lines += [f"![{say['board-alt'].format(game=name, side=side)}](../pictures/{game.id}.svg)", ""]
    lines += [say["board-text"]]
    for section in sections(edition):
        lines += ["", f"## {in_language(section.title, language)}", ""]
        lines += ["- " + in_language(sentence, language) for sentence in section.text]
    lines += ["", f"## {say['pieces']}", ""]
    same = edition.armies[0].kinds == edition.armies[1].kinds
    for army in edition.armies[:1] if same else edition.armies:
        title = say["both"] if same else in_language(army.names, language)
        lines += [f"### {say['army'].format(side=title, n=army.size)}", *_army(edition, army, language)]
    if edition.powers:
        lines += ["", f"## {say['each-power']}", "", say["power-text"]]
        for power in edition.powers:
            alt = say["power-alt"].format(power=power.name(language))
            lines += ["", f"### {power.name(language)}", "", in_language(power.help, language)]
            lines += ["", say["power-uses"].format(n=power.uses)] if power.uses else []
            lines += ["", f"![{alt}](../pictures/{game.id}-{power.id}.svg)"]
    if edition.sources:
        lines += ["", f"## {say['sources']}", "", in_language(edition.sources, language)]
    return lines


def _army(edition: Edition, army: Army, language: str) -> list[str]:
    say = words(language)
    names = {power.id: power.name(language) for power in edition.powers}
    rows: list[tuple[object, ...]] = []
    for kind in sorted(army.kinds, key=lambda one: -one.strength):
        listed = ", ".join(names[power] for power in kind.powers)
        if kind.robot:
            listed = say["modes"].format(vehicle=listed, robot=", ".join(names[one] for one in kind.robot))
        row = (kind.rank, kind.name(language), kind.count)
        rows.append((*row, listed) if edition.powers else row)
    head = (say["rank"], say["piece"], say["count"])
    return table((*head, say["power"]) if edition.powers else head, rows)


def _scenario_page(game: HexGame, language: str) -> list[str]:
    say, scenario = words(language), game.scenario
    name = in_language(scenario.title, language)
    lines = [f"# {name}", "", in_language(scenario.text, language), "", f"## {say['victory']}", ""]
    lines += ["- " + sentence for sentence in victory_words(scenario, game.roster, language)]
    lines += ["", f"## {say['map']}", "", f"![{say['map-alt'].format(game=name)}](../pictures/{game.id}.svg)"]
    lines += ["", say["map-text"], "", f"## {say['sides']}"]
    for side in scenario.sides:
        lines += ["", f"### {in_language(side.name, language)}", ""]
        if side.points is not None:
            lines += [say["choose"].format(side=in_language(side.name, language), points=side.points)]
            continue
        rows: list[tuple[object, ...]] = []
        for entry in side.units:
            zone = entry.zone or side.zone or ""
            begins = entry.at or (say["zone"].format(zone=sheet_word("zone", zone, language)) if zone else "")
            rows.append((game.roster[entry.unit].name, begins))
        lines += table((say["unit"], say["where"]), rows)
    return lines


def _options(game: AnyGame, language: str) -> list[str]:
    """What players may agree on, with the words of the game's family."""
    say = words(language)
    rows: list[tuple[object, ...]] = []
    for option in game.options:
        if option.name == "revision":
            continue
        usual = option.default
        if isinstance(usual, bool):
            usual = say["yes"] if usual else say["no"]
        if isinstance(game, RankGame):
            rows.append((f"`{option.name}`", usual, rank_phrases(language)("option", option.name)))
        else:
            told = hex_phrases(language)
            value = f"{option.name}.{usual}"
            usual = told("option", value) if told.has("option", value) else usual
            meaning = f"**{told('option', option.name)}**. {told('option', option.name + '.help')}"
            rows.append((f"`{option.name}`", usual, meaning))
    head = (say["option"], say["default"], say["meaning"])
    return ["", f"## {say['options']}", *table(head, rows)]


def abilities_page(language: str) -> str:
    """What units of the hex game can do, from the game's own texts."""
    say, told = words(language), hex_phrases(language)
    lines = [f"# {say['abilities']}", "", say["abilities-text"]]
    for key in templates("flagfall.hexes", "en"):
        if key.startswith("about."):
            name = key.removeprefix("about.")
            lines += ["", f"## {told('ability', name)}", "", told("about", name)]
    return "\n".join(lines) + "\n"


def games_page(language: str) -> str:
    """The list of all games."""
    say = words(language)
    lines = [f"# {say['all-games']}"]
    for family, title in (("ranks", "hidden"), ("hexes", "hex")):
        lines += ["", f"## {say[title]}", ""]
        for id in flagfall.games(family):
            shown = flagfall.game(id).presentation
            lines.append(f"- [{shown.name(language)}]({id}.md): {in_language(shown.summary, language)}")
    return "\n".join(lines) + "\n"


def pages(language: str) -> dict[str, str]:
    """Every page of a language by its path: the guides and the games."""
    found = {
        path.name.replace("README", "index"): guide(language, path.name)
        for path in sorted((GUIDES / "en").glob("*.md"))
    }
    found["abilities.md"] = abilities_page(language)
    found["games/index.md"] = games_page(language)
    for id in flagfall.games():
        found[f"games/{id}.md"] = game_page(flagfall.game(id), language)
    return found


@cache
def pictures() -> dict[str, str]:
    """Every picture that the pages of the games show, by file name."""
    found: dict[str, str] = {}
    for id in flagfall.games():
        game = flagfall.game(id)
        if isinstance(game, RankGame):
            found[f"{id}.svg"] = board_picture(game)
            for power in game.edition.powers:
                found[f"{id}-{power.id}.svg"] = power_picture(game, power)
        else:
            assert isinstance(game, HexGame)
            found[f"{id}.svg"] = map_picture(game)
    return found


def nav(language: str) -> list[dict[str, object]]:
    """The pages in the order in which they are listed."""
    say = words(language)
    guides = ["index.md", "table.md", "tournaments.md", "database.md", "hex-tactics.md"]
    named: list[dict[str, object]] = [{_title(language, path): path} for path in guides]
    named.append({say["all-games"]: "games/index.md"})
    for family, title in (("ranks", "hidden"), ("hexes", "hex")):
        games = [{game_name(flagfall.game(id), language): f"games/{id}.md"} for id in flagfall.games(family)]
        named.append({say[title]: games})
    return [*named, {_title(language, "abilities.md"): "abilities.md"}]


def _title(language: str, path: str) -> str:
    if path == "abilities.md":
        return words(language)["abilities"]
    return guide(language, path.replace("index", "README")).splitlines()[0].removeprefix("# ")
