"""A batch of games with powers and the reference engine: the same games, compared after every action."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from flagfall.core import PUBLIC
from flagfall.fast import Batch, Sides, Spec
from flagfall.fast.powers import layout
from flagfall.fast.powers import observation_bytes as seen_as
from flagfall.fast.powers.layout import piece_at
from flagfall.fast.powers.repeats import stands, times_of
from flagfall.fast.recent_moves import chase_of, run_of
from flagfall.fast.square_sets import cell_of, contains, square_of
from flagfall.ranks.actions import Halt, Move, PlayAction, Strike, Use
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.events import Answered
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from flagfall.ranks.view import KIND, RankView
from tests.fast.side_by_side import ENDINGS

Policy = Callable[[random.Random, "PowerPair", Sequence[PlayAction]], PlayAction]


class PowerPair:
    """One game in both engines."""

    def __init__(self, state: RankState) -> None:
        self.state = state
        self.trips: list[tuple[int, int, bool]] = []
        """The half-moves, the latest first: from, to, and whether they attacked."""
        self.told: tuple[int, Answered] | None = None
        """Who asked last, and what everybody heard."""

    def play(self, action: PlayAction) -> None:
        """Make an action in the reference, and listen as an onlooker."""
        state, seat = self.state, self.state.track.turn
        step = state.apply(seat, action)
        self.state = step.state
        for event in step.events:
            if isinstance(event, Answered):
                self.told = (seat, event)
        if step.state.track.ply == state.track.ply:
            return
        start = goal = state.awaited.origin if state.awaited is not None else action.origin
        if state.awaited is not None:
            goal = state.where[state.awaited.piece]
        elif isinstance(action, Move):
            goal = action.target
        else:
            power = state.rules.powers[action.power]
            if (landing := power.landing(action)) is not None:
                start, goal = state.where[power.mover(state, action)], landing
        self.trips.insert(0, (start, goal, step.state.track.quiet == 0))


def turned(action: PlayAction, turn: Callable[[int], int]) -> PlayAction:
    """An action as the other side of the table sees it."""
    if isinstance(action, Halt):
        return action
    if isinstance(action, Strike):
        return Strike(tuple(sorted(turn(square) for square in action.targets)))
    switch = NOWHERE if action.switch == NOWHERE else turn(action.switch)
    if isinstance(action, Move):
        return Move(turn(action.origin), turn(action.target), switch)
    targets = tuple(turn(square) for square in action.targets)
    return Use(turn(action.origin), action.power, targets, action.kind, switch)


def setup_kinds(state: RankState, seat: int) -> list[int]:
    """A set-up of the reference as the batch takes it: as its owner sees it."""
    board, cells = state.rules.board, [0] * 100
    ids = list(state.rules.kinds[seat])
    for square, kind in state.setups[seat]:
        cells[board.mirrored(square) if seat else square] = ids.index(kind) + 1
    return cells


def play_with_powers(
    game: RankGame,
    policy: Policy,
    games: int,
    actions: int,
    seed: int,
    deep: int = 1,
    **options: object,
) -> Counter:
    """Play and compare; gives how often each ending, each power and each rule came up.

    The views are compared at every ``deep``-th action.
    """
    rng, seen = random.Random(seed), Counter()
    pairs = []
    for _ in range(games):
        state = game.new(seed=seed, **options)
        for decision in state.pending():
            state = state.apply(decision.seat, decision.sample(rng)).state
        pairs.append(PowerPair(state))
    spec = Spec.of(game, **options)
    codec = spec.powers.codec
    setups = [np.array([setup_kinds(pair.state, seat) for pair in pairs], np.uint8) for seat in (0, 1)]
    batch = Batch(spec, games, setups=Sides(*setups), again=False)
    batch.deal(np.arange(games), np.arange(games))
    for n in range(actions):
        chosen = np.full(games, -1)
        lists = batch.legal_list()
        if n % deep == 0:
            public = batch.observe(public=True)[0].copy()
            batch.observe()
            history = batch.history(300)
        for g, pair in enumerate(pairs):
            compare_states(pair, batch, g)
            if pair.state.over is not None:
                assert (lists[g] == -1).all()
                continue
            turn, board = pair.state.track.turn, pair.state.rules.board
            legal = pair.state.legal(turn)
            codes = [codec.encode(turned(one, board.mirrored) if turn else one) for one in legal]
            found = lists[g][lists[g] >= 0]
            assert sorted(codes) == sorted(found.tolist()), differing(codec, codes, found, pair.state)
            if n % deep == 0:
                compare_views(pair, spec, batch, g)
                compare_public(pair, spec, public[g])
                compare_history(pair, history[g])
            action = policy(rng, pair, legal)
            chosen[g] = codes[legal.index(action)]
            count_rules(pair, seen, action)
            pair.play(action)
            if pair.state.over is not None:
                seen[pair.state.over.termination] += 1
        running = chosen >= 0
        if not running.any():
            break
        batch.step(chosen)
        assert (batch.result[~running] == -1).all(), "a game that has ended takes no action"
        assert (batch.result[running] >= 0).all(), "an action that is legal in the reference was refused"
        for g in np.flatnonzero(running):
            over = pairs[g].state.over
            assert batch.ending[g] == (0 if over is None else ENDINGS[over.termination])
            won = over is not None and over.winner == 1 - pairs[g].state.track.turn
            assert batch.result[g] == (0 if over is None else 1 if won else 3)
        seen["actions"] += int(running.sum())
    return seen


def differing(codec: object, codes: Sequence[int], found: np.ndarray, state: RankState) -> str:
    """What one engine allows and the other does not."""
    missing, more = set(codes) - set(found.tolist()), set(found.tolist()) - set(codes)
    words = [f"{sign} {codec.decode(code)}" for sign, some in (("-", missing), ("+", more)) for code in some]
    return f"seat {state.track.turn}, as seen: {words[:12]}\n{state.position()}"


def compare_states(pair: PowerPair, batch: Batch, g: int) -> None:
    """Pieces, what is known of each, modes, tokens, counters, repetition, outcome."""
    state, words = pair.state, batch.state[:, g : g + 1]
    s = layout.load_powers(words, 0)
    seat = s.ply & 1
    track, rules = state.track, state.rules
    assert (seat, s.ply, s.quiet) == (track.turn, track.ply, track.quiet)
    ids = [list(kinds) for kinds in rules.kinds]
    men = {}
    for piece, square in enumerate(state.where):
        if square >= 0:
            marks = [state.rank_known[0], state.kind_known[0], state.rank_known[1], state.kind_known[1]]
            bits = [bool(mask >> piece & 1) for mask in (*marks, state.moved, state.robots)]
            owner = state.seat_of(piece)
            men[square] = (owner, ids[owner].index(state.kinds[piece].id), *bits)
    found = {}
    for cell in range(100):
        square = square_of(cell)
        for owner, pieces in ((seat, s.mine), (1 - seat, s.theirs)):
            if contains(pieces, square):
                value = piece_at(words, 0, square)
                found[cell] = (owner, value & 31, *(bool(value >> bit & 1) for bit in range(5, 11)))
    assert found == men
    for (_, _, limit), used, slot in zip(rules.tokens, state.spent, range(8), strict=False):
        assert s.spent >> 7 * slot & 127 == used <= limit
    if state.awaited is None or state.over is not None:
        assert s.awaited == 0
    else:
        assert cell_of(s.awaited >> layout.AWAITED_SQUARE) == state.where[state.awaited.piece]
    for trail, side in ((s.trail, seat), (s.their_trail, 1 - seat)):
        if rules.more_square:
            assert chase_of(trail & layout.PLAIN_TRAIL) == track.chase[side]
        if rules.two_square:
            assert min(run_of(trail & layout.PLAIN_TRAIL), rules.two_square) == len(track.trails[side])
            pair_of = track.pairs[side]
            assert min(times_of(trail), rules.two_square) == (pair_of[3] if pair_of else 0)
            if pair_of and state.where[pair_of[0]] >= 0 and state.awaited is None:
                assert cell_of(stands(trail)) == state.where[pair_of[0]]
    if state.over is None:
        assert s.result == 0
    else:
        assert s.result == {0: 1, 1: 2, None: 3}[state.over.winner]
        assert s.ending == ENDINGS[state.over.termination]


def compare_views(pair: PowerPair, spec: Spec, batch: Batch, g: int) -> None:
    """The bytes of the batch, against bytes made from the mover's view and from what everybody heard."""
    seat = pair.state.track.turn
    view = pair.state.view(seat)
    planes, vector = bytes_of_view(pair, spec, view)
    assert (batch.planes[g] == planes).all(), np.argwhere(batch.planes[g] != planes)
    assert (batch.vector[g] == vector).all(), (np.argwhere(batch.vector[g] != vector), vector)
    board, truth = pair.state.rules.board, np.zeros(100, np.uint8)
    ids = list(pair.state.rules.kinds[1 - seat])
    for piece in view.pieces:
        if piece.seat != seat and not piece.kind:
            cell = board.mirrored(piece.square) if seat else piece.square
            truth[cell] = ids.index(pair.state.kinds[piece.id].id) + 1
    assert (batch.truth[g] == truth).all()


