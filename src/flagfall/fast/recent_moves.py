"""How the simulator keeps what the rules against repetition need, and which moves they leave.

A *trail* is what a player's last moves leave behind: the last move (from and to, 14 bits), how many turns on
end one piece was moved along one axis (4 bits), and the chase length (9 bits). What the rules make of that is
in `flagfall.fast.repetition`.

The more-square rule asks whether a move would bring back a whole-board position of this chase. No position is
stored and nothing is hashed: the half-moves of the chase are walked back, and whenever all pieces but one of
mine stand where they stand now, that piece's way there is such a move. There are no attacks within a chase,
so the walk never meets a captured piece, and "which piece stands where" is exact.
"""

from __future__ import annotations

from flagfall.fast.layout import LANES, PAST, Array, lane, past, put_lane
from flagfall.fast.repetition import (
    axis_of,
    crosses,
    lower_border,
    run_after,
    same_squares,
    takes_back,
    upper_border,
)
from flagfall.fast.rules import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    BitState,
    MoveGoals,
    RuleNumbers,
    goals_of,
    origin,
    spared,
    step_of,
    touches,
)
from flagfall.fast.square_sets import NONE, ROW, SQUARES, Set, contains, either, single, without

LONGEST_RUN = 15
LONGEST_CHASE = PAST + 1
SHORTEST_CYCLE = 5
"""In fewer half-moves only taking back one's last move brings a position back, and that is allowed."""


def run_of(trail: int) -> int:
    """How many turns in a row the player has moved one piece along one axis; 15 stands for more, too."""
    return trail >> 14 & 15


def chase_of(trail: int) -> int:
    """The player's chase length; at most `LONGEST_CHASE`."""
    return trail >> 18


def with_chase(trail: int, chase: int) -> int:
    """A trail with another chase length."""
    return trail & (1 << 18) - 1 | min(chase, LONGEST_CHASE) << 18


def trail_after(trail: int, start: int, goal: int) -> int:
    """A player's trail after a move; the chase length is as it was."""
    run = min(run_after(run_of(trail), trail >> 7 & 127, trail & 127, start, goal, ROW), LONGEST_RUN)
    return chase_of(trail) << 18 | run << 14 | start << 7 | goal


def borders(s: BitState, limit: int, a: Array, g: int) -> tuple[int, int]:
    """The borders that the mover's last moves have all crossed (ST-MOVE-6), low to high."""
    low, high = 0, SQUARES
    for k in range(limit):
        move = past(a, g, s, 2 * k + 1)
        low = lower_border(low, move >> 7 & 127, move & 127)
        high = upper_border(high, move >> 7 & 127, move & 127)
    return low, high


def to_and_fro(s: BitState, limit: int, a: Array, g: int) -> bool:
    """Whether the mover's last moves all went between the same two squares (ST-MOVE-6)."""
    for k in range(1, limit):
        move = past(a, g, s, 2 * k + 1)
        if not same_squares(s.trail >> 7 & 127, s.trail & 127, move >> 7 & 127, move & 127):
            return False
    return True


def crossing(empty: Set, start: int, step: int, low: int, high: int) -> Set:
    """The squares that a piece gets to, going one way, by crossing a closed border."""
    found = NONE
    square = start
    for _ in range(9):
        square += step
        if square < 0 or square >= SQUARES:
            break
        if crosses(low, high, start, square):
            found = either(found, single(square))
        if not contains(empty, square):
            break
    return found


def without_shuttle(ways: MoveGoals, s: BitState, r: RuleNumbers, a: Array, g: int) -> MoveGoals:
    """The moves that ST-MOVE-6 leaves."""
    if r.limit == 0 or run_of(s.trail) < r.limit or not contains(s.mine, s.trail & 127):
        return ways  # off, not yet, or the piece has fallen
    before, square = s.trail >> 7 & 127, s.trail & 127
    axis = axis_of(before, square, ROW)
    if r.squares:
        if not to_and_fro(s, r.limit, a, g):
            return ways
        step = axis if square < before else -axis
        closed = single(before)
    else:
        low, high = borders(s, r.limit, a, g)
        if low >= high:
            return ways
        step = axis if square <= low else -axis
        empty = without(without(r.board, s.mine), s.theirs)
        closed = crossing(empty, square, step, low, high)
    if r.spares_attacks:
        closed = without(closed, s.theirs)
    return spared(ways, way_of(step), closed)


def way_of(step: int) -> int:
    """The way of a step."""
    if step == ROW:
        return NORTH
    if step == 1:
        return EAST
    if step == -ROW:
        return SOUTH
    return WEST


def without_return(ways: MoveGoals, s: BitState, start: int, goal: int) -> MoveGoals:
    """The moves without one that brings back a position, unless ST-MOVE-7 leaves it."""
    if takes_back(s.trail >> 7 & 127, s.trail & 127, start, goal) or not touches(goal, s.theirs):
        return ways
    gap = goal - start
    axis = axis_of(start, goal, ROW)
    if gap % axis != 0:
        return ways
    way = way_of(axis if gap > 0 else -axis)
    if not contains(goals_of(ways, way), goal) or origin(s, goal, step_of(way)) != start:
        return ways
    return spared(ways, way, single(goal))


def without_chase(ways: MoveGoals, s: BitState, a: Array, g: int) -> MoveGoals:
    """The moves that ST-MOVE-7 leaves to a player with a chase length of at least `SHORTEST_CYCLE`.

    A list of the pieces that stood elsewhere grows and shrinks while the walk goes back: for each, the square
    where it stands now and the one where it stood then.
    """
    steps = chase_of(s.trail) - 1
    away = 0
    for back in range(steps):
        move = past(a, g, s, back)
        start, goal = move >> 7 & 127, move & 127
        i = 0
        while i < away and lane(a, g, i) & 127 != goal:
            i += 1
        now = goal if i == away else lane(a, g, i) >> 7
        if i == away:
            away += 1
        if now == start:
            away -= 1
            put_lane(a, g, i, lane(a, g, away))
        else:
            put_lane(a, g, i, now << 7 | start)
        if away - 1 > steps - 1 - back or away >= LANES:
            break
        if away == 1 and contains(s.mine, lane(a, g, 0) >> 7):
            ways = without_return(ways, s, lane(a, g, 0) >> 7, lane(a, g, 0) & 127)
    return ways
