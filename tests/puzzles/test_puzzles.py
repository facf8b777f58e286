"""The puzzles: every answer is proven again, by counting, by counterexamples, by other deals."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from flagfall.puzzles.explain import Explainer
from flagfall.puzzles.library import puzzles
from flagfall.puzzles.proofs import Proof, Unproven, solve
from flagfall.puzzles.puzzle import Moment, Puzzle
from flagfall.ranks.board import BY_NAME
from flagfall.terminal.commands.puzzle import faults

GAMES = ("original", "barrage", "duel", "star-wars-powers", "transformers-powers", "pirates-code")
FIRST = {(one.game, one.kind): one for one in reversed(puzzles())}
"""One puzzle of each kind in each game."""


def name(puzzle: Puzzle) -> str:
    return f"{puzzle.game}-{puzzle.kind}"


def test_there_are_enough_of_them_in_every_game() -> None:
    counts = Counter(one.game for one in puzzles())
    assert len(puzzles()) >= 500
    assert all(counts[game] >= 60 for game in GAMES)
    assert len({one.id for one in puzzles()}) == len(puzzles())


@pytest.mark.parametrize("puzzle", FIRST.values(), ids=name)
def test_the_answer_of_a_puzzle_is_proven_and_can_be_explained(puzzle: Puzzle) -> None:
    assert faults([puzzle]) == []
    proof = Proof(Moment.of(puzzle))
    assert Explainer(proof, puzzle).why()
    assert proof.moment.view.setups[1 - puzzle.seat] is None, "what the seat knows has no set-up of the enemy"


@pytest.mark.long
def test_all_answers_are_proven() -> None:
    assert faults(puzzles()) == []


@pytest.mark.parametrize("game", sorted({game for game, kind in FIRST if kind == "what"}))
def test_worlds_dealt_by_the_game_itself_never_speak_against_an_answer(game: str) -> None:
    asked = (one for one in puzzles() if (one.game, one.kind) == (game, "what"))
    # The game's own deals do not know who went far.
    puzzle, moment = next(
        (one, moment)
        for one, moment in ((one, Moment.of(one)) for one in asked)
        if not Proof(moment).knowledge.far
    )
    for seed in range(30):
        world = moment.game.determinize(moment.view, random.Random(seed))
        piece = world.board[BY_NAME[puzzle.square]]
        assert world.kinds[piece].rank == puzzle.answers[0]


def test_deals_are_counted_one_by_one_as_by_formula() -> None:
    counted = 0
    for puzzle in puzzles():
        knowledge = Proof(Moment.of(puzzle)).knowledge if puzzle.game in ("barrage", "duel") else None
        deals = knowledge.deals(40) if knowledge is not None else None
        if knowledge is None or deals is None:
            continue
        assert len(deals) == knowledge.total
        for piece, kinds in knowledge.possible.items():
            assert kinds == {deal[piece] for deal in deals}
        counted += 1
        if counted == 8:
            break
    assert counted == 8


def test_a_wrong_answer_and_a_trivial_puzzle_are_found_out() -> None:
    flag = FIRST["barrage", "flag"]
    assert faults([replace(flag, answers=("a1",))])
    assert faults([flag, flag])
    after = Moment.of(flag).state.position()
    with pytest.raises(Unproven, match="trivial"):
        solve(replace(flag, position=after, film=()))
    sure = FIRST["original", "attack"]
    with pytest.raises(Unproven):
        solve(replace(sure, kind="win", moves=2))
