"""What a network sees of a game, from views and events alone, byte for byte as the batch simulator shows it.

`EventMemory` keeps what events tell and views may not: the last half-moves, and, where the table plays from
memory (ST-KNOW-2), what was shown and what has moved. `observation_of` puts view and memory into the planes
and the vector that `flagfall.fast.observation_bytes` defines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from flagfall.core import Action, Event
from flagfall.fast.observation_bytes import (
    BLOCKED,
    HIDDEN,
    MEMORY,
    MINE,
    MOST_BYTE,
    MOST_QUIET,
    MOST_RUN,
    MY_CHASE,
    MY_RUN,
    NORTH_EAST,
    NOTHING,
    PLANES,
    PLAYED,
    PLAYED_SHIFT,
    QUIET_LEFT,
    SEAT,
    STANDING,
    THEIR_CHASE,
    THEIR_LIVING,
    THEIR_RUN,
    THEIRS,
    VECTOR,
    WENT_FROM,
    WENT_TO,
)
from flagfall.fast.rules import RANKS
from flagfall.fast.sets import CELLS
from flagfall.ranks.actions import Move
from flagfall.ranks.board import STRIDE, Board
from flagfall.ranks.events import Moved, Noticed, Shown, Turned
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

Bytes: TypeAlias = npt.NDArray[np.uint8]
KEPT = 64
"""Half-moves that are remembered."""
STEPS = (STRIDE, 1, -STRIDE, -1)
"""Forward, right, back, left, as the player to move sees the board."""


class EventMemory:
    """What a seat remembers of the events that it heard."""

    def __init__(self) -> None:
        self.ranks: dict[int, str] = {}
        """The ranks that pieces were shown to have, own ones included."""
        self.moved: set[int] = set()
        self.past: list[tuple[int, int]] = []
        """The last half-moves, the latest first: from and to."""
        self.runs = [0, 0]
        """For each seat how many turns on end it has moved one piece along one axis."""
        self.last: list[tuple[int, int] | None] = [None, None]

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of events."""
        for event in events:
            match event:
                case Shown(piece=piece, rank=rank):
                    self.ranks[piece] = rank
                case Noticed(piece=piece):
                    self.ranks.setdefault(piece, "")
                case Moved(piece=piece, by=by) if by < 0:
                    self.moved.add(piece)
                case Turned(seat=seat, route=route) if route is not None:
                    self._turned(1 - seat, route[1], route[2])

    def _turned(self, seat: int, start: int, goal: int) -> None:
        before = self.last[seat]
        upright = start % STRIDE == goal % STRIDE
        same = before is not None and before[1] == start
        if same and before is not None and (before[0] % STRIDE == before[1] % STRIDE) == upright:
            self.runs[seat] += 1
        else:
            self.runs[seat] = 1
        self.last[seat] = start, goal
        self.past = [(start, goal), *self.past[: KEPT - 1]]


def turn_of(board: Board) -> int:
    """Seat 1 sees square ``s`` as ``turn - s``."""
    return (board.height - 1) * STRIDE + board.width - 1


def strengths(game: RankGame, seat: int) -> dict[str, int]:
    """The strength of each rank of a seat."""
    return {kind.rank: kind.strength for kind in game.edition.armies[seat].kinds}


def army(game: RankGame, seat: int) -> Bytes:
    """How many pieces of each strength a seat begins with."""
    counts = np.zeros(RANKS, np.uint8)
    for kind in game.edition.armies[seat].kinds:
        counts[kind.strength] += kind.count
    return counts


def way_of(start: int, goal: int) -> int:
    """The way of a straight move: 0 forward, 1 right, 2 back, 3 left."""
    if start % STRIDE == goal % STRIDE:
        return 0 if goal > start else 2
    return 1 if goal > start else 3


class Observation:
    """The bytes of one moment, and the moves that its actions stand for."""

    def __init__(self, planes: Bytes, vector: Bytes, moves: dict[int, Move]) -> None:
        self.planes, self.vector, self.moves = planes, vector, moves


