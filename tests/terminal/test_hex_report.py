"""The report in words: every roll, every modifier, every loss."""

from __future__ import annotations

from flagfall.core.outcome import Outcome
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
from flagfall.hexes.hit import Attack, ToHit
from flagfall.hexes.maps import read_map
from flagfall.hexes.pieces import AIR, GROUND, PRONE, STANDING, Piece, Place
from flagfall.hexes.sight import Cover, Part
from flagfall.hexes.unit_files import roster
from flagfall.terminal.hex_report import Reporter

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
    assert lines == ["   roll 7: to hit by Prowl", "   roll 2: odd one"]


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
        "   Prowl fires at Army squad (west) with careful aim, needs 4 or more (70 %): "
        "target speed 3: +2; skill 2: -2; thick trees 0102: +2; Army squad (east) in 0201 gives cover: hit"
    )


def test_a_move_is_told_with_way_cost_and_end() -> None:
    path = (Place(0, 1), Place(1, 1), Place(2, 1), Place(2, 2, GROUND, PRONE))
    assert reporter().moved(Moved(unit=0, path=path, cost=4)) == (
        "Prowl moves to 0301 facing SE prone by 0101 0201 0301 (4 points)"
    )
    air = Moved(unit=0, path=(Place(0, 0, AIR, STANDING),), cost=2, stopped=True)
    assert (
        reporter().moved(air)
        == "Prowl moves to 0101 facing N in the air (2 points); it runs into something unseen"
    )


def test_losses_and_ends_are_told() -> None:
    events = [
        RoundBegan(round=3),
        Drawn(unit=2, turn=False),
        Struck(unit=1, damage=4, cause="weapon"),
        Struck(hex=5, damage=9, cause="demolish"),
        Struck(unit=1, damage=0, cause="weapon"),
        Fell(unit=1, what="deactivated", hex=4),
        Ended(outcome=Outcome("eliminated", (1.0, 0.0), "HX-END-1")),
    ]
    assert list(reporter().tell(events)) == [
        "=== Round 3 ===",
        "-- Army squad (east): the card is put aside, no turn",
        "   Army squad (west) loses 4 HP by the shot",
        "   the construct in 0302 loses 9 HP by the demolition",
        "   Army squad (west) is not hurt by the shot",
        "   Army squad (west) is deactivated in 0202",
        "=== 1-0: eliminated (HX-END-1) ===",
    ]


def test_facts_that_views_are_folded_from_are_not_told() -> None:
    assert list(reporter().tell([PieceIs(unit=0, piece=PIECES[0])])) == []


def test_units_that_come_later_are_learned() -> None:
    later = Reporter(MAP, roster())
    assert later.name(0) == "nobody"
    assert list(later.tell([Forces(pieces=PIECES)])) == []
    assert later.name(0) == "Prowl"
