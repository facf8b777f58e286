"""Units, cards, rounds, turns, deployment (HX-UNIT, HX-SEQ), victory (HX-END), options (HX-OPT)."""

from __future__ import annotations

import random

import msgspec
import pytest
from battle import (
    On,
    after,
    battle,
    dice,
    do,
    legal,
    mode,
    number,
    piece,
    put,
    rolls,
    sheet,
    told,
    turn,
    where,
)

from flagfall.core import PUBLIC
from flagfall.core.errors import BadOption, IllegalAction
from flagfall.core.outcome import Outcome
from flagfall.hexes.rules.attacks import Attack, to_hit
from flagfall.hexes.scenarios.scenario import Destroy, Eliminate, Exit, Hold, Limit, Protect
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PRONE
from flagfall.hexes.units.sheets import Team
from flagfall.hexes.units.unit_files import roster

RED = sheet("red")
BLUE = sheet("blue")
ONE = sheet("one")
TWO = sheet("two")
ZONES = "zone south = 0108-0909\nzone north = 0101-0902\nzone hill = 0505\n"
ZONED = ZONES + "\n".join(["0. " * 9] * 9)


def play_out(state: HexState) -> HexState:
    """End every turn until the round is over."""
    now = state.round
    while state.round == now and state.outcome() is None:
        state = after(state, "end")
    return state


# Units


def test_hx_unit_1_modes_have_their_own_stats_and_may_override_endurance_and_skill() -> None:
    unit = sheet("red", mode(strength=7), mode("car", kind="vehicle", strength=0, endurance=4, skill=9))
    robot = battle([On(unit, "0505")]).field()
    car = battle([On(unit, "0505", mode=1)]).field()
    assert (robot.mode(0).strength, robot.endurance(0), robot.skill(0)) == (7, 6, 6)
    assert (car.mode(0).strength, car.endurance(0), car.skill(0)) == (0, 4, 9)


def test_hx_unit_2_firepower_is_damage_and_range() -> None:
    field = battle([On(sheet("red", mode(firepower=8)), "0505")]).field()
    assert field.firepower(0) == 8
    assert field.weapon_range(0) == 8


def test_hx_unit_3_hit_points_are_twice_the_endurance_unless_listed() -> None:
    assert piece(battle([On(sheet("red", end=7), "0505")]), "red").hp == 14
    assert piece(battle([On(sheet("red", end=7, hp=9), "0505")]), "red").hp == 9


def test_hx_unit_4_a_stat_of_nothing_disables_its_use() -> None:
    state = battle(
        [On(sheet("red", mode(strength=0, firepower=0, speed=0)), "0505", "N")], [On(BLUE, "0504")]
    )
    assert {str(action).split()[0] for action in state.legal(0)} == {"end"}
    for text, rule in (("strike", "HX-ATK-3"), ("fire 0504", "HX-ATK-2"), ("move 0505 NE", "HX-UNIT-4")):
        with pytest.raises(IllegalAction, match=rule):
            do(state, text)
    with pytest.raises(IllegalAction, match="HX-UNIT-4"):
        do(state, "move via r")


def test_hx_unit_5_abilities_hold_in_the_mode_that_lists_them() -> None:
    unit = sheet("red", mode(abilities=("cloak",)), mode("car", kind="vehicle"))
    assert legal(battle([On(unit, "0505")]), "cloak") == {"cloak"}
    assert legal(battle([On(unit, "0505", mode=1)]), "cloak") == set()


def test_hx_unit_6_every_unit_holds_one_card_of_its_own() -> None:
    state = battle([On(RED, "0505"), On(ONE, "0506")], [On(BLUE, "0101")])
    assert len({one.card for one in state.pieces}) == len(state.pieces)


def test_hx_unit_7_the_record_is_public() -> None:
    state = battle([On(RED, "0505", stance=PRONE)], [On(BLUE, "0101")])
    state = put(state, "red", shield="self", hp=3)
    for seat in (0, 1, PUBLIC):
        seen = state.view(seat).pieces[0]
        assert (seen.mode, seen.layer, seen.stance, seen.shield, seen.hp) == (0, 0, PRONE, "self", 3)


