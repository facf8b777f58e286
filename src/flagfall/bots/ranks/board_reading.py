"""The board as a bot sees it: who stands where, what is known, and what an action would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flagfall.bots.ranks.edition_facts import LINE, STEP, bits, facts_of
from flagfall.core import Action
from flagfall.ranks.actions import Halt, Move, Strike, Use
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.powers.declaration import ORDINARY, Manner, StrikeRule
from flagfall.ranks.view import Piece, RankView


class Effect(NamedTuple):
    """What an action does, as far as the board tells."""

    action: Action
    manner: Manner
    piece: Piece
    """The piece that acts; of a call the one that is placed."""
    target: int
    """Where it stands afterwards if it lives and wins; its own square if it does not move."""
    struck: tuple[Piece, ...] = ()
    """The enemies that it strikes, looks at, or may choose from."""
    shows: bool = False
    """Whether it shows the piece whatever happens."""
    strike: StrikeRule = ORDINARY
    """How it strikes, if it does."""
    kind: str = ""
    """The kind of piece that is asked for."""
    power: str = ""
    """The power that is used."""
    route: tuple[int, int] | None = None
    """The move in it that the rules of repetition count: from and to (ST-MOVE-6)."""
    line: bool = True
    """Whether that goes along a line."""

    @property
    def strikes(self) -> bool:
        """Whether it fights or shoots, at once or after a choice."""
        return self.manner in ("strike", "approach")


class BoardReading:
    """A view laid out on the board, with what the bot remembers besides."""

    def __init__(self, game: RankGame, view: RankView, memory: Mapping[int, str] | None = None) -> None:
        self.game = game
        self.view = view
        self.facts = facts_of(game, view.options)
        self.board = game.board
        self.seat = view.seat
        self.at: dict[int, Piece] = {piece.square: piece for piece in view.pieces}
        self.mine = [piece for piece in view.pieces if piece.seat == view.seat]
        self.theirs = [piece for piece in view.pieces if piece.seat != view.seat]
        self.occupied = bits(self.at)
        self.forward = self.facts.forward[view.seat]
        self._memory = memory or {}

    def kind(self, piece: Piece) -> Kind | None:
        """What a piece is as far as fights go, or None if the bot does not know."""
        if piece.kind:
            return self.facts.kinds[piece.seat][piece.kind]
        if piece.rank:
            return self.facts.by_rank[piece.seat][piece.rank]
        remembered = self._memory.get(piece.id)
        return self.facts.by_rank[piece.seat].get(remembered) if remembered else None

    def own(self, piece: Piece) -> Kind:
        """What an own piece is."""
        return self.facts.kinds[piece.seat][piece.kind]

    def enemy_on(self, square: int) -> bool:
        """Whether an enemy stands on a square."""
        return square in self.at and self.at[square].seat != self.seat

    def own_square(self, kind: str) -> int:
        """Where an own piece of a kind stands; NOWHERE without one."""
        return next((piece.square for piece in self.mine if piece.kind == kind), NOWHERE)

    def enemies_beside(self, square: int) -> list[Piece]:
        """The enemy pieces orthogonally next to a square."""
        return [self.at[near] for near in self.board.beside[square] if self.enemy_on(near)]

    def used_up(self, seat: int) -> frozenset[str]:
        """The powers that a seat may not use any more."""
        return frozenset(token.power for token in self.view.tokens if token.seat == seat and not token.left)

    def reach(
        self, square: int, empty: int = NOWHERE, gone: frozenset[int] = frozenset()
    ) -> list[tuple[int, int]]:
        """The enemy pieces that may get at a square, each with the ways that lie open.

        ``empty`` is a square that has just been left, ``gone`` are pieces that have just been taken.
        """
        at, seat = self.at, self.seat
        found: dict[int, int] = {}
        for line in self.board.rays[square]:
            for distance, other in enumerate(line):
                piece = at.get(other) if other != empty else None
                if piece is not None and piece.id not in gone:
                    if piece.seat != seat:
                        found[piece.id] = STEP | LINE if distance == 0 else LINE
                    break
        if self.facts.strikers:
            self._reach_by_powers(square, empty, gone, found)
        return list(found.items())

    def _reach_by_powers(self, square: int, empty: int, gone: frozenset[int], found: dict[int, int]) -> None:
        """Add the ways that powers have."""
        occupied = self.occupied | 1 << square
        if empty != NOWHERE:
            occupied &= ~(1 << empty)
        for piece in self.theirs if gone else ():
            if piece.id in gone:
                occupied &= ~(1 << piece.square)
        threats = self.facts.threats[square]
        for piece in self.theirs:
            if piece.id in gone or piece.square not in threats:
                continue
            ways = found.get(piece.id, 0)
            for threat in threats[piece.square]:
                if not occupied & threat.empty and occupied & threat.occupied == threat.occupied:
                    ways |= threat.way
            if ways:
                found[piece.id] = ways

    def advance(self, origin: int, target: int) -> int:
        """How many rows forward a move goes, for the seat of this view."""
        return (target // 10 - origin // 10) * self.forward

    def effect(self, action: Action) -> Effect:
        """What a legal action does."""
        if isinstance(action, Move):
            return self._move(action)
        if isinstance(action, Use):
            return self._use(action)
        awaited = self.view.awaited
        assert awaited is not None
        piece = self.view.piece(awaited.piece)
        power = self.facts.powers[awaited.power]
        route = (awaited.origin, piece.square)
        if isinstance(action, Strike):
            assert power.strike is not None
            struck = tuple(self.at[target] for target in action.targets)
            goal = action.targets[0] if power.strike.advances else piece.square
            return Effect(
                action, "strike", piece, goal, struck, True, power.strike, power=power.id, route=route
            )
        assert isinstance(action, Halt)
        return Effect(action, "stay", piece, piece.square, (), True, power=power.id, route=route)

    def _move(self, action: Move) -> Effect:
        piece, other = self.at[action.origin], self.at.get(action.target)
        far = action.target not in self.board.beside[action.origin]
        route = (action.origin, action.target)
        if other is None:
            return Effect(action, "move", piece, action.target, shows=far, route=route)
        return Effect(action, "strike", piece, action.target, (other,), True, route=route)

    def _use(self, action: Use) -> Effect:
        power = self.facts.powers[action.power]
        done = power.effect(action, self)
        piece = self.at[action.origin if done.mover == NOWHERE else done.mover]
        landing = power.landing(action)
        return Effect(
            action,
            done.manner,
            piece,
            done.goal,
            tuple(self.at[square] for square in done.struck),
            power.shows,
            power.strike or ORDINARY,
            action.kind,
            power.id,
            None if landing is None else (piece.square, landing),
            power.route(action) is not None,
        )


def without_idle_switches(legal: Sequence[Action]) -> Sequence[Action]:
    """The actions, less those that change a mode for nothing: only a power of the new mode is worth it."""
    kept = [
        action
        for action in legal
        if not isinstance(action, Move | Use)
        or action.switch == NOWHERE
        or (isinstance(action, Use) and action.switch == action.origin)
    ]
    return kept or legal
