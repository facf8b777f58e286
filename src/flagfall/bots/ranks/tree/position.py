"""The position as the flat arrays that the search works on (see `flagfall.bots.ranks.tree.layout`)."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from flagfall.bots.ranks import square_values
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.kind_counts import Floats, Ints
from flagfall.bots.ranks.piece_values import battles
from flagfall.bots.ranks.tree import layout
from flagfall.bots.ranks.tree.powers import PowerTables, power_tables
from flagfall.bots.ranks.tree.repetition import ACROSS
from flagfall.ranks.game import RankGame
from flagfall.ranks.repetition import Track
from flagfall.ranks.view import RankView


class Kinds:
    """The kinds of both sides numbered through, and what never changes about them."""

    def __init__(self, game: RankGame) -> None:
        armies = game.edition.armies
        self.first = len(armies[0].kinds)
        kinds = [kind for army in armies for kind in army.kinds]
        self.count = len(kinds)
        self.flag = np.array([kind.role == "flag" for kind in kinds], np.uint8)
        self.result = np.full((self.count, self.count), -1, np.int8)
        self.outranks = np.zeros((self.count, self.count), np.uint8)
        for seat in (0, 1):
            known = battles(game, seat)
            mine, theirs = self.part(seat), self.part(1 - seat)
            self.result[mine, theirs] = known.result
            self.outranks[mine, theirs] = known.outranks
        self.spy = np.array([kind.role == "spy" for kind in kinds])
        self.high = np.array([kind.strength >= 6 for kind in kinds])

    def part(self, seat: int) -> slice:
        """The kinds of a seat."""
        return slice(0, self.first) if seat == 0 else slice(self.first, self.count)

    def start(self, seat: int) -> int:
        """The number of a seat's first kind."""
        return 0 if seat == 0 else self.first


@lru_cache(maxsize=64)
def kinds_of(game: RankGame) -> Kinds:
    """The kinds of an edition, made once."""
    return Kinds(game)


@lru_cache(maxsize=64)
def _keys(game: RankGame) -> Ints:
    """The engine's random numbers for positions, by piece and cell."""
    found = np.zeros((layout.PIECES, square_values.CELLS), np.int64)
    for piece, row in enumerate(game.rules().zobrist):
        for square, number in enumerate(row):
            found[piece, square_values.cell(square)] = number
    return found


_MARKS = np.random.default_rng(1).integers(1, 1 << 52, layout.PIECES)


