"""A scenario of the hex game as all that its printed pages show."""

from __future__ import annotations

import msgspec

from flagfall import __version__
from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases
from flagfall.hexes.game import COLOURS, HexGame
from flagfall.hexes.maps.map_text import Map
from flagfall.hexes.maps.terrain import CLEAR, CONSTRUCT, COST, ROUGH, THICK, THIN, TREES, WATER
from flagfall.hexes.options import Options
from flagfall.hexes.rules.attacks import HANDS, IMMOBILE, PRONE_ATTACKER, PRONE_FAR, PRONE_NEAR, SMALL
from flagfall.hexes.rules.sight import SMOKE
from flagfall.hexes.units.sheets import RULE_OF
from flagfall.hexes.words import phrases, sheet_word
from flagfall.hexes.words.start import start_words
from flagfall.hexes.words.victory import victory_words
from flagfall.printing import CannotPrint
from flagfall.printing.common import common, foot
from flagfall.printing.hexes.counters import MARKER, SIZE, counter, marker
from flagfall.printing.hexes.guide_pictures import chapters, signed
from flagfall.printing.hexes.map_sheets import (
    ACROSS,
    LEGEND,
    ZONES,
    map_body,
    map_tiles,
    middle,
    sample,
    size,
)
from flagfall.printing.hexes.unit_cards import Unit, named, side, units
from flagfall.printing.papers import Paper
from flagfall.printing.svg import PAPER, n, svg
from flagfall.printing.typesetting import Kit

TEMPLATE = "hexes"
TERRAINS = {CLEAR: "clear", ROUGH: "rough", THIN: "thin-trees", THICK: "thick-trees", WATER: "water",
            CONSTRUCT: "construct"}  # fmt: skip
MOST_SHEETS = 60
"""Of a map: more nobody glues together."""
MARKERS = {"prone": 10, "flying": 10, "smoke": 14, "fire": 6, "cloaked": 6, "shielded": 6, "wreck": 10}
"""How many there are of each marker, where a unit can need it."""
NEEDED_BY = {
    "flying": ("fly", "vtol"),
    "smoke": ("smoke", "fire"),
    "fire": ("fire",),
    "cloaked": ("cloak",),
    "shielded": ("shield",),
}


def kit(game: HexGame, language: str, paper: Paper) -> Kit:
    """All pages of a scenario."""
    say = Phrases("flagfall.printing", language)
    there = game.board().map
    scenario = game.scenario
    width, height = size(there)
    force = [unit for seat in (0, 1) for unit in units(game, seat)]
    steps = [
        say("how", "print", paper=paper.id.upper() if paper.id == "a4" else paper.id.title()),
        say("how", "map", mm=f"{ACROSS:.0f}", width=f"{width:.0f}", height=f"{height:.0f}"),
        *([say("how", "generated")] if game.map is None else []),
        *([say("how", "choose")] if game.by_points else []),
        say("how", "counters"),
        say("how", "sheets"),
        say("how", "turns"),
    ]
    zones = _zones(game, there)
    sheets = map_tiles(there, paper, zones)
    if len(sheets) > MOST_SHEETS:
        raise CannotPrint(
            "game", f"the map of {game.id} would take {len(sheets)} sheets, at most {MOST_SHEETS}"
        )
    content = {
        **common(
            say,
            paper,
            in_language(scenario.title, language),
            in_language(scenario.text, language),
            __version__,
        ),
        "needs": [say("need", "pieces"), say("need", "counters"), say("need", "dice"), say("need", "pencil")],
        "steps": steps,
        "cover": [_leader(game, seat) for seat in (0, 1)],
        "map": {
            "title": say("part", "map"),
            "tiles": [foot(say, tile, drawn) for tile, drawn in sheets],
        },
        "sides": [side(say, game, seat) for seat in (0, 1)],
        "counter": SIZE,
        "marker": MARKER,
        "markers": [
            {"svg": marker(kind), "word": say("hex", kind), "count": count}
            for kind, count in MARKERS.items()
            if _needed(kind, force)
        ],
        "tables": _tables(say, game, force),
        "scenario": _scenario(say, game, there, zones),
        "chapters": chapters(say),
    }
    return Kit(TEMPLATE, content)


def _zones(game: HexGame, there: Map) -> dict[str, str]:
    """The zones that matter, each with its colour: those of the sides first, then those to be held."""
    sides = game.scenario.sides
    homes = {own.zone: COLOURS[seat] for seat, own in enumerate(sides) if own.zone}
    apart = {entry.zone: COLOURS[seat] for seat, own in enumerate(sides) for entry in own.units if entry.zone}
    goals = dict.fromkeys(getattr(goal, "zone", "") for goal in game.scenario.victory)
    found = {**apart, **homes}
    for at, name in enumerate(zone for zone in goals if zone and zone not in found):
        found[name] = ZONES[2 + at % (len(ZONES) - 2)]
    return {name: colour for name, colour in found.items() if name in there.zones}


def _leader(game: HexGame, seat: int) -> list[str]:
    """Both sides of the first counter of a side."""
    unit = units(game, seat)[0]
    return [counter(unit.name, mode, at + 1, seat) for at, mode in enumerate(unit.sheet.modes[:2])]