def observation_of(
    game: RankGame, view: RankView, legal: Sequence[Action], memory: EventMemory
) -> Observation:
    """What the player to move sees; ``moves`` gives for each action (way * 100 + goal) its move."""
    board, seat = game.board, view.seat
    turn = turn_of(board)
    planes = np.zeros((PLANES, CELLS), np.uint8)
    vector = np.zeros(VECTOR, np.uint8)

    def cell(square: int) -> int:
        return turn - square if seat == 1 else square

    planes[STANDING] = BLOCKED
    for square in range(board.size):
        if square not in board.blocked:
            planes[STANDING, cell(square)] = NOTHING
    ranks = strengths(game, 0), strengths(game, 1)
    mine, theirs = army(game, seat), army(game, 1 - seat)
    for one in view.captured:
        kinds = {kind.id: kind.strength for kind in game.edition.armies[one.seat].kinds}
        shown = memory.ranks.get(one.id, "")
        rank = kinds[one.kind] if one.kind else ranks[one.seat][shown] if shown else None
        if rank is not None:
            (mine if one.seat == seat else theirs)[rank] -= 1
    my_hidden, their_hidden = mine.copy(), theirs.copy()
    for piece in view.pieces:
        moved = piece.moved or piece.id in memory.moved
        if piece.seat == seat:
            rank = ranks[seat][piece.rank]
            known = piece.seen > 0 or piece.id in memory.ranks
            planes[STANDING, cell(piece.square)] = MINE + rank + RANKS * known + 2 * RANKS * moved
            my_hidden[rank] -= known
        elif shown := piece.rank or memory.ranks.get(piece.id, ""):
            rank = ranks[1 - seat][shown]
            planes[STANDING, cell(piece.square)] = THEIRS + rank
            their_hidden[rank] -= 1
        else:
            planes[STANDING, cell(piece.square)] = HIDDEN + moved
    moves: dict[int, Move] = {}
    standing = {piece.square: ranks[seat][piece.rank] for piece in view.pieces if piece.seat == seat}
    for action in legal:
        if isinstance(action, Move):
            start, goal = cell(action.origin), cell(action.target)
            way = way_of(start, goal)
            planes[NORTH_EAST + way // 2, goal] |= standing[action.origin] << 4 * (way % 2)
            moves[CELLS * way + goal] = action
    for back, (start, goal) in enumerate(memory.past[:MEMORY]):
        planes[WENT_FROM, cell(start)] |= 1 << back
        planes[WENT_TO, cell(goal)] |= 1 << back
    vector[THEIR_LIVING:QUIET_LEFT] = np.concatenate([theirs, their_hidden, mine, my_hidden])
    limit, track = view.options["quiet_limit"], view.track
    assert isinstance(limit, int)
    vector[QUIET_LEFT] = max(0, min(limit - track.quiet, MOST_QUIET))
    vector[PLAYED] = min(track.ply >> PLAYED_SHIFT, MOST_BYTE)
    vector[SEAT] = seat
    vector[MY_RUN] = min(memory.runs[seat], MOST_RUN)
    vector[THEIR_RUN] = min(memory.runs[1 - seat], MOST_RUN)
    if view.options["more_square"]:
        vector[MY_CHASE] = min(track.chase[seat], MOST_BYTE)
        vector[THEIR_CHASE] = min(track.chase[1 - seat], MOST_BYTE)
    return Observation(planes, vector, moves)


def opening_observation(game: RankGame, seat: int, placed: Sequence[tuple[int, str]]) -> tuple[Bytes, Bytes]:
    """What a player would see with a set-up if they were to move first; of the enemy nothing is known yet.

    The enemy's pieces are guessed to stand opposite their own.
    """
    board, turn = game.board, turn_of(game.board)
    kinds = {kind.id: kind for kind in game.edition.armies[seat].kinds}
    planes, vector = np.zeros((PLANES, CELLS), np.uint8), np.zeros(VECTOR, np.uint8)
    planes[STANDING] = BLOCKED
    for square in range(board.size):
        if square not in board.blocked:
            planes[STANDING, square] = NOTHING
    own = {turn - square if seat == 1 else square: kinds[kind] for square, kind in placed}
    for place, kind in own.items():
        planes[STANDING, place] = MINE + kind.strength
        planes[STANDING, turn - place] = HIDDEN
    for place, kind in own.items():
        for way, step in enumerate(STEPS if kind.movable else ()):
            goal = place
            while True:
                beyond = goal + step
                same_row = beyond // STRIDE == goal // STRIDE
                if not 0 <= beyond < CELLS or (way % 2 == 1 and not same_row):
                    break
                goal = beyond
                if planes[STANDING, goal] == BLOCKED or goal in own:
                    break
                planes[NORTH_EAST + way // 2, goal] |= kind.strength << 4 * (way % 2)
                if planes[STANDING, goal] == HIDDEN or kind.moves != "line":
                    break
    mine, theirs = army(game, seat), army(game, 1 - seat)
    vector[THEIR_LIVING:QUIET_LEFT] = np.concatenate([theirs, theirs, mine, mine])
    vector[QUIET_LEFT] = MOST_QUIET
    vector[SEAT] = seat
    return planes, vector