class TreePosition:
    """The arrays of one search: kinds of hidden enemies are still open, all else is filled in."""

    def __init__(
        self, game: RankGame, evaluation: Evaluation, pull: float, their_pull: float, alarm: float
    ) -> None:
        known = kinds_of(game)
        powers = power_tables(evaluation.reading.facts)
        self.a = np.zeros(layout.WHOLE + len(powers.rows), np.int64)
        self.f = np.zeros(layout.VALUES)
        self.t = np.zeros(layout.TABLE, np.int64)
        self.whole(layout.FLAG, known.count)[:] = known.flag
        self.whole(layout.RESULT, layout.KINDS, layout.KINDS)[: known.count, : known.count] = known.result
        self.whole(layout.OUTRANKS, layout.KINDS, layout.KINDS)[: known.count, : known.count] = known.outranks
        self._powers(evaluation, powers)
        self.whole(layout.KEYS, layout.PIECES, square_values.CELLS)[:] = _keys(game)
        self.whole(layout.MARKS, layout.PIECES)[:] = _MARKS
        self._pieces(evaluation, known)
        self._values(evaluation, known)
        self._repetition(game, evaluation.reading.view)
        field = self.values(layout.FIELD, layout.KINDS, square_values.CELLS)
        field[known.part(evaluation.seat)] = pull * evaluation.field()
        field[known.part(1 - evaluation.seat)] = (
            their_pull * evaluation.their_field() + alarm * evaluation.danger
        )

    def whole(self, place: int, *shape: int) -> Ints:
        """A part of the whole numbers, to read and to write."""
        return self.a[place : place + math.prod(shape)].reshape(shape)

    def values(self, place: int, *shape: int) -> Floats:
        """A part of the values, to read and to write."""
        return self.f[place : place + math.prod(shape)].reshape(shape)

    def twin(self) -> TreePosition:
        """Arrays of its own for a second thread."""
        other = object.__new__(TreePosition)
        other.a, other.f, other.t = self.a.copy(), self.f.copy(), np.zeros_like(self.t)
        return other

    def _powers(self, evaluation: Evaluation, powers: PowerTables) -> None:
        """How kinds move and strike; a power that a side has used up is left out."""
        reading = evaluation.reading
        ways = [
            reading.facts.ways_of(kind, reading.used_up(seat))
            for seat, army in enumerate(reading.game.edition.armies)
            for kind in army.kinds
        ]
        self.whole(layout.WAYS, len(ways))[:] = ways
        self.a[layout.POWER_COUNT] = powers.count
        self.whole(layout.POWER_MANNER, powers.count)[:] = powers.manners
        self.whole(layout.POWER_MOST, powers.count)[:] = powers.most
        self.whole(layout.POWER_SHOWS, powers.count)[:] = powers.shows
        self.whole(layout.POWER_FIRST, len(powers.first))[:] = powers.first
        self.whole(layout.REACHES, len(powers.rows))[:] = powers.rows

    def _pieces(self, evaluation: Evaluation, known: Kinds) -> None:
        """Who stands where, and what is known."""
        reading, seat = evaluation.reading, evaluation.seat
        cells = self.whole(layout.CELL, square_values.CELLS)
        cells[:] = layout.BLOCKED
        cells[square_values.open_cells(reading.board)] = layout.EMPTY
        for lake in reading.board.lakes:
            cells[square_values.cell(lake)] = layout.LAKE
        where, side = self.whole(layout.WHERE, layout.PIECES), self.whole(layout.SIDE, layout.PIECES)
        kind, shown = self.whole(layout.KIND, layout.PIECES), self.whole(layout.SHOWN, layout.PIECES)
        where[:] = -1
        for piece in reading.view.pieces:
            cells[square_values.cell(piece.square)] = piece.id
            where[piece.id] = square_values.cell(piece.square)
            side[piece.id] = piece.seat
            shown[piece.id] = evaluation.beliefs[piece.seat].ranked(piece.id)
        for piece in reading.mine:
            kind[piece.id] = known.start(seat) + evaluation.column(piece)
        for id, column in evaluation.beliefs[1 - seat].known.items():
            kind[id] = known.start(1 - seat) + column

    def _values(self, evaluation: Evaluation, known: Kinds) -> None:
        """What kinds are worth, and what attacks on hidden pieces bring."""
        worth = np.concatenate([evaluation.worth[0], evaluation.worth[1]])
        self.values(layout.WORTH, known.count)[:] = worth
        preferences = evaluation.preferences
        share = np.where(
            known.spy, preferences.showing_spy, preferences.showing * np.where(known.high, 1.0, 0.5)
        )
        self.values(layout.SHOWING, known.count)[:] = share * worth * (1 - known.flag)
        expects = self.values(layout.EXPECTS, layout.KINDS, layout.PIECES)
        shots = self.values(layout.SHOTS, layout.KINDS, layout.PIECES)
        for attacker in (evaluation.attack, evaluation.defence):
            ids = [piece.id for piece in attacker.targets]
            expects[known.part(attacker.seat), ids] = attacker.gain
            shots[known.part(attacker.seat), ids] = attacker.shot

    def _repetition(self, game: RankGame, view: RankView) -> None:
        """What the two rules against repetition remember (ST-MOVE-6, ST-MOVE-7)."""
        track, me = view.track, view.seat
        rules = game.rules(**view.options)
        keys = self.whole(layout.KEYS, layout.PIECES, square_values.CELLS)
        position = 0
        for piece in view.pieces:
            position ^= int(keys[piece.id, square_values.cell(piece.square)])
        self.a[layout.POSITION] = position
        self.a[layout.TWO_SQUARE], self.a[layout.MORE_SQUARE] = rules.two_square, rules.more_square
        self.a[layout.BY_SQUARES], self.a[layout.LINES_ONLY] = not rules.by_border, rules.lines_only
        self.a[layout.SPARES_ATTACKS] = not rules.two_square_attacks
        for seat, pair in enumerate(track.pairs):
            if pair is not None:
                cells = (square_values.cell(square) for square in pair[1:3])
                self.whole(layout.PAIRS, 2, layout.PAIR)[seat] = pair[0], *cells, pair[3]
        self._last_moves(track)
        routes = self.whole(layout.ROUTE, layout.DEEPEST + 2, 3)
        for i, seat in enumerate((me, 1 - me)):
            route = track.routes[seat]
            routes[i] = -1
            if route is not None:
                routes[i] = route[0], square_values.cell(route[1]), square_values.cell(route[2])
        self.whole(layout.CHASES, 2)[:] = track.chase
        past = track.past[-layout.CHASE :]
        self.whole(layout.PAST, len(past))[:] = past
        self.a[layout.PAST_COUNT] = len(past)

    def _last_moves(self, track: Track) -> None:
        """The straight moves of each side before the search, as far as the two-square rule counts them.

        A trail tells which borders a piece crossed; from where it stands now its moves follow backwards.
        """
        before = self.whole(layout.BEFORE, 2, layout.LONGEST, 2)
        for seat, trail in enumerate(track.trails):
            self.a[layout.RUNS + seat] = len(trail)
            route = track.routes[seat]
            goal = square_values.cell(route[2]) if route is not None else -1
            for i, (_, axis, low, high) in enumerate(reversed(trail)):
                step = ACROSS if axis else 1
                place = goal // ACROSS if axis else goal % ACROSS
                start = goal + step * (high - low if place == low + 1 else low - high)  # cells have a border
                before[seat, i] = start, goal
                goal = start


def sampled(
    game: RankGame, evaluation: Evaluation, world: TreePosition, count: int, rng: np.random.Generator
) -> Ints:
    """Worlds that fit: the kind of every piece in each."""
    theirs = evaluation.beliefs[1 - evaluation.seat]
    kinds = np.repeat(world.whole(layout.KIND, layout.PIECES)[None, :], count, axis=0)
    deals = theirs.sample_columns(count, rng)
    start = kinds_of(game).start(1 - evaluation.seat)
    for i, (id, square) in enumerate(zip(theirs.ids, theirs.squares, strict=True)):
        if square >= 0:
            kinds[:, id] = start + deals[:, i]
    return kinds
