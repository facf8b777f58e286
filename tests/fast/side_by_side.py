"""A batch and the reference engine, playing the same games move by move and compared at every half-move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

import flagfall
from flagfall.core import PUBLIC, hears
from flagfall.fast import Batch, Spec
from flagfall.fast.layout import PAST
from flagfall.fast.one_game import MoveSeen, PieceSeen, Reader
from flagfall.fast.recent_moves import chase_of, run_of
from flagfall.fast.rules import BY_BOTH_IMMOBILE, BY_FLAG, BY_LIMIT, BY_NO_MOVE, BY_QUIET
from flagfall.ranks import legal as reference_legal
from flagfall.ranks.actions import Deploy, Move
from flagfall.ranks.events import Shown
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView

ENDINGS = {
    "flag": BY_FLAG,
    "no-move": BY_NO_MOVE,
    "immobile": BY_BOTH_IMMOBILE,
    "quiet": BY_QUIET,
    "length": BY_LIMIT,
}
Policy = Callable[[random.Random, "Pair", Sequence[Move]], Move]


def small_game(picture: str, counts: dict[str, int], base: str = "original") -> RankGame:
    """A game on a board drawn by hand, with few pieces of a known edition."""
    edition = flagfall.game(base).edition
    armies = tuple(
        replace(
            army,
            kinds=tuple(replace(kind, count=counts[kind.id]) for kind in army.kinds if counts.get(kind.id)),
        )
        for army in edition.armies
    )
    return RankGame(replace(edition, id="small", picture=picture, armies=armies))


def setup_bytes(state: RankState, seat: int) -> list[int]:
    """A set-up of the reference as the batch takes it: as its owner sees it."""
    board = state.rules.board
    cells = [0] * 100
    for square, kind in state.setups[seat]:
        cell = board.mirrored(square) if seat else square
        cells[cell] = state.rules.kinds[seat][kind].strength + 1
    return cells


class Pair:
    """One game in both engines."""

    def __init__(self, state: RankState) -> None:
        self.state = state
        self.trips: list[MoveSeen] = []
        self.shown: dict[int, int] = {}
        """The rank of every piece that onlookers were ever shown."""
        self.met: list[tuple[int, int]] = []
        """The ranks + 1 that met in each of the trips, as onlookers know them; (0, 0) without an attack."""

    def play(self, move: Move) -> None:
        """Make a move in the reference, and listen as an onlooker."""
        seat, attack = self.state.track.turn, self.state.board[move.target] >= 0
        fighters = self.state.board[move.origin], self.state.board[move.target]
        after = self.state.apply(seat, move)
        self.state = after.state
        self.trips.insert(0, MoveSeen(move.origin, move.target, attack))
        for event in after.events:
            if isinstance(event, Shown) and hears(event, PUBLIC):
                kinds = self.state.rules.kinds[self.state.seat_of(event.piece)].values()
                self.shown[event.piece] = next(kind.strength for kind in kinds if kind.rank == event.rank)
        self.met.insert(0, tuple(self.shown[piece] + 1 for piece in fighters) if attack else (0, 0))


def play_side_by_side(
    game: RankGame, policy: Policy, games: int, plies: int, seed: int, deep: int = 1, **options: object
) -> Counter:
    """Play and compare; gives how often each ending and each repetition rule came up.

    The views are compared at every ``deep``-th half-move.
    """
    rng = random.Random(seed)
    seen: Counter = Counter()
    pairs = []
    for _ in range(games):
        state = game.new(seed=seed, **options)
        for decision in state.pending():
            deploy = decision.sample(rng)
            assert isinstance(deploy, Deploy)
            state = state.apply(decision.seat, deploy).state
        pairs.append(Pair(state))
    spec = Spec.of(game, **options)
    setups = [setup_bytes(pair.state, seat) for pair in pairs for seat in (0, 1)]
    batch = Batch(spec, games, setups=np.array(setups, np.uint8), again=False)
    batch.deal(2 * np.arange(games), 2 * np.arange(games) + 1)
    for ply in range(plies):
        actions = np.full(games, -1)
        if ply % deep == 0:
            public = batch.observe(public=True)[0].copy()
            batch.observe()
            history = batch.history(300)
        for g, pair in enumerate(pairs):
            reader = Reader(batch, g)
            compare(pair, reader)
            if ply % deep == 0 and pair.state.over is None:
                compare_views(pair, reader, batch, g)
                compare_public(pair, public[g])
                compare_history(pair, history[g])
            if pair.state.over is None:
                count_rules(pair, seen)
                turn = pair.state.track.turn
                legal = [move for move in pair.state.legal(turn) if isinstance(move, Move)]
                move = policy(rng, pair, legal)
                attack = pair.state.board[move.target] >= 0
                actions[g] = reader.legal()[MoveSeen(move.origin, move.target, attack)]
                pair.play(move)
                if pair.state.over is not None:
                    seen[pair.state.over.termination] += 1
        if (actions < 0).all():
            break
        running = actions >= 0
        batch.step(actions)
        assert (batch.result[~running] == -1).all(), "a game that has ended takes no action"
        assert (batch.result[running] >= 0).all(), "a move that is legal in the reference was refused"
        for g in np.flatnonzero(running):
            over = pairs[g].state.over
            assert batch.ending[g] == (0 if over is None else ENDINGS[over.termination])
            won = over is not None and over.winner == 1 - pairs[g].state.track.turn
            assert batch.result[g] == (0 if over is None else 1 if won else 3)
        seen["plies"] += int(running.sum())
    return seen


def compare(pair: Pair, reader: Reader) -> None:
    """Pieces, counters, repetition, legal moves, outcome."""
    state, s = pair.state, reader.state
    men = {}
    for piece, square in enumerate(state.where):
        if square >= 0:
            men[square] = PieceSeen(
                state.seat_of(piece),
                state.kinds[piece].strength,
                bool(state.rank_known[0] >> piece & 1),
                bool(state.moved >> piece & 1),
            )
    assert reader.pieces() == men
    track = state.track
    assert (reader.seat, s.ply, s.quiet) == (track.turn, track.ply, track.quiet)
    if state.rules.more_square:
        assert (chase_of(s.trail), chase_of(s.their_trail)) == (
            track.chase[track.turn],
            track.chase[1 - track.turn],
        )
    limit = state.rules.two_square
    assert min(run_of(s.trail), limit) == len(track.trails[track.turn])
    assert reader.history() == pair.trips[:256]
    if state.over is None:
        assert s.result == 0
        expected = {
            MoveSeen(move.origin, move.target, state.board[move.target] >= 0)
            for move in state.legal(track.turn)
        }
        assert set(reader.legal()) == expected
    else:
        assert s.result == {0: 1, 1: 2, None: 3}[state.over.winner]
        assert s.ending == ENDINGS[state.over.termination]
        assert not reader.legal()


def compare_views(pair: Pair, reader: Reader, batch: Batch, g: int) -> None:
    """The bytes of the batch, against bytes made from the mover's view and nothing else."""
    seat = reader.seat
    view = pair.state.view(seat)
    legal = [move for move in pair.state.legal(seat) if isinstance(move, Move)]
    planes, vector = bytes_of_view(pair.state.rules, view, legal, pair.trips)
    assert (batch.planes[g] == planes).all(), np.argwhere(batch.planes[g] != planes)
    assert (batch.vector[g] == vector).all(), np.argwhere(batch.vector[g] != vector)
    board = pair.state.rules.board
    truth = np.zeros(100, np.uint8)
    for piece in view.pieces:
        if piece.seat != seat and not piece.rank:
            cell = board.mirrored(piece.square) if seat else piece.square
            truth[cell] = pair.state.kinds[piece.id].strength + 1
    assert (batch.truth[g] == truth).all()


