"""The two rules against repetition for compiled code: two-square (ST-MOVE-6) and more-square (ST-MOVE-7).

The simulator (`flagfall.fast.recent_moves`) and the bots' search (`flagfall.bots.ranks.tree.repetition`)
each keep the moves of a game in their own way; what the rules make of these moves is decided here, once.
`flagfall.ranks.repetition` is the reference that both are held against.

Squares are numbers, ``row * width + column``; each caller has a width of its own. Plain functions, compiled
by `flagfall.fast.compile`.
"""

from __future__ import annotations


def axis_of(start: int, goal: int, width: int) -> int:
    """The axis of a straight move, as its step towards higher squares: 1 along a row, else the width."""
    return width if abs(goal - start) >= width else 1


def run_after(run: int, last_start: int, last_goal: int, start: int, goal: int, width: int) -> int:
    """How many turns in a row a player has now moved one piece along one axis (ST-MOVE-6).

    ``run`` is the count after the move before; 0 says that there was none that counts.
    """
    if (
        run > 0
        and last_goal == start
        and axis_of(last_start, last_goal, width) == axis_of(start, goal, width)
    ):
        return run + 1
    return 1


def lower_border(low: int, start: int, goal: int) -> int:
    """The lower end of the borders that several moves along one axis have all crossed, after one more."""
    return max(low, min(start, goal))


def upper_border(high: int, start: int, goal: int) -> int:
    """The upper end of these borders."""
    return min(high, max(start, goal))


def crosses(low: int, high: int, start: int, goal: int) -> bool:
    """Whether a move crosses a border that the last moves have all crossed: then it is one too many."""
    return low < high and min(start, goal) < high and max(start, goal) > low


def same_squares(start: int, goal: int, other_start: int, other_goal: int) -> bool:
    """Whether two moves go between the same two squares, either way."""
    return (start == other_start and goal == other_goal) or (start == other_goal and goal == other_start)


def chaser_after(chase: int, near: bool, attack: bool) -> int:
    """The chase length of the player who has moved; ``near`` says that the move ended next to an enemy."""
    if not near:
        return 0
    return 1 if attack else chase + 1


def chased_after(chase: int, fled: bool, attack: bool) -> int:
    """The chase length of the other; ``fled``: the move began next to where the other's last one ended."""
    return chase + 1 if fled and not attack else 0


def takes_back(last_start: int, last_goal: int, start: int, goal: int) -> bool:
    """Whether a move simply takes back the player's last one, which ST-MOVE-7 allows."""
    return last_start == goal and last_goal == start
