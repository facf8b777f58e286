"""Set-ups from text and files, in our letters or in field letters."""

from __future__ import annotations

from flagfall.core import BadText, FlagfallError
from flagfall.core.record import FIRST_LINE, read_record
from flagfall.ranks.actions import Deploy
from flagfall.ranks.formats.letters import read_letters
from flagfall.ranks.game import RankGame


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
            raise BadText(error.complaint, line=place, column=error.column, source=source) from None
    return found


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
