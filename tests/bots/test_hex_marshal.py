"""Level 5 of the hex game: it knows what wins, in its first judgement and in its trials."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.bots.test_hex_planner import arranged, chosen, in_play

from flagfall.bots.hexes.character import characters
from flagfall.bots.hexes.marshal import HexMarshal
from flagfall.bots.hexes.planner import HexCommander
from flagfall.bots.hexes.trials.objective_world import ObjectiveTables, ObjectiveWorld
from flagfall.bots.hexes.trials.world import Situation, worlds
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.marshal_values import WIN, MarshalValues
from flagfall.hexes.actions import Shoot
from flagfall.hexes.maps.terrain import CLEAR, Cell
from flagfall.hexes.rules.attacks import TOTAL, WEAPON, Attack, damage_odds
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import LEFT

FULL = {"trials": 400, "plans": 14}
"""As much work as the levels do."""


def with_blocks(state: HexState, **hp: int) -> HexState:
    """The state with some constructs damaged, ``b1008=5``; one without hit points is gone."""
    other = state.copy()
    there = state.board.map
    changed = dict(state.changes)
    for name, left in hp.items():
        hex = there.hex(name[1:])
        cell = state.board.cells[hex]
        changed[hex] = cell._replace(hp=left) if left else Cell(cell.elevation, CLEAR)
    other.changes = changed
    return other


def last_shed() -> HexState:
    """A raider with a shed before it that has to fall, and a wounded foe that is easier prey."""
    places = {"frenzy": "0906", "soundwave": "0203", "blaster": "0707@2", "eject": "0512"}
    state = arranged(in_play("hex-cassettes"), "frenzy", left=1, **places)
    return with_blocks(state, b1007=0, b0908=0, b1008=5)


def values_of(state: HexState) -> MarshalValues:
    return MarshalValues(state.game, state.view(state.to_move))


def world_of(state: HexState, ahead: int = 1) -> tuple[ObjectiveWorld, Situation]:
    tables = ObjectiveTables(values_of(state), state.actor)
    world = next(worlds(tables, random.Random(1), ahead, ObjectiveWorld))
    assert isinstance(world, ObjectiveWorld)
    return world, world.begun()


def number_of(state: HexState, key: str) -> int:
    return next(n for n, piece in enumerate(state.pieces) if piece.key == key)


# The move that wins


@pytest.mark.parametrize("character", characters())
def test_it_brings_the_last_shed_down_where_level_4_shoots_at_easier_prey(character: str) -> None:
    state = last_shed()
    assert chosen(state, HexMarshal, personality=character, **FULL) == Shoot("1008", "construct")
    assert chosen(state, HexCommander, personality=character, **FULL) == Shoot("0707")


@pytest.mark.parametrize("character", characters())
def test_level_4_shoots_at_a_shed_that_has_to_fall_though_no_trial_shows_what_it_brings(
    character: str,
) -> None:
    places = {"frenzy": "0906", "soundwave": "0203", "blaster": "0707", "eject": "0512"}
    state = with_blocks(arranged(in_play("hex-cassettes"), "frenzy", left=1, **places), b1007=0)
    assert chosen(state, HexCommander, personality=character, **FULL) == Shoot("0908", "construct")


def test_a_shot_that_may_win_is_worth_its_chance_to_win() -> None:
    state = last_shed()
    values, hex_of = values_of(state), state.board.map.hex
    shot = Attack(state.actor, WEAPON, -1, hex_of("1008"))
    assert values.decides(shot)
    chance = damage_odds(values.field, shot).deactivate / TOTAL
    assert values.gain(values.field, shot) == pytest.approx(
        CommanderValues(state.game, state.view(1)).gain(values.field, shot) + WIN * chance
    )


def test_a_shed_is_not_the_last_while_others_stand_nor_when_enough_have_fallen() -> None:
    state, hex_of = last_shed(), last_shed().board.map.hex
    shot = Attack(state.actor, WEAPON, -1, hex_of("1008"))
    two_left = with_blocks(state, b0908=9)
    assert not values_of(two_left).decides(shot)
    none_left = with_blocks(state, b1008=0)
    assert not values_of(none_left).decides(shot)


def test_hx_end_2_the_last_foe_decides_where_elimination_wins() -> None:
    places = {"sunstreaker": "0812", "starscream": "0808"}
    alone = arranged(in_play("hex-three"), "sunstreaker", **places)
    foe = number_of(alone, "starscream")
    shot = Attack(alone.actor, WEAPON, foe, alone.pieces[foe].hex)
    assert values_of(alone).decides(shot)
    two = arranged(in_play("hex-three"), "sunstreaker", **places, thundercracker="0908")
    assert not values_of(two).decides(shot)


def test_hx_end_2_the_last_crowd_but_one_decides_a_siege() -> None:
    places = {"shrapnel": "1109", "hot_spot": "1116", "crowd_1": "1111", "crowd_2": "1212"}
    state = arranged(in_play("hex-siege"), "shrapnel", **places)
    crowd = number_of(state, "crowd-1")
    shot = Attack(state.actor, WEAPON, crowd, state.pieces[crowd].hex)
    assert values_of(state).decides(shot)
    rescuer = number_of(state, "hot-spot")
    assert not values_of(state).decides(Attack(state.actor, WEAPON, rescuer, state.pieces[rescuer].hex))


# Trials


def test_in_trials_raiders_bring_sheds_down_and_defenders_do_not() -> None:
    places = {"frenzy": "0906", "soundwave": "0203", "eject": "0112"}
    state = arranged(in_play("hex-cassettes"), "frenzy", **places)
    world, now = world_of(with_blocks(state, b1008=40))
    for number in list(now.units):
        before = sum(now.blocks.values())
        world.turn(now, number, 0.99 if world.seats[number] else 0.0)  # nobody is hit by a defender
        hit = sum(now.blocks.values()) < before
        assert hit == (number == state.actor)  # the only raider within reach of a shed


def test_a_trial_in_which_the_last_shed_falls_is_won() -> None:
    world, now = world_of(last_shed())
    before = world.standing(now)
    assert not world.over(now, 0)
    now.blocks[world.values.field.board.map.hex("1008")] = 0
    assert world.over(now, 0)
    assert world.standing(now) > before
    assert world.standing(now) > 0.9 * WIN


def on_the_bridge(**places: str) -> HexState:
    state = arranged(in_play("hex-bridge"), "weirdwolf", **places)
    state.holds = (1, 0)
    return state


def test_hx_end_2_a_zone_that_is_held_for_a_second_round_wins_a_trial() -> None:
    bridge = sorted(in_play("hex-bridge").board.map.zones["bridge"])
    label = in_play("hex-bridge").board.map.label
    held = on_the_bridge(weirdwolf=label(bridge[0]), crosshairs="0101")
    world, now = world_of(held)
    assert world.over(now, 0)
    assert world.standing(now) > WIN / 2
    denied = on_the_bridge(weirdwolf=label(bridge[0]), crosshairs=label(bridge[-1]))
    world, now = world_of(denied)
    assert not world.over(now, 0)
    assert set(now.held.values()) == {0}


def test_in_trials_units_with_nothing_to_shoot_at_go_to_the_zone() -> None:
    state = arranged(in_play("hex-bridge"), "weirdwolf", weirdwolf="0201", crosshairs="0118")
    world, now = world_of(state)
    wolf = now.units[state.actor]
    goal = world._goal(now, wolf, [one for n, one in now.units.items() if world.seats[n] == 0])
    assert goal in state.board.map.zones["bridge"]


def test_hx_end_2_who_wins_by_waiting_has_won_a_trial_that_goes_on_to_the_last_round() -> None:
    state = last_shed()
    world, now = world_of(state)
    early = world.standing(now)
    state.round = 7
    world, now = world_of(state)
    assert world.standing(now) < early - WIN / 2


HAULERS = {"skids": "2806", "motormaster": "1401"}


def hauled(**places: str) -> HexState:
    return arranged(in_play("hex-convoy"), "skids", **{**HAULERS, **places})


def test_hx_move_8_in_trials_who_has_to_leave_the_map_does_so_as_soon_as_it_can() -> None:
    state = hauled(trailbreaker="1806")
    world, now = world_of(state)
    far, near = number_of(state, "trailbreaker"), state.actor
    before, east = world.standing(now), now.units[far].hex % state.board.map.width
    world.turn(now, near, 0.5)
    world.turn(now, far, 0.5)
    assert set(now.left) == {near}
    assert now.units[far].hex % state.board.map.width > east
    assert not world.over(now, 0)
    assert world.standing(now) > before  # what has left is not lost
    assert world.begun().left == {}


def test_hx_end_2_a_trial_in_which_enough_have_left_is_won() -> None:
    state = hauled(trailbreaker="2906", blades="2907")
    world, now = world_of(state)
    for key in ("trailbreaker", "blades", "skids"):
        assert not world.over(now, 0)
        world.turn(now, number_of(state, key), 0.5)
    assert number_of(state, "blades") in now.units  # who escorts stays
    assert world.over(now, 0)
    assert world.standing(now) > WIN


def test_who_has_left_before_a_trial_counts() -> None:
    state = hauled(trailbreaker="2906")
    gone = number_of(state, "trailbreaker")
    state.pieces = tuple(
        msgspec.structs.replace(piece, status=LEFT, hex=-1) if n == gone else piece
        for n, piece in enumerate(state.pieces)
    )
    world, now = world_of(state)
    assert [way.need for way in world.aims.ways_out] == [1]
    world.turn(now, state.actor, 0.5)
    assert world.over(now, 0)