def planes_of_view(pair: PowerPair, view: RankView, seat: int) -> np.ndarray:
    """What a view tells, turned for the seat to move."""
    rules = pair.state.rules
    board = rules.board
    strength = [{kind.rank: kind.strength for kind in kinds.values()} for kinds in rules.kinds]
    ids = [list(kinds) for kinds in rules.kinds]

    def cell(square: int) -> int:
        return board.mirrored(square) if seat else square

    planes = np.zeros((4, 100), np.uint8)
    planes[0] = 1
    planes[0, [cell(square) for square in range(board.size) if square not in board.blocked]] = 0
    for piece in view.pieces:
        here, owner = cell(piece.square), piece.seat
        bases = (2, 97, 96) if owner == seat else (64, 35, 34)
        planes[0, here] = bases[2]
        if piece.kind:
            planes[0, here] = bases[0] + ids[owner].index(piece.kind)
        elif piece.rank:
            planes[0, here] = bases[1] + strength[owner][piece.rank]
        marks = piece.moved * seen_as.HAS_GONE + piece.robot * seen_as.FACE_UP
        if piece.seen:
            marks |= seen_as.RANK_TOLD | (seen_as.KIND_TOLD if piece.seen == KIND else 0)
        if view.awaited is not None and view.awaited.piece == piece.id:
            marks |= seen_as.BEGAN
        planes[1, here] |= marks
    if view.awaited is not None:
        planes[1, cell(view.awaited.origin)] |= seen_as.CAME_FROM
    for back, (start, goal, _) in enumerate(pair.trips[:8]):
        planes[2, cell(start)] |= 1 << back
        planes[3, cell(goal)] |= 1 << back
    return planes