def _needed(kind: str, force: list[Unit]) -> bool:
    if kind == "prone":
        return any(unit.sheet.can_drop_in(at) for unit in force for at in range(len(unit.sheet.modes)))
    wanted = NEEDED_BY.get(kind)
    return wanted is None or any(
        mode.has(name) for unit in force for mode in unit.sheet.modes for name in wanted
    )


def _options(game: HexGame) -> Options:
    return msgspec.convert(game.read_options({}), Options)


def _tables(say: Phrases, game: HexGame, force: list[Unit]) -> dict[str, object]:
    """Modifiers, costs, terrain and abilities, in the numbers of the rules."""
    words = phrases(say.language)
    options = _options(game)
    parts = [
        ("physical", HANDS),
        ("prone-attacker", PRONE_ATTACKER),
        ("prone-target-near", PRONE_NEAR),
        ("prone-target-far", PRONE_FAR),
        ("immobile", IMMOBILE),
        ("small", SMALL),
        ("thin-trees", TREES[THIN]),
        ("thick-trees", TREES[THICK]),
        ("smoke", SMOKE),
    ]
    rows = [[words("part", name, of="").strip(), signed(value)] for name, value in parts]
    if options.to_hit_offset:
        easier = "offset-easier" if options.to_hit_offset < 0 else "offset"
        rows.insert(0, [words("part", easier), signed(options.to_hit_offset)])
    dice = [say("hex", "natural-1")] * options.natural_1_misses + [
        say("hex", "natural-10")
    ] * options.natural_10_hits
    offset = (
        f" {signed(options.damage_offset)[0]} {abs(options.damage_offset)}" if options.damage_offset else ""
    )
    caught = words("odds", "caught")
    able = [name for name in RULE_OF if any(mode.has(name) for unit in force for mode in unit.sheet.modes)]
    return {
        "modifiers": rows,
        "dice": dice,
        "damage": say("hex", "damage-formula", offset=offset),
        "cover": caught[:1].upper() + caught[1:],
        "costs": [
            *([words("terrain", name).split(",")[0], str(COST[sign])] for sign, name in TERRAINS.items()),
            [say("hex", "level"), "+1"],
            [say("hex", "turn-side"), "1"],
            [say("hex", "stand"), "1 / 2"],
            [say("hex", "air"), "2"],
        ],
        "legend": [{"svg": sample(cell, 0.55), "word": words("terrain", name)} for name, cell in LEGEND],
        "abilities": [[words("ability", name), words("about", name)] for name in able],
        "options": _agreed(game, options, say.language),
    }


def _agreed(game: HexGame, options: Options, language: str) -> list[str]:
    """The options that are not as in the book, besides the numbers of the tables."""
    words = phrases(language)
    plain = Options(revision=options.revision)
    told = {"preset", "to_hit_offset", "natural_1_misses", "natural_10_hits", "damage_offset", "revision"}
    told.add("start_damage")  # told below, with who has how much
    agreed = [
        f"{words('option', name)}: {words('option', f'{name}.help')}"
        for name, value in msgspec.structs.asdict(options).items()
        if name not in told and value != getattr(plain, name)
    ]
    return agreed + start_words(options.start_damage, game.scenario, game.roster, language)


def _scenario(say: Phrases, game: HexGame, there: Map, zones: dict[str, str]) -> dict[str, object]:
    """The page about the scenario: what wins, who fights, and the map with those who have a place."""
    words = phrases(say.language)

    def called_there(kind: str, text: str) -> str:
        return sheet_word(kind, text, say.language)

    sides = []
    called: dict[str, str] = {}
    for seat, own in enumerate(game.scenario.sides):
        force = [unit for unit in units(game, seat) if unit.begins]
        called |= {unit.piece.key: named(unit, say.language) for unit in force}
        chain = [named(unit, say.language) for key in own.chain for unit in force if unit.piece.key == key]
        sides.append(
            {
                "name": in_language(own.name, say.language),
                "colour": COLOURS[seat],
                "units": "" if game.by_points else ", ".join(named(unit, say.language) for unit in force),
                "choose": say("hex", "choose", points=own.points) if own.points else "",
                "zone": say("hex", "zone", zone=called_there("zone", own.zone)) if own.zone else "",
                "chain": words("page", "chain", units=", ".join(chain)) if chain else "",
            }
        )
    return {
        "wins": victory_words(game.scenario, game.roster, say.language, called),
        "sides": sides,
        "map": _overview(game, there, zones),
        "zones": [{"name": called_there("zone", name), "colour": colour} for name, colour in zones.items()],
        "place": f"{called_there('map', there.name)}. {called_there('place', there.text)}",
    }


def _overview(game: HexGame, there: Map, zones: dict[str, str]) -> str:
    """The whole map, with a disc for each unit that begins at a place of its own."""
    body = map_body(there, list(range(len(there.cells))), zones)
    for seat, own in enumerate(game.scenario.sides):
        for entry in own.units:
            if entry.at and entry.round == 1:
                x, y = middle(there, there.hex(entry.at))
                place = f'cx="{n(x)}" cy="{n(y)}" stroke="{PAPER}"'
                body += f'<circle {place} r="11" fill="{COLOURS[seat]}" stroke-width="2"/>'
                body += f'<circle {place} r="7" fill="none" stroke-width="1.5"/>' if seat else ""
    return svg(*size(there), body)
