"""A world that fits a view: what is hidden is dealt again, every way equally likely."""

from __future__ import annotations

import random
from collections import Counter

from flagfall.core import PUBLIC
from flagfall.ranks import legal
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.draft import Draft
from flagfall.ranks.edition import Kind
from flagfall.ranks.rules import Rules
from flagfall.ranks.setup import SetupDecision
from flagfall.ranks.state import RankState
from flagfall.ranks.view import KIND, RANK, Piece, Prisoner, RankView


def determinize(rules: Rules, view: RankView, rng: random.Random) -> RankState:
    """A random state whose view for the same seat is this view."""
    draft = Draft.empty(rules)
    draft.setups = view.setups
    if view.phase == "setup":
        for seat in (0, 1):
            if view.ready[seat] and view.setups[seat] is None:
                pieces = SetupDecision.of(rules, seat).sample(rng).pieces
                draft.setups = (pieces, draft.setups[1]) if seat == 0 else (draft.setups[0], pieces)
        return RankState.of(draft)
    if view.phase == "over" and not view.pieces and not view.captured:
        draft.over = view.outcome
        return RankState.of(draft)
    _furnish(draft, view)
    told = HiddenPieces(rules, view)
    for _ in range(TRIES):
        _assign(draft, view, {**_deal(told, 0, rng), **_deal(told, 1, rng)})
        if draft.over is not None:
            return RankState.of(draft)
        if found := legal.actions(draft, rules.powers):
            return RankState.of(draft, found)
    return RankState.of(draft, _unstuck(told, draft))


TRIES = 64
"""How often a world is dealt again in which the seat to move is stuck: the game goes on, so it is not."""


def _furnish(draft: Draft, view: RankView) -> None:
    """Everything that the view tells: squares, marks, counters."""
    rules = draft.rules
    draft.where = [NOWHERE] * sum(rules.sizes)
    for piece in view.pieces:
        draft.where[piece.id] = piece.square
        draft.board[piece.square] = piece.id
        draft.moved |= piece.moved << piece.id
        draft.robots |= piece.robot << piece.id
    draft.starts = view.starts
    draft.captured = tuple(one.id for one in view.captured)
    draft.rank_known, draft.kind_known = _knowledge(draft, view)
    left = {(token.seat, token.power): token.left for token in view.tokens}
    draft.spent = tuple(uses - left[seat, power] for seat, power, uses in rules.tokens)
    draft.track = view.track
    draft.awaited = view.awaited
    draft.over = view.outcome


def _assign(draft: Draft, view: RankView, dealt: dict[int, Kind]) -> None:
    """Give every piece its kind, and each side the set-up that follows from it."""
    draft.kinds = tuple(dealt[piece] for piece in range(len(draft.where)))
    first = len(draft.starts[0])
    kinds = [kind.id for kind in draft.kinds]
    draft.setups = (
        view.setups[0] or tuple(zip(draft.starts[0], kinds[:first], strict=True)),
        view.setups[1] or tuple(zip(draft.starts[1], kinds[first:], strict=True)),
    )


def _unstuck(told: HiddenPieces, draft: Draft) -> tuple[PlayAction, ...]:
    """Swap two hidden pieces of the stuck seat so that it can move; its legal actions then."""
    view, powers = told.view, told.rules.powers
    everyone: tuple[Piece | Prisoner, ...] = (*view.pieces, *view.captured)
    hidden = [one for one in everyone if one.seat == draft.track.turn and not one.kind]
    dealt = dict(enumerate(draft.kinds))
    for one in hidden:
        for other in hidden:
            if told.may_be(one, dealt[other.id]) and told.may_be(other, dealt[one.id]):
                _assign(draft, view, {**dealt, one.id: dealt[other.id], other.id: dealt[one.id]})
                if found := legal.actions(draft, powers):
                    return found
    _assign(draft, view, dealt)
    return ()


class HiddenPieces:
    """What a view tells of the pieces whose kind it hides."""

    def __init__(self, rules: Rules, view: RankView) -> None:
        self.rules = rules
        self.view = view
        track = view.track
        walked = {piece.id for piece in view.pieces if piece.moved}
        walked |= {trail[0] for trails in track.trails for trail in trails}
        walked |= {route[0] for route in track.routes if route is not None}
        walked |= {pair[0] for pair in track.pairs if pair is not None}
        self.walked = frozenset(walked)
        """The pieces that have moved by themselves: the marks tell it, and so does the track."""
        self.first = (0, len(view.starts[0]))
        """The id of each seat's first piece."""

    def may_be(self, one: Piece | Prisoner, kind: Kind) -> bool:
        """Whether a hidden piece may be of a kind: what has walked can move, and flags are on the board."""
        if isinstance(one, Piece) and one.rank:
            return kind.rank == one.rank
        if isinstance(one, Prisoner) and kind.role == "flag":
            return False
        return kind.movable or one.id not in self.walked


def _deal(told: HiddenPieces, seat: int, rng: random.Random) -> dict[int, Kind]:
    """What each piece of a seat is: as the view says, else dealt from what is left of the army.

    Constraints nest: a piece of known rank is one of that rank, and where the flag may be, a bomb may
    be too. So flag first, then what cannot move, then the rest can be dealt without ever having to take
    a card back, and every deal is equally likely.
    """
    view, kinds = told.view, told.rules.kinds[seat]
    own = view.setups[seat]
    if own is not None:  # what one set up, one knows, even where the tray shows it to nobody
        return {told.first[seat] + n: kinds[kind] for n, (_, kind) in enumerate(own)}
    left = Counter({kind.id: kind.count for kind in kinds.values()})
    dealt: dict[int, Kind] = {}
    hidden: list[Piece | Prisoner] = []
    everyone: tuple[Piece | Prisoner, ...] = (*view.pieces, *view.captured)
    for one in everyone:
        if one.seat != seat:
            continue
        if one.kind:
            dealt[one.id] = kinds[one.kind]
            left[one.kind] -= 1
        else:
            hidden.append(one)
    open_: list[Piece | Prisoner] = []
    for one in hidden:
        rank = one.rank if isinstance(one, Piece) else ""
        if not rank:
            open_.append(one)
            continue
        pool = [id for id in left.elements() if kinds[id].rank == rank]
        pick = rng.choice(pool)
        dealt[one.id] = kinds[pick]
        left[pick] -= 1
    pool = list(left.elements())
    flags = [id for id in pool if kinds[id].role == "flag"]
    fixed = [id for id in pool if not kinds[id].movable and id not in flags]
    for id in (*flags, *fixed):
        place = rng.choice([one for one in open_ if told.may_be(one, kinds[id])])
        dealt[place.id] = kinds[id]
        open_.remove(place)
        pool.remove(id)
    rng.shuffle(pool)
    for one, id in zip(open_, pool, strict=True):
        dealt[one.id] = kinds[id]
    return dealt


def _knowledge(draft: Draft, view: RankView) -> tuple[tuple[int, int], tuple[int, int]]:
    """What has been shown, as far as the view tells: what the seat knows, and what it has shown."""
    ranks, kinds = [0, 0], [0, 0]
    if draft.rules.keeps:
        for piece in view.pieces:
            level = KIND if piece.kind else RANK if piece.rank else 0
            if piece.seat == view.seat:
                level = piece.seen
            elif view.phase == "over":  # everything is open now; what was known before is not told
                level = 0
            viewer = view.seat == PUBLIC
            ranks[viewer] |= (level >= RANK) << piece.id
            kinds[viewer] |= (level >= KIND) << piece.id
    return (ranks[0], ranks[1]), (kinds[0], kinds[1])
