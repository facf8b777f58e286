"""Where things lie in the two flat arrays that the search works on.

Flat arrays keep the compiled code small: it gets two of them instead of twenty. A name such as ``WHERE`` is
the place where its part begins: ``a[WHERE + piece]`` is the cell of a piece.
"""

from __future__ import annotations

from typing import Final

from flagfall.bots.ranks.square_values import CELLS as BOARD_CELLS
from flagfall.ranks import board

CELLS: Final = BOARD_CELLS
PIECES: Final = 100
KINDS: Final = 64
DEEPEST: Final = 18
"""The deepest ply that is looked at."""
MOST: Final = 220
"""The most moves that are looked at in one position."""
WIDTH: Final = 10
"""The numbers of a move: piece, manner, goal, three victims, whether it shows the piece, the move in it that
the rules of repetition count, from and to, -1 without one, and whether that goes along a line."""
UNDO_WIDTH: Final = 16
LONGEST: Final = 9
"""The longest count of the two-square rule."""
CHASE: Final = 400
"""The most positions of a chase that are remembered from before the search."""

EMPTY: Final = board.EMPTY
BLOCKED: Final = board.BLOCKED
LAKE: Final = -3
"""What a cell holds besides the number of a piece; here a lake is told from what is off the board."""

MOVE: Final = 0
PASS: Final = 1
"""The manners of a move that strikes nobody; a PASS changes nothing on the board."""
STRIKES: Final = 2
BY_RANK: Final = 4
TAKES_FLAGS: Final = 8
ADVANCES: Final = 16
DRAWS_IN: Final = 32
LANDS: Final = 64
"""The manner of one that strikes, as bits: those of `flagfall.ranks.powers.declaration.StrikeRule`, and
whether the piece goes to the goal before it strikes."""
ATTACK: Final = STRIKES | TAKES_FLAGS | ADVANCES
"""An ordinary attack."""
MANNERS: Final = 128

STEP_BIT: Final = 1
LINE_BIT: Final = 2
FIRST_POWER: Final = 2
"""The ways of a kind, as `flagfall.bots.ranks.edition_facts` numbers them: powers come from this bit on."""
POWERS: Final = 32
"""The most powers that strike in an edition."""