def test_hx_unit_8_function_changes_nothing() -> None:
    a = battle([On(sheet("red"), "0505")], [On(BLUE, "0502")])
    b = battle([On(msgspec.structs.replace(sheet("red"), function="Cook"), "0505")], [On(BLUE, "0502")])
    assert a.legal(0) == b.legal(0)
    assert do(a, "fire 0502").events == do(b, "fire 0502").events


def test_hx_unit_9_the_two_sheets_that_survive() -> None:
    blurr, raid = roster()["blurr"], roster()["air-raid"]
    robot, car = blurr.modes
    assert [(m.strength, m.speed, m.firepower, m.height) for m in (robot, car)] == [
        (7, 10, 10, 2),
        (0, 15, 10, 1),
    ]
    assert (blurr.endurance, blurr.skill, blurr.hit_points, blurr.nebulon) == (6, 6, 12, "haywire")
    assert car.has("hover")
    assert car.has("any-arc")
    assert [m.strength for m in raid.modes] == [5, 0]


def test_hx_unit_10_large_robots_go_beyond_ten() -> None:
    assert max(m.strength for one in roster().values() for m in one.modes) > 10


# Cards and turns


def test_hx_seq_1_the_scenario_places_units_and_their_cards_form_the_pile() -> None:
    state = battle([On(RED, "0505"), On(ONE, "0506")], [On(BLUE, "0101")])
    assert {*state.pile, state.actor} == {0, 1, 2}
    assert state.round == 1


def test_hx_seq_2_a_round_gives_every_unit_one_turn() -> None:
    state = battle([On(RED, "0505"), On(ONE, "0506")], [On(BLUE, "0101")])
    seen = []
    while state.round == 1:
        seen.append(state.actor)
        state = after(state, "end")
    assert sorted(seen) == [0, 1, 2]
    orders = set()
    for seed in range(40):
        fresh = state.game.new(seed=seed)
        orders.add((fresh.actor, *fresh.pile))
    assert len(orders) == 6, "every order comes up"


def test_hx_seq_3_two_actions_of_different_kinds_in_any_order_or_none() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502")])
    moved = after(state, "move 0504 N")
    assert moved.actor == 0
    with pytest.raises(IllegalAction, match="HX-SEQ-3"):
        do(moved, "move 0503 N")
    assert after(moved, "fire 0502").actor == 1
    assert after(after(state, "fire 0502"), "move 0504 N").actor == 1
    assert after(state, "end").actor == 1


def test_hx_seq_4_attack_is_one_kind_with_the_abilities_that_roll_to_hit() -> None:
    unit = sheet("red", mode(abilities=("demolish", "fire", "control")))
    map = "\n".join(["0. " * 9] * 3 + ["0. " * 4 + "0c2:99 " + "0. " * 4] + ["0. " * 9] * 5)
    state = battle([On(unit, "0505", "N")], [On(BLUE, "0101")], map)
    done = after(state, "strike construct")
    assert legal(done, "demolish") == set()
    assert legal(done, "burn") == set()
    with pytest.raises(IllegalAction, match="HX-SEQ-3"):
        do(done, "demolish")
    apart = battle([On(unit, "0505", "N")], [On(BLUE, "0101")], map, attack_abilities_share_slot=False)
    assert legal(after(apart, "strike construct"), "demolish") == {"demolish"}


def test_hx_seq_6_and_hx_seq_8_the_end_of_a_round() -> None:
    medic = sheet("medic", mode(abilities=("repair",)))
    late = On(sheet("late"), "0909", entry={"round": 2})
    state = battle([On(medic, "0505"), On(ONE, "0504"), late], [On(BLUE, "0101")])
    state = put(state, "one", status="wreck", hp=0)
    state = after(turn(state, "medic", last=True), "repair one")
    assert piece(state, "one").status == "wreck", "not before the round ends"
    done = after(state, "end")
    assert done.round == 2
    assert piece(done, "one").status == "play"
    assert where(done, "late") == "0909 N"
    assert {*done.pile, done.actor} == {number(done, key) for key in ("medic", "one", "late", "blue")}


