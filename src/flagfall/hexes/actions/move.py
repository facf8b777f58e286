"""Moving: to a place by the cheapest path, or step by step; into a transport, off the map; sprinting."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.core.protocol import OfferedActions
from flagfall.hexes.actions.act import Act, affordable
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.movement import travel
from flagfall.hexes.effects.turns import spend
from flagfall.hexes.maps.geometry import DIRECTIONS, direction, facing_word
from flagfall.hexes.rules.costs import costs, profile
from flagfall.hexes.rules.explicit_path import follow
from flagfall.hexes.rules.reach import Reach
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AIR, GROUND, HOVERING, PRONE, STANDING, Place

POSTURES = {
    "": (GROUND, STANDING),
    "air": (AIR, STANDING),
    "prone": (GROUND, PRONE),
    "hover": (GROUND, HOVERING),
}
"""How a Move may end, by the word for it."""
ENDINGS = ("", "prone", "hover", "air")
"""The same words in the order in which nodes of the cost tables count them."""
FACINGS = tuple(tuple(word for way, word in enumerate(DIRECTIONS) if bits >> way & 1) for bits in range(64))
"""The words of facings that are given as bits."""


def posture_of(place: Place) -> str:
    """The word for how a place is held."""
    return "air" if place.layer == AIR else ("", "prone", "hover")[place.stance]


def _unreached(scene: Scene, place: Place) -> str:
    """The rule that keeps the unit from ending a move at a place."""
    field, me = scene.field, scene.me
    elsewhere = place.hex != me.hex
    if elsewhere and not field.free(place.hex, place.layer):
        return field.taken_by(place.hex, place.layer)
    if place.stance == PRONE and not field.sheet(scene.unit).can_drop_in(me.mode):
        return "HX-PRONE-4"
    barred = costs(field.board, profile(field, scene.unit)).barred(place)
    if barred and (elsewhere or (place.layer, place.stance) != (me.layer, me.stance)):
        return "HX-AIR-6" if me.layer == AIR and place.layer == GROUND else barred
    return "HX-MOVE-4"


class Travel(Act, frozen=True, omit_defaults=True):
    """A Move action: exactly one of ``to`` (with facing and posture), ``via``, ``into``, ``off`` is given."""

    to: str = ""
    facing: str = ""
    posture: str = ""
    """``air``, ``prone``, ``hover``, or nothing for standing on the ground."""
    via: tuple[str, ...] = ()
    """An explicit path, step by step."""
    into: str = ""
    """The transport to enter (HX-TRN-2)."""
    off: str = ""
    """The edge to leave the map by (HX-MOVE-8)."""

    last_of_round: ClassVar[bool] = False
    """Whether the unit takes no further action in the round (HX-OPT-1)."""

    def slot(self, scene: Scene) -> str:
        """Every Move is of one kind, whatever its manner."""
        return "move"

    @classmethod
    def points(cls, scene: Scene) -> int:
        """The points that it gives."""
        return scene.field.mode(scene.unit).speed

    @classmethod
    def able(cls, scene: Scene) -> str:
        """The rule that forbids this manner of moving, or nothing."""
        return ""

    @classmethod
    def reach(cls, scene: Scene) -> Reach:
        """The destinations that the move can reach."""
        return scene.state.reach(scene.unit, cls.points(scene))

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every end of the envelope."""
        if cls.able(scene) or "move" in scene.frame.used:
            return
        found, label = cls.reach(scene), scene.field.board.map.label
        for place in found.ends():
            yield cls(label(place.hex), DIRECTIONS[place.facing], posture_of(place))
        for unit in found.aboard:
            yield cls(into=scene.field.pieces[unit].key)
        for edge in found.exits:
            yield cls(off=edge)

    @classmethod
    def offers(cls, scene: Scene) -> list[OfferedActions]:
        """Hexes with the same facings and postures together, without listing every end."""
        if cls.able(scene) or not affordable(scene, cls()):
            return []
        found = cls.reach(scene)
        groups: dict[tuple[int, tuple[str, ...]], list[str]] = {}
        for hex, postures in found.facings().items():
            for facings in dict.fromkeys(postures.values()):
                words = tuple(ENDINGS[posture] for posture in postures if postures[posture] == facings)
                groups.setdefault((facings, words), []).append(scene.label(hex))
        tag = str(cls.__struct_config__.tag)
        offers = [
            OfferedActions(tag, {"to": tuple(hexes), "facing": FACINGS[facings], "posture": postures})
            for (facings, postures), hexes in groups.items()
        ]
        if found.aboard:
            offers.append(
                OfferedActions(tag, {"into": tuple(scene.field.pieces[unit].key for unit in found.aboard)})
            )
        if found.exits:
            offers.append(OfferedActions(tag, {"off": tuple(found.exits)}))
        return offers

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Self | None:
        """A random end of the envelope, without listing all."""
        if cls.able(scene) or "move" in scene.frame.used:
            return None
        found = cls.reach(scene)
        if found.aboard and rng.random() < 0.3:
            return cls(into=scene.field.pieces[rng.choice(list(found.aboard))].key)
        if found.exits and rng.random() < 0.5:
            return cls(off=rng.choice(list(found.exits)))
        place = found.sample(rng)
        if place is None:
            return None
        return cls(scene.label(place.hex), DIRECTIONS[place.facing], posture_of(place))

    def check(self, scene: Scene) -> None:
        """It has to lie in the envelope."""
        rule = self.able(scene)
        if rule:
            raise IllegalAction(rule)
        self.plan(scene)

    def plan(self, scene: Scene) -> tuple[tuple[Place, ...], int]:
        """The path that it takes and what that costs."""
        given = [bool(self.to), bool(self.via), bool(self.into), bool(self.off)]
        if sum(given) != 1 or (not self.to and (self.facing or self.posture)):
            raise IllegalAction("HX-MOVE-2")
        if self.via:
            try:
                steps_known = all(_step(word) == word for word in self.via)
            except ValueError:
                steps_known = False
            if not steps_known:
                raise IllegalAction("HX-MOVE-2")
            return follow(scene.field, scene.unit, self.via, self.points(scene))
        found = self.reach(scene)
        if self.into:
            number = scene.number(self.into)
            if number not in found.aboard:
                raise IllegalAction("HX-TRN-2", unit=self.into)
            return found.path_aboard(number), found.aboard[number][0]
        if self.off:
            if self.off not in found.exits:
                raise IllegalAction("HX-MOVE-8", edge=self.off)
            return found.path_out(self.off), found.exits[self.off][0]
        if self.posture not in POSTURES or self.facing not in DIRECTIONS:
            raise IllegalAction("HX-MOVE-2")
        place = Place(scene.hex(self.to), direction(self.facing), *POSTURES[self.posture])
        cost = found.cost(place)
        if cost is None:
            if not found.points:
                raise IllegalAction("HX-UNIT-4", hex=self.to)
            raise IllegalAction(_unreached(scene, place), hex=self.to, has=found.points)
        return found.path(place), cost

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Take the unit along the path, as far as it gets."""
        path, cost = self.plan(scene)
        into = scene.number(self.into) if self.into else -1
        travel(draft, path, cost, self.verb, into=into, off=self.off)
        if self.last_of_round:
            spend(draft)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``move 0507 NE [air|prone|hover]``, ``move via f f r``, ``move into UNIT``, ``move off N``."""
        if words[1] == "via" and len(words) > 2:
            return cls(via=tuple(_step(word) for word in words[2:]))
        if words[1] in ("into", "off") and len(words) == 3:
            return cls(into=words[2]) if words[1] == "into" else cls(off=words[2].upper())
        _, to, facing, *rest = words
        posture = rest[0] if rest else ""
        if len(rest) > 1 or posture not in POSTURES:
            raise Unreadable("act.move")
        return cls(to, facing_word(facing), posture)

    def __str__(self) -> str:
        if self.via:
            return f"{self.verb} via {' '.join(self.via)}"
        if self.into or self.off:
            return f"{self.verb} into {self.into}" if self.into else f"{self.verb} off {self.off}"
        return f"{self.verb} {self.to} {self.facing} {self.posture}".rstrip()


