"""Everything that hidden pieces can be: exactly, by counting, over all set-ups that fit what a seat knows.

What a seat knows of a hidden piece bounds it by itself: what has moved can move, what has gone far goes far,
what was called has its rank. What ties the pieces together are the counts of the army. So a set-up that fits
is a deal of what is left of the army to the hidden pieces, each within its bounds; `Knowledge` counts all
deals with whole numbers, and gives one for any piece and kind that go together. Bounds are never narrower
than the truth, so that what holds in every deal holds in every set-up; `Worlds` makes a state of a deal and
plays the film through it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from math import comb

from flagfall.puzzles.puzzle import Moment, Shown, play
from flagfall.ranks.draft import Draft
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import Attacked, Awaits, Moved, Used
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView

Deal = dict[int, str]
"""The kind of every hidden piece, by id."""


def far_movers(before: RankView, film: tuple[Shown, ...]) -> frozenset[int]:
    """The pieces that went more than one step in the film without a power: only some kinds do (ST-MOVE-5)."""
    far: set[int] = set()
    awaited = before.awaited is not None
    for shown in film:
        # The targets of a power are chosen by an action of their own, after the one that uses it.
        power = awaited or any(isinstance(event, Used) for event in shown.events)
        awaited = any(isinstance(event, Awaits) for event in shown.events)
        for event in shown.events:
            if power:
                continue
            if isinstance(event, Attacked):
                far |= {event.piece for target in event.targets if _steps(event.origin, target) > 1}
            elif isinstance(event, Moved) and event.by < 0 and _steps(event.origin, event.target) > 1:
                far.add(event.piece)
    return frozenset(far)


def _steps(one: int, other: int) -> int:
    return abs(one // 10 - other // 10) + abs(one % 10 - other % 10)


class Knowledge:
    """What the enemies of a seat can be, from its view and what it has seen in the film."""

    def __init__(
        self, rules_kinds: dict[str, Kind], view: RankView, far: frozenset[int] = frozenset()
    ) -> None:
        self.view = view
        self.kinds = rules_kinds
        self.far = far
        foe = 1 - view.seat
        left = Counter({kind.id: kind.count for kind in rules_kinds.values()})
        self.known: Deal = {}
        """The pieces whose kind the seat knows, on the board and captured."""
        hidden: dict[int, frozenset[str]] = {}
        walked = self._walked()
        everyone = [(p.id, p.kind, p.rank) for p in view.pieces if p.seat == foe]
        everyone += [(p.id, p.kind, "") for p in view.captured if p.seat == foe]
        taken = {p.id for p in view.captured}
        for id, kind, rank in everyone:
            if kind:
                self.known[id] = kind
                left[kind] -= 1
                continue
            hidden[id] = frozenset(
                one.id
                for one in rules_kinds.values()
                if (not rank or one.rank == rank)
                and (one.movable or id not in walked)
                and (one.moves == "line" or id not in far)
                and not (id in taken and one.role == "flag")
            )
        self.left: dict[str, int] = {kind: n for kind, n in left.items() if n}
        """How many of each kind are among the hidden pieces."""
        self.bounds: dict[int, frozenset[str]] = {id: kinds & set(self.left) for id, kinds in hidden.items()}
        """What each hidden piece can be by itself."""

    def _walked(self) -> frozenset[int]:
        track = self.view.track
        walked = {piece.id for piece in self.view.pieces if piece.moved}
        walked |= {trail[0] for trails in track.trails for trail in trails}
        walked |= {route[0] for route in track.routes if route is not None}
        walked |= {pair[0] for pair in track.pairs if pair is not None}
        return frozenset(walked)

    # ---- counting ------------------------------------------------------------------------------

    @cached_property
    def _groups(self) -> dict[frozenset[str], list[int]]:
        """The hidden pieces by what they can be: within a group they are alike."""
        found: dict[frozenset[str], list[int]] = {}
        for id, kinds in self.bounds.items():
            found.setdefault(kinds, []).append(id)
        return found

    def count(self, fixed: Deal | None = None) -> int:
        """How many deals there are, with some pieces fixed."""
        fixed = fixed or {}
        left = dict(self.left)
        for id, kind in fixed.items():
            if id not in self.bounds or kind not in self.bounds[id]:
                return 0
            left[kind] = left.get(kind, 0) - 1
            if left[kind] < 0:
                return 0
        sizes = {kinds: sum(id not in fixed for id in ids) for kinds, ids in self._groups.items()}
        groups = [kinds for kinds, size in sizes.items() if size]
        table: dict[tuple[int, ...], int] = {tuple(sizes[kinds] for kinds in groups): 1}
        for kind, n in left.items():
            table = _spread(table, [i for i, kinds in enumerate(groups) if kind in kinds], n)
        return table.get((0,) * len(groups), 0)

    @cached_property
    def total(self) -> int:
        """How many deals there are."""
        return self.count()

    @cached_property
    def possible(self) -> dict[int, frozenset[str]]:
        """For each hidden piece the kinds that it is in at least one deal."""
        found: dict[int, frozenset[str]] = {}
        for kinds, ids in self._groups.items():
            possible = frozenset(kind for kind in kinds if self._goes_up(kinds, kind))
            found.update(dict.fromkeys(ids, possible))
        return found

    def _goes_up(self, group: frozenset[str], kind: str) -> bool:
        """Whether a piece of a group can be of a kind: by Hall's theorem, if no groups lack kinds to be."""
        sizes = {kinds: len(ids) - (kinds == group) for kinds, ids in self._groups.items()}
        left = {**self.left, kind: self.left[kind] - 1}
        names = [kinds for kinds, size in sizes.items() if size]
        for mask in range(1, 1 << len(names)):
            some = [kinds for i, kinds in enumerate(names) if mask >> i & 1]
            if sum(sizes[kinds] for kinds in some) > sum(left[one] for one in frozenset().union(*some)):
                return False
        return True

    def chance(self, piece: int, kinds: frozenset[str]) -> Fraction:
        """How often a piece is one of some kinds, over all deals."""
        return Fraction(sum(self.count({piece: kind}) for kind in kinds & self.bounds[piece]), self.total)

    def deal(self, fixed: Deal | None = None) -> Deal | None:
        """A deal with some pieces fixed, or None: pieces are matched to what is left, by exchanges."""
        fixed = fixed or {}
        left = dict(self.left)
        for id, kind in fixed.items():
            if kind not in self.bounds.get(id, ()) or not left[kind]:
                return None
            left[kind] -= 1
        holders: dict[str, list[int]] = {kind: [] for kind in left}

        def place(id: int, tried: set[str]) -> bool:
            for kind in sorted(self.bounds[id] - tried):
                tried.add(kind)
                if len(holders[kind]) < left[kind]:
                    holders[kind].append(id)
                    return True
                for other in holders[kind]:
                    if place(other, tried):
                        holders[kind].remove(other)
                        holders[kind].append(id)
                        return True
            return False

        for id in sorted(self.bounds, key=lambda one: (len(self.bounds[one]), one)):
            if id not in fixed and not place(id, set()):
                return None
        return fixed | {id: kind for kind, ids in holders.items() for id in ids}

    def deals(self, most: int) -> list[Deal] | None:
        """All deals, or None if there are more than ``most``."""
        if self.total > most:
            return None
        found: list[Deal] = [{}]
        for id in sorted(self.bounds, key=lambda one: (len(self.bounds[one]), one)):
            found = [
                {**deal, id: kind}
                for deal in found
                for kind in sorted(self.bounds[id])
                if self.deal({**deal, id: kind}) is not None
            ]
        return found


