"""Attacks with the weapon and with the hands (HX-ATK)."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from flagfall.core.errors import IllegalAction, Unreadable
from flagfall.hexes.actions.act import Act
from flagfall.hexes.draft import Draft
from flagfall.hexes.effects.attack import resolve
from flagfall.hexes.effects.turns import spend
from flagfall.hexes.rules.attacks import PHYSICAL, WEAPON, Attack, front_attack, target_in, to_hit
from flagfall.hexes.rules.field import Field
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import AIR, PLAY

ATTACK = "attack"
"""The kind of action that attacks are (HX-SEQ-4)."""
CONSTRUCT_WORD = "construct"
TARGETS = ("", "air", CONSTRUCT_WORD)
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


class AttackAct(Act, frozen=True):
    """An act that is an attack."""

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Throw the dice of the attack."""
        attack = self.attack(scene.field, scene.unit)
        if attack is not None:
            resolve(draft, attack)


class BoostedAttack(AttackAct, frozen=True):
    """An attack that may be boosted, and then takes both actions (HX-OPT-2 to HX-OPT-4)."""

    words: ClassVar[dict[str, str]]
    """The boost of each first word; nothing for the plain attack."""

    @property
    @abstractmethod
    def boost(self) -> str:
        """The stat that is doubled, or nothing; a field of each attack."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The verb of the plain attack and those of the boosted ones."""
        return tuple(cls.words)

    def slot(self, scene: Scene) -> str:
        """It is the Attack of the turn, of which there is one (HX-SEQ-4)."""
        return ATTACK

    def price(self) -> int:
        """One action, or both with a boost."""
        return 2 if self.boost else 1

    def spelled(self) -> str:
        """The first word of its text form."""
        return next((word for word, boost in self.words.items() if boost == self.boost), self.verb)


