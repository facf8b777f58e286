"""What may tell where the unseen are: a unit that is met is revealed, and nothing else depends on them [R3].

Every test also plays revision 2, as games that began before go on by it (HX-CONV-7).
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from battle import On, after, battle, dice, do, mode, number, piece, put, sheet, told, turn, where

from flagfall.core import PUBLIC, hears
from flagfall.core.protocol import Step
from flagfall.hexes.scenarios.scenario import Hold
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR
from flagfall.hexes.units.sheets import Team

HIDE = {"cloak_hides_position": True}
RED = sheet("red")
JET = sheet("jet", mode(attributes=("fly",)))
GHOST = sheet("ghost", mode(abilities=("cloak", "shield")))
TRUCK = sheet("truck", mode(height=4, attributes=("transport",)))


def heard(step: Step, seat: int = PUBLIC) -> bytes:
    return msgspec.json.encode([event for event in step.events if hears(event, seat)])


def revealed(step: Step) -> list[int]:
    return [event.unit for event in told(step, "Fell") if event.what == "revealed"]


def shot_down(ghost: str, **options: Any) -> Step:
    """Red shoots a jet of one hit point, which falls from 0503; somebody unseen may be there."""
    state = battle(
        [On(RED, "0505", "N")],
        [On(JET, "0503", layer=AIR, hp=1), On(GHOST, ghost, cloaked=True), On(sheet("blue"), "0101")],
        **HIDE,
        **options,
    )
    state = dice(state, ("to-hit", 1), ("resistance", 1), ("potential", 10))
    return do(state, "fire 0503 air")


def test_hx_air_8_a_wreck_that_falls_on_the_unseen_reveals_it() -> None:
    """In the hunt as it ships: it landed beside, for no reason that anybody could see."""
    step = shot_down("0503")
    assert piece(step.state, "jet").status == "wreck"
    assert revealed(step) == [2]
    assert not piece(step.state, "ghost").cloaked
    assert where(shot_down("0909").state, "jet")[:4] == "0503"
    assert heard(shot_down("0909")) == heard(shot_down("0902"))
    old = shot_down("0503", revision=2)
    assert not revealed(old)
    assert where(old.state, "jet")[:4] != "0503"


def test_hx_air_8_the_own_sides_unseen_are_revealed_too() -> None:
    """The side of the fallen knows where its own are; that it lands beside would tell all others."""
    ghost = sheet("ghost", mode(abilities=("cloak",)))
    for at, met in (("0503", True), ("0909", False)):
        state = battle(
            [On(RED, "0505", "N"), On(ghost, at, cloaked=True)], [On(JET, "0503", layer=AIR, hp=1)], **HIDE
        )
        step = do(dice(state, ("to-hit", 1), ("resistance", 1), ("potential", 10)), "fire 0503 air")
        assert bool(revealed(step)) == met


def boarding(seat_of_ghost: int, **options: Any) -> HexState:
    """A cloaked unit next to a transport of its own side, about to enter it."""
    sides = [[On(RED, "0909")], [On(sheet("blue"), "0101")]]
    sides[seat_of_ghost] += [On(GHOST, "0505", "N", cloaked=True), On(TRUCK, "0504", "S")]
    return turn(battle(*sides, **HIDE, **options), "ghost")


def test_hx_trn_2_nobody_else_knows_that_the_unseen_are_in_a_transport() -> None:
    step, aside = do(boarding(1), "move into truck"), do(boarding(1), "move 0405 N")
    ghost = number(step.state, "ghost")
    assert piece(step.state, "ghost").carrier >= 0
    for seat in (0, PUBLIC):
        assert heard(step, seat) == heard(aside, seat)
        assert step.state.view(seat) == aside.state.view(seat)
        assert step.state.game.fits(step.state.view(seat), step.state)
    old = do(boarding(1, revision=2), "move into truck").state
    assert old.view(0).pieces[ghost].carrier >= 0, "before, everybody was told"


def test_hx_trn_2_an_unseen_transport_is_seen_when_somebody_enters_or_leaves() -> None:
    hidden = sheet("truck", mode(height=4, attributes=("transport",), abilities=("cloak",)))
    state = battle([On(RED, "0505", "N"), On(hidden, "0504", "S", cloaked=True)], [On(GHOST, "0101")], **HIDE)
    step = do(state, "move into truck")
    assert not piece(step.state, "truck").cloaked
    inside = put(put(state, "red", carrier="truck"), "truck", cloaked=True)
    assert not piece(after(turn(inside, "red"), "move 0503 N"), "truck").cloaked


def arriving(ghost: str, **options: Any) -> Step:
    """The last card of a round is played, and a reinforcement is due at 0501."""
    state = battle(
        [On(RED, "0909"), On(sheet("late"), "0501", entry={"round": 2})],
        [On(GHOST, ghost, cloaked=True)],
        **HIDE,
        **options,
    )
    return do(turn(state, "red", last=True), "end")


def test_hx_seq_6_a_reinforcement_arrives_in_its_hex_and_reveals_who_is_there() -> None:
    step = arriving("0501")
    assert revealed(step)
    free = arriving("0103")
    assert where(free.state, "late")[:4] == "0501"
    assert heard(free) == heard(arriving("0104"))
    assert not revealed(arriving("0501", revision=2))


def shot_across(*ghosts: str, **options: Any) -> Step:
    """Red shoots blue at 0502; ghosts keep up weapon fields that red cannot see."""
    units = [
        On(sheet(f"ghost{n}", mode(abilities=("cloak", "shield"))), at, cloaked=True, shield="weapon")
        for n, at in enumerate(ghosts)
    ]
    state = battle([On(RED, "0506", "N")], [On(sheet("blue"), "0502"), *units], **HIDE, **options)
    return do(state, "fire 0502")


def test_hx_abl_shd_a_shot_reveals_the_field_that_it_met_and_no_other() -> None:
    step = shot_across("0501", "0909")
    assert revealed(step) == [2]
    assert revealed(shot_across("0501", "0909", revision=2)) == [2, 3], "all of that side, before"


def test_hx_con_2_who_climbs_a_construct_is_found() -> None:
    rows = [["0."] * 9 for _ in range(9)]
    rows[2][4] = "0c1:9"
    climb = "\n".join(" ".join(row) for row in rows)
    for revision, hidden in ((3, False), (2, True)):
        state = battle(
            [On(RED, "0909")], [On(GHOST, "0504", "N", cloaked=True)], climb, revision=revision, **HIDE
        )
        done = after(turn(state, "ghost"), "move 0503 N")
        assert piece(done, "ghost").cloaked == hidden


@pytest.mark.parametrize(("revision", "held"), [(3, 0), (2, 1)])
def test_hx_end_2_who_is_unseen_neither_holds_nor_contests_a_zone(revision: int, held: int) -> None:
    zoned = "zone hill = 0505\n" + "\n".join(["0. " * 9] * 9)
    hold = (Hold(side="blue", zone="hill", rounds=9),)
    state = battle(
        [On(RED, "0909")],
        [On(GHOST, "0505", cloaked=True)],
        zoned,
        victory=hold,
        revision=revision,
        **HIDE,
    )
    done = after(turn(state, "red", last=True), "end")
    assert done.holds == (held,)
    seen = after(turn(put(state, "ghost", cloaked=False), "red", last=True), "end")
    assert seen.holds == (1,)


# What is put down by itself: loads, members and partners find who is there, or tell nothing


def load_dropped(ghost: str, **options: Any) -> Step:
    """Red shoots a jeep that carries somebody small, who is set down before it, in 0502."""
    small = sheet("small", mode(attributes=("small",)))
    jeep = sheet("jeep", mode(attributes=("transport",)))
    state = battle(
        [On(RED, "0505", "N")],
        [
            On(jeep, "0503", "N", hp=1),
            On(small, "0109"),
            On(GHOST, ghost, cloaked=True),
            On(sheet("blue"), "0101"),
        ],
        **HIDE,
        **options,
    )
    state = put(state, "small", carrier="jeep")
    return do(dice(state, ("to-hit", 1), ("resistance", 1), ("potential", 10)), "fire 0503")


def separated(ghost: str, **options: Any) -> Step:
    """A big robot in 0505 comes apart; its members stand around it, the first of them in 0504."""
    team = Team("team", "Team", ("a", "b", "c"), "big")
    big = sheet("big", mode(height=6, abilities=("separate",)), end=12, separate="team")
    members = [sheet(id, mode(abilities=("combine",)), combine="team") for id in team.members]
    state = battle(
        [On(one, at) for one, at in zip(members, ("0505", "0504", "0604"), strict=True)],
        [On(GHOST, "0909", cloaked=True), On(sheet("blue"), "0101")],
        more=[big],
        teams=[team],
        **HIDE,
        **options,
    )
    whole = put(after(state, "combine a N"), "ghost", hex=ghost)
    return do(turn(whole, "big"), "separate")


def partner_out(ghost: str, **options: Any) -> Step:
    """At the end of the round a partner steps out of the wreck in 0503."""
    partner = sheet("partner", mode(kind="nebulon", strength=1, speed=2, firepower=1, height=1), end=2, ski=3)
    head = sheet("head", mode(), nebulon="partner")
    state = battle(
        [On(RED, "0505", "N")],
        [On(head, "0503", hp=1), On(GHOST, "0909", cloaked=True), On(sheet("blue"), "0101")],
        more=[partner],
        **HIDE,
        **options,
    )
    shot = after(dice(state, ("to-hit", 1), ("resistance", 1), ("potential", 10)), "fire 0503")
    return do(turn(put(shot, "ghost", hex=ghost), "red", last=True), "end")


@pytest.mark.parametrize(
    ("happens", "met"), [(load_dropped, "0502"), (separated, "0504"), (partner_out, "0503")]
)
def test_hx_abl_clk_who_is_put_down_meets_the_unseen_or_tells_nothing(happens: Any, met: str) -> None:
    step = happens(met)
    assert revealed(step) == [number(step.state, "ghost")]
    assert heard(happens("0902")) == heard(happens("0903"))
    assert not revealed(happens("0902"))
    assert not revealed(happens(met, revision=2)), "before, it was put beside, for no reason to be seen"
    assert heard(happens(met, revision=2)) != heard(happens("0902", revision=2))


def rejoined(partner_at: str) -> Step:
    """At the end of the round a repaired unit stands up in 0503; its partner is cloaked somewhere."""
    partner = sheet("partner", mode(kind="nebulon", height=1, abilities=("cloak",)), end=2, ski=3)
    head = sheet("head", mode(), nebulon="partner")
    state = battle(
        [On(RED, "0505", "N")],
        [On(head, "0503", hp=1), On(sheet("blue"), "0101")],
        more=[partner],
        nebulon_rejoin=True,
        **HIDE,
    )
    state = after(dice(state, ("to-hit", 1), ("resistance", 1), ("potential", 10)), "fire 0503")
    state = after(turn(state, "red", last=True), "end")
    state = put(put(state, "head", hp=2, waiting=1), "partner", hex=partner_at, cloaked=True)
    return do(turn(state, "red", last=True), "end")


def test_hx_neb_5_a_partner_that_rejoins_from_hiding_is_found() -> None:
    step = rejoined("0502")
    assert piece(step.state, "partner").status == "away"
    assert revealed(step) == [number(step.state, "partner")]
    assert heard(rejoined("0902")) == heard(rejoined("0903"))
