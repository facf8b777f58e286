"""Level 5: looks ahead in worlds that fit what it believes.

All moves are first tried one answer deep in every sampled world; the better ones are looked at again, ever
deeper and ever fewer, until the work that the clock allows is done. Work is counted in positions, not in
seconds, so that the same situation gives the same move; the clock itself only stops it on a slow machine.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from flagfall.bots import fields, layout
from flagfall.bots.base import Clock, Value
from flagfall.bots.layout import ATTACK, BLAST, MAGNET, MOVE, PASS, RUMBLE
from flagfall.bots.mind import SHOWING, SHOWING_SPY, Mind
from flagfall.bots.sight import SEARCH_WAYS, Deed, ways_of, without_idle_switches
from flagfall.bots.thinker import GOES_BACK, Thinker
from flagfall.bots.tree import look_ahead
from flagfall.bots.worth import clashes
from flagfall.core import Action, Game
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import RankView

RATE = 1_000_000
"""Positions a second that a slow core looks at."""
OVERHEAD = 0.01
"""Seconds that go into beliefs and fields before anything is looked at."""
STAGES = ((1, 999), (2, 14), (3, 8), (4, 5), (5, 4), (6, 3), (7, 3), (8, 2))
"""How deep the enemy's answer is followed, and how many root moves are still in the running."""
LEAST_WORLDS = 3
MANNERS = {
    "move": MOVE,
    "summon": MOVE,
    "attack": ATTACK,
    "blast": BLAST,
    "rumble": RUMBLE,
    "step-in": RUMBLE,
    "magnet": MAGNET,
}


class Kinds:
    """The kinds of both sides numbered through, and what never changes about them."""

    def __init__(self, game: RankGame) -> None:
        armies = game.edition.armies
        self.first = len(armies[0].kinds)
        kinds = [kind for army in armies for kind in army.kinds]
        self.count = len(kinds)
        self.ways = np.array([ways_of(game, kind, SEARCH_WAYS) for kind in kinds], np.int32)
        self.flag = np.array([kind.role == "flag" for kind in kinds], np.uint8)
        self.result = np.full((self.count, self.count), -1, np.int8)
        self.outranks = np.zeros((self.count, self.count), np.uint8)
        for seat in (0, 1):
            known = clashes(game, seat)
            mine, theirs = self.part(seat), self.part(1 - seat)
            self.result[mine, theirs] = known.result
            self.outranks[mine, theirs] = known.outranks
        self.spy = np.array([kind.role == "spy" for kind in kinds])
        self.high = np.array([kind.strength >= 6 for kind in kinds])
        blasts = [power for power in game.edition.powers if power.kind == "blast"]
        self.wide = int(any(power.params.get("lakes") == "pass" for power in blasts))

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


class World:
    """The two arrays that the search works on, and their parts by name (see `flagfall.bots.layout`)."""

    def __init__(self, known: Kinds) -> None:
        self.a = np.zeros(layout.WHOLE, np.int64)
        self.f = np.zeros(layout.VALUES)
        self.whole(layout.CELL, fields.CELLS)[:] = layout.BLOCKED
        self.whole(layout.WHERE, layout.PIECES)[:] = -1
        self.whole(layout.WAYS, known.count)[:] = known.ways
        self.whole(layout.FLAG, known.count)[:] = known.flag
        self.whole(layout.RESULT, layout.KINDS, layout.KINDS)[: known.count, : known.count] = known.result
        self.whole(layout.OUTRANKS, layout.KINDS, layout.KINDS)[: known.count, : known.count] = known.outranks
        self.a[layout.WIDE] = known.wide

    def whole(self, place: int, *shape: int) -> Any:
        """A part of the whole numbers, to read and to write."""
        return self.a[place : place + math.prod(shape)].reshape(shape)

    def values(self, place: int, *shape: int) -> Any:
        """A part of the values, to read and to write."""
        return self.f[place : place + math.prod(shape)].reshape(shape)


