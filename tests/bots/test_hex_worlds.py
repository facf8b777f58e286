"""What level 4 of the hex game knows beyond level 3: whole-turn attacks, the last round, what others do."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest
from tests.bots.test_hex_planner import arranged, in_play

from flagfall.bots.hexes.board_arrays import board_arrays
from flagfall.bots.hexes.plan_search import PlanSearch
from flagfall.bots.hexes.planner import HexCommander, HexPlanner
from flagfall.bots.hexes.trials.lookup_tables import LookupTables
from flagfall.bots.hexes.trials.world import TrialWorld, worlds
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.danger import Danger, Pose
from flagfall.bots.hexes.values.whole_turn_danger import WholeTurnDanger, hexes_in_arc
from flagfall.bots.hexes.wide_plan_search import WidePlanSearch
from flagfall.hexes.maps.geometry import in_arc
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY, WRECK


def number(state: HexState, key: str) -> int:
    return next(n for n, piece in enumerate(state.pieces) if piece.key == key)


def with_options(state: HexState, **options: bool) -> HexState:
    other = state.copy()
    other.options = msgspec.structs.replace(state.options, **options)
    return other


def world_of(state: HexState, seed: int = 1) -> TrialWorld:
    """A world as the seat to move sees it, before the plan of its unit."""
    values = CommanderValues(state.game, state.view(state.to_move))
    return next(worlds(LookupTables(values, state.actor), random.Random(seed)))


def felled(state: HexState, key: str) -> HexState:
    """The state with a unit as a wreck where it stood."""
    other = state.copy()
    other.pieces = tuple(
        msgspec.structs.replace(piece, status=WRECK, hp=0) if piece.key == key else piece
        for piece in state.pieces
    )
    other.pile = tuple(n for n in state.pile if other.pieces[n].status == PLAY)
    return other


# Whole-turn attacks


@pytest.mark.parametrize("half", [30, 60, 90, 180])
def test_hx_arc_what_lies_ahead_agrees_with_the_rule(half: int) -> None:
    board = in_play("hex-three").board
    middle = board.grid.size // 2 + board.grid.width // 2
    for facing in range(6):
        row = hexes_in_arc(board_arrays(board), middle, facing, half)
        for hex in range(board.grid.size):
            if hex != middle:
                assert row[hex] == in_arc(half, facing, *board.grid.displacement(middle, hex))


def test_hx_opt_3_a_foe_is_feared_twice_where_it_need_not_move_to_shoot() -> None:
    begun = in_play("hex-three", preset="book")
    state = arranged(begun, "sunstreaker", sunstreaker="0809", starscream="0804")
    unit, foe = number(state, "sunstreaker"), number(state, "starscream")
    here, behind = state.board.map.hex("0807"), state.board.map.hex("0802")
    for power in (False, True):
        values = CommanderValues(state.game, with_options(state, redirect_power=power).view(0))
        pose = Pose(values.fighter(unit))
        assert values.foes == [foe]
        hexes = np.array([here, behind])
        usual = Danger(values, unit).harm(pose, hexes)[0]
        feared = WholeTurnDanger(values, unit).harm(pose, hexes)[0]
        assert (feared[0] > 1.5 * usual[0] > 0) == power
        assert feared[1] == usual[1]


def test_a_scout_offers_more_places_to_walk_to() -> None:
    state = arranged(in_play("hex-three"), "sunstreaker", sunstreaker="0817", starscream="0805")
    values = CommanderValues(state.game, state.view(0))
    character = HexPlanner(state.game, 0, 1, {"personality": "bold"}).character()
    ends = [
        [plan.hex for plan in kind(values, state.legal(0), character).plans() if plan.summary.kind == "move"]
        for kind in (PlanSearch, WidePlanSearch)
    ]
    assert len(ends[0]) == 1 < len(ends[1]) == len(set(ends[1]))


# The limit of rounds


def test_hx_end_2_what_counts_in_the_end_is_to_be_ahead() -> None:
    state = in_play("hex-three")
    limit = state.game.scenario.limit
    assert limit is not None and limit.winner == "points"

    def gain(round: int, lead: int) -> float:
        other = state.copy()
        other.round = round
        values = CommanderValues(state.game, other.view(0))
        return values.standing((lead + 1) * values.point, lead + 1) - values.standing(
            lead * values.point, lead
        )

    assert gain(1, 0) == pytest.approx(gain(1, 5), rel=0.1)
    assert gain(limit.rounds, 0) > 5 * gain(limit.rounds, 5)
    assert gain(limit.rounds, 0) > 2 * gain(1, 0)


def test_hx_end_2_near_the_last_round_units_are_worth_their_hit_points() -> None:
    state = in_play("hex-three")
    assert state.game.scenario.limit is not None
    state.round = state.game.scenario.limit.rounds
    values = CommanderValues(state.game, state.view(0))
    for unit in values.mine:
        assert values.worth(unit, 4) == pytest.approx(4 * values.point)


def test_hx_end_2_nothing_is_played_after_the_last_round() -> None:
    state = arranged(in_play("hex-three"), "sunstreaker", sunstreaker="0809", starscream="0804")
    assert state.game.scenario.limit is not None
    state.round = state.game.scenario.limit.rounds
    assert world_of(state).rounds == [list(state.pile)]
    state.round -= 1
    assert [len(order) for order in world_of(state).rounds] == [len(state.pile), 2]


# What others do in a world


def test_hx_abl_rep_an_engineer_of_a_world_raises_a_wreck() -> None:
    state = felled(
        arranged(
            in_play("hex-six"), "mirage", mirage="0127", ratchet="0525", optimus_prime="0524", megatron="2502"
        ),
        "optimus-prime",
    )
    world = world_of(state)
    situation = world.begun()
    world.turn(situation, number(state, "ratchet"), 0.5)
    raised = situation.raised[number(state, "optimus-prime")]
    assert raised.hp == state.field().skill(number(state, "ratchet"))
    assert not situation.wrecks


def test_hx_abl_rep_an_engineer_of_a_world_repairs_the_hurt_but_not_beyond_full() -> None:
    where = {"mirage": "0127", "ratchet": "0525", "megatron": "2502"}
    patient, engineer = "optimus-prime", "ratchet"
    whole = in_play("hex-six")
    most, skill = whole.field().max_hp(number(whole, patient)), whole.field().skill(number(whole, engineer))
    for hp in (1, most - 1):
        state = arranged(in_play("hex-six"), "mirage", **where, optimus_prime=f"0524@{hp}")
        world = world_of(state)
        situation = world.begun()
        world.turn(situation, number(state, engineer), 0.5)
        assert situation.units[number(state, patient)].hp == min(most, hp + skill)


def test_hx_abl_cmd_a_leader_of_a_world_lets_the_others_shoot() -> None:
    state = arranged(
        in_play("hex-six"), "mirage", mirage="0127", optimus_prime="0520", sideswipe="2010", megatron="2005"
    )
    state.chains = ((number(state, "optimus-prime"),), ())
    world = world_of(state)
    situation = world.begun()
    world.turn(situation, number(state, "optimus-prime"), 0.99)
    target = number(state, "megatron")
    assert target not in situation.units or situation.units[target].hp < state.pieces[target].hp
    assert number(state, "optimus-prime") in situation.ordered


def test_hx_opt_3_a_unit_with_a_foe_before_its_gun_gives_the_whole_turn_to_the_shot() -> None:
    begun = in_play("hex-three", preset="book")
    state = arranged(begun, "prowl", prowl="0817", sunstreaker="0809", starscream="0804")
    unit, foe = number(state, "sunstreaker"), number(state, "starscream")
    left = []
    for power in (False, True):
        world = world_of(with_options(state, redirect_power=power))
        situation = world.begun()
        world.turn(situation, unit, 0.6)
        left.append(situation.units[foe].hp if foe in situation.units else 0)
    assert left[1] < left[0]


def test_level_4_tries_no_two_plans_alike_that_end_in_one_place() -> None:
    state = arranged(in_play("hex-three"), "sunstreaker", sunstreaker="0817", starscream="0805")
    values = CommanderValues(state.game, state.view(0))
    character = HexPlanner(state.game, 0, 1, {"personality": "bold"}).character()
    few = HexCommander._few(WidePlanSearch(values, state.legal(0), character).plans(), 14)
    ends = [(plan.summary.kind, plan.planned.unit, plan.summary.target, plan.hex) for plan in few]
    assert len(ends) == len(set(ends)) > 3
