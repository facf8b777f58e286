"""An edition explained to somebody without its rulebook: sections of sentences, and the text of each power.

Terminal, server and pages in the docs all take their texts from here, so that they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from flagfall.core.presentation import Words
from flagfall.core.words import LANGUAGES, Phrases, templates
from flagfall.ranks.board import DEAD, LAKE
from flagfall.ranks.edition import Army, Edition, Kind, PowerSpec
from flagfall.ranks.options import BORDER

PACKAGE = "flagfall.ranks.guide"
Armies = tuple[Army, Army]


def phrases(language: str) -> Phrases:
    """The sentences in a language."""
    return Phrases(PACKAGE, language)


class Section(msgspec.Struct, frozen=True):
    """A heading and its paragraphs, in all languages."""

    id: str
    title: Words
    text: tuple[Words, ...]


def power_text(power: PowerSpec, armies: Armies, lake: Words) -> Words:
    """What a power does, what blocks it, whom it cannot harm, what a tie does and where it ends up."""
    return {
        language: " ".join(
            phrases(language)("power", power.kind, part, **_names(armies, lake, language, power))
            for part in power_parts(power)
        )
        for language in LANGUAGES
    }


def power_parts(power: PowerSpec) -> tuple[str, ...]:
    """The parts of a power's text, in order; where a parameter matters, the part for its value."""
    from flagfall.ranks.powers import KINDS

    parameters = KINDS[power.kind].parameters
    values = {str(power.params.get(name, known[0])) for name, known in parameters.items() if known}
    prefix = f"power.{power.kind}."
    parts = [key.removeprefix(prefix) for key in templates(PACKAGE, "en") if key.startswith(prefix)]
    return tuple(part for part in parts if "-" not in part or part.split("-", 1)[1] in values)


def sections(edition: Edition) -> tuple[Section, ...]:
    """All that one needs to know to play, with the options as the edition has them."""
    chosen: dict[str, list[str]] = {}
    for section, sentence in _chosen(edition):
        chosen.setdefault(section, []).append(sentence)
    return tuple(
        Section(
            id,
            {language: phrases(language)("rules", "title", id) for language in LANGUAGES},
            tuple(
                {
                    language: phrases(language)("rules", "text", one, **_values(edition, language))
                    for language in LANGUAGES
                }
                for one in sentences
            ),
        )
        for id, sentences in chosen.items()
    )


def _chosen(edition: Edition) -> Iterator[tuple[str, str]]:
    """The sentences that are true of an edition, each with its section."""
    options = {option.name: option.default for option in edition.options}
    kinds = _kinds(edition.armies)
    full = edition.armies[0].size == edition.picture.count("0")
    yield "aim", "aim"
    yield "aim", "stuck-draw" if options["both_immobile"] == "draw" else "stuck-loses"
    yield "setup", "setup-full" if full else "setup-free"
    yield "turn", "begins"
    yield "turn", "move"
    if LAKE in edition.picture:
        yield "turn", "lakes"
    if DEAD in edition.picture:
        yield "turn", "dead"
    if options["two_square"]:
        yield "turn", "two-square"
        if options["two_square_reading"] == BORDER:
            yield "turn", "two-square-border"
        if edition.powers:
            yield "turn", "two-square-powers"
        if not options["two_square_attacks"]:
            yield "turn", "two-square-attacks"
    if options["more_square"]:
        yield "turn", "more-square"
    yield "attack", "attack"
    yield "attack", f"announce-{options['announce']}"
    yield "attack", "ranks"
    yield "pieces", "flag"
    if any(kind.role == "bomb" for kind in kinds):
        yield "pieces", "bomb"
        if any(kind.defuses for kind in kinds):
            yield "pieces", "miner"
    if options["bomb_move_loses"]:
        yield "pieces", "bomb-loses"
    if any(kind.moves == "line" for kind in kinds):
        ranks_only = options["announce"] == "rank" and options["long_move"] == "battle"
        yield "pieces", "scout-rank" if ranks_only else "scout-piece"
    if any(kind.role == "spy" and kind.slays for kind in kinds):
        yield "pieces", "spy"
    if edition.powers:
        yield "powers", "powers"
    if edition.has_modes:
        yield "modes", "modes"
        yield "modes", "modes-binds" if options["mode_switch_binds"] else "modes-free"
        yield "modes", "robot"
    yield "know", "know"
    yield "know", f"memory-{options['memory']}"
    yield "know", f"captured-{options['captured']}"
    yield "end", "end"
    if options["quiet_limit"]:
        yield "end", "quiet"
    if options["ply_limit"]:
        yield "end", "length"
    if not options["quiet_limit"] and not options["ply_limit"]:
        yield "end", "unending"


def _values(edition: Edition, language: str) -> dict[str, object]:
    """What fills the sentences about an edition."""
    options = {option.name: option.default for option in edition.options}
    kinds = _kinds(edition.armies)
    first = edition.armies[0]
    return {
        **_names(edition.armies, edition.lake, language),
        "side": first.names.get(language, first.names["en"]),
        "pieces": first.size,
        "squares": edition.picture.count("0"),
        "limit": options["two_square"],
        "quiet": options["quiet_limit"],
        "plies": options["ply_limit"],
        "scouts": _listed(language, [kind for kind in kinds if kind.moves == "line"]),
        "miners": _listed(language, [kind for kind in kinds if kind.defuses]),
        "ranks": ", ".join(dict.fromkeys(rank for kind in kinds for rank in kind.slays)),
    }


def _names(armies: Armies, lake: Words, language: str, power: PowerSpec | None = None) -> dict[str, object]:
    """The names of pieces and places that sentences of all kinds use."""
    kinds = _kinds(armies)
    flags, bombs = ([kind for kind in kinds if kind.role == role] for role in ("flag", "bomb"))
    friend = str(power.params.get("friend", "")) if power else ""
    second = armies[1].names
    return {
        "lake": lake.get(language, lake["en"]),
        "second": second.get(language, second["en"]),
        "friend": _listed(language, [kind for kind in kinds if kind.id == friend]),
        "enemy_flag": _in_sentence(language, flags, "flag", "enemy"),
        "a_bomb": _in_sentence(language, bombs, "bomb", "a"),
        "bomb_object": _in_sentence(language, bombs, "bomb", "object"),
        "still": _listed(language, [kind for kind in kinds if not kind.movable]),
        **{
            role: _listed(language, [kind for kind in kinds if kind.role == role])
            or phrases(language)("role", role)
            for role in ("flag", "bomb", "spy")
        },
    }


def _kinds(armies: Armies) -> list[Kind]:
    return [kind for army in armies for kind in army.kinds]


def _listed(language: str, kinds: list[Kind]) -> str:
    """The names of some kinds, each once."""
    return ", ".join(dict.fromkeys(kind.name(language) for kind in kinds))


def _in_sentence(language: str, kinds: list[Kind], role: str, form: str) -> str:
    """Some pieces of a role in a sentence: with an article where the language knows their one name."""
    say = phrases(language)
    name = _listed(language, kinds) or say("role", role)
    known = [kind.id for kind in kinds if say("noun", kind.id, "name") == name]
    return say("noun", known[0] if known else "other", form, name=name)
