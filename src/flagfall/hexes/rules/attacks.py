"""Attacks before the dice: whether one may be made, its to-hit number, and what it may do.

`to_hit` and `damage_odds` are the only code that decides: rules, bots, hints and logs read the same values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from flagfall.hexes.maps.geometry import in_arc
from flagfall.hexes.maps.terrain import CONSTRUCT, OFF, WATER
from flagfall.hexes.options import PRESETS, of_old_data
from flagfall.hexes.rules.field import Field, SightEnd
from flagfall.hexes.rules.sight import Cover, Part, Sight, foliage, sight
from flagfall.hexes.units.pieces import AIR, GROUND, PLAY, PRONE

WEAPON = "weapon"
PHYSICAL = "physical"
CONTROL = "control"
DEMOLISH = "demolish"
FIRE = "fire"
HANDS = -3
"""What a physical attack adds to the to-hit number (HX-HIT-6)."""
SMALL = 8
"""What a small target adds to it (HX-HIT-3)."""
IMMOBILE = -4
"""What a target that is a hex adds to it (HX-HIT-3)."""
PRONE_ATTACKER = 2
PRONE_NEAR = -2
PRONE_FAR = 1
"""What an attacker who lies adds to it, and a target that lies in the next hex or farther away (HX-HIT-3)."""
MELEE = frozenset({PHYSICAL, CONTROL, DEMOLISH})
"""Attacks with the hands: front hex, no line of sight, no cover (HX-ATK-3)."""


class Attack(msgspec.Struct, frozen=True):
    """Who attacks what, and how. The target is a unit, or the hex itself (a construct, or ground to burn)."""

    by: int
    kind: str
    unit: int = -1
    hex: int = -1
    boost: str = ""
    """``aim``, ``power`` or ``brawl``: an optional action that doubles a stat (HX-OPT-2..4)."""


class ToHit(msgspec.Struct, frozen=True):
    """The to-hit number of an attack with its parts, or the rule that forbids it."""

    attack: Attack
    number: int = 0
    parts: tuple[Part, ...] = ()
    tenths: int = 0
    """The chance to hit, in tenths."""
    sight: Sight | None = None
    cover: Cover | None = None
    refused: str = ""
    """The rule that forbids the attack; empty when it may be made."""

    @property
    def legal(self) -> bool:
        """Whether the attack may be made."""
        return not self.refused

    @property
    def percent(self) -> int:
        """The chance in percent that it hits its target: what the cover catches has not hit (HX-COV-1)."""
        return self.tenths * (5 if self.cover is not None else 10)

    def __str__(self) -> str:
        if self.refused:
            return f"not allowed ({self.refused})"
        told = "; ".join(str(part) for part in self.parts)
        return f"{self.number} or more ({self.tenths * 10} %): {told}"


class Odds(msgspec.Struct, frozen=True):
    """The exact distribution of one attack, in parts of `TOTAL`."""

    to_hit: ToHit
    hit: int = 0
    """The dice say hit."""
    covered: int = 0
    """Hit, but the cover catches it."""
    damage: tuple[int, ...] = ()
    """How likely the target takes 0, 1, 2 ... damage; what misses or is caught counts as 0."""
    cover_damage: tuple[int, ...] = ()
    """The same for what gives cover."""
    deactivate: int = 0
    """The target is deactivated, or the construct destroyed, or (Control) taken over."""

    @property
    def mean(self) -> float:
        """The damage to expect."""
        return sum(amount * weight for amount, weight in enumerate(self.damage)) / TOTAL

    @property
    def chance_to_hit(self) -> float:
        """The chance that the to-hit roll succeeds."""
        return self.hit / TOTAL

    @property
    def chance_of_cover(self) -> float:
        """The chance that it hits and something else catches it."""
        return self.covered / TOTAL

    @property
    def chance_to_deactivate(self) -> float:
        """The chance that the target is out of action afterwards."""
        return self.deactivate / TOTAL


TOTAL = 2000
"""To-hit tenths, times the two halves of a cover roll, times a hundred pairs of damage dice."""


def target_in(field: Field, hex: int, what: str, layers: tuple[int, ...] = (GROUND, AIR)) -> int:
    """The unit in a hex that an attack names: grounded first; -1 for the hex itself."""
    if what == "construct":
        return -1
    if what != "air" and GROUND in layers and hex in field.ground:
        return field.ground[hex]
    if AIR in layers and what != "ground" and hex in field.air:
        return field.air[hex]
    return -1


def front_attack(field: Field, unit: int, kind: str, what: str = "", boost: str = "") -> Attack | None:
    """The attack of a unit on the hex in front of it (HX-ARC-3), or None where nothing is there."""
    me = field.pieces[unit]
    if me.hex < 0:
        return None
    hex = field.board.neighbours[me.hex][me.facing]
    if hex < 0:
        return None
    target = target_in(field, hex, what, (me.layer,))
    if target < 0 and what != "construct":
        return None
    return Attack(unit, kind, target, hex, boost)


def attack_stat(field: Field, attack: Attack) -> int:
    """The stat that does the damage: Firepower or Strength, doubled where an optional action says so."""
    if attack.kind in MELEE:
        strength = field.mode(attack.by).strength
        return 2 * strength if attack.boost == "brawl" else strength
    firepower = field.firepower(attack.by)
    return 2 * firepower if attack.boost == "power" else firepower


def scaled(raw: int, halved: bool, factor: tuple[int, int]) -> int:
    """Damage after a prone attacker's half and the factor of the target's mode (HX-DMG-2, HX-ATT-1)."""
    if halved:
        raw = (raw + 1) // 2
    up, down = factor
    return (2 * raw * up + down) // (2 * down)


def construct_damage(field: Field, attack: Attack) -> int:
    """What a hit takes from a construct: the stat itself, no dice (HX-CON-3)."""
    stat = attack_stat(field, attack) * (2 if attack.kind == DEMOLISH else 1)
    return (stat + 1) // 2 if field.pieces[attack.by].stance == PRONE else stat


@lru_cache(maxsize=4096)
def damage_table(margin: int, halved: bool, factor: tuple[int, int]) -> tuple[int, ...]:
    """How many of a hundred pairs of dice give 0, 1, 2 ... damage; margin: stat less endurance (HX-DMG-1)."""
    counts: dict[int, int] = {}
    for gap in range(-9, 10):
        dealt = scaled(max(0, margin + gap), halved, factor)
        counts[dealt] = counts.get(dealt, 0) + 10 - abs(gap)
    return tuple(counts.get(amount, 0) for amount in range(max(counts) + 1))


def tenths(field: Field, number: int) -> int:
    """The chance of a to-hit number in tenths (HX-HIT-4)."""
    chance = min(10, max(0, 11 - number))
    if field.options.natural_1_misses:
        chance = min(chance, 9)
    return max(chance, 1) if field.options.natural_10_hits else chance


def succeeds(field: Field, number: int, roll: int) -> bool:
    """Whether a roll hits (HX-HIT-1, HX-HIT-4)."""
    if roll == 1 and field.options.natural_1_misses:
        return False
    if roll == 10 and field.options.natural_10_hits:
        return True
    return roll >= number


def to_hit(field: Field, attack: Attack) -> ToHit:
    """The to-hit number of an attack in the order of HX-ATK-1: type, sight, arc, range, base, modifiers."""
    refused = _type_refused(field, attack) or _target_refused(field, attack)
    if refused:
        return ToHit(attack, refused=refused)
    target = field.sight_end(attack.unit) if attack.unit >= 0 else field.ground_end(attack.hex)
    if attack.kind in MELEE:
        return _melee(field, attack, target)
    attacker = field.pieces[attack.by]
    seen = sight(field, field.sight_end(attack.by), target)
    # HX-CON-7: adjacent always, but for who looks out of deep water (HX-WAT-2); revision 1 forgot that.
    adjacent = attack.unit < 0 and seen.distance <= 1 and not field.options.to_the_letter
    if not seen.clear and not adjacent:
        return ToHit(attack, sight=seen, refused=seen.rule)
    rule = out_of_bounds(field, attack.by, target.hex, attack.boost)
    if rule:
        return ToHit(attack, sight=seen, refused=rule)
    if _field_between(field, attacker.hex, target.hex):
        return ToHit(attack, sight=seen, refused="HX-ABL-SHD")
    parts = [*_base(field, attack, seen.distance), *seen.parts]
    number = sum(part.value for part in parts)
    cover = None
    if seen.ways:
        left = seen.pairs[-1][0] if seen.pairs else -1
        last = min(
            seen.ways,
            key=lambda one: (
                tenths(field, number + one.modifier) * (1 if one.cover and attack.kind != FIRE else 2),
                one.hex != left,
            ),
        )  # HX-LOS-3: the lowest final chance of damage; tie: left
        if last.hex != seen.line[-1]:
            seen = msgspec.structs.replace(seen, line=(*seen.line[:-1], last.hex))
        parts.extend(last.parts)
        number += last.modifier
        cover = None if attack.kind == FIRE else last.cover  # a fire is set to the hex, nothing covers that
    return ToHit(attack, number, tuple(parts), tenths(field, number), seen, cover)


def out_of_bounds(field: Field, by: int, hex: int, boost: str = "") -> str:
    """The rule by which a hex lies outside the arc or the range of a unit's weapon, or nothing (HX-ARC)."""
    attacker = field.pieces[by]
    arc = min(field.arc(by), 180)
    grid = field.board.grid
    if hex != attacker.hex and not in_arc(arc, attacker.facing, *grid.displacement(attacker.hex, hex)):
        return "HX-ARC-2" if arc == 30 else "HX-ARC-1"
    reach = field.weapon_range(by)
    if boost == "power" and field.options.redirect_doubles_range:
        reach *= 2
    return "HX-RNG-1" if grid.distance(attacker.hex, hex) > reach else ""