def test_hx_seq_8_control_is_rolled_for_first_then_smoke_goes() -> None:
    from flagfall.hexes.events import Smoke

    master = sheet("master", mode(abilities=("control",)))
    state = battle([On(master, "0505"), On(ONE, "0909")], [On(BLUE, "0101"), On(TWO, "0102")])
    state = put(put(state, "blue", seat=0, controller="master"), "two", seat=0, controller="master").copy()
    state.smoke = (Smoke(3, -1, 1), Smoke(4, -1, 2), Smoke(5, 9, 0))
    step = do(turn(state, "one", last=True), "end")
    kept = [event for event in told(step, "Rolled") if event.purpose == "keep-control"]
    assert len(kept) == 2
    assert [event.unit for event in kept] == [0, 0]
    assert [mark.hex for mark in step.state.smoke] == [4, 5]


def test_hx_seq_7_the_card_of_a_fallen_unit_is_discarded() -> None:
    state = battle([On(RED, "0505")], [On(BLUE, "0101"), On(ONE, "0102")])
    state = put(state, "blue", status="wreck", hp=0)
    state.pile = (number(state, "blue"), number(state, "one"))
    step = do(state, "end")
    assert [(event.unit, event.turn) for event in told(step, "Drawn")] == [(1, False), (2, True)]


def test_hx_seq_9_everyone_knows_which_cards_are_left_and_nobody_their_order() -> None:
    state = battle([On(RED, "0505"), On(ONE, "0506"), On(TWO, "0507")], [On(BLUE, "0101")])
    other = state.copy()
    other.pile = tuple(reversed(state.pile))
    for seat in (0, 1, PUBLIC):
        assert msgspec.json.encode(state.view(seat)) == msgspec.json.encode(other.view(seat))
        assert state.view(seat).table.pile == tuple(sorted(state.pile))
    rng = random.Random(4)
    orders = {state.game.determinize(state.view(0), rng).pile for _ in range(60)}
    assert len(orders) == 6


def commanders(**options: object) -> HexState:
    chief = sheet("chief", mode(abilities=("command", "transmit")))
    vice = sheet("vice", mode(abilities=("command",)))
    return battle(
        [On(chief, "0505", "N"), On(vice, "0506"), On(ONE, "0507", "N")],
        [On(BLUE, "0101")],
        side=({"chain": ("chief", "vice")}, {}),
        **options,  # type: ignore[arg-type]
    )


def test_hx_seq_10_free_actions_are_a_turn_inside_a_turn() -> None:
    state = after(commanders(), "command one")
    assert [frame.unit for frame in state.stack] == [0, 2]
    assert state.frame.left == 2
    state = after(state, "move 0507 NE", "end")
    assert state.actor == 0, "the giver's turn resumes"
    assert state.frame.left == 1
    assert 2 in state.pile, "the unit's own card is not affected"
    nested = after(commanders(), "command vice")
    assert legal(nested, "command") == set()
    with pytest.raises(IllegalAction, match=r"HX-ABL-CMD|HX-SEQ-10"):
        do(nested, "command one")
    again = after(after(commanders(), "command one"), "end", "end")
    later = turn(again, "chief")
    with pytest.raises(IllegalAction, match="HX-SEQ-10"):
        do(later, "command one")
    assert legal(later, "transmit") == {"transmit vice", "transmit one"}


