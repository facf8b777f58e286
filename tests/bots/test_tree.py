"""The tree of the searching level keeps to the rules, and its threads change nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import flagfall
from flagfall import bots
from flagfall.bots.ranks import square_values
from flagfall.bots.ranks.beliefs import Beliefs
from flagfall.bots.ranks.board_reading import BoardReading
from flagfall.bots.ranks.evaluation import Evaluation
from flagfall.bots.ranks.search_bot import SearchBot
from flagfall.bots.ranks.tree import layout
from flagfall.bots.ranks.tree.play import play
from flagfall.bots.ranks.tree.position import TreePosition
from flagfall.bots.ranks.tree.repetition import follow, repeats, shuttles
from flagfall.ranks.actions import Move


def open_world(state: Any) -> TreePosition:
    """The arrays for the seat to move, with the true kind of every piece."""
    seat = state.track.turn
    game = flagfall.game(state.view(seat).game)
    view = state.view(seat)
    beliefs = [Beliefs(game, side) for side in (0, 1)]  # type: ignore[arg-type]
    for one in beliefs:
        one.update(view)
    evaluation = Evaluation(BoardReading(game, view), beliefs[1 - seat], beliefs[seat])  # type: ignore[arg-type]
    world = TreePosition(game, evaluation, 1.0, 0.5, 1.0)  # type: ignore[arg-type]
    kinds = world.whole(layout.KIND, layout.PIECES)
    for side in (0, 1):
        first = len(beliefs[0].kinds) if side else 0
        for piece in state.view(side).pieces:
            if piece.seat == side:
                kinds[piece.id] = first + beliefs[side].column[piece.kind]
    return world


def steps(state: Any) -> list[tuple[int, int]]:
    """All quiet single steps of the seat to move, without regard to repetition."""
    view = state.view(state.track.turn)
    board = flagfall.game(view.game).board
    taken = {piece.square for piece in view.pieces}
    kinds = flagfall.game(view.game).edition.armies[view.seat].kinds
    movable = {kind.id for kind in kinds if kind.movable}
    return [
        (piece.square, near)
        for piece in view.pieces
        if piece.seat == view.seat and piece.kind in movable
        for near in board.beside[piece.square]
        if near not in taken
    ]


def shuffling(state: Any, rng: random.Random) -> Move:
    """A move that likes to go back and to stay with the last piece, so that the rules of repetition bite."""
    legal = [action for action in state.legal(state.track.turn) if isinstance(action, Move)]
    last = state.track.routes[state.track.turn]
    if last is not None and rng.random() < 0.85:
        same = [move for move in legal if move.origin == last[2]]
        back = [move for move in same if move.target == last[1]]
        legal = back if back and rng.random() < 0.6 else same or legal
    return rng.choice(legal)


PICTURE = """
    . . . . . . . . b f
    . . . . . . . . . n
    . . . . . . . . . .
    . . . . . . . . . .
    . . ~ ~ . . ~ ~ . .
    . . ~ ~ . g* ~ ~ . .
    . . . . . . . . . .
    . . . . M* . . . . .
    B . . . . . . . . .
    F N . . . . . . . .
    """


@pytest.mark.parametrize("ahead", [0, 1, 2, 5])
@pytest.mark.parametrize(
    "options",
    [
        "",
        "options two_square=2 more_square=false",
        "options two_square=2 two_square_reading=squares",
        "options two_square=1 two_square_reading=squares two_square_attacks=false",
        "options two_square=2 two_square_reading=lines",
    ],
)
def test_st_move_6_and_7_bind_in_the_tree_as_on_the_board(options: str, ahead: int) -> None:
    """Moves made before the search and within it count alike."""
    rng = random.Random(ahead)
    forbidden = {"shuttles": 0, "repeats": 0}
    for _ in range(25):
        state: Any = flagfall.game("barrage").position(f"{PICTURE.strip()}\n{options}")
        for _ in range(rng.randrange(14)):
            state = state.apply(state.track.turn, shuffling(state, rng)).state
            if state.outcome() is not None:
                break
        if state.outcome() is not None:
            continue
        world, me = open_world(state), state.track.turn
        for ply in range(ahead):
            move = shuffling(state, rng)
            seat = state.track.turn
            view = state.view(seat)
            if view.at(move.target) is not None:
                break
            row = layout.LISTS
            start, goal = square_values.cell(move.origin), square_values.cell(move.target)
            piece = view.at(move.origin).id
            world.whole(row, layout.WIDTH)[:] = piece, layout.MOVE, goal, -1, -1, -1, 0, start, goal, 1
            play(world.a, world.f, row, ply, me)
            follow(world.a, ply, seat, row)
            state = state.apply(seat, move).state
            if state.outcome() is not None:
                break
        else:
            seat = state.track.turn
            legal = {(action.origin, action.target) for action in state.legal(seat)}
            for origin, target in steps(state):
                piece = state.view(seat).at(origin).id
                start, goal = square_values.cell(origin), square_values.cell(target)
                shuttled = shuttles(world.a, ahead, seat, piece, start, goal, 1)
                repeated = repeats(world.a, ahead, seat, piece, start, goal)
                assert ((origin, target) in legal) == (not shuttled and not repeated)
                forbidden["shuttles"] += shuttled
                forbidden["repeats"] += repeated
    assert forbidden["shuttles"]


def test_two_threads_or_one_choose_the_same() -> None:
    state = flagfall.game("barrage").position(PICTURE.strip())
    view, legal = state.view(0), state.legal(0)
    found = []
    for _ in range(2):
        bot = bots.make("barrage", 5, 0, 3, rate=20_000)
        assert isinstance(bot, SearchBot)
        found.append((bot.decide(view, legal, bots.Clock(move=2.0)), bot.work))
    assert found[0] == found[1]
    assert 0 < found[0][1]["positions"] <= 2 * 20_000 + 2


def test_the_clock_stops_a_search_that_would_take_long() -> None:
    state = flagfall.game("barrage").position(PICTURE.strip())
    bot = bots.make("barrage", 5, 0, 3, rate=1e9, worlds=500)
    assert isinstance(bot, SearchBot)
    assert bot.decide(state.view(0), state.legal(0), bots.Clock(move=0.1)) in state.legal(0)
    assert bot.work["positions"] < 90_000_000
