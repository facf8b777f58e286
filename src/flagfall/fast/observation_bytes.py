"""What each byte of an observation means: the one definition that simulator, bots and networks import.

An observation is what the player to move sees, turned so that the player's own back row comes first. For
every cell it has five planes:

    0  what stands there: NOTHING, BLOCKED, MINE + rank + 12 * shown + 24 * moved for an own piece, HIDDEN for
       a hidden enemy and one more if it has moved, THEIRS + rank for an enemy that was shown; for onlookers
       MINE_HIDDEN, and one more if it has moved, for hidden pieces of the player to move
    1  the rank of the own piece that can arrive there going north (low four bits) and east (high); 0: illegal
    2  the same going south (low) and west (high): planes 1 and 2 hold the legal moves
    3  from here went the last half-move (bit 0), the one before (bit 1), ... the eighth (bit 7)
    4  the same for where they went

In batches that remember pieces three more follow, about the piece of either side that stands there; all of it
is public (`flagfall.fast.piece_memory`):

    5  the highest rank of a shown enemy that it went up to (low four bits), the lowest that it left (high)
    6  the highest (low) and lowest (high) rank of a shown enemy that it stood beside while its side moved
       something else
    7  how often it has moved, at most 15 (low); how often it went up to a hidden enemy (bits 4 and 5) and
       left a hidden enemy that has moved (bits 6 and 7), at most 3 each

Networks that were trained without these take the first five. For the board there is a vector of `VECTOR`
bytes, whose places are named below. Trained weights depend on every one of these numbers: a change makes them
worthless.
"""

from __future__ import annotations

PLANES = 5
VECTOR = 56
STANDING, NORTH_EAST, SOUTH_WEST, WENT_FROM, WENT_TO = 0, 1, 2, 3, 4
"""The planes."""
WENT_UP, STOOD_BESIDE, TRAVELLED = 5, 6, 7
"""The planes of batches that remember pieces."""
ALL_PLANES = 8
MEMORY = 8
"""Half-moves that the last two planes show."""
RECALLED = 5
"""Bytes of a half-move in the history."""

NOTHING, BLOCKED, MINE, HIDDEN, THEIRS, MINE_HIDDEN = 0, 1, 2, 50, 52, 64
"""What stands on a cell."""

THEIR_LIVING, THEIR_HIDDEN, MY_LIVING, MY_HIDDEN = 0, 12, 24, 36
"""Where twelve counts by rank begin in the vector: living and hidden pieces of both."""
QUIET_LEFT = 48
"""Half-moves to the quiet draw, at most `MOST_QUIET`."""
PLAYED = 49
"""Half-moves played, divided by 2 ** `PLAYED_SHIFT`."""
VARIANT = 50
SEAT = 51
MY_RUN, THEIR_RUN = 52, 53
"""Turns in a row with one piece along one axis, at most `MOST_RUN`."""
MY_CHASE, THEIR_CHASE = 54, 55
"""Chase lengths, at most `MOST_BYTE`; 0 without the more-square rule."""
MOST_QUIET, MOST_RUN, MOST_BYTE, PLAYED_SHIFT = 100, 4, 255, 3

# ---- what a network makes of the bytes ------------------------------------------------------------

STANDINGS = 64
"""Things that stand on a cell, one input each."""
FIRST_RANK, LAST_RANK = 1, 10
"""The ranks that move, one input each for each way to arrive."""
CELL_INPUTS = STANDINGS + 4 * (LAST_RANK - FIRST_RANK + 1) + 2 * MEMORY
MEMORY_INPUTS = 4 * 2 * (LAST_RANK - FIRST_RANK + 1) + 2 * 15 + 2 * 2 * 3
"""Inputs of a cell from what its piece was seen to do: ranks and counts, apart for own pieces and enemies."""
BOARD_PARTS = (
    (THEIR_LIVING, QUIET_LEFT, 4, MOST_BYTE),
    (QUIET_LEFT, PLAYED, 100, MOST_BYTE),
    (PLAYED, VARIANT, 64, MOST_BYTE),
    (SEAT, MY_RUN, 1, MOST_BYTE),
    (MY_RUN, MY_CHASE, 4, MOST_BYTE),
    (MY_CHASE, VECTOR, 8, 32),
)
"""Parts of the vector as inputs: from, up to, the number that divides them, and the most that counts."""
BOARD_INPUTS = VECTOR
"""The parts without the variant, and the balance of material."""
RANK_WORTHS = (0.0, 0.3, 0.12, 0.3, 0.2, 0.25, 0.35, 0.45, 0.6, 0.85, 1.0, 0.2)
"""Rough material values by rank, for the balance of material."""
EVEN = 0.3
"""What is added to all material when the balance is taken."""
