"""The rules of the hidden-rank games without powers, as algebra on sets of squares.

A `BitState` is seen from the player to move: ``mine`` and ``theirs`` change places every half-move. The rank
of a piece is spread over four sets, one for each bit (0 flag, 1 spy, 2 to 10, 11 bomb).

No piece passes another, so a way and a goal name a move: the legal moves are four sets, one for each way
(`MoveGoals`). Plain functions, compiled by `flagfall.fast.compile`; they run as they stand, slowly,
to be read.
"""

from __future__ import annotations

from typing import NamedTuple

from flagfall.fast.square_sets import (
    ROW,
    WORD,
    Set,
    around,
    both,
    contains,
    either,
    shifted,
    size,
    some,
    without,
)

FLAG, SPY, SCOUT, MINER, MARSHAL, BOMB = 0, 1, 2, 3, 10, 11
RANKS = 12

PLAYING, FIRST_WINS, SECOND_WINS, DRAWN = 0, 1, 2, 3
"""The result of a game."""
BY_FLAG, BY_NO_MOVE, BY_BOTH_IMMOBILE, BY_QUIET, BY_LIMIT = 1, 2, 3, 4, 5
"""What ended it: ST-END-1, ST-TURN-2 (twice), ST-END-4 (twice)."""

MOVER_LOSES, DRAW, DRAW_NO_MOVERS = 0, 1, 2
"""What happens where neither side could move; the last is that of older games (ST-TURN-2)."""

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
"""The ways, as seat 0 sees the board."""


class RuleNumbers(NamedTuple):
    """What differs between editions, as numbers."""

    board: Set
    """The squares that can be entered."""
    limit: int
    """How often a piece may go back and forth (ST-MOVE-6); 0: as often as it likes."""
    more_square: int
    """Whether ST-MOVE-7 holds."""
    quiet: int
    """Half-moves without an attack that make a draw (ST-END-4)."""
    plies: int
    """Half-moves that make a draw (ST-END-4)."""
    both_immobile: int
    """Where neither side could move (ST-TURN-2): one of `MOVER_LOSES`, `DRAW`, `DRAW_NO_MOVERS`."""
    turn: int
    """The cell that is cell 0 for seat 1: its view is ``turn - cell``."""
    squares: int
    """Whether ST-MOVE-6 only knows the same two squares; else it closes borders."""
    spares_attacks: int
    """Whether ST-MOVE-6 leaves attacks alone."""
    remembers: int
    """Whether a record is kept of what each piece does."""


class BitState(NamedTuple):
    """A game at one moment, seen from the player to move."""

    mine: Set
    theirs: Set
    r0: Set
    r1: Set
    r2: Set
    r3: Set
    shown: Set
    moved: Set
    trail: int
    """My last moves: see `flagfall.fast.recent_moves`."""
    their_trail: int
    recent: int
    """The last four half-moves of both, 15 bits each, the latest lowest."""
    ply: int
    quiet: int
    """Half-moves since the last attack."""
    result: int
    ending: int


class MoveGoals(NamedTuple):
    """The goals of the legal moves, for each way."""

    north: Set
    east: Set
    south: Set
    west: Set


# ---- who can go where ------------------------------------------------------------------------


def step_of(way: int) -> int:
    """The step of a way."""
    if way == NORTH:
        return ROW
    if way == EAST:
        return 1
    if way == SOUTH:
        return -ROW
    return -1


def goals_of(ways: MoveGoals, way: int) -> Set:
    """The goals of one way."""
    if way == NORTH:
        return ways.north
    if way == EAST:
        return ways.east
    if way == SOUTH:
        return ways.south
    return ways.west


def spared(ways: MoveGoals, way: int, goals: Set) -> MoveGoals:
    """The ways, with some goals of one of them taken away."""
    return MoveGoals(
        without(ways.north, goals) if way == NORTH else ways.north,
        without(ways.east, goals) if way == EAST else ways.east,
        without(ways.south, goals) if way == SOUTH else ways.south,
        without(ways.west, goals) if way == WEST else ways.west,
    )


def count(ways: MoveGoals) -> int:
    """How many moves there are."""
    return size(ways.north) + size(ways.east) + size(ways.south) + size(ways.west)


