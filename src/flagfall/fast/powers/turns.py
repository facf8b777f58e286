"""What an action does in a game with powers: who falls, who goes where, and what is known then.

Every action puts at most one piece onto another square; all other pieces stay, fall, or become known. Plain
functions.
"""

from __future__ import annotations

from typing import NamedTuple

from flagfall.fast.layout import ATTACK, FOUR_MOVES, MOVE_BITS, TURN, Array
from flagfall.fast.powers.layout import (
    ADVANCES,
    ANNOUNCES,
    ANSWER_BITS,
    ANSWER_SIZE,
    ANSWERS,
    APPROACH,
    ASK,
    ASKED_BITS,
    AWAITED_SQUARE,
    BY_RANK,
    CALL,
    CALLED,
    DRAWS_IN,
    EFFECT_ASKED,
    EFFECT_GOAL,
    EFFECT_ORIGIN,
    EFFECT_POWER,
    EFFECT_ROUTE,
    EFFECT_TARGET,
    FAR_FIRST,
    GO,
    HAS_MOVED,
    KIND_MASK,
    LIMITS,
    LONG_SHOWS,
    LOOK,
    LOOKED_AT,
    MANNER_BITS,
    NO_ROUTE,
    NOBODY,
    PLAIN_CODES,
    PLAIN_MOVE,
    ROBOT,
    SHOOT,
    SHOWN_TO_ALL,
    SHOWS,
    SHOWS_STRUCK,
    STRIKES,
    SWITCHES,
    TAKES_FLAGS,
    TOKEN_BITS,
    PowerState,
    mark_piece,
    piece_at,
    put_piece,
    rank_of,
)
from flagfall.fast.powers.legal_actions import first_answer
from flagfall.fast.powers.repeats import chases_after, my_trail_after, their_trail_after
from flagfall.fast.powers.uses import awaited_code, effect_of, mover_of, struck_by
from flagfall.fast.rules import BOMB, BY_FLAG, FIRST_WINS, FLAG, PLAYING, battle_result, bit, next_to, placed
from flagfall.fast.square_sets import (
    COLUMNS,
    NONE,
    Set,
    both,
    cell_of,
    contains,
    either,
    first_of,
    single,
    some,
    without_first,
)

STAYS = 2
"""Of a strike: nobody falls. 1: who is struck, -1: who strikes, 0: both."""


class BoardChange(NamedTuple):
    """What an action does to the board, besides what it lets be known."""

    gone: Set
    """The squares that are cleared."""
    spot: int
    """Where a piece is put, or nobody's square."""
    piece: int
    came_from: int
    mine: int
    """Whose piece that is."""
    now: int
    """Where the piece stands whose move counts in the rules of repetition."""
    attack: bool
    drawn: int
    """Where an enemy stood that was drawn away, or nobody's square."""
    taken: bool
    """Whether a flag fell."""


def switched(a: Array, g: int, square: int) -> None:
    """Change the mode of a piece; in Robot Mode it lies face up (ST-MODE-2)."""
    piece = piece_at(a, g, square) ^ ROBOT
    put_piece(a, g, square, piece | SHOWN_TO_ALL if piece & ROBOT else piece)


def strike_result(rule: int, attacker: int, defender: int) -> int:
    """What a strike by a power brings: 1 the struck falls, 0 both, -1 the striker, 2 nobody."""
    if defender == FLAG:
        return 1 if rule & TAKES_FLAGS else STAYS
    if rule & BY_RANK:
        return 1 if defender != BOMB and attacker > defender else STAYS
    return battle_result(attacker, defender)


def battle_marks(table: Array, variant: int) -> int:
    """What a battle tells of those who fight (ST-ATT-2)."""
    return SHOWN_TO_ALL if table[variant, ANNOUNCES] else CALLED


def settled(s: PowerState, a: Array, g: int, change: BoardChange) -> PowerState:
    """The state with some squares cleared, and perhaps a piece put onto another."""
    gone, spot, start, mine = change.gone, change.spot, change.came_from, change.mine
    there = NONE
    movable, runs, gifted = 0, 0, 0
    if spot != NOBODY:
        there = single(spot)
        movable, runs, gifted = bit(s.mobile, start), bit(s.runners, start), bit(s.gifted, start)
        put_piece(a, g, spot, change.piece)  # what is kept of squares that are empty now, nobody reads
    return PowerState(
        placed(s.mine, gone, there, mine),
        placed(s.theirs, gone, there, 1 - mine),
        placed(s.mobile, gone, there, movable),
        placed(s.runners, gone, there, runs),
        placed(s.gifted, gone, there, gifted),
        s.trail,
        s.their_trail,
        s.awaited,
        s.spent,
        s.answer,
        s.recent,
        s.ply,
        s.quiet,
        s.result,
        s.ending,
    )


