"""Level 5 of the hex game: it knows what wins, in its first judgement and in its trials."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.bots.test_hex_planner import arranged, chosen, in_play

from flagfall.bots.hexes.character import characters
from flagfall.bots.hexes.marshal import HexMarshal
from flagfall.bots.hexes.plan import Plan, PlanSummary
from flagfall.bots.hexes.planner import HexCommander
from flagfall.bots.hexes.trials.comparison import LearningComparison, PlanComparison
from flagfall.bots.hexes.trials.objective_world import ObjectiveTables, ObjectiveWorld
from flagfall.bots.hexes.trials.world import Situation, TrialWorld, worlds
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.marshal_values import WIN, MarshalValues
from flagfall.bots.hexes.wide_plan_search import BoldPlanSearch
from flagfall.hexes import scenario_game
from flagfall.hexes.abilities import Combine
from flagfall.hexes.actions import End, Move, Shoot
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


# Who wins by waiting


def store(round: int = 4, **hp: int) -> HexState:
    """A scout of the defenders in the west, a raider in the north, the sheds nearly down."""
    state = arranged(in_play("hex-cassettes"), "steeljaw", steeljaw="0108", blaster="0110", frenzy="0301")
    state = with_blocks(state, **(hp or {"b1007": 10, "b0908": 10}))
    state.round = round
    return state


@pytest.mark.parametrize("character", characters())
def test_who_wins_by_waiting_meets_the_raiders_where_level_4_waits_while_the_sheds_fall(
    character: str,
) -> None:
    assert chosen(store(), HexMarshal, personality=character, **FULL) == Move("0104", "N")
    assert chosen(store(), HexCommander, personality=character, **FULL) == Move("0108", "NE")


def test_who_wins_by_waiting_waits_as_far_as_the_other_side_is_late() -> None:
    def patience(state: HexState) -> float:
        return MarshalValues(state.game, state.view(0)).patience

    fresh = {"b1007": 64}
    assert patience(store(1, **fresh)) == 0.0  # just on time
    assert patience(store(2)) < 0.0
    assert 0.0 < patience(store(2, **fresh)) < 1.0
    assert patience(store(4, **fresh)) == 1.0
    assert CommanderValues(store().game, store().view(0)).patience == 1.0


def placed(kind: type[HexCommander], seed: int) -> dict[str, int]:
    """How far each defender of the sheds is put from the middle one, against the same raiders."""
    state = scenario_game("hex-cassettes").new(seed)
    while state.phase != "play":
        seat = state.pending()[0].seat
        bot = (HexCommander if seat else kind)(state.game, seat, seed, {"personality": "dutiful"})
        state = state.apply(seat, bot.deploy(state.view(seat))).state
    there = state.board.map
    return {
        piece.key: state.board.grid.distance(piece.hex, there.hex("0908"))
        for piece in state.pieces
        if piece.seat == 0
    }


def test_defenders_start_near_what_they_defend() -> None:
    near, far = placed(HexMarshal, 0), placed(HexCommander, 0)
    assert sum(near.values()) < sum(far.values()) - 5
    assert near["blaster"] < far["blaster"]


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


def test_a_trial_is_worth_more_the_less_there_is_left_to_do_and_the_more_rounds() -> None:
    def chance(round: int, **hp: int) -> float:
        world, now = world_of(store(round, **hp))
        outlook = world.tables.outlook
        return outlook.chance(now, world.seats, -1, max(0, 7 - round))

    # The defenders look at it: the raiders are on time, then late, then too late.
    rising = [chance(3, b1007=1, b0908=1), chance(3, b1007=20), chance(3, b1007=64), chance(7, b1007=64)]
    assert rising == sorted(rising)
    assert rising[0] < 0.0 < rising[-1] <= 1.0


def test_in_trials_a_unit_changes_shape_to_get_nearer() -> None:
    state = arranged(in_play("hex-cassettes"), "steeljaw", steeljaw="0112", rumble="0101")
    world, now = world_of(state)
    far = world.tables.distance(now.units[number_of(state, "rumble")].hex)
    walked = TrialWorld._best(world, now, state.actor)
    act = world._best(now, state.actor)
    assert walked.strike is None and act.mode == 1
    assert far[act.hex] < far[walked.hex]
    world.turn(now, state.actor, 0.5)
    assert now.units[state.actor].mode == 1


def test_in_trials_a_team_that_combines_is_one_big_robot() -> None:
    team = {"hot_spot": "1119", "streetwise": "1219", "blades": "1019", "groove": "1120", "first_aid": "1118"}
    state = arranged(in_play("hex-siege"), "hot-spot", **team, crowd_1="1111", shrapnel="1101")
    combine = next(action for action in state.legal(0) if isinstance(action, Combine))
    values = values_of(state)
    search = BoldPlanSearch(values, state.legal(0), characters()["dutiful"])
    plan = next(plan for plan in search.plans() if plan.first == combine)
    world, now = world_of(state)
    world._act(now, plan)
    giant = number_of(state, "defensor")
    assert {state.pieces[n].key for n in now.units} == {"defensor", "crowd-1", "shrapnel"}
    assert all(giant in order for order in world.rounds[1:])
    assert number_of(state, "hot-spot") in world.begun().units


def test_the_first_judgement_counts_less_where_trials_show_that_it_is_wrong() -> None:
    pose = search_of(last_shed()).here
    names = [Plan(value, End(), PlanSummary("stay"), pose, 0, 0) for value in (9.0, 4.0, 3.0)]
    steady, learning = PlanComparison(names, 5.0), LearningComparison(names, 5.0)
    rng = random.Random(1)
    luck = [(rng.gauss(0.0, 150.0), rng.gauss(60.0, 150.0), rng.gauss(60.0, 150.0)) for _ in range(64)]
    for fared in luck:
        for comparison in (steady, learning):
            comparison.add(Told(dict(zip(map(id, names), fared, strict=True))))  # type: ignore[arg-type]
    assert steady.best() is names[0]
    assert learning.best() is not names[0]


def test_no_more_trials_are_made_where_they_tell_nothing_apart() -> None:
    pose = search_of(last_shed()).here
    names = [Plan(value, End(), PlanSummary("stay"), pose, 0, 0) for value in (9.0, 4.0)]
    learning = LearningComparison(names, 5.0)
    for _ in range(8):
        learning.add(Told({id(name): 1.0 for name in names}))  # type: ignore[arg-type]
    assert not learning.settled
    learning.sift()
    assert learning.settled


class Told:
    """A world in which it is known how every plan fares."""

    def __init__(self, fared: dict[int, float]) -> None:
        self.fared = fared

    def value(self, plan: Plan) -> float:
        """How a plan fares."""
        return self.fared[id(plan)]


def search_of(state: HexState) -> BoldPlanSearch:
    return BoldPlanSearch(values_of(state), state.legal(state.to_move), characters()["dutiful"])


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
