"""What the pieces of one side may be, from what the other side may know.

Counts, what has moved, what has been shown and where it stood at the start are taken exactly; where people
put their pieces, and what a piece did (fled, hunted, stood), make some kinds likelier than others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flagfall.bots.ranks import kind_counts
from flagfall.bots.ranks.behaviour import Behaviour
from flagfall.bots.ranks.edition_facts import facts_of
from flagfall.bots.ranks.kind_counts import Floats, Ints
from flagfall.bots.ranks.setup_habits import habits
from flagfall.core import Event
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import Moved, Shown
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView


class Beliefs:
    """Probabilities for the hidden pieces of a side, and whole armies that fit.

    About the enemy it uses what the seat of the view knows; about one's own side, what the enemy knows.
    """

    def __init__(self, game: RankGame, about: int, prior: bool = True, behaviour: bool = True) -> None:
        self.game = game
        self.about = about
        self.kinds: tuple[Kind, ...] = game.edition.armies[about].kinds
        self.column = {kind.id: i for i, kind in enumerate(self.kinds)}
        self.strengths = np.array([kind.strength for kind in self.kinds])
        self.movable = np.array([kind.movable for kind in self.kinds])
        self.prior = prior
        self.behaviour = Behaviour(game, about) if behaviour else None
        self.moved: set[int] = set()
        self.shown: dict[int, tuple[str, str]] = {}
        """For each piece that was shown its rank and kind, where the view does not keep it."""
        self.ids: list[int] = []
        """The hidden pieces, those on the board first, then captured ones that nobody showed."""
        self.squares: list[int] = []
        """Where each of them stands, or -1."""
        self.known: dict[int, int] = {}
        """For each piece on the board that is known which column it is."""
        self.left: Ints = np.zeros(len(self.kinds), np.int64)
        """How many of each kind are among the hidden pieces."""
        self.weights: Floats = np.zeros((0, len(self.kinds)))
        self.table: Floats = self.weights
        """For each hidden piece the probability of each kind."""
        ranks = sorted({kind.rank for kind in self.kinds})
        self._groups = [np.array([i for i, k in enumerate(self.kinds) if k.rank == rank]) for rank in ranks]
        self._groups.append(np.flatnonzero(~self.movable))
        self._ties: Floats | None = None
        self._starts: list[int] = []
        self._fallen_bombs: set[int] = set()

    # ---- what is learned --------------------------------------------------------------------

    def observe(self, events: Sequence[Event]) -> None:
        """Take note of what happened."""
        for event in events:
            if isinstance(event, Moved) and event.by < 0:
                self.moved.add(event.piece)
            elif isinstance(event, Shown):
                self.shown[event.piece] = (event.rank, event.kind or self.shown.get(event.piece, ("", ""))[1])
        if self.behaviour is not None:
            self.behaviour.observe(events)

    def update(self, view: RankView) -> None:
        """Work out the probabilities for the position of a view."""
        mine = self.about == view.seat
        memory = self.shown
        by_rank = facts_of(self.game).by_rank[self.about]
        left = np.array([kind.count for kind in self.kinds], np.int64)
        rows: list[tuple[int, int, str, bool]] = []
        self.known = {}
        for piece in view.pieces:
            if piece.seat != self.about:
                continue
            rank, name = (piece.rank, piece.kind) if not mine or piece.seen else ("", "")
            if mine and piece.seen == 1:
                name = ""
            if not rank:
                rank, name = memory.get(piece.id, ("", ""))
            if rank and not name and by_rank[rank].count == self._of_rank(rank):
                name = by_rank[rank].id
            if name:
                self.known[piece.id] = self.column[name]
                left[self.column[name]] -= 1
            else:
                rows.append((piece.id, piece.square, rank, piece.moved or piece.id in self.moved))
        for one in view.captured:
            if one.seat != self.about:
                continue
            rank, name = memory.get(one.id, ("", ""))
            name = one.kind or name
            if name and self.kinds[self.column[name]].role == "bomb":
                self._fallen_bombs.add(one.id)
            if name:
                left[self.column[name]] -= 1
            else:
                rows.append((one.id, -1, rank, False))
        self._weigh(view, rows, left)

    def _of_rank(self, rank: str) -> int:
        return sum(kind.count for kind in self.kinds if kind.rank == rank)

    def _weigh(self, view: RankView, rows: list[tuple[int, int, str, bool]], left: Ints) -> None:
        self.ids = [row[0] for row in rows]
        self.squares = [row[1] for row in rows]
        self.left = left
        weights = np.ones((len(rows), len(self.kinds)))
        starts = view.starts[self.about]
        first = 0 if self.about == 0 else len(view.starts[0])  # ids count through both armies
        known = habits(self.game, self.about)
        flag = next((i for i, kind in enumerate(self.kinds) if kind.role == "flag"), -1)
        for i, (id, square, rank, moved) in enumerate(rows):
            if self.prior and starts:
                start = starts[id - first]
                weights[i] = [known.where[strength].get(start, 1.0) for strength in self.strengths]
            if self.behaviour is not None:
                weights[i] *= self.behaviour.factors(id)[self.strengths]
            if rank:
                weights[i] *= [kind.rank == rank for kind in self.kinds]
            if moved:
                weights[i] *= self.movable
            if square < 0 and flag >= 0:
                weights[i, flag] = 0.0
        if self.prior and starts and flag >= 0 and left[flag] == 1:
            weights[:, flag] *= self._flag_hints(rows, starts, first)
        weights[:, left <= 0] = 0.0
        weights = kind_counts.without_dead_ends(weights, left, self._groups)
        self.weights = weights
        self.table = kind_counts.marginals(weights, np.maximum(left, 0))
        self._ties = None
        self._starts = [starts[id - first] if starts else -1 for id in self.ids]

    def _flag_hints(
        self, rows: list[tuple[int, int, str, bool]], starts: tuple[int, ...], first: int
    ) -> Floats:
        """How much likelier each hidden piece is the flag, by where bombs are known to have stood, or not."""
        known = habits(self.game, self.about)
        order = known.order
        if any(start not in order for start in starts):
            return np.ones(len(rows))
        with_bomb, without = known.flag_hints
        total = np.zeros(len(starts))
        places = [order[start] for start in starts]
        hidden = {row[0]: (row[2], row[3]) for row in rows}
        bombs = {id for id, column in self.known.items() if self.kinds[column].role == "bomb"}
        bombs |= self._fallen_bombs
        for i, place in enumerate(places):
            id = first + i
            if id in bombs:
                total += with_bomb[places, place]
            elif id not in hidden or hidden[id][0] or hidden[id][1]:
                total += without[places, place]
        found = total[[row[0] - first for row in rows]]
        hints: Floats = np.exp(np.clip(found - found.max(), -12.0, 0.0)) if len(rows) else found
        return hints

    # ---- what is asked ----------------------------------------------------------------------

    def of(self, piece: int) -> Floats:
        """The probability of each kind (in the order of the army) for one piece on the board."""
        if piece in self.known:
            sure = np.zeros(len(self.kinds))
            sure[self.known[piece]] = 1.0
            return sure
        found: Floats = self.table[self.ids.index(piece)]
        return found

    def ranked(self, piece: int) -> bool:
        """Whether the other side knows the rank of a piece on the board."""
        return piece in self.known or self._pinned(self.ids.index(piece))

    def by_strength(self, piece: int) -> Floats:
        """The probability of each strength, 0 (flag) to 11 (bomb), for one piece on the board."""
        found: Floats = np.bincount(self.strengths, self.of(piece), minlength=12).astype(np.float64)
        return found

    def sample(self, count: int, rng: np.random.Generator) -> list[dict[int, Kind]]:
        """Whole armies that fit: for each the kind of every piece on the board."""
        deals = self.sample_columns(count, rng)
        fixed = {piece: self.kinds[column] for piece, column in self.known.items()}
        return [
            {
                **fixed,
                **{
                    id: self.kinds[k] for id, s, k in zip(self.ids, self.squares, deal, strict=True) if s >= 0
                },
            }
            for deal in deals
        ]

    def sample_columns(self, count: int, rng: np.random.Generator) -> Ints:
        """The same as columns of the table, for `ids` only."""
        if not self.ids:
            return np.zeros((count, 0), np.int64)
        left = np.maximum(self.left, 0)
        if kind_counts.exact_fits(left):
            return self._exactly(left, count, rng)
        fits = (self.weights > 0).sum(0)
        ranked = [i for i in range(len(self.weights)) if self._pinned(i)]
        roles = [kind.role for kind in self.kinds]
        order = sorted(
            range(len(self.kinds)),
            key=lambda k: (roles[k] != "flag", roles[k] != "bomb", int(fits[k]), -int(self.strengths[k])),
        )
        table = self.table
        if ranked:  # a piece whose rank is known gets its kind before anybody else can take it
            return self._with_pins(ranked, order, count, rng)
        return kind_counts.sample_in_turn(table, left, order, count, rng, self._tie())

    def _exactly(self, left: Ints, count: int, rng: np.random.Generator) -> Ints:
        """Deals by exact counting; the flag is dealt first, and the bombs keep to it as people have it."""
        tie = self._tie()
        if tie is None or left[tie[0]] != 1:
            return kind_counts.sample_exact(self.weights, left, count, rng)
        flags = rng.choice(len(self.ids), size=count, p=self.table[:, tie[0]] / self.table[:, tie[0]].sum())
        deals = np.zeros((count, len(self.ids)), np.int64)
        for flag in sorted(set(flags.tolist())):
            weights = self.weights.copy()
            weights[:, tie[0]] = 0.0
            weights[flag] = 0.0
            weights[flag, tie[0]] = 1.0
            weights[:, tie[1]] *= tie[2][flag]
            lines = np.flatnonzero(flags == flag)
            deals[lines] = kind_counts.sample_exact(weights, left, len(lines), rng)
        return deals

    def _pinned(self, row: int) -> bool:
        """Whether a hidden piece is known to be of one rank."""
        strengths = set(self.strengths[self.weights[row] > 0].tolist())
        return len(strengths) == 1

    def _with_pins(self, pinned: list[int], order: list[int], count: int, rng: np.random.Generator) -> Ints:
        deals = np.zeros((count, len(self.ids)), np.int64)
        others = [i for i in range(len(self.ids)) if i not in set(pinned)]
        for n in range(count):
            left = np.maximum(self.left, 0).copy()
            for i in pinned:
                odds = np.where(left > 0, self.weights[i], 0.0)
                pick = int(rng.choice(len(odds), p=odds / odds.sum()))
                deals[n, i] = pick
                left[pick] -= 1
            if others:
                tie = self._tie()
                part = (tie[0], tie[1], tie[2][np.ix_(others, others)]) if tie is not None else None
                deals[n, others] = kind_counts.sample_in_turn(self.table[others], left, order, 1, rng, part)[
                    0
                ]
        return deals

    def _tie(self) -> tuple[int, int, Floats] | None:
        """How bombs keep to the flag, as people have it."""
        flags = [i for i, kind in enumerate(self.kinds) if kind.role == "flag"]
        bombs = [i for i, kind in enumerate(self.kinds) if kind.role == "bomb"]
        if not self.prior or len(flags) != 1 or len(bombs) != 1 or not self._starts or self._starts[0] < 0:
            return None
        if self._ties is None:
            known = habits(self.game, self.about)
            rows = [known.bombs(start) for start in self._starts]
            own = known.where[11]
            mean = sum(own.values()) / len(own)
            # The table of the pieces already says where bombs stand on average: only what is beyond that.
            self._ties = np.array([[row[s] / (own[s] / mean + 0.1) for s in self._starts] for row in rows])
        return flags[0], bombs[0], self._ties
