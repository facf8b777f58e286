"""Tiny boards for the tests of the rules.

A scene is drawn from its lowest row upwards to as many rows and columns as it needs; the rest of the
board is empty, and lakes need not be drawn. ``*`` behind a letter: shown to everybody, ``+``: rank known,
``^``: in Robot Mode.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import flagfall
from flagfall.core import Event, IllegalAction, Step, hears
from flagfall.ranks.editions.catalogue import load
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState


@cache
def edition(id: str) -> RankGame:
    """A game by its id; ``drill`` is the edition of the tests."""
    if id == "drill":
        return load(Path(__file__).with_name("drill.toml"))
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    return game


def scene(picture: str, id: str = "drill", turn: int = 0, **options: object) -> RankState:
    """The state that a picture shows, with a seat to move."""
    game = edition(id)
    board = game.board
    drawn = [line.split() for line in picture.strip().splitlines()]
    rows = []
    for row in range(board.height - 1, -1, -1):
        cells = drawn[len(drawn) - 1 - row] if row < len(drawn) else []
        line = []
        for column in range(board.width):
            drawn_cell = cells[column] if column < len(cells) else "."
            sign = board.cells[row * 10 + column]
            line.append(sign if drawn_cell == "." and sign in "~#" else drawn_cell)
        rows.append(" ".join(line))
    words = [f"{name}={value}".lower() for name, value in options.items()]
    text = "\n".join([*rows, f"turn {game.colours[turn]}", f"options {' '.join(words)}" if words else ""])
    return game.position(text)


def game_of(state: RankState) -> RankGame:
    """The game that a state belongs to."""
    return edition(state.rules.edition.id)


def do(state: RankState, *texts: str) -> RankState:
    """The state after some actions, of either seat."""
    for text in texts:
        state = state.apply(state.track.turn, game_of(state).action(text)).state
    return state


def step(state: RankState, text: str) -> Step:
    """The step that an action makes."""
    return state.apply(state.track.turn, game_of(state).action(text))


def refused(state: RankState, text: str, rule: str, seat: int | None = None) -> IllegalAction:
    """Check that an action is refused by a rule, that nothing changes, and that it is not listed as legal."""
    before = state.digest()
    mover = state.track.turn if seat is None else seat
    action = game_of(state).action(text)
    with pytest.raises(IllegalAction) as caught:
        state.apply(mover, action)
    assert caught.value.rule == rule
    assert state.digest() == before
    assert action not in state.legal(mover)
    return caught.value


def legal(state: RankState) -> set[str]:
    """The legal actions of the seat to move, as texts."""
    return {game_of(state).write(state, action) for action in state.legal(state.track.turn)}


def told(events: Iterable[Event], seat: int) -> list[Event]:
    """The events that a seat hears."""
    return [event for event in events if hears(event, seat)]


def cell(state: RankState, square: str) -> str:
    """The letter of the piece on a square: small for seat 1, ``.`` for none."""
    from flagfall.ranks.board import BY_NAME

    piece = state.board[BY_NAME[square]]
    if piece < 0:
        return "."
    letter = state.kinds[piece].letter
    return letter if state.seat_of(piece) == 0 else letter.lower()


def uses(state: RankState, power: str) -> set[str]:
    """The legal uses of a power, those after a change of mode left out."""
    return {text for text in legal(state) if f" {power} " in text and not text.startswith("switch")}


def known_to(state: RankState, seat: int, square: int) -> str:
    """What a seat knows of the kind of piece on a square."""
    piece = state.view(seat).at(square)
    return piece.kind if piece else "nobody"
