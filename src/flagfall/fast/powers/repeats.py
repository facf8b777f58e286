"""The two rules against repetition in games with powers, where pieces also leap, are called and are drawn.

A trail is that of `flagfall.fast.recent_moves`, with more in it: where the piece stands that was moved last,
which may have gone on from the goal of its move; how often in a row it went between the same two squares, by
whatever way; and whether the last turn was a move along a line. Plain functions.
"""

from __future__ import annotations

from typing import NamedTuple

from flagfall.fast.layout import LANES, Array, lane, past, put_lane
from flagfall.fast.powers.layout import (
    BY_HOP,
    BY_LINE,
    LINES_ONLY,
    NOBODY,
    PLAIN_TRAIL,
    STANDS,
    STRAIGHT,
    TIMES,
    PowerState,
    without_powers,
)
from flagfall.fast.recent_moves import (
    LONGEST_CHASE,
    LONGEST_RUN,
    SHORTEST_CYCLE,
    chase_of,
    run_of,
    without_chase,
)
from flagfall.fast.repetition import (
    axis_of,
    chased_after,
    chaser_after,
    crosses,
    lower_border,
    same_squares,
    takes_back,
    upper_border,
)
from flagfall.fast.rules import MoveGoals, RuleNumbers, goals_of, next_to, spared, step_of, touches
from flagfall.fast.square_sets import COLUMNS, NONE, ROW, SQUARES, Set, contains, either, single, without

MOST_TIMES = 15


class Closed(NamedTuple):
    """The squares to which the rules of repetition let a piece not go: along a line, or by whatever way."""

    line: Set
    hop: Set


def stands(trail: int) -> int:
    """Where the piece stands that the player moved last."""
    return trail >> STANDS & 127


def times_of(trail: int) -> int:
    """How often in a row that piece went between the same two squares."""
    return trail >> TIMES & 15


def chasing(s: PowerState, r: RuleNumbers) -> bool:
    """Whether ST-MOVE-7 may close anything."""
    return r.more_square == 1 and chase_of(s.trail & PLAIN_TRAIL) >= SHORTEST_CYCLE


def along(square: int, axis: int) -> int:
    """Where a square lies on its line along an axis."""
    return square // ROW if axis == ROW else square % ROW


def shut(s: PowerState, r: RuleNumbers, a: Array, g: int, table: Array, variant: int) -> Closed:
    """What ST-MOVE-6 closes to the piece that was moved last."""
    if r.limit == 0 or max(times_of(s.trail), run_of(s.trail & PLAIN_TRAIL)) < r.limit:
        return Closed(NONE, NONE)
    return shut_now(s, r, a, g, int(table[variant, LINES_ONLY]))


def shut_now(s: PowerState, r: RuleNumbers, a: Array, g: int, lines_only: int) -> Closed:
    """The same, where a count has come to the limit."""
    square, trail = stands(s.trail), s.trail & PLAIN_TRAIL
    if square == NOBODY or not contains(s.mine, square):
        return Closed(NONE, NONE)
    line, hop = NONE, NONE
    start, goal = trail >> 7 & 127, trail & 127
    if times_of(s.trail) >= r.limit:
        if square == goal:
            hop = single(start)
        elif square == start:
            hop = single(goal)
        line = hop
    on_its_line = square == goal or lines_only == 1  # a strike after a leap may have taken it off that
    if r.squares == 0 and run_of(trail) >= r.limit and on_its_line:
        axis = axis_of(start, goal, ROW)
        low, high = 0, COLUMNS
        plain = without_powers(s)
        for k in range(r.limit):
            move = past(a, g, plain, 2 * k + 1)
            low = lower_border(low, along(move >> 7 & 127, axis), along(move & 127, axis))
            high = upper_border(high, along(move >> 7 & 127, axis), along(move & 127, axis))
        here = along(square, axis)
        for there in range(COLUMNS):
            if there != here and crosses(low, high, here, there):
                line = either(line, single(square + axis * (there - here)))
    if r.spares_attacks:
        line, hop = without(line, s.theirs), without(hop, s.theirs)
    return Closed(line, hop)


def without_closed(ways: MoveGoals, s: PowerState, r: RuleNumbers, closed: Set) -> MoveGoals:
    """The plain moves that are left where squares are closed to the piece that was moved last."""
    empty = without(without(r.board, s.mine), s.theirs)
    for way in range(4):
        square, step = stands(s.trail), step_of(way)
        for _ in range(9):
            square += step
            if square < 0 or square >= SQUARES:
                break
            if contains(closed, square):
                ways = spared(ways, way, single(square))
            if not contains(empty, square):
                break
    return ways


