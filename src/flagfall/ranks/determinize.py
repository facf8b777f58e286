"""A world that fits a view: what is hidden is dealt anew, every way equally likely."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from flagfall.core import PUBLIC
from flagfall.ranks.edition import Kind
from flagfall.ranks.state import RankState
from flagfall.ranks.view import KIND, RANK, Piece, Prisoner, RankView

if TYPE_CHECKING:
    from flagfall.ranks.game import RankGame
    from flagfall.ranks.rules import Rules


def determinize(game: RankGame, view: RankView, rng: random.Random) -> RankState:
    """A random state whose view for the same seat is this view."""
    rules = game.rules(**view.options)
    state = RankState.first(rules, 0)
    state.setups = view.setups
    if view.phase == "setup":
        for seat in (0, 1):
            if view.ready[seat] and view.setups[seat] is None:
                state.setups = _random_setup(game, state, seat, rng)
        return state
    if view.phase == "over" and not view.pieces and not view.captured:
        state.over = view.outcome
        return state
    _furnish(state, view)
    told = Told(rules, view)
    for _ in range(TRIES):
        _assign(state, view, {**_deal(told, 0, rng), **_deal(told, 1, rng)})
        if state.over is not None or state.legal(state.track.turn):
            return state
    return _unstuck(state, view)


TRIES = 64
"""How often a world is dealt anew in which the seat to move is stuck: the game goes on, so it is not."""


def _furnish(state: RankState, view: RankView) -> None:
    """Everything that the view tells: squares, marks, counters."""
    rules = state.rules
    state.where = [-1] * sum(rules.sizes)
    for piece in view.pieces:
        state.where[piece.id] = piece.square
        state.board[piece.square] = piece.id
        state.moved |= piece.moved << piece.id
        state.robots |= piece.robot << piece.id
    state.starts = view.starts
    state.captured = tuple(one.id for one in view.captured)
    state.rank_known, state.kind_known = _knowledge(state, view)
    left = {(token.seat, token.power): token.left for token in view.tokens}
    state.spent = tuple(uses - left[seat, power] for seat, power, uses in rules.tokens)
    state.track = view.track
    state.awaited = view.awaited
    state.over = view.outcome


def _assign(state: RankState, view: RankView, dealt: dict[int, Kind]) -> None:
    """Give every piece its kind, and each side the set-up that follows from it."""
    state.kinds = tuple(dealt[piece] for piece in range(len(state.where)))
    state._legal = None
    first = len(state.starts[0])
    kinds = [kind.id for kind in state.kinds]
    state.setups = (
        view.setups[0] or tuple(zip(state.starts[0], kinds[:first], strict=True)),
        view.setups[1] or tuple(zip(state.starts[1], kinds[first:], strict=True)),
    )


def _unstuck(state: RankState, view: RankView) -> RankState:
    """The same world with two hidden pieces of the stuck seat swapped so that it can move."""
    everyone: tuple[Piece | Prisoner, ...] = (*view.pieces, *view.captured)
    hidden = [one for one in everyone if one.seat == state.track.turn and not one.kind]
    dealt = dict(enumerate(state.kinds))
    told = Told(state.rules, view)
    for one in hidden:
        for other in hidden:
            if told.may_be(one, dealt[other.id]) and told.may_be(other, dealt[one.id]):
                _assign(state, view, {**dealt, one.id: dealt[other.id], other.id: dealt[one.id]})
                if state.legal(state.track.turn):
                    return state
    _assign(state, view, dealt)
    return state


def _random_setup(
    game: RankGame, state: RankState, seat: int, rng: random.Random
) -> tuple[tuple[tuple[int, str], ...] | None, tuple[tuple[int, str], ...] | None]:
    from flagfall.ranks.state import SetupDecision

    decision = SetupDecision(seat, game.edition.armies[seat].kinds, game.board.homes[seat])
    pieces = decision.sample(rng).pieces
    return (pieces, state.setups[1]) if seat == 0 else (state.setups[0], pieces)


class Told:
    """What a view tells of the pieces whose kind it hides."""

    def __init__(self, rules: Rules, view: RankView) -> None:
        self.rules = rules
        self.view = view
        track = view.track
        walked = {piece.id for piece in view.pieces if piece.moved}
        walked |= {trail[0] for trails in track.trails for trail in trails}
        walked |= {route[0] for route in track.routes if route is not None}
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


def _deal(told: Told, seat: int, rng: random.Random) -> dict[int, Kind]:
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


def _knowledge(state: RankState, view: RankView) -> tuple[tuple[int, int], tuple[int, int]]:
    """What has been shown, as far as the view tells: what the seat knows, and what it has shown."""
    ranks, kinds = [0, 0], [0, 0]
    if state.rules.keeps:
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
