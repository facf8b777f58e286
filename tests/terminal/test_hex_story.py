"""The report in words: every roll, every modifier, every loss."""

from __future__ import annotations

import re
from pathlib import Path

from flagfall import hexes
from flagfall.core.outcome import Outcome
from flagfall.core.words import LANGUAGES, templates
from flagfall.hexes.events import (
    Attacked,
    Drawn,
    Ended,
    Fell,
    Forces,
    Moved,
    PieceIs,
    Rolled,
    RoundBegan,
    Struck,
)
from flagfall.hexes.maps.map_text import read_map
from flagfall.hexes.rules.attacks import Attack, ToHit
from flagfall.hexes.rules.sight import WORDS, Cover, Part
from flagfall.hexes.units.pieces import AIR, GROUND, PRONE, STANDING, Piece, Place
from flagfall.hexes.units.sheets import ABILITIES, ATTRIBUTES
from flagfall.hexes.units.unit_files import roster
from flagfall.terminal.hexes.story import Reporter

MAP = read_map("0. 0. 0.\n0. 0. 0.\n", "tiny")
PIECES = tuple(
    Piece(key=key, sheet=sheet, owner=seat, seat=seat, hp=10, card=n)
    for n, (key, sheet, seat) in enumerate(
        [("prowl", "prowl", 0), ("west", "army-squad", 1), ("east", "army-squad", 1)]
    )
)


def reporter() -> Reporter:
    return Reporter(MAP, roster(), PIECES)


def test_units_that_share_a_name_are_told_apart() -> None:
    assert reporter().names == ["Prowl", "Army squad (west)", "Army squad (east)"]


def test_hx_conv_1_every_roll_is_told_with_its_purpose() -> None:
    lines = list(
        reporter().tell([Rolled(purpose="to-hit", unit=0, value=7), Rolled(purpose="odd-one", value=2)])
    )
    assert lines == ["   roll 7: to hit, Prowl", "   roll 2: odd one"]


def test_hx_hit_3_an_attack_is_told_with_every_part() -> None:
    to_hit = ToHit(
        attack=Attack(by=0, kind="weapon", unit=1, boost="aim"),
        number=4,
        parts=(Part("speed", 2, "3"), Part("skill", -2, "2"), Part("thick-trees", 2, "0102")),
        tenths=7,
        cover=Cover(hex=1, kind="unit", unit=2),
    )
    (line,) = reporter().tell([Attacked(to_hit=to_hit, hit=True)])
    assert line == (
        "   Prowl takes careful aim at Army squad (west): needs 4 or more, hits 35 %: "
        "target speed 3 +2; skill 2 -2; thick trees 0102 +2; Army squad (east) in 0201 gives cover: hit"
    )


def test_a_move_is_told_with_way_cost_and_end() -> None:
    path = (Place(0, 1), Place(1, 1), Place(2, 1), Place(2, 2, GROUND, PRONE))
    assert reporter().moved(Moved(unit=0, path=path, cost=4)) == (
        "Prowl moves to 0301 facing SE, prone by 0101 0201 0301 (4 points)"
    )
    air = Moved(unit=0, path=(Place(0, 0, AIR, STANDING),), cost=2, stopped=True)
    assert (
        reporter().moved(air)
        == "Prowl moves to 0101 facing N, in the air (2 points); it runs into something unseen"
    )


def test_losses_and_ends_are_told() -> None:
    events = [
        RoundBegan(round=3),
        Drawn(unit=2, turn=False),
        Struck(unit=1, damage=4, cause="weapon"),
        Struck(hex=5, damage=9, cause="demolish"),
        Struck(unit=1, damage=0, cause="weapon"),
        Fell(unit=1, what="deactivated", hex=4),
        Ended(outcome=Outcome("elimination", (1.0, 0.0), "HX-END-1")),
    ]
    assert list(reporter().tell(events)) == [
        "=== Round 3 ===",
        "-- Army squad (east): the card is set aside, no turn",
        "   Army squad (west) loses 4 HP (shot)",
        "   the building in 0302 loses 9 HP (demolition)",
        "   Army squad (west) is not hurt (shot)",
        "   Army squad (west) is deactivated in 0202",
        "=== 1-0: nobody is left on the other side (HX-END-1) ===",
    ]


def test_facts_that_views_are_folded_from_are_not_told() -> None:
    assert list(reporter().tell([PieceIs(unit=0, piece=PIECES[0])])) == []


def test_units_that_come_later_are_learned() -> None:
    later = Reporter(MAP, roster())
    assert later.name(0) == "nobody"
    assert list(later.tell([Forces(pieces=PIECES)])) == []
    assert later.name(0) == "Prowl"


def test_a_report_is_in_the_readers_language() -> None:
    german = Reporter(MAP, roster(), PIECES, "de")
    assert list(german.tell([RoundBegan(round=2), Struck(unit=0, damage=3, cause="fall")])) == [
        "=== Runde 2 ===",
        "   Prowl verliert 3 TP (Sturz)",
    ]


def test_every_sentence_is_there_in_four_languages_with_the_same_values() -> None:
    english = templates("flagfall.hexes", "en")
    for language in LANGUAGES:
        texts = templates("flagfall.hexes", language)
        assert set(texts) == set(english)
        for key, text in english.items():
            assert set(re.findall(r"{(\w+)}", texts[key])) == set(re.findall(r"{(\w+)}", text)), key


def test_every_part_of_a_to_hit_number_has_its_words() -> None:
    for name in WORDS:
        assert reporter().say.has("part", name)


def test_every_word_that_the_rules_tell_has_a_sentence() -> None:
    """Every verb, end, cause and rule that the source names is in the tables."""
    source = "\n".join(path.read_text() for path in Path(hexes.__file__).parent.rglob("*.py"))
    say = reporter().say
    found = [
        ("did", re.findall(r'Did\([^)]*verb="([a-z-]+)"', source)),
        ("fell", re.findall(r'Fell\([^)]*what="([a-z-]+)"', source)),
        ("rule", re.findall(r'IllegalAction\(\s*"(HX-[A-Z]+-[A-Z0-9]+)"', source)),
        ("rule", re.findall(r'refused="(HX-[A-Z]+-[A-Z0-9]+)"', source)),
        ("ability", [*ABILITIES, *ATTRIBUTES]),
    ]
    for table, words in found:
        assert words, table
        assert [word for word in words if not say.has(table, word)] == []
