"""The XML game files: ``<stratego><game type=""><field content=""/><move source="" target=""/> …``."""

from __future__ import annotations

from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.sax.saxutils import escape, quoteattr

from flagfall.core import BadText
from flagfall.ranks.formats.foreign_games import Foreign, ForeignMove

LONGEST: Final = 4_000_000


def read_xml(text: str, source: str = "") -> Foreign:
    """The game of a file, as far as the XML can be read; what is damaged is told of."""
    if len(text) > LONGEST:
        raise BadText(f"the text is longer than {LONGEST} characters", source=source)
    text = text.removeprefix("\ufeff")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadText("a game file declares no document type and no entities", source=source)
    elements, trouble = _elements(text, source)
    type = field = None
    moves: list[ForeignMove] = []
    players = ["", ""]
    result = winner = None
    field_line = 1
    for element, line in elements:
        given = element.attrib
        match element.tag:
            case "game" if type is None:
                type = given.get("type", "")
            case "field" if field is None:
                field, field_line = given.get("content", ""), line
            case "move":
                moves.append(ForeignMove(given.get("source", ""), given.get("target", ""), line))
                told = given.get("id", "")
                if told and told != str(len(moves)):
                    trouble.append(f"move {len(moves)} has the id {told}")
            case "player":
                if given.get("id") in ("1", "2"):
                    players[int(given["id"]) - 1] = (element.text or given.get("name", "")).strip()
                else:
                    trouble.append(f"there is no player {given.get('id')!r}")
            case "result":
                result, winner = _number(given.get("type")), _number(given.get("winner"))
                if result is None or winner is None:
                    trouble.append("the result cannot be read")
    if type is None:
        raise BadText("there is no <game> with a type", source=source)
    if result is None:
        trouble.append("the result is missing")
    winner = None if winner is None else winner - 1
    names = (players[0], players[1])
    return Foreign(type, field or "", tuple(moves), names, result, winner, tuple(trouble), field_line)


def _number(word: str | None) -> int | None:
    return int(word) if word is not None and word.isdecimal() and len(word) < 6 else None


def _elements(text: str, source: str) -> tuple[list[tuple[Element, int]], list[str]]:
    """The elements and their lines in the order in which they begin, up to the first damage."""
    parser: Any = XMLPullParser(["start"])
    found: list[tuple[Element, int]] = []
    number = 0
    trouble = []
    try:
        # Line by line: what stands before a damaged line has then been read.
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            parser.feed(line)
            found += [(element, number) for _, element in parser.read_events()]
        parser.close()
        found += [(element, number) for _, element in parser.read_events()]
    except ParseError as error:
        at, column = error.position
        if not found:
            raise BadText("this is no XML", line=at, column=column + 1, source=source) from None
        trouble.append(f"line {at}: the XML is damaged here; what follows is not read")
    return found, trouble


def write_xml(game: Foreign) -> str:
    """A game as such a file."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<stratego>", f" <game type={quoteattr(game.type)}>"]
    lines += [f"  <field content={quoteattr(game.field)}/>"] if game.field else []
    lines += [
        f'  <move id="{number}" source="{move.source}" target="{move.target}"/>'
        for number, move in enumerate(game.moves, 1)
    ]
    lines += [f'  <player id="{seat}">{escape(name)}</player>' for seat, name in enumerate(game.players, 1)]
    if game.result is not None and game.winner is not None:
        lines.append(f'  <result type="{game.result}" winner="{game.winner + 1}"/>')
    return "\n".join([*lines, " </game>", "</stratego>"]) + "\n"
