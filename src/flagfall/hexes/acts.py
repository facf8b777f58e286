"""Actions of a turn: what every one of them can do, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, ClassVar, TypeVar

from flagfall.core.errors import BadText, IllegalAction, Unreadable, complaint
from flagfall.core.protocol import Action
from flagfall.hexes.events import Frame
from flagfall.hexes.maps.geometry import DIRECTIONS, direction
from flagfall.hexes.rules.field import Field
from flagfall.hexes.units.pieces import AIR, GROUND, Piece

if TYPE_CHECKING:
    import random

    from flagfall.hexes.draft import Play
    from flagfall.hexes.state import HexState

D = TypeVar("D", bound="Act")


class Scene:
    """The turn in progress as the acting seat knows it: what legality is judged by."""

    __slots__ = ("field", "frame", "me", "seat", "state", "unit")

    def __init__(self, state: HexState) -> None:
        self.state = state
        self.frame: Frame = state.stack[-1]
        self.unit = self.frame.unit
        self.seat = state.pieces[self.unit].seat
        self.field: Field = state.field(self.seat)
        self.me: Piece = self.field.pieces[self.unit]

    def has(self, name: str) -> bool:
        """Whether the acting unit has an ability or attribute in its mode."""
        return self.field.has(self.unit, name)

    def hex(self, text: str) -> int:
        """The hex that an action names."""
        try:
            return self.field.board.map.hex(text)
        except ValueError:
            raise IllegalAction("HX-CONV-4", hex=text) from None

    def label(self, hex: int) -> str:
        """The number of a hex as actions name it."""
        return self.field.board.label(hex)

    def number(self, key: str) -> int:
        """The unit that an action names."""
        for number, piece in enumerate(self.field.pieces):
            if piece.key == key:
                return number
        raise IllegalAction("HX-UNIT-6", unit=key)

    def neighbours(self) -> list[int]:
        """The hexes next to the acting unit."""
        if self.me.hex < 0:
            return []
        return [hex for hex in self.field.board.neighbours[self.me.hex] if hex >= 0]

    def allies(self) -> Iterator[tuple[int, Piece]]:
        """The other units of the seat."""
        for number, piece in enumerate(self.field.pieces):
            if piece.seat == self.seat and number != self.unit:
                yield number, piece

    def refuse_unless(self, ability: str, rule: str) -> None:
        """`IllegalAction` unless the unit is on the map and has an ability in its mode (HX-UNIT-5)."""
        if not self.has(ability) or self.me.carrier >= 0:
            raise IllegalAction(rule, unit=self.me.key)


class Act(Action, frozen=True):
    """An action of a turn. ``slot`` is its kind, of which a turn has one (HX-SEQ-3)."""

    verb: ClassVar[str] = ""
    """The first word of its text form."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """All first words that it is written with."""
        return (cls.verb,)

    def slot(self, scene: Scene) -> str:
        """The kind of action that it uses up."""
        return self.verb

    def price(self) -> int:
        """How many of the two actions it takes."""
        return 1

    @classmethod
    def offers(cls: type[D], scene: Scene) -> Iterator[D]:
        """Every legal one in a scene."""
        raise NotImplementedError

    @classmethod
    def sample(cls: type[D], scene: Scene, rng: random.Random) -> D | None:
        """A random legal one, or None."""
        found = list(cls.offers(scene))
        return rng.choice(found) if found else None

    def check(self, scene: Scene) -> None:
        """`IllegalAction` if it may not be done, from what the seat knows."""
        raise NotImplementedError

    def perform(self, play: Play) -> None:
        """Do it. It has been checked."""
        raise NotImplementedError

    @classmethod
    def read(cls: type[D], words: Sequence[str]) -> D:
        """The action of some words, the verb first; ValueError if they do not fit."""
        raise NotImplementedError

    def __str__(self) -> str:
        raise NotImplementedError


def affordable(scene: Scene, act: Act) -> bool:
    """Whether the turn still has the actions for an act, and not yet one of its kind (HX-SEQ-3)."""
    return act.price() <= scene.frame.left and act.slot(scene) not in scene.frame.used


def check_turn(scene: Scene, act: Act) -> None:
    """`IllegalAction` if the turn has no action left for an act."""
    if act.slot(scene) in scene.frame.used:
        raise IllegalAction("HX-SEQ-3", kind=act.slot(scene))
    if act.price() > scene.frame.left:
        raise IllegalAction("HX-SEQ-3", needs=act.price(), left=scene.frame.left)
    act.check(scene)


@cache
def kinds() -> tuple[type[Act], ...]:
    """Every kind of act, in the order of the lists that players see."""
    from flagfall.hexes import abilities, actions

    return (*actions.KINDS, *abilities.KINDS)


@cache
def verbs() -> dict[str, type[Act]]:
    """The kinds of acts by every first word that names one."""
    return {word: kind for kind in kinds() for word in kind.names()}


def offers(state: HexState) -> list[Action]:
    """All legal actions of the turn in progress."""
    scene = Scene(state)
    return [act for kind in kinds() for act in kind.offers(scene) if affordable(scene, act)]


def read(text: str) -> Act:
    """The act that a text names; `BadText` says where it cannot be read."""
    words = text.split()
    kind = verbs().get(words[0].lower()) if words else None
    if kind is None:
        raise BadText(complaint("deed.verb", known=", ".join(sorted(verbs()))))
    with reading(text):
        return kind.read(words)


@contextmanager
def reading(text: str) -> Iterator[None]:
    """Makes `BadText` of words that do not fit: what is wrong with one of them, or that they are too many."""
    column = len(next(iter(text.split()), "")) + 2
    try:
        yield
    except Unreadable as error:
        raise BadText(error.complaint, column=column) from None
    except (ValueError, IndexError):
        raise BadText(complaint("deed.unfit", text=text), column=column) from None


def facing_word(word: str) -> str:
    """A direction as actions write it; `Unreadable` if it is none."""
    return DIRECTIONS[direction(word)]


def target_in(field: Field, hex: int, what: str, layers: tuple[int, ...] = (GROUND, AIR)) -> int:
    """The unit in a hex that an attack names: grounded first; -1 for the hex itself."""
    if what == "construct":
        return -1
    if what != "air" and GROUND in layers and hex in field.ground:
        return field.ground[hex]
    if AIR in layers and what != "ground" and hex in field.air:
        return field.air[hex]
    return -1
