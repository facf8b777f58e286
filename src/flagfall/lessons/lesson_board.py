"""The board of a lesson from a list of pieces: ``M e4, F a1, b* e5``.

Capital letters are seat 0's pieces, small ones seat 1's; the marks behind a letter are those of positions
(``*`` shown, ``+`` rank known, ``'`` has moved, ``^`` Robot Mode). Everybody else is captured.
"""

from __future__ import annotations

import re

from flagfall.core import BadText
from flagfall.ranks.board import BY_NAME, NAMES
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState

_PIECE = re.compile(r"([A-Za-z]['+*?^]*) ([a-j]\d+)$")


def board_of(game: RankGame, pieces: str, seat: int) -> RankState:
    """The state with these pieces and a seat to move; `BadText` says what cannot be read."""
    board = game.board
    cells: dict[int, str] = {}
    for part in pieces.split(","):
        found = _PIECE.match(part.strip())
        square = BY_NAME.get(found.group(2), -1) if found else -1
        if found is None or not 0 <= square < board.size or square in board.blocked:
            raise BadText(f"expected a piece and its square such as M e4, not {part.strip()!r}")
        if square in cells:
            raise BadText(f"two pieces stand on {NAMES[square]}")
        cells[square] = found.group(1)
    rows = []
    for row in range(board.height - 1, -1, -1):
        line = []
        for column in range(board.width):
            square = row * 10 + column
            sign = board.cells[square]
            line.append(cells.get(square, sign if sign in "~#" else "."))
        rows.append(" ".join(line))
    return game.position("\n".join([*rows, f"turn {game.colours[seat]}"]))
