"""Who is to move, and the two rules against repetition. All of it is public.

A `Track` is part of the State and of every View, and grows by the same `Turned` event in both: so a
client, a bot and the engine count alike.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from flagfall.ranks.board import Board
from flagfall.ranks.events import Turned

Trail: TypeAlias = tuple[int, int, int, int]
"""A straight move as the two-square rule sees it: piece, axis, and the borders low to high."""
Route: TypeAlias = tuple[int, int, int]
"""A straight move as the more-square rule sees it: piece, origin, target."""
Pair: TypeAlias = tuple[int, int, int, int]
"""A piece, the two squares between which it goes to and fro, and for how many turns in a row (ST-MOVE-6)."""


class Track(msgspec.Struct, frozen=True):
    """Turn, counters, and what the rules of repetition remember."""

    turn: int = 0
    ply: int = 0
    """Half-moves made."""
    quiet: int = 0
    """Half-moves since the last attack (ST-END-4)."""
    trails: tuple[tuple[Trail, ...], tuple[Trail, ...]] = ((), ())
    """For each seat its latest turns, as far back as they moved one piece along one axis."""
    routes: tuple[Route | None, Route | None] = (None, None)
    """For each seat its last straight move."""
    chase: tuple[int, int] = (0, 0)
    """For each seat its chase length."""
    position: int = 0
    past: tuple[int, ...] = ()
    """The positions before this one that stood in a chase, oldest first."""
    pairs: tuple[Pair | None, Pair | None] = (None, None)
    """For each seat the two squares between which its last turns took one piece, by whatever way."""

    def after(self, turned: Turned, board: Board, limit: int, lines_only: bool = False) -> Track:
        """The track after a turn; ``limit`` is that of the two-square rule.

        With ``lines_only``, as in older games, only moves along a line count.
        """
        seat = self.turn
        pairs = list(self.pairs)
        pairs[seat] = None if lines_only or limit == 0 else self._pair(turned, limit)
        trails = list(self.trails)
        trail = turned.trail
        if trail is None or limit == 0:
            trails[seat] = ()
        else:
            before = trails[seat]
            # Another piece, or the other axis, starts the count again (ST-MOVE-6).
            same = before and before[-1][0] == trail[0] and before[-1][1] == trail[1]
            trails[seat] = (*before[-(limit - 1) :], trail) if same and limit > 1 else (trail,)
        theirs = trails[1 - seat]
        if theirs and theirs[-1][0] == turned.drawn:
            trails[1 - seat] = ()
        other = pairs[1 - seat]
        if other is not None and other[0] == turned.drawn:
            pairs[1 - seat] = None
        routes = list(self.routes)
        routes[seat] = turned.route
        chase, past = self._chase(turned, board)
        return Track(
            turned.seat,
            self.ply + 1,
            0 if turned.attack else self.quiet + 1,
            (trails[0], trails[1]),
            (routes[0], routes[1]),
            chase,
            turned.position,
            past,
            (pairs[0], pairs[1]),
        )

    def _pair(self, turned: Turned, limit: int) -> Pair | None:
        """The mover's two squares after a turn, and how often in a row; None if no piece moved."""
        moved = turned.route or turned.hop
        if moved is None:
            return None
        piece, low, high = moved[0], min(moved[1:]), max(moved[1:])
        before = self.pairs[self.turn]
        if before is None or before[:3] != (piece, low, high):
            return piece, low, high, 1
        return piece, low, high, min(before[3] + 1, limit)

    def _chase(self, turned: Turned, board: Board) -> tuple[tuple[int, int], tuple[int, ...]]:
        """Chase lengths and past positions after a turn, exactly as ST-MOVE-7 counts them."""
        if not turned.position:
            return (0, 0), ()
        seat = self.turn
        chase = list(self.chase)
        route = turned.route
        if route is None:
            return (0, 0), ()
        theirs = self.routes[1 - seat]
        fled = theirs is not None and theirs[2] in board.beside[route[1]]
        chase[1 - seat] = chase[1 - seat] + 1 if fled else 0
        if turned.attack:
            chase = [0, 0]
        chase[seat] = chase[seat] + 1 if turned.near else 0
        keep = max(chase) - 1
        past = (*self.past, self.position)[-keep:] if keep > 0 else ()
        return (chase[0], chase[1]), past

    def barrier(self, limit: int) -> tuple[int, int, int, int] | None:
        """The borders that the seat to move may not cross, as piece, axis, low, high (ST-MOVE-6)."""
        trail = self.trails[self.turn]
        if not limit or len(trail) < limit:
            return None
        low = max(part[2] for part in trail)
        high = min(part[3] for part in trail)
        if low >= high:
            return None
        return trail[0][0], trail[0][1], low, high

    def recorded(self) -> object:
        """All of it as digests have it: without the youngest field where that is empty, as in older games."""
        fields = msgspec.structs.asdict(self)
        if self.pairs == (None, None):
            del fields["pairs"]
        return fields

    def held(self, limit: int) -> tuple[int, int, int] | None:
        """The piece that the seat to move may not take between two squares again, and these (ST-MOVE-6)."""
        pair = self.pairs[self.turn]
        return pair[:3] if pair is not None and limit and pair[3] >= limit else None

    def chased(self) -> tuple[int, ...]:
        """The positions that the seat to move may not bring about by a chasing move (ST-MOVE-7)."""
        length = self.chase[self.turn]
        return self.past[-(length - 1) :] if length > 1 else ()

    def takes_back(self, piece: int, origin: int, target: int) -> bool:
        """Whether a move simply takes back the last one of the seat to move."""
        return self.routes[self.turn] == (piece, target, origin)