def _step(word: str) -> str:
    """A step of an explicit path; `Unreadable` if it is none."""
    letter = word[:1].lower()
    if letter in ("s", "u") and len(word) > 1:
        return letter + facing_word(word[1:])
    if len(word) == 1 and letter in "fblrdthg":
        return letter
    raise Unreadable("act.step", word=word)


class Move(Travel, frozen=True, tag="move", omit_defaults=True):
    """Spend the points of the current mode (HX-MOVE-1)."""

    verb: ClassVar[str] = "move"


class Sprint(Travel, frozen=True, tag="sprint", omit_defaults=True):
    """Both actions for one Move with doubled points, in robot mode only (HX-OPT-1)."""

    verb: ClassVar[str] = "sprint"
    last_of_round: ClassVar[bool] = True

    def price(self) -> int:
        """Both actions."""
        return 2

    @classmethod
    def points(cls, scene: Scene) -> int:
        """Movement points of a sprint: twice the Speed."""
        return 2 * scene.field.mode(scene.unit).speed

    @classmethod
    def able(cls, scene: Scene) -> str:
        """It has to be agreed before the game, in robot mode, with both actions left."""
        robot = scene.field.mode(scene.unit).kind == "robot"
        return "" if scene.state.options.sprint and robot and scene.frame.left == 2 else "HX-OPT-1"