def bytes_of_view(pair: PowerPair, spec: Spec, view: RankView) -> tuple[np.ndarray, np.ndarray]:
    """What `Batch.observe` writes, from what a player knows."""
    rules, seat, track = pair.state.rules, view.seat, view.track
    vector = np.zeros(seen_as.POWER_VECTOR, np.uint8)
    ids = [list(kinds) for kinds in rules.kinds]
    for side in (0, 1):  # all of both armies, less what was captured
        owner = seat if side else 1 - seat
        for i, kind in enumerate(rules.kinds[owner].values()):
            taken = sum(one.seat == owner and one.kind == kind.id for one in view.captured)
            known = sum(
                one.seat == owner and one.kind == kind.id and (one.seen == KIND if side else True)
                for one in view.pieces
            )
            vector[64 * side + i] = kind.count - taken
            vector[64 * side + 32 + i] = kind.count - taken - known
    vector[128] = min(rules.quiet_limit - track.quiet, 100) if rules.quiet_limit else 100
    vector[129], vector[131] = min(track.ply >> 3, 255), seat
    for k, side in enumerate((seat, 1 - seat)):
        pair_of = track.pairs[side]
        vector[132 + k], vector[134 + k] = len(track.trails[side]), pair_of[3] if pair_of else 0
        if rules.more_square:
            vector[136 + k] = min(track.chase[side], 255)
    if view.awaited is not None:
        vector[138] = 1 + spec.powers.index[view.awaited.power]
    if pair.told is not None:
        asker, heard = pair.told
        up = ("north" in heard.direction) - ("south" in heard.direction)
        right = ("east" in heard.direction) - ("west" in heard.direction)
        vector[139] = ids[1 - asker].index(heard.kind) + 1
        vector[140] = 5 + (3 * up + right) * (-1 if seat else 1)
        vector[141] = 1 if asker == seat else 2
    for slot, token in enumerate(view.tokens):
        vector[142 + slot] = token.left
    return planes_of_view(pair, view, seat), vector