def test_hx_seq_11_sides_deploy_in_turn_in_their_zones_and_write_the_chain() -> None:
    chief = sheet("chief", mode(abilities=("command",)), mode("boat", kind="boat", attributes=("water",)))
    vice = sheet("vice", mode(abilities=("command",)))
    state = battle(
        [On(chief), On(vice), On(ONE)],
        [On(BLUE), On(TWO)],
        ZONED,
        side=({"zone": "south"}, {"zone": "north"}),
    )
    assert state.phase == "chain"
    assert [d.seat for d in state.pending()] == [0]
    assert state.legal(0) == ()
    with pytest.raises(IllegalAction, match="HX-ABL-CMD"):
        state.apply(0, state.game.setup("chain chief"))
    state = state.apply(0, state.game.setup("chain vice chief")).state
    assert state.chains == ((1, 0), ())
    assert (state.phase, state.deploying) == ("deploy", 0), "the side with more units first"
    with pytest.raises(IllegalAction, match="HX-SEQ-11"):
        state.apply(0, state.game.setup("deploy chief 0101 N"))
    with pytest.raises(IllegalAction, match="HX-SEQ-11"):
        state.apply(0, state.game.setup("deploy blue 0108 N"))
    seats = []
    texts = {0: ["chief 0109 NE", "vice 0209 N", "one 0309 N"], 1: ["blue 0101 S", "two 0201 S"]}
    while state.phase == "deploy":
        seat = state.pending()[0].seat
        seats.append(seat)
        state = state.apply(seat, state.game.setup(f"deploy {texts[seat].pop(0)}")).state
    assert seats == [0, 1, 0, 1, 0]
    assert state.round == 1
    assert where(state, "chief") == "0109 NE"


def test_hx_seq_11_a_tie_is_rolled_for() -> None:
    firsts = set()
    for seed in range(30):
        state = battle([On(ONE)], [On(TWO)], ZONED, side=({"zone": "south"}, {"zone": "north"}), seed=seed)
        firsts.add(state.deploying)
        one, two = (roll.value for roll in state.opening[-2:])
        assert (state.deploying == 0) == (one > two)
    assert firsts == {0, 1}


def test_forces_are_chosen_by_points_in_secret() -> None:
    import flagfall

    game = flagfall.game("hex-skirmish")
    state = game.new(seed=3)
    assert [d.seat for d in state.pending()] == [0, 1]
    rng = random.Random(1)
    choice = state.pending()[0].sample(rng)
    assert sum(game.choices(0)[unit] for unit in choice.units) <= 350
    step = state.apply(0, choice)
    assert step.state.view(0).muster == choice.units
    assert step.state.view(1).muster == ()
    assert [event for event in step.events if event.audience == (0,)]
    with pytest.raises(IllegalAction, match="HX-SEQ-1"):
        state.apply(0, game.setup("muster megatron"))
    with pytest.raises(IllegalAction, match="HX-SEQ-1"):
        state.apply(0, game.setup("muster " + " ".join(sorted(game.choices(0))[:15])))
    both = step.state.apply(1, state.pending()[1].sample(rng)).state
    assert both.phase in ("deploy", "chain")
    assert {one.owner for one in both.pieces} == {0, 1}


# Victory


def shot(state: HexState, key: str = "blue") -> HexState:
    """Red's shot fells a unit at 0502."""
    state = put(state, key, hp=1)
    return do(dice(state, ("to-hit", 5), ("resistance", 1), ("potential", 10)), "fire 0502").state


def test_hx_end_1_the_game_ends_when_a_side_is_deactivated_or_retreats() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502")])
    done = shot(state)
    assert done.outcome() == Outcome("elimination", (1.0, 0.0), "HX-END-2")
    assert done.pending() == ()
    with pytest.raises(IllegalAction, match="HX-END-1"):
        done.apply(0, state.game.action("end"))
    step = state.ended(Outcome("resignation", (0.0, 1.0), "HX-END-2"))
    assert step.state.outcome().winner == 1
    assert step.state.view(PUBLIC).outcome == step.state.outcome()


def test_hx_end_2_elimination_waits_for_those_who_may_come_back() -> None:
    late = On(sheet("late"), "0909", entry={"round": 3})
    assert shot(battle([On(RED, "0505", "N")], [On(BLUE, "0502"), late])).outcome() is None
    taken = battle([On(RED, "0505", "N")], [On(BLUE, "0502"), On(ONE, "0101", seat=0, controller="red")])
    done = shot(taken)
    assert done.outcome() is None, "a controlled unit may break free"