def mobile(s: BitState) -> Set:
    """The pieces of both sides that are neither bomb nor flag (ST-MOVE-3)."""
    bomb = both(both(s.r0, s.r1), s.r3)
    ranked = either(either(s.r0, s.r1), either(s.r2, s.r3))
    return without(ranked, bomb)


def scouts(s: BitState) -> Set:
    """The pieces of rank 2 of both sides."""
    return without(s.r1, either(s.r0, either(s.r2, s.r3)))


def spread(runners: Set, empty: Set, step: int) -> Set:
    """The squares where scouts that go one way may be before their last step (ST-MOVE-4).

    By doubling: after the three lines, runs of 1, 3 and 7 empty squares; one more step makes 8, the longest.
    """
    free = both(empty, shifted(empty, step))
    run = either(runners, both(shifted(runners, step), empty))
    run = either(run, both(shifted(run, 2 * step), free))
    free = both(free, shifted(free, 2 * step))
    run = either(run, both(shifted(run, 4 * step), free))
    return either(run, both(shifted(run, step), empty))


def reached(movers: Set, runners: Set, target: Set, empty: Set, step: int) -> Set:
    """The goals of all moves one way, the repetition rules aside (ST-MOVE-1, ST-MOVE-2, ST-ATT-1)."""
    return both(shifted(either(movers, spread(runners, empty, step)), step), target)


def free_ways(s: BitState, r: RuleNumbers) -> MoveGoals:
    """All moves of the player to move, the repetition rules aside."""
    movers = both(s.mine, mobile(s))
    runners = both(s.mine, scouts(s))
    target = without(r.board, s.mine)
    empty = without(target, s.theirs)
    return MoveGoals(
        reached(movers, runners, target, empty, ROW),
        reached(movers, runners, target, empty, 1),
        reached(movers, runners, target, empty, -ROW),
        reached(movers, runners, target, empty, -1),
    )


def none_can_move(s: BitState, r: RuleNumbers) -> bool:
    """Whether neither side has a move, the repetition rules aside (ST-TURN-2)."""
    return count(free_ways(s, r)) == 0 and count(free_ways(from_the_other_side(s), r)) == 0


def from_the_other_side(s: BitState) -> BitState:
    """The state as if the other player were to move."""
    return BitState(
        s.theirs,
        s.mine,
        s.r0,
        s.r1,
        s.r2,
        s.r3,
        s.shown,
        s.moved,
        s.their_trail,
        s.trail,
        s.recent,
        s.ply,
        s.quiet,
        s.result,
        s.ending,
    )


def origin(s: BitState, goal: int, step: int) -> int:
    """The square of my piece that gets to the goal of a legal move."""
    start = goal - step
    for _ in range(8):
        if contains(s.mine, start):
            break
        start -= step
    return start


# ---- what a move does ------------------------------------------------------------------------


def bit(plane: Set, square: int) -> int:
    """1 if a square is in a set, else 0."""
    if square < WORD:
        return plane[0] >> square & 1
    return plane[1] >> (square - WORD) & 1


def rank_at(s: BitState, square: int) -> int:
    """The rank of the piece on a square."""
    return bit(s.r0, square) | bit(s.r1, square) << 1 | bit(s.r2, square) << 2 | bit(s.r3, square) << 3


def battle_result(attacker: int, defender: int) -> int:
    """1 if the attacker wins, 0 if both fall, -1 if the defender wins (ST-ATT-3 to ST-ATT-6)."""
    if defender == BOMB:
        return 1 if attacker == MINER else -1
    if attacker == SPY and defender == MARSHAL:
        return 1
    if attacker == defender:
        return 0
    return 1 if attacker > defender else -1


def placed(plane: Set, gone: Set, spot: Set, value: int) -> Set:
    """A set without the squares ``gone`` and, if the value is 1, with ``spot``."""
    return plane[0] & ~gone[0] | spot[0] & -value, plane[1] & ~gone[1] | spot[1] & -value


def next_to(square: int, other: int) -> bool:
    """Whether two squares have a border in common."""
    gap = square - other
    return gap in (1, -1, ROW, -ROW)


def touches(square: int, pieces: Set) -> bool:
    """Whether a piece of a set stands next to a square."""
    return some(both(around(square), pieces))
