"""The ``.gsn`` files: a line that names the format, the type, the field, a move a line, END, the result."""

from __future__ import annotations

import re
from typing import Final

from flagfall.core import BadText
from flagfall.ranks.formats.foreign_games import NUMBERS, Foreign, ForeignMove

FIRST: Final = "#X38FA11 Stratego-Notation v"
END: Final = "END"
LONGEST: Final = 1_000_000
_MOVE = re.compile(r"([A-IKa-ik](?:10|[1-9]))\s*-\s*([A-IKa-ik](?:10|[1-9]))$")
_LAST = re.compile(r"(.*?) vs (.*?) result (\d{1,5}) winner (\d{1,5})$")


def read_gsn(text: str, source: str = "") -> Foreign:
    """The game of a file. Damaged lines are passed over and told of; without a type there is no game."""
    if len(text) > LONGEST:
        raise BadText(f"the text is longer than {LONGEST} characters", source=source)
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    if not lines or not re.fullmatch(re.escape(FIRST) + "[12]", lines[0]):
        raise BadText(f"a .gsn file begins with {FIRST}1 or {FIRST}2", source=source)
    number = re.fullmatch(r"type\s+(\d)", lines[1]) if len(lines) > 1 else None
    if number is None or int(number.group(1)) >= len(NUMBERS):
        raise BadText(f"expected 'type' and a number from 0 to {len(NUMBERS) - 1}", line=2, source=source)
    field, field_line = "", 1
    moves: list[ForeignMove] = []
    trouble: list[str] = []
    ends: list[int] = []
    last: re.Match[str] | None = None
    for at, line in enumerate(lines[2:], 3):
        if not line:
            continue
        if line == END:
            ends.append(at)
        elif found := _MOVE.match(line):
            moves.append(ForeignMove(found.group(1).upper(), found.group(2).upper(), at))
            if ends:
                trouble.append(f"line {at}: a move after {END}; it is read as one")
        elif found := _LAST.match(line):
            if last is not None:
                trouble.append(f"line {at}: a second result; the first one counts")
            last = last or found
        elif len(line.split()[0]) == 100 and not field and not moves:
            field, field_line = line, at
        else:
            trouble.append(f"line {at}: cannot be read and is passed over: {line[:40]!r}")
    if not ends:
        trouble.append(f"{END} is missing")
    elif len(ends) > 1:
        listed = ", ".join(map(str, ends))
        trouble.append(f"{END} is there {len(ends)} times, in lines {listed}")
    if last is None:
        trouble.append("the players and the result are missing")
    return Foreign(
        NUMBERS[int(number.group(1))],
        field,
        tuple(moves),
        (last.group(1).strip(), last.group(2).strip()) if last else ("", ""),
        int(last.group(3)) if last else None,
        int(last.group(4)) if last else None,
        tuple(trouble),
        field_line,
    )


def write_gsn(game: Foreign) -> str:
    """A game as such a file, version 2, with the mark that begins it."""
    lines = [f"{FIRST}2", f"type {NUMBERS.index(game.type)}"]
    lines += [game.field] if game.field else []
    lines += [f"{move.source}-{move.target}" for move in game.moves]
    lines.append(END)
    if game.result is not None and game.winner is not None:
        red, blue = (name.replace(" vs ", " v ") or "?" for name in game.players)
        lines.append(f"{red} vs {blue} result {game.result} winner {game.winner}")
    return "\ufeff" + "\n".join(lines) + "\n"
