"""The board as a bot sees it: who stands where, what is known, and what an action would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from flagfall.core import Action
from flagfall.ranks.actions import Halt, Move, Strike, Use
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.edition import Kind
from flagfall.ranks.game import RankGame
from flagfall.ranks.view import Piece, RankView

Manner: TypeAlias = Literal[
    "move", "attack", "blast", "rumble", "magnet", "look", "ask", "summon", "stay", "step-in"
]
"""What an action does: `step-in` is the first half of a rumble, `stay` the end of a power without a fight."""

MOVES_LIKE_ATTACKS = frozenset({"charge", "slash", "magic", "speed"})


STEP, LINE, SLANT, SPEED, BLAST, RUMBLE, MAGNET = 1, 2, 4, 8, 16, 32, 64
"""The ways in which a piece can get at another in one turn, as bits."""
WAYS = {
    "charge": LINE,
    "magic": LINE,
    "slash": SLANT,
    "speed": SPEED,
    "blast": BLAST,
    "rumble": RUMBLE,
    "magnet": MAGNET,
}


class Lore:
    """What a bot looks up in an edition again and again."""

    def __init__(self, game: RankGame) -> None:
        edition = game.edition
        self.kinds: tuple[dict[str, Kind], ...] = tuple(
            {kind.id: kind for kind in army.kinds} for army in edition.armies
        )
        self.by_rank: tuple[dict[str, Kind], ...] = tuple(
            {kind.rank: kind for kind in reversed(army.kinds)} for army in edition.armies
        )
        """For each seat one kind of every rank: in a fight they are alike."""
        self.manner: dict[str, str] = {power.id: power.kind for power in edition.powers}
        self.friend: dict[str, str] = {
            power.id: str(power.params["friend"]) for power in edition.powers if "friend" in power.params
        }
        self.armed = any(power.kind in WAYS for power in edition.powers)
        """Whether any power gets at pieces that are not next to it."""
        self.forward = (1, -1)
        """The way forward for each seat, in rows."""


@lru_cache(maxsize=64)
def lore(game: RankGame) -> Lore:
    """The lore of an edition, made once."""
    return Lore(game)


MAGIC, SNEAK = 128, 256
"""Ways that only the search follows: through lakes, and over pieces."""
SEARCH_WAYS = {**WAYS, "magic": MAGIC, "sneak": SNEAK}


def ways_of(game: RankGame, kind: Kind, known: Mapping[str, int] = WAYS) -> int:
    """The ways in which a kind of piece gets at others, in either mode."""
    if not kind.movable:
        return 0
    manner = lore(game).manner
    ways = STEP | LINE if kind.moves == "line" else STEP
    for power in (*kind.powers, *kind.robot):
        ways |= known.get(manner[power], 0)
    return ways


class Effect(NamedTuple):
    """What an action does, as far as the board tells."""

    action: Action
    manner: Manner
    piece: Piece
    """The piece that acts; of `summon` the one that is moved."""
    target: int
    """Where it stands afterwards if it lives and wins; its own square if it does not move."""
    struck: tuple[Piece, ...] = ()
    """The enemies it fights or looks at."""
    shows: bool = False
    """Whether it shows the piece whatever happens."""
    kind: str = ""
    """The kind that the compass is asked for."""


class BoardReading:
    """A view laid out on the board, with what the bot remembers besides."""

    def __init__(self, game: RankGame, view: RankView, memory: Mapping[int, str] | None = None) -> None:
        self.game = game
        self.view = view
        self.lore = lore(game)
        self.board = game.board
        self.seat = view.seat
        self.at: dict[int, Piece] = {piece.square: piece for piece in view.pieces}
        self.mine = [piece for piece in view.pieces if piece.seat == view.seat]
        self.theirs = [piece for piece in view.pieces if piece.seat != view.seat]
        self.forward = self.lore.forward[view.seat]
        self._memory = memory or {}

    def kind(self, piece: Piece) -> Kind | None:
        """What a piece is as far as fights go, or None if the bot does not know."""
        if piece.kind:
            return self.lore.kinds[piece.seat][piece.kind]
        if piece.rank:
            return self.lore.by_rank[piece.seat][piece.rank]
        remembered = self._memory.get(piece.id)
        return self.lore.by_rank[piece.seat].get(remembered) if remembered else None

    def own(self, piece: Piece) -> Kind:
        """What an own piece is."""
        return self.lore.kinds[piece.seat][piece.kind]

    def enemies_beside(self, square: int) -> list[Piece]:
        """The enemy pieces orthogonally next to a square."""
        at = self.at
        return [at[near] for near in self.board.beside[square] if near in at and at[near].seat != self.seat]

    def reach(
        self, square: int, empty: int = -1, gone: frozenset[int] = frozenset()
    ) -> list[tuple[int, int]]:
        """The enemy pieces that may get at a square, each with the ways that lie open.

        ``empty`` is a square that has just been left, ``gone`` are pieces that have just been taken.
        """
        at, seat, board = self.at, self.seat, self.board
        found: dict[int, int] = {}

        def standing(other: int) -> Piece | None:
            piece = at.get(other) if other != empty else None
            return None if piece is None or piece.id in gone else piece

        for line in board.rays[square]:
            for distance, other in enumerate(line):
                piece = standing(other)
                if piece is not None:
                    if piece.seat != seat:
                        ways = STEP | LINE | SPEED | BLAST | MAGNET if distance == 0 else LINE
                        if distance == 1:
                            ways |= SPEED | BLAST | MAGNET
                        found[piece.id] = ways
                    break
        if self.lore.armed:
            for line in board.slants[square]:
                for distance, other in enumerate(line):
                    piece = standing(other)
                    if piece is not None:
                        if piece.seat != seat:
                            found[piece.id] = found.get(piece.id, 0) | SLANT | (BLAST if distance < 2 else 0)
                        break
            for step in board.around[square]:
                if standing(step) is None:
                    straight = step in board.beside[square]
                    for other in board.beside[step]:
                        piece = standing(other)
                        if piece is not None and piece.seat != seat and other != square:
                            found[piece.id] = found.get(piece.id, 0) | RUMBLE | (SPEED if straight else 0)
        return list(found.items())

    def advance(self, origin: int, target: int) -> int:
        """How many rows forward a move goes, for the seat of this view."""
        return (target // 10 - origin // 10) * self.forward

    def effect(self, action: Action) -> Effect:
        """What a legal action does."""
        at = self.at
        if isinstance(action, Move):
            piece = at[action.origin]
            far = action.target not in self.board.beside[action.origin]
            other = at.get(action.target)
            if other is None:
                return Effect(action, "move", piece, action.target, shows=far)
            return Effect(action, "attack", piece, action.target, (other,), True)
        if isinstance(action, Use):
            return self._use(action)
        awaited = self.view.awaited
        assert awaited is not None
        piece = self.view.piece(awaited.piece)
        if isinstance(action, Strike):
            struck = tuple(at[target] for target in action.targets)
            if self.lore.manner[awaited.power] == "rumble":
                return Effect(action, "rumble", piece, piece.square, struck, True)
            return Effect(action, "attack", piece, action.targets[0], struck, True)
        assert isinstance(action, Halt)
        return Effect(action, "stay", piece, piece.square, (), True)

    def _use(self, action: Use) -> Effect:
        at = self.at
        piece = at[action.origin]
        manner = self.lore.manner[action.power]
        if manner in MOVES_LIKE_ATTACKS or manner in ("leap", "sneak"):
            target = action.targets[-1]
            other = at.get(target)
            if other is not None:
                return Effect(action, "attack", piece, target, (other,), True)
            return Effect(action, "move", piece, target, shows=True)
        if manner == "rumble":
            target = action.targets[0]
            struck = tuple(
                at[near] for near in self.board.around[target] if near in at and at[near].seat != self.seat
            )
            return Effect(action, "step-in", piece, target, struck, True)
        if manner == "compass":
            return Effect(action, "ask", piece, piece.square, (), True, action.kind)
        if manner == "summon":
            friend = self.lore.friend[action.power]
            called = next((own for own in self.mine if own.kind == friend), piece)
            return Effect(action, "summon", called, action.targets[0], (), True)
        struck = tuple(at[target] for target in action.targets)
        known: dict[str, Manner] = {"blast": "blast", "magnet": "magnet", "vision": "look"}
        return Effect(action, known.get(manner, "stay"), piece, piece.square, struck, True)


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
