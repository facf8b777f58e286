"""Questions before an action: they are put together from the rules' own functions and agree with them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.hexes.battle import On, battle, mode, sheet

import flagfall
from flagfall.core.errors import IllegalAction
from flagfall.hexes.actions import Move
from flagfall.hexes.analysis.battle_report import battle_report, strength
from flagfall.hexes.analysis.luck import luck
from flagfall.hexes.analysis.overlays import (
    attack_of,
    attacks_on,
    covered_by,
    foes,
    placed,
    seen_from,
    threats_to,
)
from flagfall.hexes.analysis.sight_profile import line_up
from flagfall.hexes.rules.attacks import WEAPON, Attack, damage_odds, to_hit
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.rules.waypoints import route
from flagfall.hexes.scene import Scene
from flagfall.hexes.units.pieces import Place

ME = sheet("me")
FOE = sheet("foe", faction="decepticon")
SCENARIOS = [id for id in flagfall.games() if flagfall.game(id).family == "hexes"]


def in_play(id: str, seed: int, moves: int) -> Any:
    """A state of a scenario after some random moves."""
    game: Any = flagfall.game(id)
    rng = random.Random(seed)
    state = game.new(seed=seed)
    while state.phase != "play" or moves:
        decisions = state.pending()
        if not decisions:
            break
        moves -= state.phase == "play"
        state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
    return state


def test_hx_los_4_a_ridge_hides_what_lies_behind_it_and_the_line_says_so() -> None:
    state = battle([On(ME, "0105", "NE")], [On(FOE, "0505", "S")], "\n".join(["0. 0. 3. 0. 0."] * 7))
    field = state.field()
    seen = seen_from(field, 0)
    hexes = {field.label(hex) for hex in seen}
    assert {"0101", "0204"} <= hexes and "0303" in hexes
    assert "0503" not in hexes
    found = line_up(field, 0, field.pieces[1].hex, 1)
    assert not found.sight.clear
    assert found.sight.reason == "ground"
    blocked = next(one for one in found.stations if one.hex == found.sight.blocker)
    assert blocked.top == 3 >= max(found.eye, found.mark)
    assert found.stations[0].hex == field.pieces[0].hex
    assert found.stations[-1].hex == field.pieces[1].hex


def test_a_line_names_trees_and_units_on_it() -> None:
    state = battle(
        [On(ME, "0105", "N"), On(sheet("other"), "0104")],
        [On(FOE, "0101", "S")],
        "\n".join(["0. 0.", "0t 0T"] * 3),
    )
    field = state.field()
    found = line_up(field, 0, field.pieces[2].hex, 2)
    told = [(field.label(one.hex), one.hinders, one.unit) for one in found.stations]
    assert told == [("0105", 0, 0), ("0104", 1, 1), ("0103", 0, -1), ("0102", 1, -1), ("0101", 0, 2)]
    assert found.stations[1].height == 2


def test_hx_arc_1_the_arc_holds_the_hexes_that_the_weapon_may_be_aimed_at() -> None:
    state = battle([On(ME, "0505", "N")], [On(FOE, "0901", "S")])
    field = state.field()
    arc = set(covered_by(field, 0))
    grid = field.board.grid
    here = field.pieces[0].hex
    assert {hex for hex in arc if grid.distance(here, hex) == 1} == {
        field.board.neighbours[here][way] for way in (5, 0, 1)
    }
    assert max(grid.distance(here, hex) for hex in arc) <= 5


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_overlay_agrees_with_the_shot_itself(id: str) -> None:
    state = in_play(id, 5, 12)
    field = state.field(state.to_move)
    unit = state.actor
    if field.pieces[unit].hex < 0:
        pytest.skip("it sits in a transport")
    threats = dict(threats_to(field, unit))
    rng = random.Random(id)
    me = field.pieces[unit]
    for hex in rng.sample(range(field.board.grid.size), 60):
        if not field.free(hex, me.layer):
            continue
        there = placed(field, unit, Place(hex, me.facing, me.layer, me.stance))
        could = sum(to_hit(there, Attack(foe, WEAPON, unit, hex)).legal for foe in foes(field, unit))
        assert threats.get(hex, 0) in (could, 0)
        assert hex not in threats or could
    seen, arc = set(seen_from(field, unit)), set(covered_by(field, unit))
    for foe in foes(field, unit):
        if any(attack.kind == WEAPON for attack in attacks_on(field, unit, foe)):
            assert field.pieces[foe].hex in arc | {me.hex}
            assert (
                field.pieces[foe].layer
                or field.pieces[foe].hex in seen
                or line_up(field, unit, field.pieces[foe].hex, foe).sight.clear
            )


@pytest.mark.parametrize("seed", range(8))
def test_a_way_of_one_hex_is_the_cheapest_path_and_longer_ones_never_cost_less(seed: int) -> None:
    state = in_play("hex-six", seed, 6)
    scene = Scene(state)
    field, unit = scene.field, scene.unit
    if "move" in scene.frame.used or field.pieces[unit].hex < 0:
        return
    points = field.mode(unit).speed
    known = reach(field, unit)
    ends = known.ends()
    rng = random.Random(seed)
    for place in rng.sample(sorted(ends), min(12, len(ends))):
        direct = {one.place: one for one in route(field, unit, [place.hex], points)}
        assert direct[place].cost == ends[place]
        middle = rng.choice(sorted(ends)).hex
        for ending in route(field, unit, [middle, place.hex], points)[:4]:
            assert ending.cost >= (known.cost(ending.place) or 0)
            assert middle in [one.hex for one in ending.path] + [field.pieces[unit].hex]
            # What it proposes is what a Move by steps takes, at that price.
            assert Move(via=ending.via).plan(scene) == (ending.path, ending.cost)


def test_a_way_that_costs_too_much_has_no_endings() -> None:
    state = battle([On(sheet("slow", mode(speed=3)), "0505", "N")])
    field = state.field()
    hex = field.board.map.hex
    assert route(field, 0, [hex("0504"), hex("0503")], 3)
    assert route(field, 0, [hex("0506"), hex("0503")], 3) == ()
    assert route(field, 0, [], 3) == ()
    with pytest.raises(IllegalAction, match="HX-MOVE-4"):
        Move(via=("f", "f", "f", "f")).plan(Scene(state))


def shot_out(id: str, seed: int, most: int = 200) -> tuple[list[tuple[Any, Any, Any]], Any]:
    """A game in which everybody shoots who can: its steps and its last state."""
    state = in_play(id, seed, 0)
    steps = []
    rng = random.Random(seed)
    while state.pending() and len(steps) < most:
        seat = state.to_move
        shots = [one for one in state.legal(seat) if attack_of(Scene(state), one)]
        action = rng.choice(shots) if shots else state.pending()[0].sample(rng)
        step = state.apply(seat, action)
        steps.append((state, action, step.events))
        state = step.state
    return steps, state


def test_luck_adds_up_what_was_to_be_expected_and_what_came() -> None:
    steps, _ = shot_out("hex-duel", 3)
    due = {0: 0.0, 1: 0.0}
    attacks = {0: 0, 1: 0}
    for state, action, _events in steps:
        attack = attack_of(Scene(state), action)
        if attack is not None and attack.unit >= 0:
            attacks[state.to_move] += 1
            due[state.to_move] += damage_odds(state.field(), attack).mean
    found = luck(steps)
    assert sum(attacks.values()) > 3
    for seat in (0, 1):
        assert found[seat].attacks == attacks[seat] >= found[seat].hits
        assert found[seat].due_damage == pytest.approx(due[seat])


def test_the_report_counts_the_damage_of_each_unit_and_finds_what_turned_the_game() -> None:
    steps, last = shot_out("hex-three", 5)
    ahead = int(strength(last)[1] > strength(last)[0])
    found = battle_report(steps, last, ahead)
    hurt = [
        (before.pieces[unit].hp - after.pieces[unit].hp, unit)
        for (before, _, _), after in zip(steps, [*(step[0] for step in steps[1:]), last], strict=True)
        for unit in range(len(last.pieces))
        if before.pieces[unit].hp > after.pieces[unit].hp
    ]
    for one in found.units:
        assert one.taken >= sum(points for points, unit in hurt if unit == one.unit)
        assert one.standing == (last.pieces[one.unit].status == "play")
    # What one side deals the other takes, falls and fires aside.
    for seat in (0, 1):
        dealt = sum(one.dealt for one in found.units if one.seat == seat)
        assert dealt <= sum(one.taken for one in found.units if one.seat != seat)
    assert any(one.dealt for one in found.units)
    assert sum(one.felled for one in found.units) == sum(one.status == "wreck" for one in last.pieces)
    assert found.strength[0] == strength(steps[0][0])
    assert found.strength[-1] == strength(last)
    turning = found.turning
    assert turning is not None
    shares = [
        strength(moment)[ahead] / sum(strength(moment))
        for moment in (steps[turning.ply][0], [*(step[0] for step in steps[1:]), last][turning.ply])
    ]
    assert shares[1] - shares[0] == pytest.approx(turning.share, abs=0.001)
    assert battle_report(steps, last, None).turning is None
