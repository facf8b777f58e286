"""What each byte of an observation means in games with powers: the one definition.

An observation is what the player to move sees, turned so that the player's own back row comes first. Kinds of
pieces are counted in the order of the edition, for each side its own. For every cell it has four planes:

    0  what stands there: 0 nothing, 1 blocked, OF_MINE + kind; of an enemy ENEMY_HIDDEN, ENEMY_RANKED + rank
       if only its rank is known, ENEMY_KNOWN + kind if it is known which piece it is; for onlookers
       OWN_HIDDEN and OWN_RANKED + rank for such pieces of the player to move
    1  marks: HAS_GONE it has moved by itself, FACE_UP it lies in Robot Mode; of an own piece RANK_TOLD and
       KIND_TOLD what the opponent knows; BEGAN it has begun a power that waits for its targets, CAME_FROM it
       stood here when this turn began
    2  from here went the last half-move (bit 0), the one before (bit 1), ... the eighth (bit 7)
    3  the same for where they went; what moves nobody goes from and to the cell of its piece

For the board there is a vector of `POWER_VECTOR` bytes, whose places are named below.
"""

from __future__ import annotations

POWER_PLANES = 4
POWER_VECTOR = 150
STOOD, MARKED, LEFT_FROM, CAME_TO = 0, 1, 2, 3
"""The planes."""

OF_MINE, ENEMY_HIDDEN, ENEMY_RANKED, ENEMY_KNOWN, OWN_HIDDEN, OWN_RANKED = 2, 34, 35, 64, 96, 97
"""What stands on a cell, besides 0 for nothing and 1 for a blocked one."""
HAS_GONE, FACE_UP, RANK_TOLD, KIND_TOLD, BEGAN, CAME_FROM = 1, 2, 4, 8, 16, 32
"""The marks."""

THEIRS_ALIVE, THEIRS_UNKNOWN, MINE_ALIVE, MINE_UNKNOWN = 0, 32, 64, 96
"""Where counts by kind begin: alive, and those of which the other side does not know which piece it is."""
QUIET_AT, PLAYED_AT, VARIANT_AT, SEAT_AT = 128, 129, 130, 131
"""Half-moves to the quiet draw, half-moves played divided by 8, variant, seat."""
RUNS_AT, TIMES_AT, CHASES_AT = 132, 134, 136
"""Own and enemy: turns in a row with one piece along one axis, and turns in a row in which a piece went
between the same two squares, both as far as ST-MOVE-6 counts them; chase lengths, 0 without ST-MOVE-7."""
WAITS_AT = 138
"""One more than the number of the power that waits for its targets; else 0."""
ASKED_AT, DIRECTION_AT, ASKER_AT = 139, 140, 141
"""What was asked for last: one more than the kind; in which direction it was, as the player to move sees it,
1 to 9 from back left to front right, 5 for a kind that is gone; 1 if that player asked, 2 if the other."""
TOKENS_AT = 142
"""How many of each token are left, in the order of the edition's."""