def _spread(table: dict[tuple[int, ...], int], groups: list[int], n: int) -> dict[tuple[int, ...], int]:
    """The table after ``n`` pieces of one kind are given to some groups, in every way."""
    for at, group in enumerate(groups):
        last = at == len(groups) - 1
        new: dict[tuple[int, ...], int] = {}
        for room, ways in table.items():
            rest = room[-1] if at else n
            base = room[:-1] if at else room
            free = base[group]
            for given in [rest] if last else range(min(rest, free) + 1):
                if given > free or given > rest:
                    continue
                after = (*base[:group], free - given, *base[group + 1 :])
                key = after if last else (*after, rest - given)
                new[key] = new.get(key, 0) + ways * comb(free, given)
        table = new
    return table if groups or not n else {}


class Worlds:
    """States of the game for deals: the truth behind the same film, as far as its seat can tell."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.kinds = moment.start.rules.kinds[1 - moment.seat]

    def at_start(self, deal: Deal) -> RankState:
        """The state in which the film begins, with the enemy dealt again."""
        start = self.moment.start
        kinds = list(start.kinds)
        for id, kind in deal.items():
            kinds[id] = self.kinds[kind]
        return dealt(start, tuple(kinds))

    def after_film(self, deal: Deal) -> RankState | None:
        """The state in which the question is asked; None if the seat would have seen another film."""
        moment = self.moment
        start = self.at_start(deal)
        if not moment.game.fits(moment.before, start):
            return None
        try:
            state, film = play(start, moment.actions, moment.seat)
        except ValueError:
            return None
        return state if film == moment.film and state.view(moment.seat) == moment.view else None


def dealt(state: RankState, kinds: tuple[Kind, ...]) -> RankState:
    """A state with other kinds of pieces, and the set-ups that follow from them."""
    draft = Draft.of(state)
    draft.kinds = kinds
    first = len(state.starts[0])
    ids = [kind.id for kind in kinds]
    draft.setups = (
        tuple(zip(state.starts[0], ids[:first], strict=True)),
        tuple(zip(state.starts[1], ids[first:], strict=True)),
    )
    return RankState.of(draft)


def knowledge_of(moment: Moment) -> Knowledge:
    """What the seat of a puzzle knows when the question is asked."""
    kinds = moment.start.rules.kinds[1 - moment.seat]
    return Knowledge(kinds, moment.view, far_movers(moment.before, moment.film))


def knowledge_before(moment: Moment) -> Knowledge:
    """What the seat of a puzzle knows when the film begins."""
    return Knowledge(moment.start.rules.kinds[1 - moment.seat], moment.before)
