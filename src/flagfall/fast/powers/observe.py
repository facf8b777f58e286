"""What the player to move sees in a game with powers: bytes of `flagfall.fast.powers.observation_bytes`.

The true kinds of enemies of which it is not known which piece they are (kind + 1, else 0) are written apart:
targets for learning, never something to see. Plain functions, under the names that
`flagfall.fast.batch_loops` calls.
"""

from __future__ import annotations

from flagfall.fast.layout import PAST, Array, past, rules_of, variant_of
from flagfall.fast.observation_bytes import (
    BLOCKED,
    MEMORY,
    MOST_BYTE,
    MOST_QUIET,
    NOTHING,
    PLAYED_SHIFT,
)
from flagfall.fast.observe import Bytes
from flagfall.fast.powers.layout import (
    AWAITED_SQUARE,
    EFFECT_ORIGIN,
    EFFECT_POWER,
    HAS_MOVED,
    KIND_MASK,
    KIND_OPEN,
    KIND_SEEN,
    KINDS,
    MOST_TOKENS,
    PLAIN_TRAIL,
    RANK_OPEN,
    RANK_SEEN,
    ROBOT,
    TOKEN_BITS,
    TOKEN_LIMIT,
    TOKEN_MASK,
    TOTAL,
    load_powers,
    piece_at,
    rank_of,
    without_powers,
)
from flagfall.fast.powers.legal_actions import nth_action
from flagfall.fast.powers.observation_bytes import (
    ASKED_AT,
    ASKER_AT,
    BEGAN,
    CAME_FROM,
    CAME_TO,
    CHASES_AT,
    DIRECTION_AT,
    ENEMY_HIDDEN,
    ENEMY_KNOWN,
    ENEMY_RANKED,
    FACE_UP,
    HAS_GONE,
    KIND_TOLD,
    LEFT_FROM,
    MARKED,
    MINE_ALIVE,
    MINE_UNKNOWN,
    OF_MINE,
    OWN_HIDDEN,
    OWN_RANKED,
    PLAYED_AT,
    POWER_VECTOR,
    QUIET_AT,
    RANK_TOLD,
    RUNS_AT,
    SEAT_AT,
    STOOD,
    THEIRS_ALIVE,
    THEIRS_UNKNOWN,
    TIMES_AT,
    TOKENS_AT,
    VARIANT_AT,
    WAITS_AT,
)
from flagfall.fast.powers.play import as_seen
from flagfall.fast.powers.repeats import times_of
from flagfall.fast.powers.uses import awaited_code, effect_of
from flagfall.fast.recent_moves import chase_of, run_of
from flagfall.fast.rules import PLAYING
from flagfall.fast.square_sets import COLUMNS, cell_of, contains, first_of, some, square_of, without_first


def observe_row(
    a: Array, m: Array, g: int, seen: int, table: Array, planes: Bytes, truth: Bytes, public: int
) -> None:
    """Write the planes of one row of game g, as the player to move counts rows."""
    s = load_powers(a, g)
    variant = variant_of(a, g)
    r = rules_of(table, variant)
    odd = s.ply & 1
    begun_at, came_from = -1, -1
    if s.awaited != 0:
        begun_at = s.awaited >> AWAITED_SQUARE
        came_from = effect_of(table, variant, awaited_code(s)) >> EFFECT_ORIGIN & 127
    for column in range(COLUMNS):
        shown = COLUMNS * seen + column
        cell = r.turn - shown if odd else shown
        what, marks, hidden = BLOCKED, 0, 0
        outside = cell < 0 or column > r.turn % COLUMNS
        square = 0 if outside else square_of(cell)
        if not outside and contains(r.board, square):
            what = NOTHING
            if square == came_from:
                marks = CAME_FROM
            if contains(s.mine, square) or contains(s.theirs, square):
                own = contains(s.mine, square)
                piece = piece_at(a, g, square)
                kind = piece & KIND_MASK
                rank = rank_of(table, variant, odd if own else 1 - odd, piece)
                by_kind = piece & (KIND_OPEN if public else KIND_SEEN) != 0
                by_rank = piece & (RANK_OPEN if public else RANK_SEEN) != 0
                if own and (by_kind or not public):
                    what = OF_MINE + kind
                elif own:
                    what = OWN_RANKED + rank if by_rank else OWN_HIDDEN
                elif by_kind:
                    what = ENEMY_KNOWN + kind
                else:
                    what = ENEMY_RANKED + rank if by_rank else ENEMY_HIDDEN
                    hidden = kind + 1
                if piece & HAS_MOVED:
                    marks |= HAS_GONE
                if piece & ROBOT:
                    marks |= FACE_UP
                if square == begun_at:
                    marks |= BEGAN
                if own and not public:
                    marks |= RANK_TOLD if by_rank else 0
                    marks |= KIND_TOLD if by_kind else 0
        planes[g, STOOD, shown] = what
        planes[g, MARKED, shown] = marks
        planes[g, LEFT_FROM, shown] = 0
        planes[g, CAME_TO, shown] = 0
        truth[g, shown] = hidden
    plain = without_powers(s)
    for back in range(min(MEMORY, s.ply)):
        move = past(a, g, plain, back)
        start, goal = cell_of(move >> 7 & 127), cell_of(move & 127)
        if odd == 1:
            start, goal = r.turn - start, r.turn - goal
        if start // COLUMNS == seen:
            planes[g, LEFT_FROM, start] |= 1 << back
        if goal // COLUMNS == seen:
            planes[g, CAME_TO, goal] |= 1 << back


