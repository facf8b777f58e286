"""What can be seen of a set-up on the board: where the flag can be reached, who stands where, who is stuck.

    >>> examine(HomeArea(game.board, 0), placed)

Nothing here knows an edition: pieces are told apart by what they can do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.bots.ranks.setup_lab.findings import Mood, SetupFinding
from flagfall.bots.ranks.setup_lab.flag_routes import flag_square, flag_ways, open_lines
from flagfall.bots.ranks.setup_lab.lanes import Lane, lanes
from flagfall.bots.ranks.setups import walled_in
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame

NEAR = 2
"""Steps within which a spy answers for a strong piece."""
FEW_MOVERS = 3
"""With fewer pieces that can move at once, one enemy shuts the army in."""
THIN = 0.6
"""A lane is thin with less than this share of the strength of the average lane."""

Placed = Mapping[int, Kind]


def placed_pieces(game: RankGame, seat: int, pieces: tuple[tuple[int, str], ...]) -> dict[int, Kind]:
    """What stands where, from a set-up."""
    kinds = {kind.id: kind for kind in game.edition.armies[seat].kinds}
    return {square: kinds[kind] for square, kind in pieces}


def examine(home: HomeArea, placed: Placed) -> tuple[SetupFinding, ...]:
    """All findings, in the order in which they are told."""
    return (
        *_flag(home, placed),
        *_lanes(home, placed),
        *_reserve(home, placed, "scouts"),
        *_reserve(home, placed, "miners"),
        *_spies(home, placed),
        *_strongest(home, placed),
        *_stuck(home, placed),
    )


def _flag(home: HomeArea, placed: Placed) -> list[SetupFinding]:
    """``flag.way``: a way with so many bombs and so many other pieces; the last square is beside the flag.

    ``flag.front``: the flag stands in the front row. ``flag.line``: it can be struck from afar.
    """
    flag, found = flag_square(placed), []
    if home.row[flag] == home.depth - 1:
        found.append(SetupFinding("flag.front", "weak", (flag,)))
    if line := open_lines(home, placed):
        found.append(SetupFinding("flag.line", "weak", (flag, *line)))
    for way in flag_ways(home, placed):
        mood: Mood = "good" if way.bombs else "weak" if way.pieces < 2 else "fair"
        found.append(SetupFinding("flag.way", mood, way.squares, (), way.bombs, way.pieces))
    return found


def _lanes(home: HomeArea, placed: Placed) -> list[SetupFinding]:
    """``lane``: its strongest piece, how many can move there, and their strength; ``lane.empty``: none can.

    ``lane.shut``: only bombs stand in the front row before it.
    """
    all_lanes = lanes(home, placed)
    average = sum(lane.strength for lane in all_lanes) / len(all_lanes)
    found: list[SetupFinding] = []
    for lane in all_lanes:
        if lane.empty:
            found.append(SetupFinding("lane.empty", "weak", lane.squares, columns=lane.columns))
            continue
        best = max((placed[square] for square in lane.movers), key=lambda kind: kind.strength)
        mood: Mood = "weak" if lane.strength < THIN * average else "fair"
        found.append(
            SetupFinding("lane", mood, lane.movers, (best.id,), len(lane.movers), lane.strength, lane.columns)
        )
        if shut := _shut(home, placed, lane):
            found.append(SetupFinding("lane.shut", "weak", shut, columns=lane.columns))
    return found


def _shut(home: HomeArea, placed: Placed, lane: Lane) -> tuple[int, ...]:
    front = tuple(
        square
        for square in lane.squares
        if home.row[square] == home.depth - 1 and home.board.column(square) in lane.columns
    )
    still = all(square in placed and not placed[square].movable for square in front)
    return front if front and still else ()


def is_scout(kind: Kind) -> bool:
    """Whether a piece runs along lines."""
    return kind.moves == "line"


def is_miner(kind: Kind) -> bool:
    """Whether a piece takes bombs away."""
    return kind.defuses


def front_half(home: HomeArea, square: int) -> bool:
    """Whether a square is nearer to the front row than to the back row."""
    return home.front(square) > 0.5


def _reserve(home: HomeArea, placed: Placed, name: Literal["scouts", "miners"]) -> list[SetupFinding]:
    """``scouts``, ``miners``: how many stand in the front half, and how many behind."""
    fits = is_scout if name == "scouts" else is_miner
    own = sorted(square for square, kind in placed.items() if fits(kind))
    if not own:
        return []
    ahead = [square for square in own if front_half(home, square)]
    behind = len(own) - len(ahead)
    if name == "scouts":
        mood: Mood = "weak" if len(own) > 1 and not (ahead and behind) else "good"
    else:
        mood = "weak" if len(ahead) > behind else "good"
    return [SetupFinding(name, mood, tuple(own), (), len(ahead), behind)]


def _steps(home: HomeArea, one: int, two: int) -> int:
    board = home.board
    return abs(board.row(one) - board.row(two)) + abs(board.column(one) - board.column(two))


def strong_pieces(placed: Placed) -> list[int]:
    """The squares of the two strongest pieces that move, the strongest first."""
    movers = [square for square, kind in placed.items() if kind.movable and not kind.slays]
    return sorted(movers, key=lambda square: (-placed[square].strength, square))[:2]


def _kinds(placed: Placed, *squares: int) -> tuple[str, ...]:
    return tuple(placed[square].id for square in squares)


def _spies(home: HomeArea, placed: Placed) -> list[SetupFinding]:
    """``spy``: which strong piece it stands by; ``spy.alone``: none of the two strongest is near."""
    found = []
    strong = strong_pieces(placed)
    for spy in sorted(square for square, kind in placed.items() if kind.slays and kind.movable):
        near = [square for square in strong if _steps(home, spy, square) <= NEAR]
        if near:
            found.append(SetupFinding("spy", "good", (spy, near[0]), _kinds(placed, spy, near[0])))
        elif strong:
            found.append(SetupFinding("spy.alone", "fair", (spy, *strong), _kinds(placed, spy, *strong)))
    return found


def _strongest(home: HomeArea, placed: Placed) -> list[SetupFinding]:
    """``strongest.front``: the strongest piece stands in the front row, where the first scout meets it."""
    best = strong_pieces(placed)[:1]
    if best and home.row[best[0]] == home.depth - 1:
        return [SetupFinding("strongest.front", "fair", tuple(best), (placed[best[0]].id,))]
    return []


def movers(home: HomeArea, placed: Placed) -> tuple[int, ...]:
    """The squares of the pieces that can move at once."""
    beside = home.board.beside
    return tuple(
        square
        for square, kind in sorted(placed.items())
        if kind.movable and any(near not in placed for near in beside[square])
    )


def shut_in(home: HomeArea, placed: Placed) -> tuple[int, ...]:
    """The squares of pieces that no move of their own side can ever free."""
    found = walled_in(home, dict(placed))
    first = set(movers(home, placed))
    # With too few exits all count as walled in there; here only those that are.
    return tuple(sorted(found)) if not first & set(found) else ()


def _stuck(home: HomeArea, placed: Placed) -> list[SetupFinding]:
    """``movers``: how many can move at once, and how many have to wait; ``walled``: those that never can."""
    able = movers(home, placed)
    moving = sum(kind.movable for kind in placed.values())
    mood: Mood = "weak" if len(able) < min(FEW_MOVERS, moving) else "fair"
    found = [SetupFinding("movers", mood, able, (), len(able), moving - len(able))]
    if shut := shut_in(home, placed):
        found.append(SetupFinding("walled", "weak", shut, (), len(shut)))
    return found