# ---- whole numbers
CELL: Final = 0
"""By cell: the piece on it, or EMPTY, BLOCKED, LAKE."""
WHERE: Final = CELL + CELLS
"""By piece: its cell, or -1."""
SIDE: Final = WHERE + PIECES
KIND: Final = SIDE + PIECES
SHOWN: Final = KIND + PIECES
"""By piece: whether the other side knows it."""
MOVERS: Final = SHOWN + PIECES
MOVER_COUNT: Final = MOVERS + 2 * PIECES
"""By side: the pieces that can move in this world, and how many they are."""
WAYS: Final = MOVER_COUNT + 2
"""By kind: how it moves and strikes."""
FLAG: Final = WAYS + KINDS
"""By kind: whether it is a flag."""
RESULT: Final = FLAG + KINDS
"""By attacking and attacked kind: 1 it wins, 0 both fall, -1 it loses."""
OUTRANKS: Final = RESULT + KINDS * KINDS
"""By kind and kind: whether a shot removes."""
POWER_COUNT: Final = OUTRANKS + KINDS * KINDS
POWER_MANNER: Final = POWER_COUNT + 1
POWER_MOST: Final = POWER_MANNER + POWERS
POWER_SHOWS: Final = POWER_MOST + POWERS
"""How many powers strike; by power its manner, how many it strikes at once, whether it shows the piece."""
POWER_FIRST: Final = POWER_SHOWS + POWERS
"""By power and cell: where the ways to strike from there begin; they end where the next begin."""
UNDO: Final = POWER_FIRST + POWERS * CELLS + 1
"""By ply: how many pieces a move touched, and for each its number, cell, and whether it was known."""
NEXT: Final = UNDO + DEEPEST * UNDO_WIDTH
LAST: Final = NEXT + DEEPEST
DEPTH: Final = LAST + DEEPEST
"""By ply: the next move to look at, how many there are, and how much deeper to go."""
LOOK: Final = DEPTH + DEEPEST
"""By ply: how the move is looked at, see `flagfall.bots.ranks.tree.search`."""
KILLER: Final = LOOK + DEEPEST
"""By ply: the quiet move that was too good last, by its code."""
COUNT: Final = KILLER + DEEPEST
LIMIT: Final = COUNT + 1
"""How many positions have been looked at, and how many may be; another thread lowers it to stop."""
LISTS: Final = LIMIT + 1
"""By ply and place: a move."""
KEYS: Final = LISTS + DEEPEST * MOST * WIDTH
MARKS: Final = KEYS + PIECES * CELLS
"""Random numbers: by piece and cell, as the engine has them for positions; by piece, for being known."""
POSITION: Final = MARKS + PIECES
KNOWN: Final = POSITION + DEEPEST
"""By ply: the position and what is known of the pieces, as numbers made of those."""
TWO_SQUARE: Final = KNOWN + DEEPEST
MORE_SQUARE: Final = TWO_SQUARE + 1
"""The limit of the two-square rule, 0 for none, and whether the more-square rule binds."""
BY_SQUARES: Final = MORE_SQUARE + 1
LINES_ONLY: Final = BY_SQUARES + 1
SPARES_ATTACKS: Final = LINES_ONLY + 1
"""Whether the two-square rule only knows the same two squares, counts lines alone, leaves attacks alone."""
PAIRS: Final = SPARES_ATTACKS + 1
"""By ply and side: a piece, the two cells that it goes between, for how many turns in a row (ST-MOVE-6)."""
PAIR: Final = 4
BEFORE: Final = PAIRS + PAIR * 2 * DEEPEST
"""By side: its latest straight moves before the search, from and to, the last one first."""
RUNS: Final = BEFORE + 2 * LONGEST * 2
"""By ply and side: how many turns in a row it has moved one piece along one axis (ST-MOVE-6)."""
ROUTE: Final = RUNS + 2 * DEEPEST
"""By ply, two before the search first: piece, origin and goal of a straight move; piece -1 for others."""
CHASES: Final = ROUTE + 3 * (DEEPEST + 2)
"""By ply and side: the chase length (ST-MOVE-7)."""
PAST: Final = CHASES + 2 * DEEPEST
PAST_COUNT: Final = PAST + CHASE
"""The positions of a chase before the search, oldest first, and how many."""
WHOLE: Final = PAST_COUNT + 1
REACHES: Final = WHOLE
"""Behind all that: the ways to strike by powers, as many as the edition has (`NEEDS_EMPTY` and the like)."""
NEEDS_EMPTY: Final = 0
NEEDS_PIECE: Final = 1
TEST: Final = 3
"""A row of the ways that tests: this word, a cell, and where to go on if it is not so."""
STRIKE: Final = 2
STRIKE_HEAD: Final = 7
"""A row that strikes: this word, the goal (-1: where the enemy stands), the move that counts (from and to, -1
without one, and whether it goes along a line), the number of the use, how many enemies it may strike, and
where they stand."""

# ---- the table of positions that have been looked at
ENTRY: Final = 3
"""The numbers of an entry: key, value, and depth, bound and best move in one."""
ENTRIES: Final = 1 << 16
TABLE: Final = ENTRY * ENTRIES

# ---- values
WORTH: Final = 0
SHOWING: Final = WORTH + KINDS
"""By kind: what it costs to be known."""
FIELD: Final = SHOWING + KINDS
"""By kind and cell: how good it is to stand there."""
EXPECTS: Final = FIELD + KINDS * CELLS
"""By kind and piece: what attacking it brings while it is hidden, as the attacker may expect."""
SHOTS: Final = EXPECTS + KINDS * PIECES
"""The same for a shot."""
ORDER: Final = SHOTS + KINDS * PIECES
"""By ply and place: which move to look at first."""
LOW: Final = ORDER + DEEPEST * MOST
HIGH: Final = LOW + DEEPEST
BEST: Final = HIGH + DEEPEST
SCORE: Final = BEST + DEEPEST
FLOOR: Final = SCORE + DEEPEST
"""By ply: the bounds, the best so far, what stands for who is to move at the root, the first lower bound."""
GUESSED: Final = FLOOR + DEEPEST
"""By ply: what the attack on somebody hidden that is looked at brings, as its player may expect."""
VALUES: Final = GUESSED + DEEPEST
