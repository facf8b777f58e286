"""Set-ups that won: learned by results, with the network that ships, against set-ups that people played.

``weights/learned-setups.json`` has them by edition, one word each, the owner's back row first. They are for
every edition with the same army and the same area to set up in.
"""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import msgspec

from flagfall.bots.levels import has_net
from flagfall.bots.network.observation import army, turn_of
from flagfall.ranks.actions import Deploy
from flagfall.ranks.board import STRIDE
from flagfall.ranks.game import RankGame

SIGNS = ".FS23456789TB"
"""How set-ups are written: nothing, flag, spy, 2 to 10, bomb."""
Strengths: TypeAlias = dict[int, int]
"""The strength of the piece on each square, as the owner sees the board."""


@cache
def learned_setups() -> dict[str, list[str]]:
    """All learned set-ups, by the edition they were learned in."""
    data = files("flagfall.bots.network").joinpath("weights/learned-setups.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, list[str]])


def read_setup(word: str) -> Strengths:
    """A set-up from its word."""
    return {square: SIGNS.index(sign) - 1 for square, sign in enumerate(word) if sign != "."}


def fits(game: RankGame, seat: int, setup: Strengths) -> bool:
    """Whether a set-up has the army of a seat, on its squares."""
    counts = army(game, seat)
    turn = turn_of(game.board)
    squares = {turn - square if seat == 1 else square for square in setup}
    strengths = list(setup.values())
    same = all(strengths.count(rank) == count for rank, count in enumerate(counts))
    return same and squares <= set(game.board.homes[seat])


@cache
def setups_of(game: RankGame, seat: int) -> tuple[Strengths, ...]:
    """The learned set-ups for a seat: those of its edition, else of the first with the same army."""
    known = learned_setups()
    for words in [known.get(game.id, []), *known.values()]:
        found = tuple(setup for word in words if fits(game, seat, setup := read_setup(word)))
        if found:
            return found
    return ()


def has_learned_setups(game: RankGame) -> bool:
    """Whether there are learned set-ups for the game, and a network that learned them."""
    return has_net(game.id) and bool(setups_of(game, 0))


def draw_setup(game: RankGame, seat: int, rng: random.Random) -> Deploy | None:
    """One of the learned set-ups, or its mirror image; None where there are none."""
    known = setups_of(game, seat)
    if not known:
        return None
    board, turn = game.board, turn_of(game.board)
    setup = rng.choice(known)
    flipped = {_mirrored(square, board.width): strength for square, strength in setup.items()}
    even = {_mirrored(square, board.width) for square in board.blocked} == set(board.blocked)
    if rng.random() < 0.5 and even and fits(game, seat, flipped):
        setup = flipped
    kinds: dict[int, list[str]] = {}
    for kind in game.edition.armies[seat].kinds:
        kinds.setdefault(kind.strength, []).extend([kind.id] * kind.count)
    for names in kinds.values():
        rng.shuffle(names)
    placed = {turn - square if seat == 1 else square: kinds[s].pop() for square, s in sorted(setup.items())}
    return Deploy(tuple(sorted(placed.items())))


def _mirrored(square: int, width: int) -> int:
    return square // STRIDE * STRIDE + width - 1 - square % STRIDE