def turned_over(
    s: PowerState, table: Array, variant: int, route: int, start: int, goal: int, change: BoardChange
) -> PowerState:
    """The state after a turn, seen from the other player; only the end by the flag is noticed.

    ``route``, ``start`` and ``goal`` are what the rules of repetition count.
    """
    attack = change.attack
    chase, their_chase = chases_after(s, route, start, goal, s.theirs, attack)
    result, ending = PLAYING, 0
    if change.taken:
        result, ending = FIRST_WINS + (s.ply & 1), BY_FLAG
    return PowerState(
        s.theirs,
        s.mine,
        s.mobile,
        s.runners,
        s.gifted,
        their_trail_after(s, their_chase, change.drawn),
        my_trail_after(s, table, variant, route, start, goal, change.now, chase),
        0,
        s.spent,
        s.answer,
        s.recent << MOVE_BITS & FOUR_MOVES | (ATTACK if attack else 0) | start << 7 | goal,
        s.ply + 1,
        0 if attack else s.quiet + 1,
        result,
        ending,
    )


def begun(s: PowerState, spent: int, answer: int, awaited: int) -> PowerState:
    """The state within a turn, with a token spent, an answer told, or a power that waits."""
    return PowerState(
        s.mine,
        s.theirs,
        s.mobile,
        s.runners,
        s.gifted,
        s.trail,
        s.their_trail,
        awaited,
        spent,
        answer,
        s.recent,
        s.ply,
        s.quiet,
        s.result,
        s.ending,
    )


