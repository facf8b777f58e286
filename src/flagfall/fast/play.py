"""A half-move, and what a place in a batch does: deal, step, random play, and a new deal after the end.

Plain functions, compiled by `flagfall.fast.compile`. The legal moves of every game lie in ``m[word, game]``,
two words a way, and are always those of its present state; a game that has ended has none.
"""

from __future__ import annotations

from flagfall.fast.deal import dealt
from flagfall.fast.layout import (
    ATTACK,
    ATTACKS,
    FOUR_MOVES,
    MOVE_BITS,
    SLOT,
    Array,
    deal_of,
    load,
    note_battle,
    remember,
    rules_of,
    store,
    variant_of,
)
from flagfall.fast.philox import FOR_MOVES, below, four, picked
from flagfall.fast.piece_memory import forget, note_move
from flagfall.fast.recent_moves import (
    SHORTEST_CYCLE,
    chase_of,
    run_of,
    trail_after,
    with_chase,
    without_chase,
    without_shuttle,
)
from flagfall.fast.repetition import chased_after, chaser_after
from flagfall.fast.rules import (
    BY_BOTH_IMMOBILE,
    BY_FLAG,
    BY_LIMIT,
    BY_NO_MOVE,
    BY_QUIET,
    DRAW,
    DRAW_NO_MOVERS,
    DRAWN,
    EAST,
    FIRST_WINS,
    FLAG,
    NORTH,
    PLAYING,
    SECOND_WINS,
    SOUTH,
    WEST,
    BitState,
    MoveGoals,
    RuleNumbers,
    battle_result,
    bit,
    count,
    free_ways,
    goals_of,
    mobile,
    next_to,
    none_can_move,
    origin,
    placed,
    rank_at,
    step_of,
    touches,
)
from flagfall.fast.square_sets import CELLS, NONE, contains, either, nth, single, size, some, square_of

MASK_WORDS = 8
REDEALS = 16
"""How often a deal that leaves the first player without a move is dealt again."""

GOES_ON, WON, ILLEGAL = 0, 1, -1
"""What a step gives besides `DRAWN`: for the player who made it."""


def legal_ways(s: BitState, r: RuleNumbers, a: Array, g: int) -> MoveGoals:
    """All legal moves of the player to move (ST-MOVE-8)."""
    ways = without_shuttle(free_ways(s, r), s, r, a, g)
    if r.more_square and chase_of(s.trail) >= SHORTEST_CYCLE:
        ways = without_chase(ways, s, a, g)
    return ways


def played(s: BitState, start: int, goal: int) -> BitState:
    """The state after a legal move, seen from the other player; only the end by the flag is noticed."""
    here, there = single(start), single(goal)
    gone = either(here, there)
    rank = rank_at(s, start)
    mine_stays, theirs_stays, has_moved = 1, 0, 1
    far = 0 if next_to(start, goal) else 1
    shown = bit(s.shown, start) | far  # ST-MOVE-5
    result, ending = PLAYING, 0
    attack = contains(s.theirs, goal)
    if attack:
        shown = 1  # ST-ATT-2
        defender = rank_at(s, goal)
        outcome = battle_result(rank, defender)
        if defender == FLAG:
            result, ending = FIRST_WINS + (s.ply & 1), BY_FLAG
        if outcome <= 0:
            mine_stays = 0
        if outcome < 0:
            theirs_stays = 1
            rank = defender
            has_moved = bit(s.moved, goal)
    stays = mine_stays | theirs_stays
    theirs = placed(s.theirs, there, there, theirs_stays)
    # ST-MOVE-7: first the chase that this move flees from, then the chase that it makes
    fled = run_of(s.their_trail) > 0 and next_to(start, s.their_trail & 127)
    chased = chased_after(chase_of(s.their_trail), fled, attack)
    chasing = chaser_after(chase_of(s.trail), touches(goal, theirs), attack)
    ply = s.ply + 1
    quiet = 0 if attack else s.quiet + 1
    return BitState(
        theirs,
        placed(s.mine, here, there, mine_stays),
        placed(s.r0, gone, there, stays & rank),
        placed(s.r1, gone, there, stays & rank >> 1),
        placed(s.r2, gone, there, stays & rank >> 2),
        placed(s.r3, gone, there, stays & rank >> 3),
        placed(s.shown, gone, there, stays & shown),
        placed(s.moved, gone, there, stays & has_moved),
        with_chase(s.their_trail, chased),
        with_chase(trail_after(s.trail, start, goal), chasing),
        s.recent << MOVE_BITS & FOUR_MOVES | (ATTACK if attack else 0) | start << 7 | goal,
        ply,
        quiet,
        result,
        ending,
    )


