"""What a place in a batch of games with powers does: deal, step, random play, and a new deal after the end.

Plain functions, under the names that `flagfall.fast.batch_loops` calls.
"""

from __future__ import annotations

from flagfall.fast.layout import SLOT, Array, deal_of, remember, rules_of, variant_of
from flagfall.fast.philox import FOR_MOVES, below, drawn, four, picked
from flagfall.fast.play import GOES_ON, ILLEGAL, REDEALS, WON, ways_in
from flagfall.fast.powers.deal import dealt_powers
from flagfall.fast.powers.layout import (
    ACTION_CODES,
    BY_LINE,
    EFFECT_GOAL,
    EFFECT_ORIGIN,
    EFFECT_ROUTE,
    FOR_ANSWERS,
    PLAIN_CODES,
    PLAIN_MOVE,
    SQUARE_COUNT,
    TOTAL,
    TURNED,
    TURNED_ANSWERS,
    PowerState,
    load_powers,
    over,
    store_powers,
    without_powers,
)
from flagfall.fast.powers.legal_actions import (
    any_action,
    find_actions,
    first_answer,
    is_legal,
    nth_action,
    nth_move,
)
from flagfall.fast.powers.turns import performed
from flagfall.fast.rules import (
    BY_BOTH_IMMOBILE,
    BY_LIMIT,
    BY_NO_MOVE,
    BY_QUIET,
    DRAW,
    DRAW_NO_MOVERS,
    DRAWN,
    PLAYING,
    SECOND_WINS,
    RuleNumbers,
    count,
)
from flagfall.fast.square_sets import some


def across(s: PowerState) -> PowerState:
    """The state as if the other player were to move."""
    return PowerState(
        s.theirs,
        s.mine,
        s.mobile,
        s.runners,
        s.gifted,
        s.their_trail,
        s.trail,
        0,
        s.spent,
        s.answer,
        s.recent,
        s.ply + 1,
        s.quiet,
        s.result,
        s.ending,
    )


def stuck_for_good(s: PowerState, r: RuleNumbers, a: Array, g: int, table: Array, variant: int) -> PowerState:
    """The state of a player who has no action (ST-TURN-2)."""
    result, ending = SECOND_WINS - (s.ply & 1), BY_NO_MOVE
    stopped = False
    if r.both_immobile == DRAW:
        stopped = not any_action(s, r, a, g, table, variant) and not any_action(
            across(s), r, a, g, table, variant
        )
    elif r.both_immobile == DRAW_NO_MOVERS:
        stopped = not some(s.mobile)
    if stopped:
        result, ending = DRAWN, BY_BOTH_IMMOBILE
    return over(s, result, ending)


def judged(
    s: PowerState,
    r: RuleNumbers,
    a: Array,
    m: Array,
    g: int,
    table: Array,
    variant: int,
    before: int,
    found: int,
) -> PowerState:
    """The state after an action, its end noticed; ``before`` is how many half-moves there were."""
    if s.ply != before:
        remember(a, g, without_powers(s))
    if s.result == PLAYING:
        if found == 0:
            s = stuck_for_good(s, r, a, g, table, variant)
        elif s.ply != before:
            if s.quiet >= r.quiet:
                s = over(s, DRAWN, BY_QUIET)
            elif s.ply >= r.plies:
                s = over(s, DRAWN, BY_LIMIT)
    if s.result != PLAYING:
        nothing(m, g)
    return s


def nothing(m: Array, g: int) -> None:
    """A game that has ended has no legal actions."""
    for word in range(TOTAL + 1):
        m[word, g] = 0


def as_seen(table: Array, variant: int, seat: int, code: int) -> int:
    """The integer of an action as a seat sees the board, from that of seat 0; or back."""
    if seat == 0 or code < 0:
        return code
    answer = code - first_answer(table, variant)
    if answer >= 0:
        return first_answer(table, variant) + int(
            table[variant, int(table[variant, TURNED_ANSWERS]) + answer]
        )
    codes = int(table[variant, PLAIN_CODES])
    place, plain = code // codes, code % codes
    turned = int(table[variant, int(table[variant, TURNED]) + plain])
    if place > 0:  # the squares lie in order, so the turned board has them the other way round
        place = int(table[variant, SQUARE_COUNT]) + 1 - place
    return place * codes + turned