def performed(
    s: PowerState, a: Array, g: int, table: Array, variant: int, code: int, effect: int
) -> PowerState:
    """The state after a legal action, by its integer for seat 0, or by what it does if that is not 0."""
    answer, answering, codes = 0, s.awaited != 0, int(table[variant, PLAIN_CODES])
    if answering:
        answer = int(table[variant, int(table[variant, ANSWERS]) + code - first_answer(table, variant)])
        code = awaited_code(s)
    elif code >= codes:
        switched(a, g, int(table[variant, int(table[variant, SWITCHES]) + code // codes - 1]))
        code %= codes
    if effect == 0:
        effect = effect_of(table, variant, code)
    manner, power = effect & (1 << MANNER_BITS) - 1, effect >> EFFECT_POWER & 31
    start, goal, route = (
        effect >> EFFECT_ORIGIN & 127,
        effect >> EFFECT_GOAL & 127,
        effect >> EFFECT_ROUTE & 3,
    )
    rule, here, there = int(table[variant, STRIKES + power]), start, goal
    if answering:
        here = goal
        manner = SHOOT
        if rule & ADVANCES:
            there = answer & 127
            manner = GO
    elif manner == PLAIN_MOVE:
        rule = 0
    piece = piece_at(a, g, here)
    if manner == PLAIN_MOVE:
        if not next_to(start, goal):  # ST-MOVE-5
            piece |= SHOWN_TO_ALL if table[variant, LONG_SHOWS] else battle_marks(table, variant)
    elif not answering:
        if rule & SHOWS:
            piece |= SHOWN_TO_ALL
            put_piece(a, g, here, piece)
        token = int(table[variant, LIMITS + 2 * power + (s.ply & 1)]) & 63
        if token != 0:
            s = begun(s, s.spent + (1 << TOKEN_BITS * (token - 1)), s.answer, 0)
        if manner == SHOOT:
            answer = effect >> EFFECT_TARGET & 127 | 1 << ANSWER_SIZE
        elif manner == CALL:
            start = mover_of(s, a, g, int(table[variant, LIMITS + 2 * power + (s.ply & 1)]), start)
        elif manner == LOOK:
            mark_piece(a, g, effect >> EFFECT_TARGET & 127, LOOKED_AT)
        elif manner == ASK:
            s = asked(s, a, g, table, variant, start, effect, rule)
    change = BoardChange(NONE, NOBODY, 0, start, 1, goal, False, NOBODY, False)
    if answering and answer >> ANSWER_SIZE == 0:
        pass  # it leaves it at that
    elif manner in (PLAIN_MOVE, GO):
        change = gone_to(s, a, g, table, variant, piece, here, there)
    elif manner == SHOOT:
        change = struck(s, a, g, table, variant, rule, piece, here, answer)
    elif manner == APPROACH:
        change = BoardChange(single(start), goal, piece | HAS_MOVED, start, 1, goal, False, NOBODY, False)
    elif manner == CALL:
        friend = piece_at(a, g, start) | SHOWN_TO_ALL
        change = BoardChange(single(start), goal, friend, start, 1, goal, False, NOBODY, False)
    s = settled(s, a, g, change)
    if manner == APPROACH and some(both(struck_by(table, variant, code), s.theirs)):
        return begun(s, s.spent, s.answer, code + 1 | goal << AWAITED_SQUARE)
    if route == NO_ROUTE:
        goal = start
    return turned_over(s, table, variant, route, start, goal, change)


def gone_to(
    s: PowerState, a: Array, g: int, table: Array, variant: int, piece: int, here: int, there: int
) -> BoardChange:
    """A piece goes onto a square and attacks whom it meets."""
    spot, gone, attack, taken = there, single(here), contains(s.theirs, there), False
    if attack:
        seat, marks = s.ply & 1, battle_marks(table, variant)
        defender = rank_of(table, variant, 1 - seat, piece_at(a, g, there))
        won = battle_result(rank_of(table, variant, seat, piece), defender)
        taken = defender == FLAG
        piece |= marks
        if won <= 0:
            spot = NOBODY
        if won >= 0:
            gone = either(gone, single(there))
        else:
            mark_piece(a, g, there, marks)
    return BoardChange(gone, spot, piece | HAS_MOVED, here, 1, spot, attack, NOBODY, taken)


def struck(
    s: PowerState,
    a: Array,
    g: int,
    table: Array,
    variant: int,
    rule: int,
    piece: int,
    here: int,
    answer: int,
) -> BoardChange:
    """A piece strikes others from where it stands, all at once."""
    seat, rank = s.ply & 1, rank_of(table, variant, s.ply & 1, piece)
    marks = SHOWN_TO_ALL if rule & SHOWS_STRUCK else battle_marks(table, variant)
    gone, taken, drawn, spot, moved, came_from, mine = NONE, False, NOBODY, NOBODY, 0, here, 1
    for k in range(answer >> ANSWER_SIZE):
        target = answer >> ANSWER_BITS * k & 127
        enemy = piece_at(a, g, target) | marks
        defender = rank_of(table, variant, 1 - seat, enemy)
        won = strike_result(rule, rank, defender)
        mark_piece(a, g, target, marks)
        if won in (0, 1):
            gone = either(gone, single(target))
            taken = taken or defender == FLAG
        if won in (-1, 0):
            gone = either(gone, single(here))
        if won == 1 and rule & ADVANCES:
            gone = either(gone, single(here))
            spot, moved = target, piece | HAS_MOVED
        if rule & DRAWS_IN and won != STAYS:
            drawn = target
            if won == -1:
                gone = either(gone, single(target))
                spot, moved, came_from, mine = here, enemy, target, 0
    return BoardChange(gone, spot, moved, came_from, mine, here, True, drawn, taken)


def asked(
    s: PowerState, a: Array, g: int, table: Array, variant: int, start: int, effect: int, rule: int
) -> PowerState:
    """The state with the answer to what was asked for."""
    seat = s.ply & 1
    kind = effect >> EFFECT_ASKED + ASKED_BITS * seat & (1 << ASKED_BITS) - 1
    told = direction(s, a, g, table, variant, start, kind - 1, rule)
    return begun(s, s.spent, kind | told << 6 | seat << 10, 0)


def direction(
    s: PowerState, a: Array, g: int, table: Array, variant: int, start: int, kind: int, rule: int
) -> int:
    """In which direction the nearest enemy of a kind stands, as seat 0 sees the board.

    1 to 9, three for each of south, level and north, in them west, level and east; 5 is for none.
    """
    here, turn, seat = cell_of(start), int(table[variant, TURN]), s.ply & 1
    row, column = here // COLUMNS, here % COLUMNS
    nearest, found = 1 << 30, 5
    left = s.theirs
    while some(left):
        square = first_of(left)
        left = without_first(left)
        if piece_at(a, g, square) & KIND_MASK == kind:
            cell = cell_of(square)
            up, right = cell // COLUMNS - row, cell % COLUMNS - column
            seen = turn - cell if seat == 1 else cell
            first = 9 - seen // COLUMNS if rule & FAR_FIRST else seen // COLUMNS
            far = ((up * up + right * right) * COLUMNS + first) * COLUMNS + seen % COLUMNS
            if far < nearest:
                nearest = far
                found = 5 + 3 * ((up > 0) - (up < 0)) + (right > 0) - (right < 0)
    return found
