"""Set-ups from text and files, in our letters or in field letters."""

from __future__ import annotations

from pathlib import Path

from flagfall.core import BadText, FlagfallError
from flagfall.core.record import FIRST_LINE, read_record
from flagfall.ranks.actions import Deploy
from flagfall.ranks.formats.letters import read_letters
from flagfall.ranks.game import RankGame

LONGEST = 8_000_000
"""The longest file that is looked at, in bytes."""


class BadFile(FlagfallError):  # noqa: N818 - says what is wrong
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    """The text of a file; one clear error if it cannot be read."""
    try:
        if path.stat().st_size > LONGEST:
            raise BadFile(f"{path}: longer than {LONGEST} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: not a text in UTF-8 (byte {error.start})") from None


def write_text(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a file whole or not at all; an existing one is only replaced if that is wanted."""
    if path.exists() and not replace:
        raise BadFile(f"{path}: there is such a file already")
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadFile(f"{path}: {error.strerror or error}") from None


def read_setup(game: RankGame, text: str, seat: int) -> Deploy:
    """One set-up, in 40 field letters without strokes where the edition has them, else in ours."""
    letters = text.strip()
    if len(letters) == 40 and letters.isalpha() and letters.isupper() and _is_field(game, letters, seat):
        return read_letters(game, letters, seat)
    return game.setup(text, seat)


def _is_field(game: RankGame, letters: str, seat: int) -> bool:
    """Whether 40 letters are the army in field letters: in ours another army would come out."""
    try:
        game.new().apply(seat, read_letters(game, letters, seat))
    except FlagfallError:
        return False
    return True


def read_setups(game: RankGame, text: str, seat: int, source: str = "") -> list[Deploy]:
    """The set-ups of a file: one a line, or one as a picture, or that of a seat in a record."""
    if text.startswith(FIRST_LINE):
        record = read_record(text, source)
        if record.game != game.id:
            raise BadText(f"this is a record of {record.game}", line=2, source=source)
        found = [action for by, action in record.actions if by == seat and isinstance(action, Deploy)]
        if not found:
            raise BadText("this record does not hold the set-up of your side", source=source)
        return found
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if _counts(line)]
    if not lines:
        raise BadText("there is no set-up", source=source)
    rows = len({game.board.row(square) for square in game.board.homes[seat]})
    whole = len(game.board.homes[seat])
    if len(lines) == rows > 1 and all(len(line.replace(" ", "")) * rows == whole for _, line in lines):
        lines = [(lines[0][0], "\n".join(line for _, line in lines))]
    found = []
    for number, line in lines:
        try:
            found.append(read_setup(game, line, seat))
        except BadText as error:
            place = number + error.line - 1
            raise BadText(error.reason, line=place, column=error.column, source=source) from None
    return found


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
