"""The search's tree strikes as the reference engine does, by every power of every edition."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import flagfall
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.board_reading import BoardReading
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.square_values import cell
from flagfall.bots.ranks.tree import layout
from flagfall.bots.ranks.tree.moves import moves
from flagfall.bots.ranks.tree.play import WIN, play, take_back
from flagfall.bots.ranks.tree.position import TreePosition
from flagfall.bots.ranks.tree.repetition import repeats, shuttles
from flagfall.bots.ranks.tree.search import deal_world
from flagfall.ranks.actions import Halt, Move, Strike, Use
from flagfall.ranks.board import NOWHERE
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState
from tests.powers.kit import spearmen
from tests.ranks.scenes import edition
from tests.smoke import every

Result = tuple[int, tuple[int, ...], tuple[int, ...] | str]
"""A strike: the piece, whom it strikes, and where everybody stands afterwards."""


def game_called(id: str) -> RankGame:
    return spearmen() if id == "spearmen" else edition(id)


def in_the_engine(state: RankState) -> tuple[set[Result], set[Result]]:
    """All strikes that the engine allows at one enemy, and those at several."""
    one: set[Result] = set()
    several: set[Result] = set()
    for action in state.legal(state.track.turn):
        if not isinstance(action, Move | Use) or action.switch not in (NOWHERE, action.origin):
            continue
        piece = state.board[action.origin]
        after = state.apply(state.track.turn, action).state
        if after.awaited is not None:
            most = after.rules.powers[after.awaited.power].strike.most
            for answer in after.legal(after.track.turn):
                if isinstance(answer, Strike):
                    struck = tuple(after.board[square] for square in answer.targets)
                    found = after.apply(after.track.turn, answer).state
                    (several if most > 1 else one).add((piece, struck, standing(found)))
                else:
                    assert isinstance(answer, Halt)
        elif after.track.quiet == 0:
            target = action.target if isinstance(action, Move) else action.targets[-1]
            one.add((piece, (state.board[target],), standing(after)))
    return one, several


def standing(state: RankState) -> tuple[int, ...] | str:
    outcome = state.outcome()
    if outcome is not None and outcome.termination == "flag":
        return "flag"
    return tuple(cell(square) if square >= 0 else -1 for square in state.where)


def tree_of(game: RankGame, state: RankState) -> TreePosition:
    """The tree for the seat to move, with every kind as it is and nobody known."""
    seat = state.track.turn
    view = state.view(seat)
    beliefs = [Beliefs(game, side) for side in (0, 1)]
    for one in beliefs:
        one.update(view)
    evaluation = Evaluation(BoardReading(game, view), beliefs[1 - seat], beliefs[seat])
    tree = TreePosition(game, evaluation, 1.0, 0.5, 1.0)
    kinds = np.zeros((1, layout.PIECES), np.int64)
    for piece, kind in enumerate(state.kinds):
        side = state.seat_of(piece)
        kinds[0, piece] = (len(beliefs[0].kinds) if side else 0) + beliefs[side].column[kind.id]
    tree.whole(layout.SHOWN, layout.PIECES)[:] = 0
    deal_world(tree.a, kinds, 0)
    return tree


def in_the_tree(tree: TreePosition, seat: int, pieces: int) -> tuple[set[Result], set[Result]]:
    """All strikes that the tree lists, those at one enemy and those at several."""
    found: tuple[set[Result], set[Result]] = (set(), set())
    a, f = tree.a, tree.f
    for i in range(moves(a, f, seat, 0, 1, 0.0)):
        row = layout.LISTS + i * layout.WIDTH
        piece, manner, start, goal, line = (int(a[row + k]) for k in (0, 1, 7, 8, 9))
        if goal >= 0:
            free = line and a[layout.CELL + goal] == layout.EMPTY
            if shuttles(a, 0, seat, piece, start, goal, line) or (
                free and repeats(a, 0, seat, piece, start, goal)
            ):
                continue
        struck = tuple(int(a[row + k]) for k in (3, 4, 5) if a[row + k] >= 0)
        flag = play(a, f, row, 0, seat) > WIN
        where: tuple[int, ...] | str = tuple(int(a[layout.WHERE + p]) for p in range(pieces))
        take_back(a, 0)
        found[bool(manner & layout.LANDS)].add((piece, struck, "flag" if flag else where))
    return found


def some_options(game: RankGame, seed: int) -> dict[str, object]:
    """Options that tree and engine have to read alike, by chance; the defaults for seed 0."""
    rng = random.Random(seed)
    readings = ["squares", "border", "lines"]
    if any(spec.kind == "sneak" for spec in game.edition.powers):
        readings.remove("lines")  # the tree takes a strike off its leap's line in older games too (ST-MOVE-6)
    chosen: dict[str, object] = {
        "two_square": rng.choice([1, 2, 3]),
        "two_square_reading": rng.choice(readings),
        "two_square_attacks": rng.random() < 0.5,
        "magnet_past": rng.random() < 0.5,
        "mode_switch_binds": rng.random() < 0.5,
    }
    known = {option.name for option in game.options}
    return {name: value for name, value in chosen.items() if name in known} if seed else {}


def moments(game: RankGame, seed: int, plies: int, **options: object) -> Any:
    """States of a random game that likes to strike and to go back, one at a time."""
    rng = random.Random(seed)
    state: Any = game.new(**options)
    before: dict[int, tuple[int, ...]] = {}
    while (decisions := state.pending()) and state.track.ply < plies:
        action = decisions[0].sample(rng)
        if state.phase == "play":
            yield state
            uses = [use for use in state.legal(state.track.turn) if isinstance(use, Use | Strike)]
            if uses and rng.random() < 0.3:
                action = rng.choice(uses)
            seat = state.track.turn
            back = [
                one
                for one in state.legal(seat)
                if isinstance(one, Move | Use) and [*ends(one)][::-1] == [*before.get(seat, ())]
            ]
            if back and rng.random() < 0.6:
                action = rng.choice(back)
            if isinstance(action, Move | Use):
                before[seat] = ends(action)
        state = state.apply(decisions[0].seat, action).state


def ends(action: Move | Use) -> tuple[int, ...]:
    """Where an action begins and ends."""
    if isinstance(action, Move):
        return action.origin, action.target
    return action.origin, action.targets[-1] if action.targets else action.origin


GAMES = ("spearmen", "drill", "pirates-code", "star-wars-powers", "transformers-powers", "star-wars-empire")


@pytest.mark.parametrize("id", every(2, GAMES))
def test_the_tree_strikes_as_the_engine_does(id: str) -> None:
    game = game_called(id)
    seen = 0
    for seed in range(3):
        for state in moments(game, seed, 120, **some_options(game, seed)):
            if state.awaited is not None or state.track.ply < 12 or state.track.ply % 3:
                continue
            tree = tree_of(game, state)
            one, several = in_the_engine(state)
            tree_one, tree_several = in_the_tree(tree, state.track.turn, len(state.where))
            assert tree_one == one, state.position()
            assert (
                tree_several
                <= {(piece, tuple(sorted(struck)), after) for piece, struck, after in several} | several
            ), state.position()
            assert bool(tree_several) <= bool(several)
            seen += len(one) + len(several)
    assert seen > 20


@pytest.mark.long
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seed", range(100, 130))
def test_the_tree_strikes_as_the_engine_does_whatever_the_options_are(id: str, seed: int) -> None:
    game = game_called(id)
    for state in moments(game, seed, 200, **some_options(game, seed)):
        if state.awaited is None and state.track.ply >= 12 and state.track.ply % 2 == 0:
            one, _ = in_the_engine(state)
            tree_one, _ = in_the_tree(tree_of(game, state), state.track.turn, len(state.where))
            assert tree_one == one, state.position()


@pytest.mark.parametrize("id", every(2, GAMES, first=1))
def test_what_powers_declare_is_what_they_allow(id: str) -> None:
    """Reaches, effects and uses of every power say the same, at every moment of a game."""
    game = game_called(id)
    for state in moments(game, 7, 90, **some_options(game, 7)):
        if state.awaited is not None:
            continue
        seat = state.track.turn
        reading = BoardReading(game, state.view(seat))
        for piece, square in enumerate(state.where):
            if square < 0 or state.seat_of(piece) != seat:
                continue
            for name in {*state.kinds[piece].powers, *state.kinds[piece].robot}:
                power = state.rules.powers[name]
                declared = {
                    (reach.use, reach.target)
                    for reach in power.reaches(square)
                    if reading.enemy_on(reach.target)
                    and not any(other in reading.at for other in reach.empty)
                    and all(other in reading.at for other in reach.occupied)
                }
                allowed = {
                    (use, target)
                    for use in power.uses(state, piece)
                    if (effect := power.effect(use, reading)).manner in ("strike", "approach")
                    for target in effect.struck
                }
                assert declared == allowed, (name, state.position())


def test_every_built_in_edition_with_powers_is_searched_by_its_declarations() -> None:
    """No edition has more powers that strike than the tree has bits for."""
    for id in flagfall.games("ranks"):
        game = edition(id)
        assert sum(power.strike is not None for power in game.rules().powers.values()) <= layout.POWERS
