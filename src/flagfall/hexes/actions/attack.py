"""Attacks with the weapon and with the hands (HX-ATK)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.acts import Act, Scene, target_in
from flagfall.hexes.rules.harm import resolve
from flagfall.hexes.rules.hit import PHYSICAL, WEAPON, Attack, to_hit
from flagfall.hexes.units.pieces import AIR, PLAY

if TYPE_CHECKING:
    import random

    from flagfall.hexes.draft import Play

WHAT = ("", "air", "construct")
"""What an attack on a hex is aimed at: the grounded unit, the flying one, the construct."""


def enemies(scene: Scene) -> list[int]:
    """The units that the acting one may think of attacking."""
    return [
        number
        for number, piece in enumerate(scene.field.pieces)
        if piece.seat != scene.seat and piece.status == PLAY and piece.hex >= 0 and not piece.cloaked
    ]


def refuse(scene: Scene, attack: Attack) -> None:
    """`IllegalAction` by the rule that forbids an attack."""
    aim = to_hit(scene.field, attack)
    if aim.refused:
        raise IllegalAction(aim.refused, hex=scene.label(attack.hex))


class Shoot(Act, frozen=True, tag="fire", omit_defaults=True):
    """A weapon attack on a hex; with a boost it takes both actions (HX-OPT-2, HX-OPT-3)."""

    at: str
    what: str = ""
    boost: str = ""
    """``aim`` doubles Skill, ``power`` doubles Firepower."""

    verb: ClassVar[str] = "fire"
    words: ClassVar[dict[str, str]] = {"fire": "", "aim": "aim", "blast": "power"}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """``fire``, ``aim``, ``blast``."""
        return tuple(cls.words)

    def slot(self, scene: Scene) -> str:
        """An Attack (HX-SEQ-4)."""
        return "attack"

    def price(self) -> int:
        """One action, or both with a boost."""
        return 2 if self.boost else 1

    @classmethod
    def boosts(cls, scene: Scene) -> list[str]:
        """The boosts that the turn allows; the plain shot first."""
        options = scene.state.options
        full = scene.frame.left == 2
        return [""] + ["aim"] * (options.careful_aim and full) + ["power"] * (options.redirect_power and full)

    @classmethod
    def targets(cls, scene: Scene) -> list[tuple[int, str]]:
        """Hexes within range with something to aim at."""
        field, me = scene.field, scene.me
        if "attack" in scene.frame.used or me.hex < 0 or field.firepower(scene.unit) < 1 or me.cloaked:
            return []
        far = field.weapon_range(scene.unit) * 2
        units = [(field.pieces[n].hex, "air" if field.pieces[n].layer == AIR else "") for n in enemies(scene)]
        distance = field.board.grid.distance
        constructs = [(hex, "construct") for hex, _ in field.constructs()]
        return [(hex, what) for hex, what in units + constructs if distance(me.hex, hex) <= far]

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Shoot]:
        """Every target that can be shot at."""
        for hex, what in cls.targets(scene):
            for boost in cls.boosts(scene):
                act = cls(scene.label(hex), what, boost)
                if to_hit(scene.field, act.attack(scene)).legal:
                    yield act

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Shoot | None:
        """A random target that can be shot at; units rather than constructs."""
        targets = cls.targets(scene)
        rng.shuffle(targets)
        targets.sort(key=lambda target: target[1] == "construct")
        boost = rng.choice(cls.boosts(scene))
        for hex, what in targets:
            act = cls(scene.label(hex), what, boost)
            if to_hit(scene.field, act.attack(scene)).legal:
                return act
        return None

    def attack(self, scene: Scene) -> Attack:
        """What is attacked, as the seat knows it."""
        hex = scene.hex(self.at)
        return Attack(scene.unit, WEAPON, target_in(scene.field, hex, self.what), hex, self.boost)

    def check(self, scene: Scene) -> None:
        """Type, sight, arc and range have to allow it; a boost has to be agreed before the game."""
        if self.boost not in self.boosts(scene):
            raise IllegalAction({"aim": "HX-OPT-2", "power": "HX-OPT-3"}.get(self.boost, "HX-ATK-1"))
        if self.what not in WHAT:
            raise IllegalAction("HX-ATK-4", hex=self.at)
        refuse(scene, self.attack(scene))

    def perform(self, play: Play) -> None:
        """Shoot."""
        resolve(play, self.attack(Scene(play.before)))

    @classmethod
    def read(cls, words: Sequence[str]) -> Shoot:
        """``fire 0812 [air|construct]``, ``aim ...``, ``blast ...``."""
        verb, at, *rest = words
        what = rest[0] if rest else ""
        if len(rest) > 1 or what not in WHAT:
            raise Unreadable("deed.target")
        return cls(at, what, cls.words[verb.lower()])

    def __str__(self) -> str:
        verb = next((word for word, boost in self.words.items() if boost == self.boost), self.verb)
        return f"{verb} {self.at} {self.what}".rstrip()


class Strike(Act, frozen=True, tag="strike", omit_defaults=True):
    """A physical attack on what is in front; a brawl takes both actions (HX-ATK-3, HX-OPT-4)."""

    what: str = ""
    """``construct``, or nothing for the unit in the same layer."""
    boost: str = ""

    verb: ClassVar[str] = "strike"
    words: ClassVar[dict[str, str]] = {"strike": "", "brawl": "brawl"}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """``strike`` and ``brawl``."""
        return tuple(cls.words)

    def slot(self, scene: Scene) -> str:
        """An Attack (HX-SEQ-4)."""
        return "attack"

    def price(self) -> int:
        """One action, or both for a brawl."""
        return 2 if self.boost else 1

    @classmethod
    def offers(cls, scene: Scene) -> Iterator[Strike]:
        """The unit and the construct in front."""
        if scene.me.hex < 0 or "attack" in scene.frame.used:
            return
        boosts = ["", "brawl"] if scene.state.options.brawl and scene.frame.left == 2 else [""]
        for what in ("", "construct"):
            for boost in boosts:
                act = cls(what, boost)
                attack = front(scene, PHYSICAL, what, boost)
                if attack is not None and to_hit(scene.field, attack).legal:
                    yield act

    def check(self, scene: Scene) -> None:
        """Something has to be in front, within reach of the hands."""
        if self.boost and not (self.boost == "brawl" and scene.state.options.brawl):
            raise IllegalAction("HX-OPT-4")
        attack = front(scene, PHYSICAL, self.what, self.boost)
        if attack is None or self.what not in ("", "construct"):
            raise IllegalAction("HX-ATK-3")
        refuse(scene, attack)

    def perform(self, play: Play) -> None:
        """Strike."""
        attack = front(Scene(play.before), PHYSICAL, self.what, self.boost)
        if attack is not None:
            resolve(play, attack)

    @classmethod
    def read(cls, words: Sequence[str]) -> Strike:
        """``strike [construct]``, ``brawl [construct]``."""
        verb, *rest = words
        if rest not in ([], ["construct"]):
            raise Unreadable("deed.strike")
        return cls(rest[0] if rest else "", cls.words[verb.lower()])

    def __str__(self) -> str:
        verb = next((word for word, boost in self.words.items() if boost == self.boost), self.verb)
        return f"{verb} {self.what}".rstrip()


def front(scene: Scene, kind: str, what: str = "", boost: str = "") -> Attack | None:
    """The attack on the hex in front (HX-ARC-3), or None where nothing is there."""
    if scene.me.hex < 0:
        return None
    hex = scene.field.board.neighbours[scene.me.hex][scene.me.facing]
    if hex < 0:
        return None
    unit = target_in(scene.field, hex, what, (scene.me.layer,))
    if unit < 0 and what != "construct":
        return None
    return Attack(scene.unit, kind, unit, hex, boost)
