"""What a network sees of a game, from views and events alone, byte for byte as the batch simulator shows it.

`EventMemory` keeps what events tell and views may not: the last half-moves, what each piece was seen to do,
and, where the table plays from memory (ST-KNOW-2), what was shown and what has moved. `observation_of` puts
view and memory into the planes and the vector that `flagfall.fast.observation_bytes` defines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from flagfall.core import Action, Event
from flagfall.fast.observation_bytes import (
    ALL_PLANES,
    BLOCKED,
    FIRST_RANK,
    HIDDEN,
    LAST_RANK,
    MEMORY,
    MINE,
    MOST_BYTE,
    MOST_QUIET,
    MOST_RUN,
    MY_CHASE,
    MY_RUN,
    NORTH_EAST,
    NOTHING,
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
    WENT_UP,
)
from flagfall.fast.piece_memory import MOST_HIDDEN, MOST_MOVES
from flagfall.fast.rules import RANKS
from flagfall.fast.square_sets import CELLS
from flagfall.ranks.actions import Move
from flagfall.ranks.board import STRIDE, Board
from flagfall.ranks.events import Began, Captured, Moved, Noticed, Shown, Turned
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

Bytes: TypeAlias = npt.NDArray[np.uint8]
KEPT = 64
"""Half-moves that are remembered."""
STEPS = (STRIDE, 1, -STRIDE, -1)
"""Forward, right, back, left, as the player to move sees the board."""


NOBODY = -1


def beside(square: int, way: int, step: int) -> int:
    """The square a step away; -1 where that is beyond the left or the right edge."""
    there = square + step
    return there if way % 2 == 0 or there // STRIDE == square // STRIDE else -1


@dataclass
class PieceRecord:
    """What a piece was seen to do, as `flagfall.fast.piece_memory` counts it."""

    went_up_to: set[str] = field(default_factory=set)
    """The ranks of shown enemies that it moved next to."""
    left: set[str] = field(default_factory=set)
    """The ranks of shown enemies that it moved away from."""
    stood_beside: set[str] = field(default_factory=set)
    """The ranks of shown enemies beside it while its side moved something else."""
    moves: int = 0
    up_to_hidden: int = 0
    left_hidden: int = 0

    def in_bytes(self, strength: Mapping[str, int]) -> tuple[int, int, int]:
        """The three bytes of it, given the strengths of the enemy's ranks."""

        def movable(ranks: set[str]) -> list[int]:
            found = (strength.get(rank, 0) for rank in ranks)
            return [one for one in found if FIRST_RANK <= one <= LAST_RANK]

        up, left, stood = movable(self.went_up_to), movable(self.left), movable(self.stood_beside)
        return (
            max(up, default=0) | min(left, default=0) << 4,
            max(stood, default=0) | min(stood, default=0) << 4,
            min(self.moves, MOST_MOVES)
            | min(self.up_to_hidden, MOST_HIDDEN) << 4
            | min(self.left_hidden, MOST_HIDDEN) << 6,
        )


class EventMemory:
    """What a seat remembers of the events that it heard."""

    def __init__(self) -> None:
        self.ranks: dict[int, str] = {}
        """The ranks that pieces were shown to have, own ones included."""
        self.moved: set[int] = set()
        self.past: list[tuple[int, int]] = []
        """The last half-moves, the latest first: from and to."""
        self.runs = [0, 0]
        """For each seat how many turns in a row it has moved one piece along one axis."""
        self.last: list[tuple[int, int] | None] = [None, None]
        self.standing: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """For each seat its pieces, by the square they stand on."""
        self.places: dict[int, tuple[int, int]] = {}
        """For each piece on the board its seat and its square."""
        self.records: dict[int, PieceRecord] = {}

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of events."""
        for event in events:
            match event:
                case Shown(piece=piece, rank=rank):
                    self.ranks[piece] = rank
                case Noticed(piece=piece):
                    self.ranks.setdefault(piece, "")
                case Began(squares=squares):
                    for piece, (seat, square) in enumerate((s, one) for s in (0, 1) for one in squares[s]):
                        self._stands(piece, seat, square)
                case Moved(piece=piece, target=target, by=by):
                    if by < 0:
                        self.moved.add(piece)
                    owner = self._gone(piece)
                    if owner is not None:
                        self._stands(piece, owner, target)
                case Captured(piece=piece):
                    self._gone(piece)
                case Turned(seat=seat, route=route, attack=attack) if route is not None:
                    self._turned(1 - seat, route[1], route[2])
                    self._record(1 - seat, *route, attack)

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

    def _stands(self, piece: int, seat: int, square: int) -> None:
        self.standing[seat][square] = piece
        self.places[piece] = seat, square

    def _gone(self, piece: int) -> int | None:
        """Take a piece from its square; its seat, None if it was never seen to stand."""
        seat, square = self.places.pop(piece, (None, NOBODY))
        if seat is not None and self.standing[seat].get(square) == piece:
            del self.standing[seat][square]
        return seat

    def _record(self, seat: int, piece: int, start: int, goal: int, attack: bool) -> None:
        """Take note of what a move tells of the piece that made it and of those that stayed."""
        mine, theirs = self.standing[seat], self.standing[1 - seat]
        if mine.get(goal) == piece:
            record = self.records.setdefault(piece, PieceRecord())
            record.moves += 1
            for way, step in enumerate(STEPS):
                if attack:
                    break
                enemy = theirs.get(beside(goal, way, step), NOBODY)
                if enemy != NOBODY:
                    if rank := self.ranks.get(enemy):
                        record.went_up_to.add(rank)
                    else:
                        record.up_to_hidden += 1
                enemy = theirs.get(beside(start, way, step), NOBODY)
                if enemy != NOBODY:
                    if rank := self.ranks.get(enemy):
                        record.left.add(rank)
                    elif enemy in self.moved:
                        record.left_hidden += 1
        for square, enemy in theirs.items():
            if not (rank := self.ranks.get(enemy)):
                continue
            for way, step in enumerate(STEPS):
                there = beside(square, way, step)
                if there in mine and there != goal:
                    self.records.setdefault(mine[there], PieceRecord()).stood_beside.add(rank)


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
    planes = np.zeros((ALL_PLANES, CELLS), np.uint8)
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
        if record := memory.records.get(piece.id):
            planes[WENT_UP:, cell(piece.square)] = record.in_bytes(ranks[1 - piece.seat])
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
    vector[QUIET_LEFT] = max(0, min(limit - track.quiet, MOST_QUIET)) if limit else MOST_QUIET
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
    planes, vector = np.zeros((ALL_PLANES, CELLS), np.uint8), np.zeros(VECTOR, np.uint8)
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
