"""Positions in which an ability decides more than a shot or a walk: the planning players use it there."""

from __future__ import annotations

import random
import time

import msgspec
import pytest
from tests.bots.test_hex_planner import arranged, chosen, in_play

from flagfall.bots.base import Clock
from flagfall.bots.hexes import thinking_time
from flagfall.bots.hexes.marshal import HexMarshal
from flagfall.bots.hexes.planner import HexCommander, HexPlanner
from flagfall.bots.hexes.thinking_time import ThinkingTime
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.bots.hexes.values.walls_and_smoke import Screens
from flagfall.bots.levels import levels, make
from flagfall.core import Action
from flagfall.hexes.abilities import Build, Burn, SmokeScreen
from flagfall.hexes.actions import Move, PickUp
from flagfall.hexes.rules.attacks import WEAPON, Attack, damage_odds
from flagfall.hexes.state import HexState

PLANNERS = [HexPlanner, HexCommander, HexMarshal]


def in_mode(state: HexState, key: str, mode: int, wind: int = -1) -> HexState:
    """The state with a unit in another mode, and with a wind."""
    other = state.copy()
    other.pieces = tuple(
        msgspec.structs.replace(piece, mode=mode) if piece.key == key else piece for piece in state.pieces
    )
    other.wind = wind
    return other


def behind_a_wall() -> HexState:
    """An engineer in the open, with two guns before it that it cannot get away from."""
    begun = in_play("hex-six")
    return arranged(begun, "wheeljack", wheeljack="1419", prowl="1417", megatron="1411", soundwave="1713")


def outgunned(left: int = 2) -> HexState:
    """A tanker and two friends, with three guns to the south; a fire's smoke would lie between them.

    The command centre is out of reach: two hexes nearer, level 4 goes and shoots at that.
    """
    friends = {"octane": "0716", "astrotrain": "0714", "blitzwing": "0817"}
    foes = {"kup": "0924", "inferno": "0521", "warpath": "0921"}
    return in_mode(arranged(in_play("hex-base"), "octane", left, **friends, **foes), "octane", 1, wind=3)


def expected(state: HexState, shooter: str, target: str) -> float:
    """The damage that a shot does on average, by the rules."""
    numbers = {piece.key: number for number, piece in enumerate(state.pieces)}
    unit, aim = numbers[shooter], numbers[target]
    return damage_odds(state.field(), Attack(unit, WEAPON, aim, state.pieces[aim].hex)).mean


@pytest.mark.parametrize("kind", PLANNERS)
def test_hx_abl_bld_an_engineer_under_fire_builds_a_wall_that_covers(kind: type[HexPlanner]) -> None:
    state = behind_a_wall()
    action = chosen(state, kind)
    assert isinstance(action, Build)
    after = state.apply(0, action).state
    threats = [(foe, mine) for foe in ("megatron", "soundwave") for mine in ("wheeljack", "prowl")]
    assert sum(expected(after, *pair) for pair in threats) < sum(expected(state, *pair) for pair in threats)


def test_hx_abl_fir_who_is_outgunned_lays_smoke_by_a_fire() -> None:
    assert isinstance(chosen(outgunned(), HexCommander), Burn)


def test_hx_abl_fir_level_5_does_so_with_its_last_action_and_moves_on_while_it_has_two() -> None:
    assert isinstance(chosen(outgunned(1), HexMarshal, trials=400, plans=14), Burn)
    assert isinstance(chosen(outgunned(), HexMarshal, trials=400, plans=14), Move)


@pytest.mark.parametrize("kind", PLANNERS)
def test_hx_abl_smk_a_helicopter_draws_smoke_before_its_friends(kind: type[HexPlanner]) -> None:
    places = {"vortex": "2209", "onslaught": "2208", "brawl": "2107", "swindle": "2207"}
    foes = {"nosecone": "1816", "scattershot": "2115", "strafe": "2316"}
    state = arranged(in_play("hex-combiners"), "vortex", **places, **foes)
    assert isinstance(chosen(in_mode(state, "vortex", 1), kind), SmokeScreen)


@pytest.mark.parametrize("kind", PLANNERS)
def test_hx_att_6_a_robot_takes_up_the_greater_gun_beside_it(kind: type[HexPlanner]) -> None:
    places = {"starscream": "1510", "megatron": "1511", "prowl": "1517", "mirage": "1417"}
    state = in_mode(arranged(in_play("hex-six"), "starscream", **places), "megatron", 1)
    assert chosen(state, kind) == PickUp("megatron")


def test_a_screen_is_worth_what_it_takes_off_the_shots_of_both_sides() -> None:
    state = behind_a_wall()
    unit = state.actor
    screens = Screens(CommanderValues(state.game, state.view(0)), unit)
    hex_of = state.board.map.hex
    assert screens.wall(hex_of("1418")) > 0
    assert screens.wall(hex_of("1420")) == 0  # behind its back: on no line
    field = state.field(0)
    assert screens.worth(field) == 0
    assert screens.smoke(field, {hex_of("0101")}) == 0
    assert screens.smoke(field, {hex_of("1417")}) > 0  # where a friend is shot at


# Time


def test_thinking_is_over_by_the_clock_or_by_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"wall": 10.0, "own": 5.0}
    monkeypatch.setattr(time, "perf_counter", lambda: now["wall"])
    monkeypatch.setattr(time, "thread_time", lambda: now["own"])
    patient, hasty = ThinkingTime(), ThinkingTime(Clock(1.0))
    now["wall"] += 0.9
    assert hasty.over and not patient.over
    now["wall"] += 600  # a busy machine: nothing was done meanwhile
    assert not patient.over
    now["own"] += thinking_time.MOST
    now["wall"] += thinking_time.MOST
    assert patient.over and patient.over


@pytest.mark.parametrize("level", [level.number for level in levels("hex-six")])
def test_a_level_without_processor_time_answers_by_the_rules(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ThinkingTime, "__init__", _spent)
    state = behind_a_wall()
    bot = make("hex-six", level, 0, random.Random(level).randrange(99))
    action: Action = bot.decide(state.view(0), state.legal(0), Clock(600.0))
    assert action in state.legal(0)


def _spent(self: ThinkingTime, clock: Clock = thinking_time.UNLIMITED) -> None:
    self._wall = self._own = self._look = -1.0
