"""What every act of a turn can do: offer itself, be checked, be performed, be read and written."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from flagfall.core.errors import IllegalAction
from flagfall.core.offers import factored
from flagfall.core.protocol import Action, OfferedActions
from flagfall.hexes.draft import Draft
from flagfall.hexes.rules.attacks import Attack
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scene import Scene


class Act(Action, frozen=True):
    """An action of a turn.

    A subclass with a verb is a kind of act that can be played. It has to bring all that is abstract here:
    one that does not is refused where it is defined, since structs have no abstract base classes.
    """

    verb: ClassVar[str] = ""
    """The first word of its text form."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        missing = [
            name for name in dir(cls) if getattr(getattr(cls, name, None), "__isabstractmethod__", False)
        ]
        if cls.verb and missing:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}")

    @classmethod
    @abstractmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every legal one in a scene."""

    @classmethod
    def offers(cls, scene: Scene) -> Sequence[OfferedActions]:
        """The same as products of short lists, those that the turn has no action for left out."""
        return factored(act for act in cls.legal(scene) if affordable(scene, act))

    @abstractmethod
    def check(self, scene: Scene) -> None:
        """`IllegalAction` if it may not be done, from what the seat knows."""

    @abstractmethod
    def perform(self, draft: Draft, scene: Scene) -> None:
        """Write what it does to the draft. It has been checked; the scene is the one before it."""

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Self | None:
        """A random legal one, or None."""
        found = list(cls.legal(scene))
        return rng.choice(found) if found else None

    def attack(self, field: Field, unit: int) -> Attack | None:
        """The attack that it makes when a unit does it in a field, or None for what is no attack."""
        return None

    # What it uses up

    def slot(self, scene: Scene) -> str:
        """The kind of action that it uses up, of which a turn has one (HX-SEQ-3)."""
        return self.verb

    def price(self) -> int:
        """How many of the two actions it takes."""
        return 1

    # Text

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """All first words that it is written with."""
        return (cls.verb,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """The act of some words: the verb, then a word for each field; ValueError if they do not fit."""
        _, *values = words
        if len(values) != len(cls.__struct_fields__):
            raise ValueError(f"{cls.verb} takes {len(cls.__struct_fields__)} words")
        return cls(*values)

    def __str__(self) -> str:
        return " ".join((self.verb, *(str(getattr(self, name)) for name in self.__struct_fields__)))


def affordable(scene: Scene, act: Act) -> bool:
    """Whether the turn still has the actions for an act, and not yet one of its kind (HX-SEQ-3)."""
    return act.price() <= scene.frame.left and act.slot(scene) not in scene.frame.used


def check_turn(scene: Scene, act: Act) -> None:
    """`IllegalAction` if the turn has no action left for an act, or its own rules forbid it."""
    if act.slot(scene) in scene.frame.used:
        raise IllegalAction("HX-SEQ-3", kind=act.slot(scene))
    if act.price() > scene.frame.left:
        raise IllegalAction("HX-SEQ-3", needs=act.price(), left=scene.frame.left)
    act.check(scene)