def compare_public(pair: Pair, planes: np.ndarray) -> None:
    """The planes for onlookers, against planes made from their view, turned for the player to move."""
    view, rules, seat = pair.state.view(PUBLIC), pair.state.rules, pair.state.track.turn
    board = rules.board
    strength = [{kind.rank: kind.strength for kind in kinds.values()} for kinds in rules.kinds]

    def cell(square: int) -> int:
        return board.mirrored(square) if seat else square

    expected = np.zeros((5, 100), np.uint8)
    expected[0] = 1
    expected[0, [cell(square) for square in range(board.size) if square not in board.blocked]] = 0
    for piece in view.pieces:
        rank = strength[piece.seat][piece.rank] if piece.rank else -1
        if piece.seat == seat:
            sign = 14 + rank + 24 * piece.moved if piece.rank else 64 + piece.moved
        else:
            sign = 52 + rank if piece.rank else 50 + piece.moved
        expected[0, cell(piece.square)] = sign
    for back, trip in enumerate(pair.trips[:8]):
        expected[3, cell(trip.start)] |= 1 << back
        expected[4, cell(trip.goal)] |= 1 << back
    assert (planes == expected).all(), np.argwhere(planes != expected)


def compare_history(pair: Pair, moves: np.ndarray) -> None:
    """The last half-moves as the player to move sees the board, with what was shown in attacks."""
    board, seat = pair.state.rules.board, pair.state.track.turn
    expected = np.zeros_like(moves)
    for back, trip in enumerate(pair.trips[: min(PAST, len(moves))]):
        cells = [board.mirrored(cell) if seat else cell for cell in (trip.start, trip.goal)]
        expected[back] = (*cells, 1 + trip.attack, *pair.met[back])
    assert (moves == expected).all(), np.argwhere(moves != expected)