def observe_board(a: Array, g: int, table: Array, vector: Bytes) -> None:
    """Write the vector of game g."""
    s = load_powers(a, g)
    variant = variant_of(a, g)
    r = rules_of(table, variant)
    for i in range(POWER_VECTOR):
        vector[g, i] = 0
    for side in range(2):
        pieces = s.mine if side else s.theirs
        alive, unknown = (MINE_ALIVE, MINE_UNKNOWN) if side else (THEIRS_ALIVE, THEIRS_UNKNOWN)
        while some(pieces):
            piece = piece_at(a, g, first_of(pieces))
            pieces = without_first(pieces)
            vector[g, alive + (piece & KIND_MASK)] += 1
            if piece & KIND_SEEN == 0:
                vector[g, unknown + (piece & KIND_MASK)] += 1
    vector[g, QUIET_AT] = max(0, min(r.quiet - s.quiet, MOST_QUIET))
    vector[g, PLAYED_AT] = min(s.ply >> PLAYED_SHIFT, MOST_BYTE)
    vector[g, VARIANT_AT] = variant
    vector[g, SEAT_AT] = s.ply & 1
    for side in range(2):
        trail = s.their_trail if side else s.trail
        vector[g, RUNS_AT + side] = min(run_of(trail & PLAIN_TRAIL), r.limit)
        vector[g, TIMES_AT + side] = min(times_of(trail), r.limit)
        vector[g, CHASES_AT + side] = min(chase_of(trail & PLAIN_TRAIL), MOST_BYTE) * r.more_square
    if s.awaited != 0:
        vector[g, WAITS_AT] = 1 + (effect_of(table, variant, awaited_code(s)) >> EFFECT_POWER & 31)
    if s.answer != 0:
        told, asker = s.answer >> 6 & 15, s.answer >> 10
        vector[g, ASKED_AT] = s.answer & KINDS * 2 - 1
        vector[g, DIRECTION_AT] = 10 - told if s.ply & 1 else told
        vector[g, ASKER_AT] = 1 if asker == s.ply & 1 else 2
    for slot in range(MOST_TOKENS):
        left = int(table[variant, TOKEN_LIMIT + slot]) - (s.spent >> TOKEN_BITS * slot & TOKEN_MASK)
        vector[g, TOKENS_AT + slot] = left


def legal_row(a: Array, m: Array, g: int, seen: int, table: Array, legal: Bytes) -> None:
    """Write which actions are legal in game g, all with the first row: ``legal[g, action]``."""
    if seen > 0:
        return
    for action in range(legal.shape[1]):
        legal[g, action] = 0
    s = load_powers(a, g)
    variant = variant_of(a, g)
    if s.result == PLAYING:
        r = rules_of(table, variant)
        for n in range(int(m[TOTAL, g])):
            legal[g, as_seen(table, variant, s.ply & 1, nth_action(s, r, a, m, g, table, variant, n))] = 1


def list_game(a: Array, m: Array, g: int, table: Array, actions: Array) -> None:
    """Write the legal actions of game g, in a fixed order, and -1 behind them: ``actions[g, n]``."""
    s = load_powers(a, g)
    variant = variant_of(a, g)
    r = rules_of(table, variant)
    total = int(m[TOTAL, g])
    for n in range(actions.shape[1]):
        code = -1
        if n < total:
            code = as_seen(table, variant, s.ply & 1, nth_action(s, r, a, m, g, table, variant, n))
        actions[g, n] = code


def recall(a: Array, g: int, table: Array, moves: Bytes) -> None:
    """Write the last half-moves of game g, the latest first: from, to, 1 for quiet ones or 2 for attacks."""
    s = load_powers(a, g)
    plain, turn = without_powers(s), rules_of(table, variant_of(a, g)).turn
    for back in range(moves.shape[1]):
        start, goal, what = 0, 0, 0
        if back < s.ply and back < PAST:
            move = past(a, g, plain, back)
            start, goal, what = cell_of(move >> 7 & 127), cell_of(move & 127), 1 + (move >> 14)
            if s.ply & 1 == 1:
                start, goal = turn - start, turn - goal
        moves[g, back, 0] = start
        moves[g, back, 1] = goal
        moves[g, back, 2] = what
        moves[g, back, 3] = 0
        moves[g, back, 4] = 0
