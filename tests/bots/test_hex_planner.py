"""The planning players of the hex game: legal everywhere, blind to what is hidden, sensible."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest
from tests.long_games import seed_ranges
from tests.smoke import every, smoke

from flagfall import bots
from flagfall.bots.base import Clock
from flagfall.bots.hexes.board_arrays import FAR, FARTHEST, board_arrays
from flagfall.bots.hexes.character import characters
from flagfall.bots.hexes.fighter import fighter, move_costs
from flagfall.bots.hexes.marshal import HexMarshal
from flagfall.bots.hexes.plan_search import PlanSearch
from flagfall.bots.hexes.planner import HexCommander, HexPlanner
from flagfall.bots.hexes.random_bot import HexBot, HexRandom
from flagfall.bots.hexes.values.danger import Danger, Pose
from flagfall.bots.hexes.values.planner_values import PlannerValues
from flagfall.core import Action
from flagfall.core.words import LANGUAGES
from flagfall.hexes import scenario_game
from flagfall.hexes.abilities import Combine, Repair
from flagfall.hexes.actions import Move, Shoot, Strike
from flagfall.hexes.events import Frame
from flagfall.hexes.game import HexGame
from flagfall.hexes.maps.geometry import in_arc
from flagfall.hexes.rules.reach import reach
from flagfall.hexes.scenarios.scenario_files import scenario_ids
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import AIR, PLAY, WRECK

FAST = {"looks": 6, "plans": 4, "trials": 8}
LEISURE = Clock(move=60.0)
PLANNERS = [HexPlanner, HexCommander, HexMarshal]


def answer(bot: HexBot, state: HexState, seat: int) -> Action:
    view, legal = state.view(seat), state.legal(seat)
    return bot.decide(view, legal, LEISURE) if legal else bot.deploy(view)


def play(game: HexGame, seed: int, players: list[HexBot], most: int = 100_000) -> HexState:
    """A game between bots; `apply` raises where one of them does what it may not."""
    state = game.new(seed)
    for _ in range(most):
        if state.outcome() is not None:
            break
        seat = state.pending()[0].seat
        state = state.apply(seat, answer(players[seat], state, seat)).state
    return state


def in_play(id: str, seed: int = 1, most: int = 200, **options: object) -> HexState:
    """A scenario with all units on the map, at the first card."""
    game = scenario_game(id)
    state = game.new(seed, **options)
    rng = random.Random(seed)
    for _ in range(most):
        if state.phase == "play":
            return state
        decision = state.pending()[0]
        state = state.apply(decision.seat, decision.sample(rng)).state
    raise AssertionError("never ready")


def arranged(state: HexState, actor: str, left: int = 2, **places: str) -> HexState:
    """A state with some units at hexes (``HEX[@HP]``), all others off the map, and one of them to act."""
    other = state.copy()
    there = state.board.map
    pieces = []
    for piece in state.pieces:
        at, _, hp = places.get(piece.key.replace("-", "_"), "").partition("@")
        if at:
            facing = 3 * piece.seat  # the first side looks north, the second south
            whole = {"status": PLAY, "facing": facing, "mode": 0}
            changes = {**whole, "hex": there.hex(at), "hp": int(hp or piece.hp)}
        else:
            changes = {"hex": -1, "status": "out" if piece.status == PLAY else piece.status}
        pieces.append(msgspec.structs.replace(piece, **changes))
    other.pieces = tuple(pieces)
    number = next(n for n, piece in enumerate(pieces) if piece.key == actor)
    other.stack = (Frame(number, left),)
    other.card = number
    other.pile = tuple(n for n, piece in enumerate(pieces) if piece.status == PLAY and n != number)
    return other


def chosen(state: HexState, kind: type[HexPlanner] = HexPlanner, **params: float | str) -> Action:
    seat = state.to_move
    bot = kind(state.game, seat, 1, {"personality": "dutiful", **FAST, "looks": 36, **params})
    return answer(bot, state, seat)


# Every scenario


@pytest.mark.parametrize("id", every(3, scenario_ids(), 1))
def test_planners_play_every_scenario_by_the_rules(id: str) -> None:
    game = scenario_game(id)
    players: list[HexBot] = [HexCommander(game, 0, 2, FAST), HexPlanner(game, 1, 2, FAST)]
    state = play(game, 2, players, most=45)
    assert state.round >= 1


@pytest.mark.long
@pytest.mark.parametrize("id", scenario_ids())
@pytest.mark.parametrize("seeds", seed_ranges(20), ids=str)
def test_many_games_of_every_scenario_without_an_illegal_move(id: str, seeds: range) -> None:
    game = scenario_game(id)
    for seed in seeds:
        rng = random.Random(seed)
        levels = [rng.choice(bots.levels(id)) for _ in (0, 1)]
        players: list[HexBot] = []
        for seat, level in enumerate(levels):
            bot = bots.make(id, level.number, seat, seed, **FAST)
            assert isinstance(bot, HexBot)
            players.append(bot)
        assert play(game, seed, players).outcome() is not None


# Only what the seat sees


@pytest.mark.parametrize("kind", PLANNERS)
@pytest.mark.parametrize("id", smoke(["hex-hunt", "hex-six"], "hex-hunt"))
def test_equal_views_and_seeds_give_equal_decisions(id: str, kind: type[HexPlanner]) -> None:
    game = scenario_game(id)
    asked = 0
    for seed in range(12):
        seat = seed % 2
        first, second, *_ = game.twins().make(seat, random.Random(seed))
        assert isinstance(first, HexState) and isinstance(second, HexState)
        if first.to_move != seat or first.outcome() is not None:
            continue
        assert first.view(seat) == second.view(seat)
        decisions = [answer(kind(game, seat, 5, FAST), state, seat) for state in (first, second)]
        assert decisions[0] == decisions[1]
        asked += first.pieces != second.pieces or first.pile != second.pile
    assert asked >= 2


@pytest.mark.parametrize("kind", PLANNERS)
def test_a_bot_has_no_memory_that_changes_its_mind(kind: type[HexPlanner]) -> None:
    state = in_play("hex-three")
    seat = state.to_move
    bot = kind(state.game, seat, 3, FAST)
    assert (
        answer(bot, state, seat)
        == answer(bot, state, seat)
        == answer(kind(state.game, seat, 3, FAST), state, seat)
    )


@pytest.mark.parametrize("kind", PLANNERS)
def test_without_time_there_is_still_a_legal_answer(kind: type[HexPlanner]) -> None:
    state = in_play("hex-six")
    seat = state.to_move
    legal = state.legal(seat)
    assert kind(state.game, seat, 3).decide(state.view(seat), legal, Clock(move=0.0)) in legal


# Characters


def test_four_characters_have_names_and_sentences_in_four_languages() -> None:
    assert len(characters()) == 4
    for one in characters().values():
        assert set(one.names) == set(LANGUAGES) and set(one.about) == set(LANGUAGES)
        assert all(text.endswith(".") for text in one.about.values())


def test_hex_levels_have_names_and_sentences_in_four_languages() -> None:
    for level in bots.levels("hex-three"):
        assert set(level.names) == set(LANGUAGES) and set(level.about) == set(LANGUAGES)
        assert all(text.endswith(".") for text in level.about.values())


def test_the_seed_chooses_the_character_unless_one_is_named() -> None:
    game = scenario_game("hex-three")
    assert len({HexPlanner(game, 0, seed).character().id for seed in range(40)}) == 4
    assert HexPlanner(game, 0, 1, {"personality": "sly"}).character().id == "sly"


def test_a_weight_can_be_given_by_itself() -> None:
    game = scenario_game("hex-three")
    assert HexPlanner(game, 0, 1, {"personality": "sly", "fear": 3}).character().fear == 3


def test_an_unknown_personality_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no personality 'mild'; they are bold, wary, dutiful, sly"):
        HexPlanner(scenario_game("hex-three"), 0, 1, {"personality": "mild"}).character()


def test_haze_changes_some_decisions_but_the_same_ones_for_the_same_seed() -> None:
    state = in_play("hex-three")
    seat = state.to_move
    dim = [answer(HexPlanner(state.game, seat, 1, {**FAST, "haze": 8}), state, seat) for _ in (0, 1)]
    assert dim[0] == dim[1]
    many = {
        answer(HexPlanner(state.game, seat, seed, {**FAST, "haze": 8, "personality": "bold"}), state, seat)
        for seed in range(8)
    }
    assert len(many) > 1


# The rows of a board against the engine


@pytest.mark.parametrize("id", ["hex-siege", "hex-bargain"])
def test_the_table_of_heights_is_that_of_the_board(id: str) -> None:
    board = scenario_game(id).new(1).board
    rows = board_arrays(board)
    every = np.arange(rows.size)
    table = rows.highest(every, every, FARTHEST)
    rng = random.Random(1)
    for _ in range(2000):
        a, b = rng.randrange(rows.size), rng.randrange(rows.size)
        if 2 <= board.grid.distance(a, b) <= FARTHEST:
            assert table[a, b] == board.highest(a, b)


@pytest.mark.parametrize("half", [30, 60, 90, 180])
def test_hx_arc_the_rows_agree_with_the_rule(half: int) -> None:
    board = scenario_game("hex-duel").new(1).board
    rows = board_arrays(board)
    rng = random.Random(half)
    for _ in range(500):
        a, b, facing = rng.randrange(rows.size), rng.randrange(rows.size), rng.randrange(6)
        if a != b:
            assert rows.arcs(half, b)[facing, a] == in_arc(half, facing, *board.grid.displacement(a, b))


def test_the_sector_of_a_line_is_the_hex_that_it_ends_through() -> None:
    board = scenario_game("hex-three").new(1).board
    rows = board_arrays(board)
    rng = random.Random(3)
    for _ in range(500):
        a, b = rng.randrange(rows.size), rng.randrange(rows.size)
        if board.grid.distance(a, b) >= 2:
            side = int(rows.sectors(np.array([a]), np.array([b]))[0, 0])
            near = board.neighbours[a][side]
            assert near < 0 or near in board.grid.between(b, a)[-1]


@pytest.mark.parametrize("id", ["hex-islands", "hex-combiners", "hex-siege"])
def test_nobody_gets_farther_than_the_rows_say(id: str) -> None:
    state = in_play(id)
    field = state.field()
    rows = board_arrays(field.board)
    for number, piece in enumerate(state.pieces):
        one = fighter(field, number)
        if piece.status != PLAY or piece.hex < 0 or one.profile.vtol:  # hovering is left out of the rows
            continue
        found = move_costs(rows, one)
        for place in reach(field, number).ends():
            row = found.flown if place.layer == AIR else found.walked
            assert row is not None
            assert row[place.hex] < FAR


# Danger


def test_hx_seq_9_a_foe_whose_card_is_in_the_pile_is_the_greater_danger() -> None:
    state = arranged(in_play("hex-three"), "sunstreaker", sunstreaker="0809", starscream="0804")
    acted = state.copy()
    acted.pile = ()
    felt = []
    for one in (state, acted):
        values = PlannerValues(one.game, one.view(0))
        unit = next(n for n, piece in enumerate(one.pieces) if piece.key == "sunstreaker")
        felt.append(
            float(
                Danger(values, unit).felt(Pose(values.fighter(unit)), np.array([one.pieces[unit].hex])).sum()
            )
        )
    assert felt[0] > felt[1] > 0


def test_hx_wat_2_nobody_fears_fire_under_deep_water() -> None:
    state = in_play("hex-islands")
    values = PlannerValues(state.game, state.view(0))
    unit = next(n for n in values.mine if values.fighter(n).height < 3 and not values.fighter(n).surface)
    deep = [
        hex
        for hex, cell in enumerate(state.board.cells)
        if cell.terrain == "w" and cell.size > values.fighter(unit).height
    ]
    harm = Danger(values, unit)._shot
    danger = Danger(values, unit)
    for threat in danger.threats:
        assert not harm(threat, Pose(values.fighter(unit)), np.array(deep)).any()


# Choices


def test_it_fells_a_wounded_foe_rather_than_scratch_a_whole_one() -> None:
    state = arranged(
        in_play("hex-three"),
        "sunstreaker",
        left=1,
        sunstreaker="0812",
        starscream="0808@1",
        thundercracker="0908",
    )
    action = chosen(state)
    assert isinstance(action, Shoot) and action.at == "0808"


def test_it_goes_where_it_can_shoot_and_shoots() -> None:
    state = arranged(in_play("hex-three"), "sunstreaker", sunstreaker="0817", starscream="0805@2")
    first = chosen(state)
    assert isinstance(first, Move)
    second = chosen(state.apply(0, first).state)
    assert isinstance(second, Shoot | Strike)


@pytest.mark.parametrize("kind", PLANNERS)
def test_hx_abl_rep_a_wreck_beside_an_engineer_is_raised(kind: type[HexPlanner]) -> None:
    state = arranged(in_play("hex-six"), "ratchet", ratchet="0525", optimus_prime="0524@1", megatron="2502")
    pieces = [
        msgspec.structs.replace(piece, status=WRECK, hp=0) if piece.key == "optimus-prime" else piece
        for piece in state.pieces
    ]
    state.pieces = tuple(pieces)
    state.pile = tuple(n for n in state.pile if pieces[n].status == PLAY)
    unit, acts = state.actor, list[Action]()
    while state.actor == unit and state.stack[0].left and len(acts) < 2:
        acts.append(chosen(state, kind))
        state = state.apply(0, acts[-1]).state
    assert Repair("optimus-prime") in acts  # at once, or from a better place beside it


@pytest.mark.parametrize("kind", PLANNERS)
def test_hx_abl_cmb_a_team_that_stands_together_combines(kind: type[HexPlanner]) -> None:
    state = arranged(
        in_play("hex-combiners"),
        "scattershot",
        scattershot="1015",
        afterburner="1014",
        nosecone="1016",
        strafe="0915",
        lightspeed="1115",
        onslaught="1003",
    )
    assert isinstance(chosen(state, kind), Combine)


@pytest.mark.parametrize("kind", PLANNERS)
def test_hx_move_8_who_has_to_leave_the_map_leaves_it(kind: type[HexPlanner]) -> None:
    state = arranged(in_play("hex-convoy"), "skids", skids="3007", motormaster="1007")
    pieces = [
        msgspec.structs.replace(piece, facing=2) if piece.key == "skids" else piece for piece in state.pieces
    ]
    state.pieces = tuple(pieces)
    action = chosen(state, kind)
    assert isinstance(action, Move) and action.off == "E"


@pytest.mark.parametrize("kind", PLANNERS)
def test_a_zone_that_has_to_be_held_is_gone_to(kind: type[HexPlanner]) -> None:
    state = arranged(in_play("hex-bridge"), "crosshairs", crosshairs="1013", weirdwolf="0101")
    zone = state.board.map.zones["bridge"]
    unit = state.actor
    far = [min(state.board.grid.distance(state.pieces[unit].hex, hex) for hex in zone)]
    while state.actor == unit and state.round == 1:
        state = state.apply(0, chosen(state, kind)).state
    far.append(min(state.board.grid.distance(state.pieces[unit].hex, hex) for hex in zone))
    assert far[1] < far[0]


def test_hx_abl_clk_who_goes_cloaked_fears_nothing() -> None:
    state = arranged(in_play("hex-hunt"), "mirage", mirage="0810", pounce="0806", ravage="0706")
    pieces = [
        msgspec.structs.replace(piece, cloaked=True) if piece.key == "mirage" else piece
        for piece in state.pieces
    ]
    state.pieces = tuple(pieces)
    values = PlannerValues(state.game, state.view(0))
    planner = PlanSearch(values, state.legal(0), characters()["wary"])
    moves = [plan for plan in planner.plans() if plan.summary.kind == "move"]
    assert moves
    assert all(plan.summary.loss == 0 for plan in moves)


def test_a_bot_can_say_why_in_numbers() -> None:
    state = arranged(in_play("hex-three"), "sunstreaker", left=1, sunstreaker="0812", starscream="0808@1")
    bot = HexPlanner(state.game, 0, 1, {"personality": "bold"})
    answer(bot, state, 0)
    assert bot.summary is not None
    assert bot.summary.kind.startswith("attack")
    assert state.pieces[bot.summary.target].key == "starscream"
    assert 0 < bot.summary.kill <= 1


def test_the_planner_beats_chance() -> None:
    game = scenario_game("hex-three")
    won = 0
    for seat in (0, 1):
        players: list[HexBot] = [HexRandom(game, 0, 1), HexRandom(game, 1, 1)]
        players[seat] = HexPlanner(game, seat, 1, FAST)
        outcome = play(game, seat, players).outcome()
        assert outcome is not None
        won += outcome.winner == seat
    assert won == 2
