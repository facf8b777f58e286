"""Worlds that fit what a player knows, as games of the batch simulator.

What the player cannot see is filled in from beliefs, with exact counts: every world has just the pieces that
are left, and nothing that has moved is a flag or a bomb.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from flagfall.bots.network.network import Bytes, Floats
from flagfall.bots.network.observation import EventMemory, strengths
from flagfall.bots.ranks import kind_counts
from flagfall.fast import layout
from flagfall.fast.observation_bytes import HIDDEN
from flagfall.fast.piece_memory import put_record
from flagfall.fast.recent_moves import LONGEST_RUN
from flagfall.fast.rules import BOMB, FLAG, BitState
from flagfall.fast.spec import bits
from flagfall.fast.square_sets import CELLS, WORD, square_of
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

PackedGames: TypeAlias = npt.NDArray[np.int64]
Ranks: TypeAlias = npt.NDArray[np.int64]
Cells: TypeAlias = npt.NDArray[np.int64]
Odds: TypeAlias = npt.NDArray[np.float64]
ORDER = [FLAG, BOMB, *range(10, 0, -1)]
"""The order in which ranks are dealt: what fits the fewest pieces first, so that no deal gets stuck."""
BITS = np.array([1 << square_of(cell) % WORD for cell in range(CELLS)], np.int64)
HALF = CELLS // 2
"""Cells of the lower word of a set."""


def odds(beliefs: Floats, planes: Bytes, left: Bytes) -> tuple[Cells, Odds] | None:
    """The cells of the hidden enemies, and how likely each rank is there with exact counts, [cells, 12].

    None where the counts do not say it: tables that hide captured pieces leave more ranks than pieces.
    """
    stands = planes[0]
    cells = np.flatnonzero((stands == HIDDEN) | (stands == HIDDEN + 1))
    counts = left.astype(np.int64)
    if counts.sum() != len(cells):
        return None
    weights = np.maximum(beliefs[cells].astype(np.float64), 1e-5)
    weights[np.ix_(stands[cells] == HIDDEN + 1, [FLAG, BOMB])] = 0
    weights[:, counts == 0] = 0
    return cells, kind_counts.scaled(weights, counts, 40) if len(cells) else weights


def sample_worlds(
    beliefs: Floats, planes: Bytes, left: Bytes, count: int, rng: np.random.Generator
) -> Ranks | None:
    """Ranks of the hidden enemies in so many worlds, [count, 100] as the player sees the board; -1 elsewhere.

    None where `odds` has none.
    """
    known = odds(beliefs, planes, left)
    if known is None:
        return None
    found = np.full((count, CELLS), -1, np.int64)
    cells, table = known
    if len(cells):
        found[:, cells] = kind_counts.sample_in_turn(table, left.astype(np.int64), ORDER, count, rng)
    return found


def pack_position(game: RankGame, view: RankView, memory: EventMemory) -> PackedGames:
    """The position of a view as the words of a game, [words, 1]; hidden enemies have no rank yet."""
    seat, track = view.seat, view.track
    ranks = strengths(game, 0), strengths(game, 1)
    sides: tuple[list[int], list[int]] = ([], [])
    bit: tuple[list[int], ...] = ([], [], [], [])
    shown, moved = [], []
    for piece in view.pieces:
        sides[piece.seat].append(piece.square)
        if piece.moved or piece.id in memory.moved:
            moved.append(piece.square)
        known = piece.rank or memory.ranks.get(piece.id, "")
        if piece.id in memory.ranks or (piece.seen if piece.seat == seat else piece.rank):
            shown.append(piece.square)
        for k in range(4) if known else ():
            if ranks[piece.seat][known] >> k & 1:
                bit[k].append(piece.square)
    words = np.zeros((layout.ALL_WORDS, 1), np.int64)
    past = [square_of(start) << 7 | square_of(goal) for start, goal in memory.past]
    for back, move in enumerate(past):
        at = track.ply - 1 - back
        lane = layout.MOVE_BITS * (3 - (at & 3))
        words[layout.RING + (at >> 2 & layout.RING_WORDS - 1)] |= move << lane
    state = BitState(
        bits(sides[seat]),
        bits(sides[1 - seat]),
        bits(bit[0]),
        bits(bit[1]),
        bits(bit[2]),
        bits(bit[3]),
        bits(shown),
        bits(moved),
        _trail(view, memory, seat),
        _trail(view, memory, 1 - seat),
        sum(move << layout.MOVE_BITS * back for back, move in enumerate(past[:4])),
        track.ply,
        track.quiet,
        0,
        0,
    )
    layout.store(words, 0, state)
    for piece in view.pieces:
        if record := memory.records.get(piece.id):
            for plane, byte in enumerate(record.in_bytes(ranks[1 - piece.seat])):
                put_record(words, 0, plane, piece.square, byte)
    return words


def _trail(view: RankView, memory: EventMemory, seat: int) -> int:
    """What a player's last moves leave behind, as `flagfall.fast.recent_moves` packs it."""
    last = memory.last[seat]
    if last is None:
        return 0
    chase = min(view.track.chase[seat], len(memory.past) + 1)  # no longer than what is remembered
    run = min(memory.runs[seat], LONGEST_RUN)
    return chase << 18 | run << 14 | square_of(last[0]) << 7 | square_of(last[1])


def pack_worlds(words: PackedGames, worlds: Ranks, seat: int, turn: int) -> PackedGames:
    """The games of worlds, [words, worlds]: the position with their ranks in it."""
    board = worlds
    if seat == 1:
        board = np.full_like(worlds, -1)
        board[:, : turn + 1] = worlds[:, turn::-1]
    found = np.repeat(words, len(worlds), axis=1)
    for k in range(4):
        on = np.where((board >= 0) & (board >> k & 1 > 0), BITS, 0)
        found[4 + 2 * k] |= on[:, :HALF].sum(1)
        found[5 + 2 * k] |= on[:, HALF:].sum(1)
    return found