def without_cycles(ways: MoveGoals, s: PowerState, a: Array, g: int) -> MoveGoals:
    """The plain moves that ST-MOVE-7 leaves."""
    return without_chase(ways, without_powers(s), a, g)


def returns(s: PowerState, a: Array, g: int, start: int) -> Set:
    """The squares to which a piece may not go because that would bring back a position of the chase.

    The half-moves are walked back as in `flagfall.fast.recent_moves.without_chase`.
    """
    found = NONE
    plain = without_powers(s)
    steps = chase_of(plain.trail) - 1
    away = 0
    for back in range(steps):
        move = past(a, g, plain, back)
        origin_then, goal = move >> 7 & 127, move & 127
        i = 0
        while i < away and lane(a, g, i) & 127 != goal:
            i += 1
        now = goal if i == away else lane(a, g, i) >> 7
        if i == away:
            away += 1
        if now == origin_then:
            away -= 1
            put_lane(a, g, i, lane(a, g, away))
        else:
            put_lane(a, g, i, now << 7 | origin_then)
        if away - 1 > steps - 1 - back or away >= LANES:
            break
        if away == 1 and lane(a, g, 0) >> 7 == start:
            there = lane(a, g, 0) & 127
            taken_back = takes_back(plain.trail >> 7 & 127, plain.trail & 127, start, there)
            if not taken_back and touches(there, s.theirs):
                found = either(found, single(there))
    return found


def closed_to(s: PowerState, a: Array, g: int, closed: Closed, chases: bool, mover: int) -> Closed:
    """What is closed to a piece."""
    line, hop = NONE, NONE
    if mover == stands(s.trail):
        line, hop = closed.line, closed.hop
    if chases:
        line = either(line, returns(s, a, g, mover))
    return Closed(line, hop)


# ---- counting on --------------------------------------------------------------------------------


def my_trail_after(
    s: PowerState, table: Array, variant: int, route: int, start: int, goal: int, now: int, chase: int
) -> int:
    """The trail of the player who has made a turn; ``now`` is where the piece stands that was moved."""
    before = s.trail & PLAIN_TRAIL
    last_start, last_goal = before >> 7 & 127, before & 127
    same = stands(s.trail) == start
    same_line = same and (last_goal == start or table[variant, LINES_ONLY] == 1)
    run, times, straight = 0, 0, 0
    if route == BY_LINE:
        straight = 1
        run = 1
        same_axis = axis_of(last_start, last_goal, ROW) == axis_of(start, goal, ROW)
        if run_of(before) > 0 and same_line and same_axis:
            run = min(run_of(before) + 1, LONGEST_RUN)
    counts = route in (BY_LINE, BY_HOP)
    if counts and table[variant, LINES_ONLY] == 0:
        times = 1
        if times_of(s.trail) > 0 and same and same_squares(last_start, last_goal, start, goal):
            times = min(times_of(s.trail) + 1, MOST_TIMES)
    trail = min(chase, LONGEST_CHASE) << 18 | run << 14 | start << 7 | goal
    return trail | (now if counts else NOBODY) << STANDS | times << TIMES | straight << STRAIGHT


def their_trail_after(s: PowerState, chase: int, drawn: int) -> int:
    """The trail of the other; ``drawn`` is where a piece of theirs stood that was drawn away, or nobody's."""
    trail = s.their_trail & ~(511 << 18) | min(chase, LONGEST_CHASE) << 18
    if drawn != NOBODY and stands(trail) == drawn:
        trail = trail & ~(15 << 14 | 15 << TIMES | 127 << STANDS) | NOBODY << STANDS
    return trail


def chases_after(
    s: PowerState, route: int, start: int, goal: int, theirs: Set, attack: bool
) -> tuple[int, int]:
    """The chase lengths of the player who has made a turn and of the other (ST-MOVE-7)."""
    if route != BY_LINE:
        return 0, 0
    fled = s.their_trail >> STRAIGHT & 1 == 1 and next_to(start, s.their_trail & 127)
    chased = chased_after(chase_of(s.their_trail & PLAIN_TRAIL), fled, attack)
    return chaser_after(chase_of(s.trail & PLAIN_TRAIL), touches(goal, theirs), attack), chased


def way_to(start: int, goal: int) -> int:
    """The way of a move along a line."""
    gap = goal - start
    if gap % ROW == 0:
        return 0 if gap > 0 else 2
    return 1 if gap > 0 else 3


def goals_towards(ways: MoveGoals, start: int, goal: int) -> bool:
    """Whether the goals of the way from one square to another have it."""
    return contains(goals_of(ways, way_to(start, goal)), goal)
