"""What a power says about itself, for those who weigh it without knowing it: bots, hints, compiled code.

A power declares how it strikes (`StrikeRule`), from where it gets at whom (`StrikeReach`), and what a use of
it does (`UseEffect`). Searchers, evaluations and reasons read that, and know no power by its name.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, TypeAlias

from flagfall.ranks.actions import Use
from flagfall.ranks.board import NOWHERE

Manner: TypeAlias = Literal["move", "strike", "approach", "look", "ask", "call", "stay"]
"""What an action does: go somewhere; fight or shoot; go among enemies and choose whom to strike; see a hidden
piece; ask for a kind of piece; place another piece of one's own; leave it at what has been done."""


class StrikeRule(NamedTuple):
    """How a strike is decided, and who stands where after it. The defaults are an ordinary attack's."""

    by_rank: bool = False
    """Whether it removes lower ranks alone and never harms the striker; else it is fought out as a battle."""
    takes_flags: bool = True
    """Whether a flag falls to it."""
    advances: bool = True
    """Whether a winner goes onto the square of the beaten; else it stays from where it struck."""
    draws_in: bool = False
    """Whether an enemy that wins comes onto the square of the striker."""
    most: int = 1
    """How many enemies may be struck at once."""
    may_halt: bool = False
    """Whether a power that goes up to enemies first may leave it at that."""
    shows_struck: bool = False
    """Whether everybody is shown which piece is struck; else its rank is called as in a battle (ST-ATT-2)."""


ORDINARY = StrikeRule()
"""An attack without any power (ST-ATT-3)."""


class AskRule(NamedTuple):
    """How a power that asks for a kind of piece is answered: by the direction of the nearest such enemy."""

    far_first: bool = False
    """Whether of several that are as near the one in the farthest row counts, else the one in the nearest;
    then the one farthest to the left, as the asking player sees it."""


class StrikeReach(NamedTuple):
    """A way to get at an enemy from a square in one turn, and what it takes."""

    use: Use
    target: int
    """Where the enemy stands."""
    empty: tuple[int, ...] = ()
    """Squares on which nobody may stand."""
    occupied: tuple[int, ...] = ()
    """Squares on which somebody has to stand."""


class UseNeeds(NamedTuple):
    """What a candidate takes to be allowed, the rules of repetition and tokens aside."""

    empty: tuple[int, ...] = ()
    """Squares on which nobody may stand."""
    occupied: tuple[int, ...] = ()
    """Squares on which somebody has to stand."""
    enemy: int = NOWHERE
    """The square on which an enemy has to stand."""
    open: int = NOWHERE
    """The square that has to be empty or an enemy's."""
    near: tuple[int, ...] = ()
    """Squares on one of which at least an enemy has to stand."""
    own: str = ""
    """The kind of piece that has to be on the board, one of the player's own."""
    theirs: str = ""
    """The kind of piece that the enemy's army must have had at the start."""


class UseEffect(NamedTuple):
    """What a use does, as far as everybody can see beforehand."""

    manner: Manner
    goal: int
    """Where the piece that moves stands afterwards if it lives; its own square if it does not move."""
    struck: tuple[int, ...] = ()
    """The squares of the enemies that it strikes, looks at, or may choose from."""
    mover: int = NOWHERE
    """The square of the piece that moves, if that is not the one that uses the power."""


class Parameter(NamedTuple):
    """A parameter that edition files give to a power."""

    values: tuple[str, ...] = ()
    """The words it takes, the default first; without any it has to be given."""
    is_friend: bool = False
    """Whether it names a kind of piece that an army with the power has exactly once."""


class Standing(Protocol):
    """Who stands where, as the player who acts sees it."""

    def enemy_on(self, square: int) -> bool:
        """Whether an enemy stands on a square."""

    def own_square(self, kind: str) -> int:
        """Where an own piece of a kind stands; NOWHERE without one."""