def bytes_of_view(
    rules: object, view: RankView, legal: Sequence[Move], trips: Sequence[MoveSeen]
) -> tuple[np.ndarray, np.ndarray]:
    """What `Batch.observe` writes, from what a player knows."""
    board, seat = rules.board, view.seat
    mine = {kind.rank: kind.strength for kind in rules.kinds[seat].values()}
    theirs = {kind.rank: kind.strength for kind in rules.kinds[1 - seat].values()}

    def cell(square: int) -> int:
        return board.mirrored(square) if seat else square

    planes, vector = np.zeros((5, 100), np.uint8), np.zeros(56, np.uint8)
    open_cells = {cell(square) for square in range(board.size) if square not in board.blocked}
    for other in range(100):
        planes[0, other] = other not in open_cells
    for side in (0, 1):  # all of both armies, less what was captured
        for kind in rules.kinds[seat if side else 1 - seat].values():
            vector[24 * side + kind.strength] += kind.count
    for prisoner in view.captured:
        side = 1 if prisoner.seat == seat else 0
        vector[24 * side + rules.kinds[prisoner.seat][prisoner.kind].strength] -= 1
    vector[12:24], vector[36:48] = vector[:12], vector[24:36]
    ranks = {}
    for piece in view.pieces:
        here = cell(piece.square)
        if piece.seat == seat:
            rank = ranks[piece.square] = mine[piece.rank]
            planes[0, here] = 2 + rank + 12 * (piece.seen > 0) + 24 * piece.moved
            vector[36 + rank] -= piece.seen > 0
        elif piece.rank:
            planes[0, here] = 52 + theirs[piece.rank]
            vector[12 + theirs[piece.rank]] -= 1
        else:
            planes[0, here] = 50 + piece.moved
    for move in legal:
        start, goal = cell(move.origin), cell(move.target)
        gap = goal - start
        way = (0 if gap > 0 else 2) if gap % 10 == 0 else (1 if gap > 0 else 3)
        planes[1 + way // 2, goal] |= ranks[move.origin] << 4 * (way % 2)
    for back, trip in enumerate(trips[:8]):
        planes[3, cell(trip.start)] |= 1 << back
        planes[4, cell(trip.goal)] |= 1 << back
    track = view.track
    vector[48] = min(rules.quiet_limit - track.quiet, 100) if rules.quiet_limit else 100
    vector[49] = min(track.ply >> 3, 255)
    vector[51] = track.turn
    vector[52], vector[53] = run_length(trips, 1), run_length(trips, 0)
    if rules.more_square:
        vector[54], vector[55] = min(track.chase[seat], 255), min(track.chase[1 - seat], 255)
    else:
        vector[54:] = 0
    return planes, vector


def run_length(trips: Sequence[MoveSeen], first: int) -> int:
    """How many of a player's last turns, at most 4, moved one piece along one axis."""
    own = trips[first::2][:4]
    for n, (late, early) in enumerate(pairwise(own), 1):
        same_axis = (late.start // 10 == late.goal // 10) == (early.start // 10 == early.goal // 10)
        if early.goal != late.start or not same_axis:
            return n
    return len(own)


def count_rules(pair: Pair, seen: Counter) -> None:
    """Count the half-moves at which a repetition rule forbids something."""
    state = pair.state
    track = state.track
    rules = state.rules
    closed = track.barrier(rules.two_square) if rules.by_border else track.held(rules.two_square)
    if closed is not None:
        seen["two-square"] += 1
    if len(track.chased()) < 4:
        return
    for origin in range(state.rules.board.size):
        piece = state.board[origin]
        if piece >= 0 and state.seat_of(piece) == track.turn and state.kinds[piece].movable:
            for line in state.rules.board.rays[origin]:
                for target in line[: None if state.kinds[piece].moves == "line" else 1]:
                    if state.board[target] >= 0:
                        break
                    if reference_legal.repeats_chase(state, origin, target):
                        seen["more-square"] += 1


# ---- ways to play -------------------------------------------------------------------------------


def at_random(rng: random.Random, pair: Pair, legal: Sequence[Move]) -> Move:
    """Any legal move."""
    return rng.choice(legal)


def shuttling(rng: random.Random, pair: Pair, legal: Sequence[Move]) -> Move:
    """Mostly with the piece that moved last, back and forth along its axis."""
    if len(pair.trips) >= 2 and rng.random() < 0.9:
        last = pair.trips[1]
        same = [
            move
            for move in legal
            if move.origin == last.goal
            and (move.target // 10 == move.origin // 10) == (last.start // 10 == last.goal // 10)
        ]
        quiet = [move for move in same if pair.state.board[move.target] < 0]
        if quiet or same:
            return rng.choice(quiet or same)
    return rng.choice(legal)


def hunting(rng: random.Random, pair: Pair, legal: Sequence[Move]) -> Move:
    """Seat 0 goes after enemies without attacking them, seat 1 runs away; both now and then at random."""
    state = pair.state
    board = state.rules.board
    quiet = [move for move in legal if state.board[move.target] < 0]
    if not quiet or rng.random() < 0.03:
        return rng.choice(legal)
    turn = state.track.turn
    if turn == 1 and pair.trips:
        threatened = [move for move in quiet if pair.trips[0].goal in board.beside[move.origin]]
        if threatened:
            return rng.choice(threatened)

    def near(move: Move) -> bool:
        return any(
            state.board[square] >= 0 and state.seat_of(state.board[square]) != turn
            for square in board.beside[move.target]
        )

    close = [move for move in quiet if near(move)]
    last = pair.trips[1] if len(pair.trips) >= 2 else None
    forward = [
        move for move in close if last is None or (move.origin, move.target) != (last.goal, last.start)
    ]
    if turn == 0 and (forward or close):
        return rng.choice(forward or close)
    return rng.choice(quiet)


def returning(rng: random.Random, pair: Pair, legal: Sequence[Move]) -> Move:
    """As `hunting`, but the chaser goes back to a position of the chase, or follows in its prey's steps."""
    state = pair.state
    past = set(state.track.chased()[:-1])
    if past and rng.random() < 0.5:
        for move in legal:
            piece = state.board[move.origin]
            row = state.rules.zobrist[piece]
            after = state.track.position ^ row[move.origin] ^ row[move.target]
            if state.board[move.target] < 0 and after in past:
                return move
    if pair.trips and rng.random() < 0.9:
        follow = [move for move in legal if move.target == pair.trips[0].start]
        if follow and state.track.turn == 0:
            return follow[0]
    return hunting(rng, pair, legal)