def stuck(s: BitState, r: RuleNumbers) -> BitState:
    """The state of a player who has no move (ST-TURN-2)."""
    result, ending = SECOND_WINS - (s.ply & 1), BY_NO_MOVE
    drawn = False
    if r.both_immobile == DRAW:
        drawn = none_can_move(s, r)
    elif r.both_immobile == DRAW_NO_MOVERS:
        drawn = not some(mobile(s))
    if drawn:
        result, ending = DRAWN, BY_BOTH_IMMOBILE
    return finished(s, result, ending)


def finished(s: BitState, result: int, ending: int) -> BitState:
    """The state with its end."""
    return BitState(
        s.mine,
        s.theirs,
        s.r0,
        s.r1,
        s.r2,
        s.r3,
        s.shown,
        s.moved,
        s.trail,
        s.their_trail,
        s.recent,
        s.ply,
        s.quiet,
        result,
        ending,
    )


def ways_in(m: Array, g: int) -> MoveGoals:
    """The legal moves of game g."""
    return MoveGoals(
        (int(m[0, g]), int(m[1, g])),
        (int(m[2, g]), int(m[3, g])),
        (int(m[4, g]), int(m[5, g])),
        (int(m[6, g]), int(m[7, g])),
    )


def put_ways(m: Array, g: int, ways: MoveGoals) -> None:
    """Keep the legal moves of game g."""
    m[0, g], m[1, g] = ways.north
    m[2, g], m[3, g] = ways.east
    m[4, g], m[5, g] = ways.south
    m[6, g], m[7, g] = ways.west


def chosen(s: BitState, ways: MoveGoals, word: int) -> tuple[int, int]:
    """One of the legal moves, each equally likely: where it comes from and where it goes."""
    n_north, n_east, n_south = size(ways.north), size(ways.east), size(ways.south)
    n = below(word, n_north + n_east + n_south + size(ways.west))
    way = NORTH
    if n >= n_north:
        n -= n_north
        way = EAST
        if n >= n_east:
            n -= n_east
            way = SOUTH
            if n >= n_south:
                n -= n_south
                way = WEST
    goal = nth(goals_of(ways, way), n)
    return origin(s, goal, step_of(way)), goal


# ---- what a place in a batch does ---------------------------------------------------------------


def fresh(
    a: Array, g: int, table: Array, setups: Array, first: int, second: int, game: int, key: int
) -> tuple[BitState, MoveGoals]:
    """The next deal in place g, and its legal moves; the number of the deal is counted up.

    Set-ups by chance that leave the first player without a move are dealt again.
    """
    variant, deal = variant_of(a, g), deal_of(a, g)
    r = rules_of(table, variant)
    s = dealt(table, setups, first, second, variant, deal, game, key)
    ways = legal_ways(s, r, a, g)
    deal += 1
    for _ in range(REDEALS):
        if count(ways) > 0 or first >= 0:
            break
        s = dealt(table, setups, first, second, variant, deal, game, key)
        ways = legal_ways(s, r, a, g)
        deal += 1
    a[SLOT, g] = variant | deal << 8
    a[ATTACKS, g] = 0
    if r.remembers:
        forget(a, g)
    if count(ways) == 0:
        s = stuck(s, r)
    return s, ways


def deal_game(
    a: Array, m: Array, g: int, table: Array, setups: Array, first: int, second: int, game: int, key: int
) -> None:
    """Deal place g again."""
    s, ways = fresh(a, g, table, setups, first, second, game, key)
    store(a, g, s)
    put_ways(m, g, ways)


