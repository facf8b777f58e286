"""An edition as all that its printed pages show."""

from __future__ import annotations

import msgspec

from flagfall import __version__
from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases
from flagfall.printing.common import common, foot
from flagfall.printing.papers import Paper
from flagfall.printing.ranks.board_pictures import board_picture, power_picture
from flagfall.printing.ranks.board_sheets import SQUARE, board_tiles, size
from flagfall.printing.ranks.piece_faces import HEIGHT, WIDTH, back, face, ink, small_face
from flagfall.printing.svg import colour_code
from flagfall.printing.typesetting import Kit
from flagfall.ranks.edition import Army, Edition, Kind, PowerSpec
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import sections

TEMPLATE = "ranks"
COLOURS = ("#a63d2f", "#2f5d8a")
"""Of armies whose own colours cannot be read."""


def kit(game: RankGame, language: str, paper: Paper) -> Kit:
    """All pages of an edition."""
    say = Phrases("flagfall.printing", language)
    game = _coloured(game)
    edition = game.edition
    width, height = size(game)
    steps = [
        say("how", "print", paper=paper.id.upper() if paper.id == "a4" else paper.id.title()),
        say("how", "board", mm=f"{SQUARE:.0f}", width=f"{width:.0f}", height=f"{height:.0f}"),
        say("how", "pieces", glue=say("sheet", "glue")),
        *([say("how", "cards")] if edition.powers else []),
        say("how", "grey"),
    ]
    content = {
        **common(say, paper, edition.name(language), in_language(edition.summary, language), __version__),
        "needs": [say("need", "pieces"), say("need", "card")],
        "steps": steps,
        "cover": [
            face(army, seat, _strongest(army), edition.theme) for seat, army in enumerate(edition.armies)
        ],
        "board": {
            "title": say("part", "board"),
            "tiles": [foot(say, tile, drawn) for tile, drawn in board_tiles(game, paper)],
        },
        "armies": [_army(say, edition.theme, seat, army, game) for seat, army in enumerate(edition.armies)],
        "piece": {"width": WIDTH, "height": HEIGHT},
        "powers": [_power(say, game, power) for power in edition.powers],
        "rules": _rules(say, game),
    }
    return Kit(TEMPLATE, content)


def _coloured(game: RankGame) -> RankGame:
    """The game with colours that can be mixed: editions of one's own may write them in any way."""
    armies = tuple(
        msgspec.structs.replace(army, colour=colour_code(army.colour, usual))
        for army, usual in zip(game.edition.armies, COLOURS, strict=True)
    )
    return RankGame(msgspec.structs.replace(game.edition, armies=armies))


def _strongest(army: Army) -> Kind:
    """The piece that the cover shows."""
    return max(army.kinds, key=lambda kind: (kind.role == "soldier", kind.strength))


def _power_names(game: RankGame, ids: tuple[str, ...], language: str) -> list[str]:
    names = {power.id: power.name(language) for power in game.edition.powers}
    return [names[id] for id in ids]


def _army(say: Phrases, theme: str, seat: int, army: Army, game: RankGame) -> dict[str, object]:
    kinds = sorted(army.kinds, key=lambda kind: -kind.strength)
    return {
        "name": in_language(army.names, say.language),
        "title": say("part", "pieces", side=in_language(army.names, say.language)),
        "ink": ink(army),
        "dark": seat == 1,
        "back": back(army, seat, theme),
        "kinds": [
            {
                "name": kind.name(say.language),
                "rank": kind.rank,
                "count": kind.count,
                "face": face(army, seat, kind, theme),
                "small": small_face(army, seat, kind, theme),
                "powers": _power_names(game, (*kind.powers, *kind.robot), say.language),
                "vehicle": _power_names(game, kind.powers, say.language) if kind.robot else [],
                "robot": _power_names(game, kind.robot, say.language),
            }
            for kind in kinds
        ],
    }


def _power(say: Phrases, game: RankGame, power: PowerSpec) -> dict[str, object]:
    """A power as its card shows it."""
    who = {
        kind.name(say.language): None
        for army in game.edition.armies
        for kind in army.kinds
        if power.id in (*kind.powers, *kind.robot)
    }
    uses = say("rules", "once") if power.uses == 1 else say("rules", "uses", n=power.uses)
    return {
        "name": power.name(say.language),
        "uses": uses if power.uses else "",
        "text": in_language(power.help, say.language),
        "who": ", ".join(who),
        "picture": _picture(game, power),
    }


def _picture(game: RankGame, power: PowerSpec) -> str:
    """A power before and after its use; nothing where no scene shows it, as on tiny boards of one's own."""
    try:
        return power_picture(game, power)
    except (LookupError, ValueError):
        return ""


def at_a_table(edition: Edition) -> Edition:
    """An edition as its rulebook has it, without a machine that remembers and counts moves."""
    chosen = {**edition.book, "memory": "table", "quiet_limit": 0, "ply_limit": 0}
    options = tuple(
        msgspec.structs.replace(option, default=chosen.get(option.name, option.default))
        for option in edition.options
    )
    return msgspec.structs.replace(edition, options=options)


def _rules(say: Phrases, game: RankGame) -> dict[str, object]:
    """The rulebook: the sections of the guide."""
    language = say.language
    first, second = game.edition.armies
    return {
        "sections": [
            {
                "id": section.id,
                "title": in_language(section.title, language),
                "text": [in_language(text, language) for text in section.text],
            }
            for section in sections(at_a_table(game.edition))
        ],
        "board": board_picture(game),
        "same": first.kinds == second.kinds,
        "sources": in_language(game.edition.sources, language) if game.edition.sources else "",
        "modes": game.edition.has_modes,
    }