def compare_public(pair: PowerPair, spec: Spec, planes: np.ndarray) -> None:
    """The planes for onlookers, against planes made from their view, turned for the player to move."""
    expected = planes_of_view(pair, pair.state.view(PUBLIC), pair.state.track.turn)
    assert (planes == expected).all(), np.argwhere(planes != expected)


def compare_history(pair: PowerPair, moves: np.ndarray) -> None:
    """The last half-moves as the player to move sees the board."""
    board, seat = pair.state.rules.board, pair.state.track.turn
    expected = np.zeros_like(moves)
    for back, (start, goal, attack) in enumerate(pair.trips[: min(256, len(moves))]):
        cells = [board.mirrored(cell) if seat else cell for cell in (start, goal)]
        expected[back, :3] = (*cells, 1 + attack)
    assert (moves == expected).all(), np.argwhere(moves != expected)


def count_rules(pair: PowerPair, seen: Counter, action: PlayAction) -> None:
    """Count powers used, modes changed, and half-moves at which a repetition rule forbids something."""
    track, rules = pair.state.track, pair.state.rules
    if isinstance(action, Use):
        seen[rules.edition.powers[[spec.id for spec in rules.edition.powers].index(action.power)].kind] += 1
    if isinstance(action, Move | Use):
        seen["switch"] += action.switch != NOWHERE
    else:
        seen[type(action).__name__] += 1
    seen["two-square"] += bool(track.held(rules.two_square) or track.barrier(rules.two_square))
    seen["more-square"] += len(track.chased()) >= 4


# ---- ways to play -------------------------------------------------------------------------------


def at_random(rng: random.Random, pair: PowerPair, legal: Sequence[PlayAction]) -> PlayAction:
    """Any legal action."""
    return rng.choice(legal)


def powerful(rng: random.Random, pair: PowerPair, legal: Sequence[PlayAction]) -> PlayAction:
    """Mostly a power, where there is one; each power alike, however many uses it has."""
    uses = [one for one in legal if isinstance(one, Use)]
    if uses and rng.random() < 0.7:
        power = rng.choice(sorted({one.power for one in uses}))
        return rng.choice([one for one in uses if one.power == power])
    return rng.choice(legal)


def returning(rng: random.Random, pair: PowerPair, legal: Sequence[PlayAction]) -> PlayAction:
    """Mostly with the piece that moved last, back to where it came from, by whatever way."""
    if len(pair.trips) >= 2 and rng.random() < 0.85 and pair.state.awaited is None:
        start, goal, _ = pair.trips[1]
        back = [one for one in legal if one.origin == goal and _landing(pair, one) == start]
        same = [one for one in legal if one.origin == goal and _landing(pair, one) is not None]
        if back or same:
            return rng.choice(back or same)
    return rng.choice(legal)


def _landing(pair: PowerPair, action: PlayAction) -> int | None:
    if isinstance(action, Move):
        return action.target
    return pair.state.rules.powers[action.power].landing(action)
