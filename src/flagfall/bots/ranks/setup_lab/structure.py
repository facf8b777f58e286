"""A score of what can be seen of a set-up, for editions that no network has learned.

From 0 to 100: how well the flag is covered and its weakest way guarded, how evenly the lanes are held, who is
kept in reserve, and who can move. It knows nothing of powers, and nothing of how games went.
"""

from __future__ import annotations

from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.bots.ranks.setup_lab.examine import (
    NEAR,
    Placed,
    front_half,
    is_miner,
    is_scout,
    movers,
    strong_pieces,
)
from flagfall.bots.ranks.setup_lab.flag_routes import flag_ways, open_lines
from flagfall.bots.ranks.setup_lab.lanes import lanes
from flagfall.bots.ranks.setups import shelter, walled_in

ENOUGH = 2.0
"""Guards on the weakest way from which more count nothing: a bomb counts one, another piece a quarter."""
EXITS = 5
"""Pieces that can move at once from which more count nothing."""


def structure_score(home: HomeArea, placed: Placed) -> float:
    """The score of a set-up."""
    return (
        28 * shelter(home, dict(placed))
        + 20 * _weakest_way(home, placed)
        + 18 * _even(home, placed)
        + 8 * _both_halves(home, placed)
        + 8 * _kept(home, placed)
        + 8 * _spies_placed(home, placed)
        + 10 * _moving(home, placed)
    )


def _weakest_way(home: HomeArea, placed: Placed) -> float:
    if open_lines(home, placed):
        return 0.0
    ways = flag_ways(home, placed)
    return min((min(ENOUGH, way.bombs + way.pieces / 4) for way in ways), default=ENOUGH) / ENOUGH


def _even(home: HomeArea, placed: Placed) -> float:
    """The weakest lane's strength as a share of an even one."""
    held = [lane.strength for lane in lanes(home, placed)]
    return min(held) * len(held) / max(1, sum(held))


def _both_halves(home: HomeArea, placed: Placed) -> float:
    """How evenly scouts stand in front and behind."""
    own = [front_half(home, square) for square, kind in placed.items() if is_scout(kind)]
    return 1 - abs(2 * sum(own) / len(own) - 1) if len(own) > 1 else 1.0


def _kept(home: HomeArea, placed: Placed) -> float:
    """The share of the miners that stand behind."""
    own = [front_half(home, square) for square, kind in placed.items() if is_miner(kind)]
    return 1 - sum(own) / len(own) if own else 1.0


def _spies_placed(home: HomeArea, placed: Placed) -> float:
    """The share of the spies that stand by a strong piece, behind the front row."""
    board, strong = home.board, strong_pieces(placed)
    own = [square for square, kind in placed.items() if kind.slays and kind.movable]
    near = [
        any(
            abs(board.row(spy) - board.row(one)) + abs(board.column(spy) - board.column(one)) <= NEAR
            for one in strong
        )
        and home.row[spy] < home.depth - 1
        for spy in own
    ]
    return sum(near) / len(near) if near else 1.0


def _moving(home: HomeArea, placed: Placed) -> float:
    if walled_in(home, dict(placed)):
        return 0.0
    return min(EXITS, len(movers(home, placed))) / EXITS