def test_hx_end_2_after_the_control_rolls_nothing_left_is_lost() -> None:
    state = battle([On(RED, "0505", "N")], [On(ONE, "0101", seat=0, controller="red")])
    state = put(turn(state, "red", last=True), "one", seat=0, controller="red")
    for seed in range(60):
        trial = state.copy()
        trial.seed = seed
        step = do(trial, "end")
        roll = dict(rolls(step))["keep-control"]
        assert (step.state.outcome() is not None) == (roll > 6)


def test_hx_end_2_hold() -> None:
    goal = (Hold(side="red", zone="hill", rounds=2),)
    state = battle([On(RED, "0505")], [On(BLUE, "0101")], ZONED, victory=goal)
    one = play_out(state)
    assert one.holds == (1,)
    assert one.outcome() is None
    assert play_out(one).outcome() == Outcome("hold", (1.0, 0.0), "HX-END-2")
    contested = play_out(put(one, "red", hex="0404"))
    assert contested.holds == (0,)


def test_hx_end_2_exit_protect_and_destroy() -> None:
    exit_ = (Exit(side="red", edge="N"), Eliminate())
    state = battle([On(RED, "0501", "N"), On(ONE, "0909")], [On(BLUE, "0801")], victory=exit_)
    left = after(state, "move off N")
    assert left.outcome() is None
    assert play_out(left).outcome() == Outcome("exit", (1.0, 0.0), "HX-END-2")
    alone = battle([On(RED, "0501", "N")], [On(BLUE, "0801")], victory=exit_)
    assert after(alone, "move off N").outcome().termination == "exit"
    deserted = battle(
        [On(RED, "0501", "N")], [On(BLUE, "0801")], victory=(Exit(side="red", edge="N", count=2),)
    )
    assert after(deserted, "move off N").outcome() == Outcome("retreat", (0.0, 1.0), "HX-END-2")
    guard = (Protect(side="red", until=2, units=("red",)), Destroy(side="blue", units=("red",)))
    state = battle([On(RED, "0501"), On(ONE, "0909")], [On(BLUE, "0101")], victory=guard)
    assert play_out(state).outcome() is None
    assert play_out(play_out(state)).outcome() == Outcome("protect", (1.0, 0.0), "HX-END-2")
    lost = put(state, "red", status="wreck", hp=0)
    assert play_out(turn(lost, "one", last=True)).outcome() == Outcome("destroy", (0.0, 1.0), "HX-END-2")


def test_hx_end_2_the_last_round_is_won_by_points() -> None:
    state = battle([On(RED, "0505")], [On(BLUE, "0101")], limit=Limit(1))
    assert play_out(state).outcome() == Outcome("rounds", (0.5, 0.5), "HX-END-2")
    assert play_out(put(state, "blue", hp=11)).outcome() == Outcome("rounds", (1.0, 0.0), "HX-END-2")
    for winner, scores in (("blue", (0.0, 1.0)), ("draw", (0.5, 0.5))):
        ended = play_out(battle([On(RED, "0505")], [On(BLUE, "0101", hp=3)], limit=Limit(1, winner)))
        assert ended.outcome() == Outcome("rounds", scores, "HX-END-2")


# Optional actions


def test_hx_opt_1_sprint_doubles_the_points_of_a_robot() -> None:
    car = sheet("red", mode(speed=3), mode("car", kind="vehicle"))
    state = battle([On(car, "0509", "N")], [On(BLUE, "0101")], sprint=True)
    done = after(state, "sprint 0503 N")
    assert where(done, "red") == "0503 N"
    assert done.actor == 1, "both actions"
    for refused in (
        battle([On(car, "0509", "N")], [On(BLUE, "0101")]),
        battle([On(car, "0509", "N", mode=1)], [On(BLUE, "0101")], sprint=True),
        turn(state, "red", 1),
    ):
        with pytest.raises(IllegalAction, match=r"HX-OPT-1|HX-SEQ-3"):
            do(refused, "sprint 0508 N")


