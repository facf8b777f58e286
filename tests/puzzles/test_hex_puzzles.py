"""The puzzles of the hex game: answers proven again, and held against the engine, die by die."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import flagfall
from flagfall.core import chance
from flagfall.hexes.actions import Move, Shoot, Strike, Transform
from flagfall.hexes.game import HexGame
from flagfall.hexes.rules.attacks import TOTAL, damage_odds
from flagfall.hexes.rules.sight import sight
from flagfall.hexes.state import HexState
from flagfall.hexes.units.pieces import PLAY
from flagfall.puzzles.hexes.explain import HexExplainer
from flagfall.puzzles.hexes.make import make_hex
from flagfall.puzzles.hexes.proofs import LEAST_MARGIN, HexProof, solve_hex
from flagfall.puzzles.hexes.puzzle import HexPuzzle
from flagfall.puzzles.hexes.turn import Turn
from flagfall.puzzles.library import hex_puzzles
from flagfall.puzzles.make import Yield
from flagfall.puzzles.proofs import Unproven
from flagfall.terminal.commands.puzzle import faults

FIRST = {one.kind: one for one in reversed(hex_puzzles())}
"""One puzzle of each kind."""


def name(puzzle: HexPuzzle) -> str:
    return f"{puzzle.kind}-{puzzle.game}-{puzzle.id}"


def test_there_are_enough_of_them_of_several_kinds_and_from_several_scenarios() -> None:
    assert len(hex_puzzles()) >= 30
    assert len(FIRST) >= 4
    assert len({one.game for one in hex_puzzles()}) >= 6
    assert max(Counter(one.kind for one in hex_puzzles()).values()) <= len(hex_puzzles()) // 2
    assert len({one.id for one in hex_puzzles()}) == len(hex_puzzles())


@pytest.mark.parametrize("puzzle", FIRST.values(), ids=name)
def test_the_answer_of_a_puzzle_is_proven_and_can_be_shown(puzzle: HexPuzzle) -> None:
    assert faults([puzzle]) == []
    explainer = HexExplainer(puzzle)
    answer = puzzle.answers[0]
    if puzzle.kind == "manner":
        shown = explainer.by_manner(answer)
    else:
        hex = explainer.turn.state.board.map.hex(answer)
        assert hex in explainer.hexes
        shown = explainer.at_hex(hex)
    assert shown is not None
    assert shown.lines or shown.odds
    assert not any(piece.unseen for piece in explainer.turn.state.view(puzzle.seat).pieces)


def test_all_answers_are_proven() -> None:
    assert faults(hex_puzzles()) == []


# ---- held against the engine: its own list of actions, and every roll of its dice ---------------------


def felled(state: HexState, seat: int, action: Shoot | Strike, target: int, dice: dict[str, int]) -> bool:
    """Whether a target falls when the dice show this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "d10", lambda seed, round, card, purpose, n: dice[purpose])
        after = state.apply(seat, action).state
    return after.pieces[target].status != PLAY


def rolls() -> Iterator[dict[str, int]]:
    """Every roll of an attack: 2000 equal ones, since cover asks for one half or the other."""
    tens = range(1, 11)
    for hit, cover, resists, strikes in itertools.product(tens, (1, 10), tens, tens):
        yield {"to-hit": hit, "cover": cover, "resistance": resists, "potential": strikes}


def counted(state: HexState, seat: int, action: Shoot | Strike, target: int) -> int:
    """In how many of 2000 equal rolls the engine fells a target."""
    return sum(felled(state, seat, action, target, dice) for dice in rolls())


def attacks(state: HexState, seat: int, target: int) -> list[Shoot | Strike]:
    """The attacks on a target in the engine's own list of actions."""
    field, unit = state.field(), state.actor
    found = [one for one in state.legal(seat) if isinstance(one, Shoot | Strike)]
    return [one for one in found if (attack := one.attack(field, unit)) and attack.unit == target]


def moves(state: HexState, seat: int) -> Iterator[tuple[str, HexState]]:
    """Every Move in the engine's own list, with the state after it."""
    for action in state.legal(seat):
        if isinstance(action, Move) and action.to:
            yield action.to, state.apply(seat, action).state