def _type_refused(field: Field, attack: Attack) -> str:
    """The rule that keeps a unit from this type of attack, whatever the target."""
    attacker = field.pieces[attack.by]
    if attacker.status != PLAY or attacker.hex < 0:
        return "HX-TRN-4"
    if attacker.cloaked:
        return "HX-ABL-CLK"
    if attacker.shield == "self":
        return "HX-ABL-SHD"
    if attack.kind in (CONTROL, DEMOLISH, FIRE) and not field.has(attack.by, attack.kind):
        return {CONTROL: "HX-ABL-CTL", DEMOLISH: "HX-ABL-DEM", FIRE: "HX-ABL-FIR"}[attack.kind]
    if attack_stat(field, attack) < 1:
        return "HX-ATK-3" if attack.kind in MELEE else "HX-ATK-2"
    return ""


def _target_refused(field: Field, attack: Attack) -> str:
    """The rule that keeps a target from being one (HX-ATK-4)."""
    if attack.unit >= 0:
        target = field.pieces[attack.unit]
        if (
            attack.kind in (DEMOLISH, FIRE)
            or target.status != PLAY
            or target.hex < 0
            or target.cloaked
            or target.seat == field.pieces[attack.by].seat
        ):
            return "HX-ATK-4"
        return "HX-ABL-SHD" if target.shield == "self" else ""
    cell = field.cell(attack.hex)
    if attack.kind == FIRE:
        return "HX-ABL-FIR" if cell.terrain in (WATER, OFF) or attack.hex in field.fires else ""
    return "" if cell.terrain == CONSTRUCT and attack.kind != CONTROL else "HX-ATK-4"


