"""Which actions are legal in a game with powers: how many, the n-th of them, and whether one is.

Plain functions.
"""

from __future__ import annotations

from flagfall.fast.layout import Array
from flagfall.fast.play import put_ways, ways_in
from flagfall.fast.powers.layout import (
    ACTION_CODES,
    ANSWER_BITS,
    ANSWER_CODES,
    ANSWER_SIZE,
    ANSWERS,
    ASK,
    ASKED_BITS,
    BINDS,
    BY_LINE,
    COUNT_BITS,
    COUNT_MASK,
    EFFECT_ASKED,
    EFFECT_GOAL,
    EFFECT_ORIGIN,
    EFFECT_POWER,
    EFFECT_ROUTE,
    GIFT_BITS,
    GIFT_MASK,
    HAS_MODES,
    HAS_MODES_TOO,
    IS_LIMITED,
    KIND_MASK,
    KINDS,
    LIMITS,
    MANNER_BITS,
    MAY_HALT,
    MOST_STRUCK,
    MOVE_CODES,
    NEED_WORDS,
    NO_ROUTE,
    NOBODY,
    PLAIN_CODES,
    PLAIN_MOVE,
    ROBOT,
    SHARE_BITS,
    SHARE_LANES,
    SHARE_MASK,
    SHARES,
    SQUARE_COUNT,
    SWITCH_CODES,
    SWITCHES,
    TOTAL,
    TRAITS,
    TRANSFORMS,
    USE_NEEDS,
    PowerState,
    piece_at,
    without_powers,
)
from flagfall.fast.powers.repeats import (
    Closed,
    chasing,
    closed_to,
    goals_towards,
    shut,
    way_to,
    without_closed,
    without_cycles,
)
from flagfall.fast.powers.uses import (
    awaited_code,
    count_uses,
    effect_of,
    gifts_of,
    has_token,
    mover_of,
    nth_of,
    program_of,
    rule_of,
    struck_by,
)
from flagfall.fast.rules import MoveGoals, RuleNumbers, bit, count, goals_of, origin, reached, step_of
from flagfall.fast.square_sets import (
    NONE,
    ROW,
    SQUARES,
    Set,
    both,
    contains,
    either,
    first_of,
    nth,
    shifted,
    size,
    some,
    without,
    without_first,
)


def free_moves(s: PowerState, r: RuleNumbers) -> MoveGoals:
    """All plain moves of the player to move, the repetition rules aside."""
    movers, runners = both(s.mine, s.mobile), both(s.mine, s.runners)
    target = without(r.board, s.mine)
    empty = without(target, s.theirs)
    return MoveGoals(
        reached(movers, runners, target, empty, ROW),
        reached(movers, runners, target, empty, 1),
        reached(movers, runners, target, empty, -ROW),
        reached(movers, runners, target, empty, -1),
    )


def moves_from(s: PowerState, ways: MoveGoals, empty: Set, square: int, n: int) -> int:
    """The goal of the n-th plain move of a piece; with fewer moves -1 less how many there are."""
    passed = 0
    if not contains(s.mobile, square):
        return -1
    for way in range(4):
        there, step = square + step_of(way), step_of(way)
        for _ in range(9):
            if there < 0 or there >= SQUARES:
                break
            if contains(goals_of(ways, way), there):
                if passed == n:
                    return there
                passed += 1
            if not contains(s.runners, square) or not contains(empty, there):
                break
            there += step
    return -1 - passed


def count_moves(s: PowerState, ways: MoveGoals, empty: Set, square: int) -> int:
    """How many plain moves a piece has."""
    if contains(s.runners, square):
        return -1 - moves_from(s, ways, empty, square, SHARE_MASK)
    # no other piece gets to a square next to it on the way that leads from it
    return bit(s.mobile, square) * (
        bit(shifted(ways.north, -ROW), square)
        + bit(shifted(ways.east, -1), square)
        + bit(shifted(ways.south, ROW), square)
        + bit(shifted(ways.west, 1), square)
    )


def answer_count(n: int, most: int, halts: int) -> int:
    """How many answers there are with n enemies around."""
    total = halts + n
    if most >= 2:
        total += n * (n - 1) // 2
    if most >= 3:
        total += n * (n - 1) * (n - 2) // 6
    return total