class Shoot(BoostedAttack, frozen=True, tag="fire", omit_defaults=True):
    """A weapon attack on a hex; with a boost it takes both actions (HX-OPT-2, HX-OPT-3)."""

    at: str
    what: str = ""
    boost: str = ""
    """``aim`` doubles Skill, ``power`` doubles Firepower."""

    verb: ClassVar[str] = "fire"
    words: ClassVar[dict[str, str]] = {"fire": "", "aim": "aim", "blast": "power"}

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
        if ATTACK in scene.frame.used or me.hex < 0 or field.firepower(scene.unit) < 1 or me.cloaked:
            return []
        far = field.weapon_range(scene.unit) * 2
        units = [(field.pieces[n].hex, "air" if field.pieces[n].layer == AIR else "") for n in enemies(scene)]
        distance = field.board.grid.distance
        constructs = [(hex, CONSTRUCT_WORD) for hex, _ in field.constructs()]
        return [(hex, what) for hex, what in units + constructs if distance(me.hex, hex) <= far]

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """Every target that can be shot at."""
        for hex, what in cls.targets(scene):
            for boost in cls.boosts(scene):
                act = cls(scene.label(hex), what, boost)
                if to_hit(scene.field, act.attack(scene.field, scene.unit)).legal:
                    yield act

    @classmethod
    def sample(cls, scene: Scene, rng: random.Random) -> Self | None:
        """A random target that can be shot at; units rather than constructs."""
        targets = cls.targets(scene)
        rng.shuffle(targets)
        targets.sort(key=lambda target: target[1] == CONSTRUCT_WORD)
        boost = rng.choice(cls.boosts(scene))
        for hex, what in targets:
            act = cls(scene.label(hex), what, boost)
            if to_hit(scene.field, act.attack(scene.field, scene.unit)).legal:
                return act
        return None

    def attack(self, field: Field, unit: int) -> Attack:
        """A shot at what is in the hex."""
        hex = field.named_hex(self.at)
        return Attack(unit, WEAPON, target_in(field, hex, self.what), hex, self.boost)

    def perform(self, draft: Draft, scene: Scene) -> None:
        """Throw the dice; careful aim is the last that the unit does in the round (HX-OPT-2)."""
        AttackAct.perform(self, draft, scene)
        if self.boost == "aim":
            spend(draft)

    def check(self, scene: Scene) -> None:
        """Type, sight, arc and range have to allow it; a boost has to be agreed before the game."""
        if self.boost not in self.boosts(scene):
            raise IllegalAction({"aim": "HX-OPT-2", "power": "HX-OPT-3"}.get(self.boost, "HX-ATK-1"))
        if self.what not in TARGETS:
            raise IllegalAction("HX-ATK-4", hex=self.at)
        refuse(scene, self.attack(scene.field, scene.unit))

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``fire 0812 [air|construct]``, ``aim ...``, ``blast ...``."""
        verb, at, *rest = words
        what = rest[0] if rest else ""
        if len(rest) > 1 or what not in TARGETS:
            raise Unreadable("act.target")
        return cls(at, what, cls.words[verb.lower()])

    def __str__(self) -> str:
        return f"{self.spelled()} {self.at} {self.what}".rstrip()


class Strike(BoostedAttack, frozen=True, tag="strike", omit_defaults=True):
    """A physical attack on what is in front; a brawl takes both actions (HX-ATK-3, HX-OPT-4)."""

    what: str = ""
    """``construct``, or nothing for the unit in the same layer."""
    boost: str = ""

    verb: ClassVar[str] = "strike"
    words: ClassVar[dict[str, str]] = {"strike": "", "brawl": "brawl"}

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """The unit and the construct in front."""
        if scene.me.hex < 0 or ATTACK in scene.frame.used:
            return
        boosts = ["", "brawl"] if scene.state.options.brawl and scene.frame.left == 2 else [""]
        for what in ("", CONSTRUCT_WORD):
            for boost in boosts:
                act = cls(what, boost)
                attack = act.attack(scene.field, scene.unit)
                if attack is not None and to_hit(scene.field, attack).legal:
                    yield act

    def check(self, scene: Scene) -> None:
        """Something has to be in front, within reach of the hands."""
        if self.boost and not (self.boost == "brawl" and scene.state.options.brawl):
            raise IllegalAction("HX-OPT-4")
        attack = self.attack(scene.field, scene.unit)
        if attack is None or self.what not in ("", CONSTRUCT_WORD):
            raise IllegalAction("HX-ATK-3")
        refuse(scene, attack)

    def attack(self, field: Field, unit: int) -> Attack | None:
        """A blow at what is in front, or None where nothing is."""
        return front_attack(field, unit, PHYSICAL, self.what, self.boost)

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """``strike [construct]``, ``brawl [construct]``."""
        verb, *rest = words
        if rest not in ([], [CONSTRUCT_WORD]):
            raise Unreadable("act.strike")
        return cls(rest[0] if rest else "", cls.words[verb.lower()])

    def __str__(self) -> str:
        return f"{self.spelled()} {self.what}".rstrip()


class AbilityAttack(AttackAct, frozen=True):
    """An ability that is an attack, and shares its slot unless agreed otherwise (HX-SEQ-4)."""

    def slot(self, scene: Scene) -> str:
        """The Attack slot, or one of its own."""
        return ATTACK if scene.state.options.attack_abilities_share_slot else self.verb


class FrontAbility(AbilityAttack, frozen=True):
    """An ability that is a physical attack on what is in front; its verb is the name of the ability."""

    rule: ClassVar[str]
    """The rule of the ability."""

    @classmethod
    def legal(cls, scene: Scene) -> Iterator[Self]:
        """One, if what is in front can be struck."""
        if scene.has(cls.verb):
            act = cls()
            attack = act.attack(scene.field, scene.unit)
            if attack is not None and to_hit(scene.field, attack).legal:
                yield act

    def check(self, scene: Scene) -> None:
        """The ability, and something in front within reach of the hands."""
        scene.refuse_unless(self.verb, self.rule)
        attack = self.attack(scene.field, scene.unit)
        if attack is None:
            raise IllegalAction("HX-ATK-3")
        refuse(scene, attack)
