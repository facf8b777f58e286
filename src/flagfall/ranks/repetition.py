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

Barrier: TypeAlias = tuple[int, int, int, int]
"""The borders that a piece may not cross: piece, axis, low, high (ST-MOVE-6)."""


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
        mine, theirs = self.trails[seat], self.trails[1 - seat]
        trail = turned.trail
        if trail is None or limit == 0:
            mine = ()
        elif limit > 1 and mine and self._goes_on(turned, lines_only):
            mine = (*mine[-(limit - 1) :], trail)
        else:
            mine = (trail,)
        if theirs and theirs[-1][0] == turned.drawn:
            theirs = ()
        pair, other = self.pairs if seat == 0 else self.pairs[::-1]
        pair = None if lines_only or limit == 0 else _pair(pair, turned.route or turned.hop, limit)
        if other is not None and other[0] == turned.drawn:
            other = None
        chase, past = self._chase(turned, board)
        return Track(
            turned.seat,
            self.ply + 1,
            0 if turned.attack else self.quiet + 1,
            (mine, theirs) if seat == 0 else (theirs, mine),
            (turned.route, self.routes[1]) if seat == 0 else (self.routes[0], turned.route),
            chase,
            turned.position,
            past,
            (pair, other) if seat == 0 else (other, pair),
        )

    def _goes_on(self, turned: Turned, lines_only: bool) -> bool:
        """Whether a straight move counts on: the same piece, axis and line as the mover's last (ST-MOVE-6).

        Sneak Attack may end beside its leap, and a move from there crosses other borders; older games did
        not see that.
        """
        last, trail, route = self.trails[self.turn][-1], turned.trail, turned.route
        assert trail is not None and route is not None
        if last[0] != trail[0] or last[1] != trail[1]:
            return False
        before = self.routes[self.turn]
        return lines_only or before is None or before[2] == route[1]

    def _chase(self, turned: Turned, board: Board) -> tuple[tuple[int, int], tuple[int, ...]]:
        """Chase lengths and past positions after a turn, exactly as ST-MOVE-7 counts them."""
        route = turned.route
        if not turned.position or route is None:
            return (0, 0), ()
        seat = self.turn
        mine, other = self.chase if seat == 0 else self.chase[::-1]
        theirs = self.routes[1 - seat]
        if turned.attack:
            mine = other = 0
        elif theirs is not None and theirs[2] in board.beside[route[1]]:  # it fled
            other += 1
        else:
            other = 0
        mine = mine + 1 if turned.near else 0
        keep = max(mine, other) - 1
        past = (*self.past, self.position)[-keep:] if keep > 0 else ()
        return (mine, other) if seat == 0 else (other, mine), past

    def barrier(self, limit: int) -> Barrier | None:
        """The borders that all of the last moves of the seat to move have crossed (ST-MOVE-6)."""
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


def _pair(before: Pair | None, moved: Route | None, limit: int) -> Pair | None:
    """The mover's two squares after a turn, and how often in a row; None if no piece moved."""
    if moved is None:
        return None
    piece, low, high = moved
    if low > high:
        low, high = high, low
    times = 1
    if before is not None and before[0] == piece and before[1] == low and before[2] == high:
        times = min(before[3] + 1, limit)
    return piece, low, high, times
