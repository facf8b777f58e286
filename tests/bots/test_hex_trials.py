"""Before the first round and beyond the turn: forces on paper, teams side by side, plans tried out."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from flagfall.bots.base import Clock
from flagfall.bots.hexes.plan import Plan
from flagfall.bots.hexes.plan_search import PlanSearch
from flagfall.bots.hexes.planner import HexCommander, HexPlanner
from flagfall.bots.hexes.setup import paper_fight, summary_of
from flagfall.bots.hexes.trials.comparison import PlanComparison
from flagfall.bots.hexes.trials.lookup_tables import LookupTables
from flagfall.bots.hexes.trials.world import TrialWorld, worlds
from flagfall.bots.hexes.values.commander_values import CommanderValues
from flagfall.hexes import scenario_game
from flagfall.hexes.setup import Muster
from flagfall.hexes.state import HexState
from flagfall.hexes.units.unit_files import roster


def ready(id: str, kind: type[HexPlanner], seed: int = 1) -> HexState:
    """A scenario that two bots have set up."""
    game = scenario_game(id)
    players = [kind(game, seat, seed) for seat in (0, 1)]
    state = game.new(seed)
    while state.phase != "play":
        seat = state.pending()[0].seat
        state = state.apply(seat, players[seat].deploy(state.view(seat))).state
    return state


def plans(state: HexState) -> tuple[CommanderValues, list[Plan]]:
    seat = state.to_move
    values = CommanderValues(state.game, state.view(seat))
    character = HexPlanner(state.game, seat, 1, {"personality": "bold"}).character()
    return values, PlanSearch(values, state.legal(seat), character).plans()


def in_contact(id: str = "hex-three") -> HexState:
    """A game in which somebody has something to shoot at."""
    state = ready(id, HexPlanner)
    bots = [HexPlanner(state.game, seat, 1) for seat in (0, 1)]
    for _ in range(60):
        seat = state.to_move
        if any(str(action).startswith("fire") for action in state.legal(seat)):
            return state
        view, legal = state.view(seat), state.legal(seat)
        state = state.apply(seat, bots[seat].decide(view, legal, Clock(move=60))).state
    raise AssertionError("nobody met")


# Before the first round


def test_a_fight_on_paper_is_even_between_equals_and_won_by_the_stronger() -> None:
    sheets = roster()
    small, great = summary_of(sheets["rumble"]), summary_of(sheets["optimus-prime"])
    assert paper_fight([small, great], [small, great]) == 0
    assert paper_fight([great], [small]) == -paper_fight([small], [great]) > 0.5


def test_hx_abl_cmd_on_paper_orders_are_worth_a_shot() -> None:
    one = summary_of(roster()["sunstreaker"])
    assert paper_fight([one._replace(commands=True), one], [one, one]) > 0


def test_hx_seq_1_a_force_is_chosen_within_the_points() -> None:
    game = scenario_game("hex-skirmish")
    state = game.new(4)
    for seat in (0, 1):
        action = HexCommander(game, seat, 2).deploy(state.view(seat))
        assert isinstance(action, Muster)
        assert 0 < game.price(action.units) <= 300
        state = state.apply(seat, action).state


@pytest.mark.parametrize("seed", range(3))
def test_hx_abl_cmb_teams_are_put_side_by_side(seed: int) -> None:
    state = ready("hex-combiners", HexPlanner, seed)
    field = state.field()
    for seat in (0, 1):
        team = field.team(next(n for n, piece in enumerate(state.pieces) if piece.owner == seat))
        hexes = [state.pieces[n].hex for n in team]
        assert all(any(other in state.board.neighbours[hex] for other in hexes) for hex in hexes)


# Trials


def test_worlds_of_one_seed_are_the_same_and_come_in_twins_of_opposite_luck() -> None:
    values, _ = plans(in_contact())
    unit = values.view.turn.unit if values.view.turn else -1

    def seen(seed: int) -> list[tuple[list[int], float]]:
        found = worlds(LookupTables(values, unit), random.Random(seed))
        return [(world.rounds, world.luck) for world in islice(found, 6)]

    assert seen(1) == seen(1) != seen(2)
    first, second = seen(1)[:2]
    assert first[0] == second[0]
    assert first[1] == pytest.approx(1 - second[1])


def test_hx_seq_9_a_world_holds_the_cards_of_the_pile_and_then_everybody() -> None:
    state = in_contact()
    values, _ = plans(state)
    world = next(worlds(LookupTables(values, state.actor), random.Random(1)))
    assert [sorted(order) for order in world.rounds] == [sorted(state.pile), sorted(world.start.units)]


def test_a_plan_that_fells_a_foe_ends_better_than_one_that_does_nothing() -> None:
    state = in_contact()
    values, found = plans(state)
    attack = next(plan for plan in found if plan.planned.attack is not None and plan.planned.unit >= 0)
    sure = attack._replace(planned=attack.planned._replace(damage=(*[0] * 99, 2000)))
    idle = attack._replace(planned=attack.planned._replace(damage=(2000,)))
    world = next(worlds(LookupTables(values, state.actor), random.Random(1)))
    assert world.value(sure) > world.value(idle)


class Oracle(TrialWorld):
    """A world that knows what each plan is worth."""

    def __init__(self, known: dict[int, float]) -> None:
        self.known = known

    def value(self, plan: Plan) -> float:
        return self.known[plan.hex]


def test_trials_change_a_first_judgement_and_leave_out_who_falls_behind() -> None:
    _, found = plans(in_contact())
    three = [found[0]._replace(hex=n, value=0.0, calm=0.0) for n in range(3)]
    trial = PlanComparison(three, doubt=2.5)
    for _ in range(8):
        trial.add(Oracle({0: 0.0, 1: 6.0, 2: -30.0}))
    trial.sift()
    assert 2 not in trial.left
    assert trial.best() is three[1]


def test_one_trial_alone_does_not_overturn_a_clear_judgement() -> None:
    _, found = plans(in_contact())
    first = found[0]._replace(hex=0, value=4.0, calm=0.0)
    second = found[0]._replace(hex=1, value=0.0, calm=0.0)
    trial = PlanComparison([first, second], doubt=2.5)
    trial.add(Oracle({0: 0.0, 1: 5.0}))
    assert trial.best() is first