@lru_cache(maxsize=1)
def _compiled() -> None:
    """Have the search compiled, or read from disk: before the first move, whose clock must not pay for it."""
    world, values = np.zeros(layout.WHOLE, np.int64), np.zeros(layout.VALUES)
    none, roots = np.zeros((1, 0)), np.zeros((0, layout.WIDTH), np.int64)
    look_ahead(world, values, np.zeros((1, layout.PIECES), np.int64), roots, 0, 1, none, none.copy())


class Searcher(Thinker):
    """Looks ahead. Parameters besides those of `Thinker`: ``worlds``, ``deepest``, ``rate``."""

    def __init__(
        self, game: Game[Any, Any, Any], seat: int, seed: int = 0, params: Mapping[str, Value] | None = None
    ) -> None:
        super().__init__(game, seat, seed, params)
        _compiled()
        self.work: dict[str, int] = {}
        """What the last decision took: positions, depth, worlds."""

    def choose(self, view: RankView, legal: Sequence[Action], clock: Clock) -> Action:
        """The action that is best on average over the worlds."""
        begun = time.perf_counter()
        mind = self.mind(view)
        deeds = [mind.sight.deed(action) for action in without_idle_switches(legal)]
        scores, _ = self.weigh(mind, deeds, clock.budget(), begun)
        rng = self.moment(view)
        noise = self.number("noise", 0.02)
        best = max((score + noise * rng.random(), -i) for i, score in enumerate(scores))
        return deeds[-best[1]].action

    def weigh(self, mind: Mind, deeds: list[Deed], seconds: float, begun: float) -> tuple[list[float], int]:
        """What each deed is worth; of those that dropped out on the way, that is at most the first look."""
        limit = int((seconds - OVERHEAD) * self.number("rate", RATE))
        count = int(self.number("worlds", min(32, max(8, limit // 8_000))))
        rng = np.random.default_rng(self.moment(mind.sight.view).getrandbits(63))
        world = self.world(mind)
        kinds = self._sampled(mind, world, count, rng)
        roots = np.array([self._root(mind, deed) for deed in deeds], np.int64)
        extra = np.array([self._extra(mind, deed) for deed in deeds])
        fights = np.array([bool(self._hidden(mind, deed)) for deed in deeds])
        scores = np.full(len(deeds), -1e9)
        running = np.arange(len(deeds))
        world.whole(layout.COUNT, 2)[:] = 0, max(limit, 2_000)
        deepest, reached = int(self.number("deepest", 8)), 0
        for depth, most in STAGES:
            if depth > deepest or (reached and time.perf_counter() - begun > seconds):
                break
            if reached and len(running) > most:
                ranked = np.argsort(-scores[running], kind="stable")
                scores[running[ranked[most:]]] -= 1e6
                running = running[np.sort(ranked[:most])]
            if len(running) == 1 and reached:
                break
            values, changes = np.zeros((2, count, len(running)))
            done = look_ahead(world.a, world.f, kinds, roots[running], mind.seat, depth, values, changes)
            if done < LEAST_WORLDS and reached:
                break
            # What a fight brings at once is known on average, better than a few worlds can tell.
            rest = (values - np.where(fights[running], changes, 0.0))[: max(1, done)].mean(0)
            scores[running] = rest + extra[running]
            reached = depth
            if done < count:
                break
        self.work = {"positions": int(world.a[layout.COUNT]), "depth": reached, "worlds": count}
        return scores.tolist(), reached

    # ---- the world as arrays ----------------------------------------------------------------

    def world(self, mind: Mind) -> World:
        """The position, with what both sides may expect; kinds of hidden enemies are still open."""
        sight, seat = mind.sight, mind.seat
        known = kinds_of(self.game)
        world = World(known)
        cells = world.whole(layout.CELL, fields.CELLS)
        cells[fields.open_cells(sight.board)] = layout.EMPTY
        for lake in sight.board.lakes:
            cells[fields.cell(lake)] = layout.LAKE
        where, side = world.whole(layout.WHERE, layout.PIECES), world.whole(layout.SIDE, layout.PIECES)
        kind, shown = world.whole(layout.KIND, layout.PIECES), world.whole(layout.SHOWN, layout.PIECES)
        for piece in sight.view.pieces:
            cells[fields.cell(piece.square)] = piece.id
            where[piece.id] = fields.cell(piece.square)
            side[piece.id] = piece.seat
        for piece in sight.mine:
            kind[piece.id] = known.start(seat) + mind.column(piece)
            shown[piece.id] = mind.beliefs[seat].ranked(piece.id)
        for piece in sight.theirs:
            shown[piece.id] = mind.beliefs[1 - seat].ranked(piece.id)
        for id, column in mind.beliefs[1 - seat].known.items():
            kind[id] = known.start(1 - seat) + column
        worth = np.concatenate([mind.worth[0], mind.worth[1]])
        world.values(layout.WORTH, known.count)[:] = worth
        share = np.where(known.spy, SHOWING_SPY, np.where(known.high, SHOWING, 0.5 * SHOWING))
        world.values(layout.SHOWING, known.count)[:] = share * worth * (1 - known.flag)
        field = world.values(layout.FIELD, layout.KINDS, fields.CELLS)
        field[known.part(seat)] = self.number("pull", 1.0) * mind.field()
        theirs = self.number("their_pull", 0.5) * mind.their_field()
        field[known.part(1 - seat)] = theirs + self.number("alarm", 1.0) * mind.danger
        expects = world.values(layout.EXPECTS, layout.KINDS, layout.PIECES)
        blasts = world.values(layout.BLASTS, layout.KINDS, layout.PIECES)
        for attacker, part in ((mind.attack, known.part(seat)), (mind.defence, known.part(1 - seat))):
            ids = [piece.id for piece in attacker.targets]
            expects[part, ids] = attacker.gain
            blasts[part, ids] = attacker.blast
        return world

    def _sampled(self, mind: Mind, world: World, count: int, rng: np.random.Generator) -> Any:
        """Worlds that fit: the kind of every piece in each."""
        theirs = mind.beliefs[1 - mind.seat]
        kinds = np.repeat(world.whole(layout.KIND, layout.PIECES)[None, :], count, axis=0)
        deals = theirs.sample_columns(count, rng)
        start = kinds_of(self.game).start(1 - mind.seat)
        for i, (id, square) in enumerate(zip(theirs.ids, theirs.squares, strict=True)):
            if square >= 0:
                kinds[:, id] = start + deals[:, i]
        return kinds

    # ---- the moves at the root --------------------------------------------------------------

    def _root(self, mind: Mind, deed: Deed) -> list[int]:
        """A deed as a move of the tree."""
        manner = MANNERS.get(deed.manner, PASS)
        struck = deed.struck if manner not in (MOVE, PASS) else ()
        if deed.manner == "step-in":
            struck = mind.best_rumble(mind.column(deed.piece), struck)[1]
        victims = [piece.id for piece in struck[:3]]
        row = [deed.piece.id, manner, fields.cell(deed.target), *victims]
        return [*row, *[-1] * (6 - len(row)), int(deed.shows)]

    def _hidden(self, mind: Mind, deed: Deed) -> bool:
        """Whether a deed fights somebody unknown."""
        theirs = mind.beliefs[1 - mind.seat]
        return MANNERS.get(deed.manner, PASS) not in (MOVE, PASS) and any(
            not theirs.ranked(piece.id) for piece in deed.struck
        )

    def _extra(self, mind: Mind, deed: Deed) -> float:
        """What the tree does not see of a deed: what is learned by looking, and going round in circles."""
        view = mind.sight.view
        score = mind.gain(deed) if self._hidden(mind, deed) else 0.0
        if deed.manner in ("look", "ask"):
            score += mind.gain(deed) + mind.showing(deed.piece, mind.sight.own(deed.piece))
        elif deed.manner == "blast" and not score:
            score += mind.look(deed.struck[0])
        elif deed.struck:
            score += 0.01 * view.track.quiet
        last = view.track.routes[mind.seat]
        if last is not None and deed.manner == "move" and last[::2] == (deed.piece.id, deed.piece.square):
            score -= GOES_BACK if last[1] == deed.target else 0.0
        return score