def _melee(field: Field, attack: Attack, target: SightEnd) -> ToHit:
    attacker = field.pieces[attack.by]
    me = field.sight_end(attack.by)
    if field.board.neighbours[attacker.hex][attacker.facing] != target.hex:  # HX-ARC-3
        return ToHit(attack, refused="HX-ARC-3")
    if me.layer != target.layer:
        return ToHit(attack, refused="HX-ATK-3")
    if me.layer == GROUND and (me.base >= target.top or target.base >= me.top):
        return ToHit(attack, refused="HX-ATK-3")
    hinder = () if target.layer == AIR else foliage(field, target.hex, min(me.top, target.top))
    parts = (*_base(field, attack, 1), *hinder)
    number = sum(part.value for part in parts)
    return ToHit(attack, number, parts, tenths(field, number))


def _base(field: Field, attack: Attack, distance: int) -> list[Part]:
    """Base number and modifiers but for the terrain (HX-HIT-1, HX-HIT-3)."""
    attacker = field.pieces[attack.by]
    skill = field.skill(attack.by) * (2 if attack.boost == "aim" else 1)
    speed = field.mode(attack.unit).speed if attack.unit >= 0 else 0
    parts = [Part("speed", (speed + 1) // 2, str(speed)), Part("skill", -skill, str(skill))]
    offset = field.options.to_hit_offset
    if offset:
        parts.append(Part(_offset_name(field, offset), offset))
    if attack.kind in MELEE:
        parts.append(Part("physical", HANDS))
    if attacker.stance == PRONE:
        parts.append(Part("prone-attacker", PRONE_ATTACKER))
    if attack.unit < 0:
        parts.append(Part("immobile", IMMOBILE))
    else:
        if field.pieces[attack.unit].stance == PRONE:
            near = distance <= 1
            parts.append(
                Part("prone-target-near", PRONE_NEAR) if near else Part("prone-target-far", PRONE_FAR)
            )
        if field.has(attack.unit, "small"):
            parts.append(Part("small", SMALL))
    return parts


def fields_between(field: Field, a: int, b: int) -> Iterator[int]:
    """The units whose weapon field has one of two hexes inside and the other outside (HX-ABL-SHD)."""
    distance = field.board.grid.distance
    for number, piece in enumerate(field.pieces):
        if (
            piece.shield == "weapon"
            and piece.hex >= 0
            and piece.status == PLAY
            and (distance(piece.hex, a) <= 1) != (distance(piece.hex, b) <= 1)
        ):
            yield number


def _offset_name(field: Field, offset: int) -> str:
    """What an agreed offset is called: that of a preset says so (HX-HIT-4). Events of old games did not."""
    if offset < 0:
        return "offset-easier"
    options = field.options
    usual = PRESETS.get(options.preset, {}).get("to_hit_offset") == offset
    return f"offset-{options.preset}" if usual and not of_old_data(options.revision) else "offset"


def _field_between(field: Field, a: int, b: int) -> bool:
    """Whether a weapon field has one of two hexes inside and the other outside (HX-ABL-SHD)."""
    return any(True for _ in fields_between(field, a, b))


def shielded(field: Field, attack: Attack, unit: int, hex: int) -> bool:
    """Whether a shield keeps the harm of an attack from what it strikes: its target, or what covers that.

    A field around a unit alone does (HX-COV-5); a weapon field keeps out shots that cover would send across
    its edge (HX-ABL-SHD).
    """
    if unit >= 0 and field.pieces[unit].shield == "self":
        return True
    if attack.kind in MELEE or not field.options.to_the_letter:
        return False
    return _field_between(field, field.pieces[attack.by].hex, hex)


def damage_odds(field: Field, attack: Attack) -> Odds:
    """The exact distribution of an attack: hit, cover, damage, deactivation."""
    roll = to_hit(field, attack)
    if roll.refused:
        return Odds(roll)
    hit = roll.tenths * (TOTAL // 10)
    covered = hit // 2 if roll.cover else 0
    through = hit - covered
    if attack.kind == CONTROL:
        won = through * max(0, 10 - field.endurance(attack.unit)) // 10
        return Odds(roll, hit, 0, (TOTAL,), (), won)
    if attack.kind == FIRE:
        return Odds(roll, hit, covered, (TOTAL,))
    damage, out = _dealt(field, attack, attack.unit, attack.hex, through)
    caught: tuple[int, ...] = ()
    if roll.cover is not None and roll.cover.kind != "ground":
        # A shielded target is no target (HX-ABL-SHD); what covers it may be shielded.
        kept_out = shielded(field, attack, roll.cover.unit, roll.cover.hex)
        caught = (TOTAL,) if kept_out else _dealt(field, attack, roll.cover.unit, roll.cover.hex, covered)[0]
    return Odds(roll, hit, covered, damage, caught, out)


def _dealt(field: Field, attack: Attack, unit: int, hex: int, weight: int) -> tuple[tuple[int, ...], int]:
    """The damage that a struck unit or construct takes, and the chance that it falls, in parts of TOTAL."""
    if unit < 0:
        amount = construct_damage(field, attack)
        return (TOTAL - weight, *([0] * (amount - 1)), weight), weight if amount >= field.cell(hex).hp else 0
    table = damage_table(
        attack_stat(field, attack) + field.options.damage_offset - field.endurance(unit),
        field.pieces[attack.by].stance == PRONE,
        field.mode(unit).damage_factor,
    )
    spread = [weight * count // 100 for count in table]
    spread[0] += TOTAL - weight
    return tuple(spread), sum(spread[field.pieces[unit].hp :])