def carried_on(
    s: PowerState,
    r: RuleNumbers,
    a: Array,
    m: Array,
    g: int,
    table: Array,
    setups: Array,
    code: int,
    effect: int,
    first: int,
    second: int,
    game: int,
    key: int,
    again: int,
) -> tuple[PowerState, int, int]:
    """The state after a legal action, its legal actions found, and what the action brought: result, ending.

    The action is an integer for seat 0, or what it does, if that is not 0. With ``again`` a game that has
    ended is dealt again; with a code below 0 that is all. Set-ups by chance that leave the first player
    without an action are dealt again. Actions and deals share one loop, so that compiled code looks for legal
    actions in one place.
    """
    variant = variant_of(a, g)
    result, ending, deals = PLAYING, 0, 0
    while True:
        before = s.ply
        if code >= 0:
            s = performed(s, a, g, table, variant, code, effect)
        else:
            deal = deal_of(a, g)
            s = dealt_powers(a, g, table, setups, first, second, variant, deal, game, key)
            a[SLOT, g] = variant | deal + 1 << 8
            before = 0
            deals += 1
        found = 0
        if s.result == PLAYING:
            found = find_actions(s, r, a, m, g, table, variant)
        if code < 0 and found == 0 and first < 0 and deals <= REDEALS:
            continue
        s = judged(s, r, a, m, g, table, variant, before, found)
        if code < 0:
            break
        result, ending = s.result, s.ending
        if result == PLAYING or not again:
            break
        code = -1
    return s, result, ending


def move_effect(move: tuple[int, int]) -> int:
    """What a plain move does, as the table has it."""
    return PLAIN_MOVE | move[0] << EFFECT_ORIGIN | move[1] << EFFECT_GOAL | BY_LINE << EFFECT_ROUTE


def deal_game(
    a: Array, m: Array, g: int, table: Array, setups: Array, first: int, second: int, game: int, key: int
) -> None:
    """Deal place g again."""
    r = rules_of(table, variant_of(a, g))
    s = load_powers(a, g)
    s, _, _ = carried_on(s, r, a, m, g, table, setups, -1, 0, first, second, game, key, 1)
    store_powers(a, g, s)


def find_game(a: Array, m: Array, g: int, table: Array) -> None:
    """Find the legal actions of place g again."""
    s = load_powers(a, g)
    variant = variant_of(a, g)
    if s.result == PLAYING:
        find_actions(s, rules_of(table, variant), a, m, g, table, variant)
    else:
        nothing(m, g)


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
    """Play an action, an integer of the codec as the mover sees the board, in place g.

    What it brought goes to ``result`` (0 the game goes on, 1 the mover won, 3 drawn, -1 the action is
    illegal and nothing was done) and ``ending``. With ``again``, a game that ends is dealt again at once.
    """
    variant = variant_of(a, g)
    r = rules_of(table, variant)
    s = load_powers(a, g)
    result[g] = ILLEGAL
    ending[g] = 0
    if s.result != PLAYING or action < 0 or action >= table[variant, ACTION_CODES]:
        return
    code = as_seen(table, variant, s.ply & 1, action)
    if not is_legal(s, r, a, m, g, table, variant, code):
        return
    s, over_by, ending[g] = carried_on(s, r, a, m, g, table, setups, code, 0, -1, -1, game, key, again)
    result[g] = GOES_ON if over_by == PLAYING else DRAWN if over_by == DRAWN else WON
    store_powers(a, g, s)


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
    """Random play in place g: up to so many actions, with ``again`` exactly so many.

    ``tally[k, g]`` counts: actions, wins of seat 0, wins of seat 1, draws.
    """
    variant = variant_of(a, g)
    r = rules_of(table, variant)
    s = load_powers(a, g)
    deal = deal_of(a, g)
    words = four(s.ply, FOR_MOVES, deal, game, key)
    made = 0
    for _ in range(plies):
        if s.result != PLAYING:
            break
        if s.awaited != 0:
            word = drawn(s.ply, FOR_ANSWERS, deal, game, key)
        else:
            if s.ply & 3 == 0:
                words = four(s.ply, FOR_MOVES, deal, game, key)
            word = picked(words, s.ply)
        n = below(word, int(m[TOTAL, g]))
        code, effect = 0, 0
        ways = ways_in(m, g)
        if s.awaited == 0 and n < count(ways):
            effect = move_effect(nth_move(s, ways, n))
        else:
            code = nth_action(s, r, a, m, g, table, variant, n)
        s, result, _ = carried_on(s, r, a, m, g, table, setups, code, effect, -1, -1, game, key, again)
        made += 1
        if result != PLAYING:
            tally[result, g] += 1
            deal = deal_of(a, g)
    tally[0, g] += made
    store_powers(a, g, s)
