"""What an edition is made of: the structs that an edition file is read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias

import msgspec

from flagfall.core import Option
from flagfall.core.options import Value
from flagfall.core.presentation import Words

Role: TypeAlias = Literal["soldier", "spy", "bomb", "flag"]
Moves: TypeAlias = Literal["none", "step", "line"]

FLAG_STRENGTH, SPY_STRENGTH, BOMB_STRENGTH = 0, 1, 11


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece: the Marshal, a Storm Trooper, the Bomb."""

    id: str
    letter: str
    """Its letter in set-ups and positions, upper case; lower case stands for seat 1's."""
    rank: str
    """What is called out when ranks are announced: ``10`` to ``1``, ``S``, ``B``, ``F``."""
    strength: int
    """Its place in the order of ranks: flag 0, spy 1, then the number; bomb 11."""
    role: Role
    moves: Moves
    count: int
    names: Words
    defuses: bool = False
    """Whether it removes a bomb that it attacks (ST-ATT-4)."""
    slays: tuple[str, ...] = ()
    """Ranks that it captures when it attacks, whatever the order of ranks says (ST-ATT-6)."""
    powers: tuple[str, ...] = ()
    """The powers it has, upright; of a piece with modes those of Vehicle Mode (ST-MODE-1)."""
    robot: tuple[str, ...] = ()
    """The powers it has in Robot Mode; empty if it has no modes (ST-MODE-3)."""
    emblem: str = ""
    basis: Mapping[str, str] = {}
    """Where a fact comes from: ``rulebook``, ``page`` (a collector's), ``reconstruction`` or ``decision``.

    Facts are ``name``, ``rank``, ``count``, ``label`` (which games it takes part in) and its powers by id.
    """

    @property
    def movable(self) -> bool:
        """Whether it ever moves by itself (ST-MOVE-3)."""
        return self.moves != "none"

    def name(self, language: str = "en") -> str:
        """Its name in a language, else in English."""
        return self.names.get(language, self.names["en"])


class Army(msgspec.Struct, frozen=True):
    """One side's pieces."""

    id: str
    """The word for the side in text forms: ``red``, ``dark-side``."""
    names: Words
    colour: str
    kinds: tuple[Kind, ...]

    @property
    def size(self) -> int:
        """How many pieces it has."""
        return sum(kind.count for kind in self.kinds)


class PowerSpec(msgspec.Struct, frozen=True):
    """A special power as an edition has it: which one, its name, and its parameters."""

    id: str
    """The word for it in text forms and in the lists of the pieces: ``spyglass``."""
    kind: str
    """Which power of the engine it is: ``vision``."""
    names: Words
    help: Words
    """All about it: the edition's own text, else that of the kind (`flagfall.ranks.guide`)."""
    uses: int = 0
    """How often in a game a side may use it; 0 is as often as it likes."""
    params: Mapping[str, object] = {}

    def name(self, language: str = "en") -> str:
        """Its name in a language, else in English."""
        return self.names.get(language, self.names["en"])


class Edition(msgspec.Struct, frozen=True):
    """One edition of the game, as data."""

    id: str
    names: Words
    summary: Words
    theme: str
    source: str
    picture: str
    """The board, drawn as `flagfall.ranks.board.Board` reads it."""
    lake: Words
    """What a blocked square is called."""
    armies: tuple[Army, Army]
    powers: tuple[PowerSpec, ...]
    options: tuple[Option, ...]
    basis: Mapping[str, str] = {}
    """Where its board comes from, in the words of `Kind.basis`."""
    sources: Words = {}
    """Which of its facts its rulebook says, and which are a reconstruction, in a few sentences."""
    book: Mapping[str, Value] = {}
    """The options as its rulebook has them, where the defaults are others."""
    file: str = ""

    @property
    def has_modes(self) -> bool:
        """Whether any piece changes modes."""
        return any(kind.robot for army in self.armies for kind in army.kinds)

    def name(self, language: str = "en") -> str:
        """Its name in a language, else in English."""
        return self.names.get(language, self.names["en"])


class HasEdition(Protocol):
    """Anything with an edition: a game, or its rules."""

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