def best_by_engine(puzzle: HexPuzzle) -> dict[str, int]:
    """For each hex or manner the best chance to fell the target, by the engine's lists and its odds."""
    turn = Turn.of(puzzle)
    state, seat, target = turn.state, turn.seat, turn.number(puzzle.target)
    best: dict[str, int] = {}

    def weigh(key: str, now: HexState) -> None:
        for act in attacks(now, seat, target):
            manner = key if puzzle.kind != "manner" else f"{key}{act.spelled()}"
            if puzzle.kind == "manner" or not act.boost:
                attack = act.attack(now.field(), now.actor)
                assert attack is not None
                best[manner] = max(best.get(manner, 0), damage_odds(now.field(), attack).deactivate)

    weigh(turn.label(turn.here.hex) if puzzle.kind != "manner" else "", state)
    for to, after in moves(state, seat):
        weigh(to if puzzle.kind != "manner" else "move:", after)
    if puzzle.kind == "manner":
        for action in state.legal(seat):
            if isinstance(action, Transform):
                weigh(f"{action.mode}:", state.apply(seat, action).state)
    return best


def held(puzzle: HexPuzzle) -> None:
    """Everything that an answer says, found again by the engine's lists of actions and its dice."""
    turn = Turn.of(puzzle)
    state, seat, answer = turn.state, turn.seat, puzzle.answers[0]
    good: set[str] = set()
    if puzzle.target:
        best = best_by_engine(puzzle)
        order = sorted(best.values(), reverse=True)
        assert best[answer] == order[0]
        assert order[0] - order[1] >= LEAST_MARGIN
        assert round(100 * order[0] / TOTAL) == puzzle.percent
        dice_agree(puzzle)
        return
    for to, after in moves(state, seat):
        field = after.field()
        if puzzle.kind == "hidden":
            me = field.sight_end(turn.unit)
            fine = not any(sight(field, me, field.sight_end(foe)).clear for foe in turn.foes)
        elif puzzle.kind == "shelter":
            fine = turn.state.board.map.hex(to) in turn.zone and not turn.threats(after)
        else:
            shots = [a for foe in turn.foes for a in attacks(after, seat, foe) if isinstance(a, Shoot)]
            fine = len(shots) >= puzzle.count
        if fine:
            good.add(to)
    assert good == {answer}


def dice_agree(puzzle: HexPuzzle) -> None:
    """The number of an answer is what the engine's dice give when all rolls are tried."""
    proof = HexProof(Turn.of(puzzle))
    turn, target = proof.turn, proof.turn.number(puzzle.target)
    answer = puzzle.answers[0]
    if puzzle.kind == "manner":
        plan = proof.manners(target)[answer]
    else:
        plan = proof.from_hexes(target)[turn.state.board.map.hex(answer)]
    before = turn.state if plan.first is None else turn.state.apply(turn.seat, plan.first).state
    attack = plan.odds.to_hit.attack
    act = next(
        one for one in attacks(before, turn.seat, target) if one.attack(before.field(), turn.unit) == attack
    )
    assert counted(before, turn.seat, act, target) == plan.chance


@pytest.mark.parametrize("kind", ["hidden", "shots", "chance"])
def test_an_answer_holds_in_the_engine_move_by_move_and_die_by_die(kind: str) -> None:
    held(FIRST[kind])


@pytest.mark.long
@pytest.mark.parametrize("puzzle", hex_puzzles(), ids=name)
def test_every_answer_holds_in_the_engine_move_by_move_and_die_by_die(puzzle: HexPuzzle) -> None:
    held(puzzle)


# ---- making and checking ------------------------------------------------------------------------------


def test_a_wrong_answer_and_a_changed_moment_are_found_out() -> None:
    hidden, graded = FIRST["hidden"], FIRST["chance"]
    turn = Turn.of(hidden)
    other = next(turn.label(hex) for hex in turn.places if turn.label(hex) != hidden.answers[0])
    assert faults([replace(hidden, answers=(other,))])
    assert faults([hidden, hidden])
    assert faults([replace(graded, percent=graded.percent + 1)])
    there = turn.state.board.map.hex(hidden.answers[0])
    after = turn.places[there][0][1]
    with pytest.raises(Unproven, match="begun"):
        solve_hex(replace(hidden, position=after.position()))
    with pytest.raises(Unproven, match="seat"):
        solve_hex(replace(hidden, seat=1 - hidden.seat))
    with pytest.raises(Unproven, match="target"):
        solve_hex(replace(graded, target="nobody"))


def test_puzzles_that_are_made_are_proven_and_the_order_of_cards_does_not_matter() -> None:
    game = flagfall.game("hex-bridge")
    assert isinstance(game, HexGame)
    counted = Yield()
    puzzle = next(make_hex(game, ("hidden", "shots"), 1, 600.0, counted))
    assert counted.moments
    assert faults([puzzle]) == []
    state = game.position(puzzle.position)
    state.pile = tuple(reversed(state.pile))
    state.seed += 1
    assert solve_hex(replace(puzzle, position=state.position())).answers == puzzle.answers
