"""Pictures of square boards as SVG, as the engine has them: an edition, and a power before and after."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from html import escape

from flagfall.core import IllegalAction
from flagfall.ranks.actions import Halt, Use
from flagfall.ranks.board import DEAD, LAKE
from flagfall.ranks.edition import Kind, PowerSpec
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import Piece

SIZE = 44
FONT = "Vollkorn, 'Libertinus Serif', Georgia, serif"
GROUND, GROUND_ODD, WATER, OUT, INK, PAPER, BRASS = (
    "#e9e1d0", "#e2d8c3", "#9fb6bd", "#b9ad97", "#221f1a", "#fbf8f0", "#a8741a",
)  # fmt: skip
COLUMNS, ROWS = 6, 5
"""The part of a board that the picture of a power shows."""
TRIES = 60


def board_picture(game: RankGame) -> str:
    """The board as the first player sees it at the start, with an army put up at random."""
    rng = random.Random(game.id)
    state = game.new(seed=7)
    while not state.legal(0):
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
    board = game.board
    body = _ground(game, 0, 0, board.width, board.height)
    body += _pieces(game, state.view(0).pieces, 0, 0, board.width, board.height)
    body += _labels(board.width, board.height)
    return _svg(board.width * SIZE + 26, board.height * SIZE + 26, body)


def power_picture(game: RankGame, power: PowerSpec) -> str:
    """A power before and after its use: a scene in which the engine lets it do something."""
    before, use, after, turn = best_scene(game, power)
    left, low = _corner(before)
    wide = COLUMNS * SIZE
    here = _part(game, before, turn, left, low)
    targets = {target for one in _uses(before, turn, power.id, use.origin) for target in one.targets}
    goals = sorted(square for square in targets if _inside(square, left, low))
    marks = "".join(_dot(square, left, low) for square in goals if square not in use.targets)
    marks += "".join(_ring(square, left, low) for square in (use.origin, *use.targets))
    there = _part(game, after, turn, left, low)
    standing = {piece.square for piece in after.view(turn).pieces}
    there += "".join(
        _cross(piece.square, left, low)
        for piece in before.view(turn).pieces
        if piece.id not in {one.id for one in after.view(turn).pieces} and piece.square not in standing
    )
    middle = wide + 30
    arrow = (
        f'<path d="M{wide + 6} {ROWS * SIZE / 2}h14m-6-6l6 6-6 6" fill="none" stroke="{BRASS}" '
        f'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    body = f'{here}{marks}{arrow}<g transform="translate({middle} 0)">{there}</g>'
    return _svg(2 * wide + 30, ROWS * SIZE, body)


def best_scene(game: RankGame, power: PowerSpec) -> tuple[RankState, Use, RankState, int]:
    """A position, a use of the power and what came of it: the one of many that shows most."""
    found: tuple[int, RankState, Use, RankState, int] | None = None
    rng = random.Random(f"{game.id} {power.id}")
    for _ in range(TRIES):
        state, turn = _scene(game, power, rng)
        for use in _uses(state, turn, power.id, None):
            for after in _ends(state, turn, use):
                worth = _worth(state, after, turn)
                if found is None or worth > found[0]:
                    found = worth, state, use, after, turn
    if found is None:
        raise LookupError(f"{game.id}: no scene shows {power.id}")
    return found[1:]


def _scene(game: RankGame, power: PowerSpec, rng: random.Random) -> tuple[RankState, int]:
    """A few pieces near each other, one of which has the power."""
    board = game.board
    turn, kind, robot = next(
        (seat, kind, power.id in kind.robot)
        for seat, army in enumerate(game.edition.armies)
        for kind in army.kinds
        if power.id in (*kind.powers, *kind.robot)
    )
    mine, theirs = game.edition.armies[turn], game.edition.armies[1 - turn]
    friend = [one for one in mine.kinds if one.id == power.params.get("friend")]
    weaker = [one for one in theirs.kinds if one.role == "soldier" and one.strength < kind.strength]
    cast: list[tuple[int, Kind, str]] = [(turn, kind, "^" if robot else "")]
    cast += [(turn, one, "") for one in friend]
    others = [one for one in mine.kinds if one.role == "soldier" and one not in (kind, *friend)]
    cast += [(turn, rng.choice(others), "")]
    foes = rng.sample(weaker or list(theirs.kinds), min(rng.randint(1, 3), len(weaker) or 1))
    cast += [(1 - turn, one, "") for one in foes]
    left, low = _window(board.width, board.height)
    free = [
        row * 10 + column
        for row in range(low, low + ROWS)
        for column in range(left, left + COLUMNS)
        if board.cells[row * 10 + column] not in (LAKE, DEAD)
    ]
    standing = dict(zip(rng.sample(free, len(cast)), cast, strict=True))
    rows = []
    for row in range(board.height - 1, -1, -1):
        line = []
        for column in range(board.width):
            sign = board.cells[row * 10 + column]
            blank = sign if sign in (LAKE, DEAD) else "."
            there = standing.get(row * 10 + column)
            if there is not None:
                seat, one, mode = there
                blank = (one.letter if seat == 0 else one.letter.lower()) + mode
            line.append(blank)
        rows.append(" ".join(line))
    return game.position("\n".join([*rows, f"turn {game.colours[turn]}"])), turn


def _window(width: int, height: int) -> tuple[int, int]:
    return max(0, (width - COLUMNS) // 2 - 1), max(0, height // 2 - 2)


def _corner(state: RankState) -> tuple[int, int]:
    board = state.rules.board
    return _window(board.width, board.height)


def _uses(state: RankState, turn: int, power: str, origin: int | None) -> Iterator[Use]:
    for action in state.legal(turn):
        if isinstance(action, Use) and action.power == power and origin in (None, action.origin):
            yield action


def _ends(state: RankState, turn: int, use: Use) -> Iterator[RankState]:
    """What a use comes to, with every answer that it asks for."""
    try:
        after = state.apply(turn, use).state
    except IllegalAction:
        return
    if after.outcome() is None and after.track.turn == turn:
        for answer in after.legal(turn):
            if not isinstance(answer, Halt):
                yield after.apply(turn, answer).state
    else:
        yield after


def _worth(before: RankState, after: RankState, turn: int) -> int:
    """How much a picture shows: captures most, then what is seen, then what has moved; losses are bad."""
    was = {piece.id: piece for piece in before.view(turn).pieces}
    now = {piece.id: piece for piece in after.view(turn).pieces}
    gone = [piece for id, piece in was.items() if id not in now]
    left, low = _corner(before)
    unseen = any(not _inside(piece.square, left, low) for piece in now.values())
    if unseen or any(piece.seat == turn for piece in gone):
        return -1
    seen = sum(1 for id, piece in now.items() if piece.rank and not was[id].rank)
    moved = sum(1 for id, piece in now.items() if piece.square != was[id].square)
    return 20 * len(gone) + 6 * seen + moved + len(now)


def _part(game: RankGame, state: RankState, seat: int, left: int, low: int) -> str:
    ground = _ground(game, left, low, COLUMNS, ROWS)
    return ground + _pieces(game, state.view(seat).pieces, left, low, COLUMNS, ROWS)


def _place(square: int, left: int, low: int, rows: int = ROWS) -> tuple[int, int]:
    return (square % 10 - left) * SIZE, (low + rows - 1 - square // 10) * SIZE


def _inside(square: int, left: int, low: int) -> bool:
    return left <= square % 10 < left + COLUMNS and low <= square // 10 < low + ROWS


def _ground(game: RankGame, left: int, low: int, columns: int, rows: int) -> str:
    parts = []
    for row in range(low, low + rows):
        for column in range(left, left + columns):
            sign = game.board.cells[row * 10 + column]
            x, y = _place(row * 10 + column, left, low, rows)
            plain = GROUND if (row + column) % 2 else GROUND_ODD
            fill = {LAKE: WATER, DEAD: OUT}.get(sign, plain)
            parts.append(f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{fill}"/>')
            if sign == LAKE:
                parts.append(
                    f'<path d="M{x + 8} {y + 18}q7-7 14 0t14 0M{x + 8} {y + 29}q7-7 14 0t14 0" fill="none" '
                    f'stroke="#6d8b94" stroke-width="1.5"/>'
                )
    return "".join(parts)


def _pieces(game: RankGame, pieces: Iterable[Piece], left: int, low: int, columns: int, rows: int) -> str:
    parts = []
    for piece in pieces:
        x, y = _place(piece.square, left, low, rows)
        if not (0 <= x < columns * SIZE and 0 <= y < rows * SIZE):
            continue
        parts.append(_tile(game, piece, x, y))
    return "".join(parts)


def _tile(game: RankGame, piece: Piece, x: int, y: int) -> str:
    army = game.edition.armies[piece.seat]
    light = _light(army.colour)
    ink = INK if light else PAPER
    edge = "#00000066" if light else "#ffffff88"
    tile = (
        f'<rect x="{x + 4}" y="{y + 4}" width="{SIZE - 8}" height="{SIZE - 8}" rx="5" fill="{army.colour}" '
        f'stroke="{INK}" stroke-opacity=".55"/><rect x="{x + 6.5}" y="{y + 6.5}" width="{SIZE - 13}" '
        f'height="{SIZE - 13}" rx="3" fill="none" stroke="{edge}"/>'
    )
    if not piece.rank:
        a, b = x + 14, y + 14
        return (
            tile
            + f'<path d="M{a} {b}l16 16m0-16l-16 16" stroke="{ink}" stroke-opacity=".45" stroke-width="2"/>'
        )
    name = next((kind.name() for kind in army.kinds if kind.id == piece.kind), piece.rank)
    underline = f'<path d="M{x + 13} {y + 35}h18" stroke="{ink}" stroke-width="2.5"/>' if piece.robot else ""
    return (
        f"{tile}<g><title>{escape(name)}</title>"
        f'<text x="{x + SIZE / 2}" y="{y + SIZE / 2 + 7}" text-anchor="middle" font-family="{FONT}" '
        f'font-size="21" font-weight="700" fill="{ink}">{escape(piece.rank)}</text>{underline}</g>'
    )


def _light(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140


def _ring(square: int, left: int, low: int) -> str:
    x, y = _place(square, left, low)
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}" rx="6" fill="none" '
        f'stroke="{BRASS}" stroke-width="3"/>'
    )


def _dot(square: int, left: int, low: int) -> str:
    x, y = _place(square, left, low)
    return f'<circle cx="{x + SIZE / 2}" cy="{y + SIZE / 2}" r="5" fill="{BRASS}" fill-opacity=".75"/>'


def _cross(square: int, left: int, low: int) -> str:
    x, y = _place(square, left, low)
    return (
        f'<path d="M{x + 13} {y + 13}l18 18m0-18l-18 18" stroke="#94301f" stroke-width="3.5" '
        f'stroke-linecap="round"/>'
    )


def _labels(width: int, height: int) -> str:
    style = f'font-family="{FONT}" font-size="13" fill="#7d7461" text-anchor="middle"'
    parts = [
        f'<text x="{column * SIZE + SIZE / 2}" y="{height * SIZE + 17}" {style}>{"abcdefghij"[column]}</text>'
        for column in range(width)
    ]
    parts += [
        f'<text x="{width * SIZE + 13}" y="{(height - row) * SIZE - SIZE / 2 + 5}" {style}>{row + 1}</text>'
        for row in range(height)
    ]
    return "".join(parts)


def _svg(width: int, height: int, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}">{body}</svg>\n'
    )