def find_actions(
    s: PowerState, r: RuleNumbers, a: Array, m: Array, g: int, table: Array, variant: int
) -> int:
    """Find the legal actions of the player to move, and keep them; how many there are."""
    if s.awaited != 0:
        put_ways(m, g, MoveGoals(NONE, NONE, NONE, NONE))
        code = awaited_code(s)
        rule = rule_of(table, variant, code)
        around = size(both(struck_by(table, variant, code), s.theirs))
        total = answer_count(around, rule >> MOST_STRUCK, 1 if rule & MAY_HALT else 0)
        m[TOTAL, g] = total
        return total
    ways = free_moves(s, r)
    closed, chases = shut(s, r, a, g, table, variant), chasing(s, r)
    if some(closed.line):
        ways = without_closed(ways, s, r, closed.line)
    if chases:
        ways = without_cycles(ways, s, a, g)
    put_ways(m, g, ways)
    moves = count(ways)
    total = moves
    empty = without(without(r.board, s.mine), s.theirs)
    seat, modes, binds = s.ply & 1, int(table[variant, HAS_MODES]), int(table[variant, BINDS])
    careful = chases or some(closed.line) or some(closed.hop)
    i, held, all_uses, switching = 0, 0, 0, 0
    left = both(s.mine, s.gifted)
    while some(left):
        square = first_of(left)
        left = without_first(left)
        piece = piece_at(a, g, square)
        program = program_of(table, variant, seat, piece, square)
        if careful or program >> IS_LIMITED & 1:
            found = count_carefully(s, r, a, g, table, variant, square, piece, closed, chases)
        else:
            found = count_uses(table, variant, program, square, seat, s.theirs, empty)
        share = (found & COUNT_MASK) + (found >> COUNT_BITS)
        if modes != 0:
            turns = program >> HAS_MODES_TOO & 1
            if binds != 0:
                share += turns * count_moves(s, ways, empty, square)
            else:  # all plain moves and all uses of the others are added when these are known
                uses = found >> (COUNT_BITS if piece & ROBOT else 0) & COUNT_MASK
                all_uses += uses
                share -= turns * uses
                switching += turns
        total += share
        held |= share << SHARE_BITS * (i % SHARE_LANES)
        i += 1
        if i % SHARE_LANES == 0:
            m[SHARES + i // SHARE_LANES - 1, g] = held
            held = 0
    if i % SHARE_LANES != 0:
        m[SHARES + i // SHARE_LANES, g] = held
    if switching:
        total += switching * (moves + all_uses)
        add_switches(s, a, m, g, table, variant, moves + all_uses)
    m[TOTAL, g] = total
    return total


def count_carefully(
    s: PowerState,
    r: RuleNumbers,
    a: Array,
    g: int,
    table: Array,
    variant: int,
    square: int,
    piece: int,
    closed: Closed,
    chases: bool,
) -> int:
    """The uses of a piece as `count_uses` gives them, with limits and the rules of repetition."""
    found = -1 - nth_of(s, r, a, g, table, variant, square, piece, 0, closed, chases, SHARE_MASK)
    others = -1 - nth_of(s, r, a, g, table, variant, square, piece, 1, closed, chases, SHARE_MASK)
    return found | others << COUNT_BITS


def add_switches(s: PowerState, a: Array, m: Array, g: int, table: Array, variant: int, actions: int) -> None:
    """Where a change of mode does not bind its piece: every piece with modes has all these actions, too."""
    i, seat, left = 0, s.ply & 1, both(s.mine, s.gifted)
    while some(left):
        kind = piece_at(a, g, first_of(left)) & KIND_MASK
        left = without_first(left)
        if int(table[variant, TRAITS + KINDS * seat + kind]) & TRANSFORMS:
            at, shift = SHARES + i // SHARE_LANES, SHARE_BITS * (i % SHARE_LANES)
            m[at, g] = int(m[at, g]) + (actions << shift)
        i += 1


def move_code(table: Array, variant: int, start: int, goal: int) -> int:
    """The integer of a plain move."""
    way = way_to(start, goal)
    steps = (goal - start) // step_of(way)
    return int(table[variant, MOVE_CODES + 4 * start + way]) + steps - 1


def nth_move(s: PowerState, ways: MoveGoals, n: int) -> tuple[int, int]:
    """The n-th plain move."""
    way = 0
    while n >= size(goals_of(ways, way)):
        n -= size(goals_of(ways, way))
        way += 1
    goal = nth(goals_of(ways, way), n)
    return origin(without_powers(s), goal, step_of(way)), goal


def nth_action(
    s: PowerState, r: RuleNumbers, a: Array, m: Array, g: int, table: Array, variant: int, n: int
) -> int:
    """The n-th legal action, by its integer for seat 0."""
    if s.awaited != 0:
        return nth_answer(s, table, variant, n)
    ways = ways_in(m, g)
    moves = count(ways)
    if n < moves:
        start, goal = nth_move(s, ways, n)
        return move_code(table, variant, start, goal)
    return nth_by_piece(s, r, a, m, g, table, variant, ways, moves, n - moves)


def nth_by_piece(
    s: PowerState,
    r: RuleNumbers,
    a: Array,
    m: Array,
    g: int,
    table: Array,
    variant: int,
    ways: MoveGoals,
    moves: int,
    n: int,
) -> int:
    """The n-th legal action that is not a plain move."""
    i = 0
    while True:
        share = int(m[SHARES + i // SHARE_LANES, g]) >> SHARE_BITS * (i % SHARE_LANES) & SHARE_MASK
        if n < share:
            break
        n -= share
        i += 1
    square = nth(both(s.mine, s.gifted), i)
    piece = piece_at(a, g, square)
    mode = 1 if piece & ROBOT else 0
    closed, chases = shut(s, r, a, g, table, variant), chasing(s, r)
    switch = int(table[variant, SWITCH_CODES + square]) * int(table[variant, PLAIN_CODES])
    for k in range(2):
        code = nth_of(s, r, a, g, table, variant, square, piece, mode ^ k, closed, chases, n)
        if code >= 0:
            return code + switch * k
        n -= -1 - code
    if table[variant, BINDS]:
        empty = without(without(r.board, s.mine), s.theirs)
        return switch + move_code(table, variant, square, moves_from(s, ways, empty, square, n))
    if n < moves:
        start, goal = nth_move(s, ways, n)
        return switch + move_code(table, variant, start, goal)
    return switch + nth_of_others(s, r, a, g, table, variant, square, n - moves)


def nth_of_others(
    s: PowerState, r: RuleNumbers, a: Array, g: int, table: Array, variant: int, square: int, n: int
) -> int:
    """The n-th use of all pieces but the one on a square."""
    left, code = both(s.mine, s.gifted), -1
    closed, chases = shut(s, r, a, g, table, variant), chasing(s, r)
    for k in range(size(left)):
        other = nth(left, k)
        if other == square:
            continue
        piece = piece_at(a, g, other)
        mode = 1 if piece & ROBOT else 0
        code = nth_of(s, r, a, g, table, variant, other, piece, mode, closed, chases, n)
        if code >= 0:
            break
        n -= -1 - code
    return code


def nth_answer(s: PowerState, table: Array, variant: int, n: int) -> int:
    """The n-th legal answer; the answers of the table are in order of their integers."""
    code = awaited_code(s)
    around = both(struck_by(table, variant, code), s.theirs)
    rule = rule_of(table, variant, code)
    most, first = rule >> MOST_STRUCK, int(table[variant, ANSWERS])
    i = 0
    for i in range(int(table[variant, ANSWER_CODES])):
        if answers(int(table[variant, first + i]), around, most, rule):
            if n == 0:
                break
            n -= 1
    return first_answer(table, variant) + i


def first_answer(table: Array, variant: int) -> int:
    """The integer of the first answer."""
    from_plain = int(table[variant, PLAIN_CODES])
    return from_plain * (1 + int(table[variant, SQUARE_COUNT]))


def answers(answer: int, around: Set, most: int, rule: int) -> bool:
    """Whether an answer is legal with these enemies around."""
    number = answer >> ANSWER_SIZE
    if number == 0:
        return rule & MAY_HALT != 0
    if number > most:
        return False
    for k in range(number):  # noqa: SIM110 - no generators in compiled code
        if not contains(around, answer >> ANSWER_BITS * k & 127):
            return False
    return True


def is_legal(
    s: PowerState, r: RuleNumbers, a: Array, m: Array, g: int, table: Array, variant: int, code: int
) -> bool:
    """Whether an action, by its integer for seat 0, is legal."""
    if code < 0 or code >= table[variant, ACTION_CODES]:
        return False
    answered = code - first_answer(table, variant)
    if s.awaited != 0 or answered >= 0:
        if s.awaited == 0 or answered < 0:
            return False
        begun = awaited_code(s)
        around = both(struck_by(table, variant, begun), s.theirs)
        rule = rule_of(table, variant, begun)
        answer = int(table[variant, int(table[variant, ANSWERS]) + answered])
        return answers(answer, around, rule >> MOST_STRUCK, rule)
    plain = code % int(table[variant, PLAIN_CODES])
    place = code // int(table[variant, PLAIN_CODES])
    effect = effect_of(table, variant, plain)
    start, seat = effect >> EFFECT_ORIGIN & 127, s.ply & 1
    if not contains(s.mine, start):
        return False
    switched = NOBODY
    if place > 0:
        switched = int(table[variant, int(table[variant, SWITCHES]) + place - 1])
        if not contains(s.mine, switched) or (table[variant, BINDS] != 0 and switched != start):
            return False
        kind = piece_at(a, g, switched) & KIND_MASK
        if not int(table[variant, TRAITS + KINDS * seat + kind]) & TRANSFORMS:
            return False
    if effect & (1 << MANNER_BITS) - 1 == PLAIN_MOVE:
        goal = effect >> EFFECT_GOAL & 127
        far = origin(without_powers(s), goal, step_of(way_to(start, goal))) == start
        return far and goals_towards(ways_in(m, g), start, goal)
    piece = piece_at(a, g, start)
    mode = 1 if piece & ROBOT else 0
    if switched == start:
        mode = 1 - mode
    return may_use(s, r, a, g, table, variant, plain, gifts_of(table, variant, seat, piece, mode))


def may_use(
    s: PowerState, r: RuleNumbers, a: Array, g: int, table: Array, variant: int, code: int, gifts: int
) -> bool:
    """Whether a piece with some powers may use one of them in a certain way."""
    effect = effect_of(table, variant, code)
    power, square, seat = effect >> EFFECT_POWER & 31, effect >> EFFECT_ORIGIN & 127, s.ply & 1
    while gifts != 0 and (gifts & GIFT_MASK) - 1 != power:
        gifts >>= GIFT_BITS
    limits = int(table[variant, LIMITS + 2 * power + seat])
    if gifts == 0 or not has_token(s, table, variant, limits):
        return False
    mover = mover_of(s, a, g, limits, square)
    at = int(table[variant, USE_NEEDS]) + NEED_WORDS * code
    free = int(table[variant, at]), int(table[variant, at + 1])
    taken = int(table[variant, at + 2]), int(table[variant, at + 3])
    not_mine = int(table[variant, at + 4]), int(table[variant, at + 5])
    near = int(table[variant, at + 6]), int(table[variant, at + 7])
    pieces = either(s.mine, s.theirs)
    if mover == NOBODY or some(both(free, pieces)) or some(without(taken, pieces)):
        return False
    if some(both(not_mine, s.mine)) or (some(near) and not some(both(near, s.theirs))):
        return False
    manner, route = effect & (1 << MANNER_BITS) - 1, effect >> EFFECT_ROUTE & 3
    if manner == ASK and effect >> EFFECT_ASKED + ASKED_BITS * seat & (1 << ASKED_BITS) - 1 == 0:
        return False
    if route == NO_ROUTE:
        return True
    closed = closed_to(s, a, g, shut(s, r, a, g, table, variant), chasing(s, r), mover)
    return not contains(closed.line if route == BY_LINE else closed.hop, effect >> EFFECT_GOAL & 127)


def any_action(s: PowerState, r: RuleNumbers, a: Array, g: int, table: Array, variant: int) -> bool:
    """Whether the player to move has an action, the repetition rules aside (ST-TURN-2)."""
    if count(free_moves(s, r)) > 0:
        return True
    free = Closed(NONE, NONE)
    for k in range(size(both(s.mine, s.gifted))):
        square = nth(both(s.mine, s.gifted), k)
        piece = piece_at(a, g, square)
        for mode in range(2):
            if mode != (1 if piece & ROBOT else 0) and table[variant, HAS_MODES] == 0:
                continue
            if nth_of(s, r, a, g, table, variant, square, piece, mode, free, False, 0) >= 0:
                return True
    return False