def find_game(a: Array, m: Array, g: int, table: Array) -> None:
    """Find the legal moves of place g again."""
    s = load(a, g)
    ways = MoveGoals(NONE, NONE, NONE, NONE)
    if s.result == PLAYING:
        ways = legal_ways(s, rules_of(table, variant_of(a, g)), a, g)
    put_ways(m, g, ways)


def moved_on(
    s: BitState, r: RuleNumbers, a: Array, g: int, start: int, goal: int
) -> tuple[BitState, MoveGoals]:
    """The state after a legal move, its end noticed, and its legal moves."""
    attack = contains(s.theirs, goal)
    if attack:
        note_battle(a, g, rank_at(s, start), rank_at(s, goal))
    s = played(s, start, goal)
    remember(a, g, s)
    if r.remembers:
        note_move(a, g, s, start, goal, 1 if attack else 0)
    ways = legal_ways(s, r, a, g)
    if s.result == PLAYING:
        if count(ways) == 0:
            s = stuck(s, r)
        elif s.quiet >= r.quiet:
            s = finished(s, DRAWN, BY_QUIET)
        elif s.ply >= r.plies:
            s = finished(s, DRAWN, BY_LIMIT)
    if s.result != PLAYING:
        ways = MoveGoals(NONE, NONE, NONE, NONE)
    return s, ways


def step_game(
    a: Array,
    m: Array,
    g: int,
    action: int,
    result: Array,
    ending: Array,
    table: Array,
    setups: Array,
    game: int,
    key: int,
    again: int,
) -> None:
    """Play an action, ``way * 100 + goal cell`` as the mover sees the board, in place g.

    What it brought goes to ``result`` (0 the game goes on, 1 the mover won, 3 drawn, -1 the action is
    illegal and nothing was done) and ``ending``. With ``again``, a game that ends is dealt again at once.
    """
    r = rules_of(table, variant_of(a, g))
    s = load(a, g)
    result[g] = ILLEGAL
    ending[g] = 0
    if action < 0 or action >= 4 * CELLS or s.result != PLAYING:
        return
    way, cell = action // CELLS, action % CELLS
    if s.ply & 1 == 1:
        way, cell = way + 2 & 3, r.turn - cell
    if cell < 0 or cell >= CELLS:
        return
    goal = square_of(cell)
    if not contains(goals_of(ways_in(m, g), way), goal):
        return
    s, ways = moved_on(s, r, a, g, origin(s, goal, step_of(way)), goal)
    ending[g] = s.ending
    result[g] = GOES_ON if s.result == PLAYING else DRAWN if s.result == DRAWN else WON
    if s.result != PLAYING and again:
        s, ways = fresh(a, g, table, setups, -1, -1, game, key)
    store(a, g, s)
    put_ways(m, g, ways)


def play_game(
    a: Array,
    m: Array,
    g: int,
    plies: int,
    tally: Array,
    table: Array,
    setups: Array,
    game: int,
    key: int,
    again: int,
) -> None:
    """Random play in place g: up to so many half-moves, with ``again`` exactly so many.

    ``tally[k, g]`` counts: half-moves, wins of seat 0, wins of seat 1, draws.
    """
    r = rules_of(table, variant_of(a, g))
    s = load(a, g)
    ways = ways_in(m, g)
    deal = deal_of(a, g)
    words = (0, 0, 0, 0)
    made = 0
    for _ in range(plies):
        if s.result != PLAYING:
            break
        if made == 0 or s.ply & 3 == 0:
            words = four(s.ply, FOR_MOVES, deal, game, key)
        start, goal = chosen(s, ways, picked(words, s.ply))
        s, ways = moved_on(s, r, a, g, start, goal)
        made += 1
        if s.result != PLAYING:
            tally[s.result, g] += 1
            if again:
                s, ways = fresh(a, g, table, setups, -1, -1, game, key)
                deal = deal_of(a, g)
    tally[0, g] += made
    store(a, g, s)
    put_ways(m, g, ways)