def aim(state: HexState, boost: str = "") -> object:
    return to_hit(state.field(), Attack(0, "weapon", 1, state.pieces[1].hex, boost))


def test_hx_opt_2_careful_aim_doubles_skill() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502")], careful_aim=True, to_hit_offset=10)
    assert aim(state).number - aim(state, "aim").number == 6  # type: ignore[attr-defined]
    step = do(state, "aim 0502")
    assert told(step, "Attacked")[0].to_hit.number == 1
    assert step.state.actor == 1
    with pytest.raises(IllegalAction, match="HX-OPT-2"):
        do(battle([On(RED, "0505", "N")], [On(BLUE, "0502")]), "aim 0502")


def test_hx_opt_3_redirect_power_doubles_damage_but_not_range() -> None:
    state = battle([On(RED, "0509", "N")], [On(BLUE, "0504")], redirect_power=True)
    step = do(dice(state, ("to-hit", 9), ("resistance", 5), ("potential", 5)), "blast 0504")
    assert told(step, "Struck")[0].damage == 10 - 6
    far = battle([On(RED, "0509", "N")], [On(BLUE, "0501")], redirect_power=True)
    with pytest.raises(IllegalAction, match="HX-RNG-1"):
        do(far, "blast 0501")
    both = battle(
        [On(RED, "0509", "N")], [On(BLUE, "0501")], redirect_power=True, redirect_doubles_range=True
    )
    assert legal(both, "blast") == {"blast 0501"}
    with pytest.raises(IllegalAction, match="HX-OPT-3"):
        do(battle([On(RED, "0509", "N")], [On(BLUE, "0504")]), "blast 0504")


def test_hx_opt_4_brawl_doubles_strength() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0504")], brawl=True)
    step = do(dice(state, ("to-hit", 9), ("resistance", 5), ("potential", 5)), "brawl")
    assert told(step, "Struck")[0].damage == 10 - 6
    with pytest.raises(IllegalAction, match="HX-OPT-4"):
        do(battle([On(RED, "0505", "N")], [On(BLUE, "0504")]), "brawl")


def test_hx_opt_5_duck_and_cover_doubles_endurance_until_the_next_turn() -> None:
    state = battle([On(RED, "0505", "N")], [On(BLUE, "0502")], duck_and_cover=True)
    ducked = after(state, "duck")
    assert ducked.actor == 1
    assert ducked.field().endurance(0) == 12
    assert piece(ducked, "red").hp == 12
    ducked.pile = (0,)
    assert not piece(after(ducked, "end"), "red").ducked
    with pytest.raises(IllegalAction, match="HX-OPT-5"):
        do(battle([On(RED, "0505", "N")], [On(BLUE, "0502")]), "duck")
    assert {str(a) for a in turn(state, "red", 1).legal(0)} & {"duck"} == set()


def test_options_are_named_and_checked() -> None:
    state = battle([On(RED, "0505")])
    game = state.game
    assert game.read_options({"preset": "arena"})["to_hit_offset"] == 8
    assert game.read_options({"preset": "arena", "to_hit_offset": 2})["to_hit_offset"] == 2
    assert game.read_options({})["natural_1_misses"] is False
    with pytest.raises(BadOption, match="arcs"):
        game.new(arcs="round")
    with pytest.raises(BadOption, match="nonsense"):
        game.new(nonsense=1)


def test_a_team_has_its_big_robot_from_the_start() -> None:
    big = sheet("big", mode(abilities=("separate",)), separate="team")
    members = [sheet(id, mode(abilities=("combine",)), combine="team") for id in ("a", "b")]
    team = Team("team", "Team", ("a", "b"), "big")
    state = battle(
        [On(members[0], "0505"), On(members[1], "0506")], [On(BLUE, "0101")], more=[big], teams=[team]
    )
    assert piece(state, "big").status == "away"
