"""The field that set-ups are scored against: a fixed sample of learned ones and of those people would make.

Where a network has learned the edition, ``data/setup-field.json`` has the sample with what each of it scored,
written by ``tools/setup_field.py``; elsewhere it is drawn here, always the same, and scored by its structure.
"""

from __future__ import annotations

import random
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from flagfall.bots.levels import has_net
from flagfall.bots.network.learned_setups import Strengths, read_setup, setups_of
from flagfall.bots.network.observation import turn_of
from flagfall.bots.ranks.setup_habits import HomeArea
from flagfall.bots.ranks.setup_lab.examine import placed_pieces
from flagfall.bots.ranks.setup_lab.findings import ScoreName
from flagfall.bots.ranks.setup_lab.structure import structure_score
from flagfall.bots.ranks.setups import generate, styles
from flagfall.ranks.actions import Deploy
from flagfall.ranks.game import RankGame

SIZE = 24
"""Set-ups in the field: half of them learned, where there are such, the others by the styles in turn."""


class FieldSetup(msgspec.Struct, frozen=True):
    """A set-up of the field, and its own score from 0 to 100."""

    text: str
    score: float


class StoredField(msgspec.Struct, frozen=True):
    """The field of an edition in the data file."""

    setups: tuple[str, ...]
    """As `flagfall.bots.network.learned_setups` writes them."""
    scores: tuple[float, ...]


@cache
def stored_fields() -> dict[str, StoredField]:
    """All fields of the data file, by edition."""
    data = files("flagfall.bots.ranks").joinpath("data/setup-field.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, StoredField])


def score_name(game: RankGame) -> ScoreName:
    """Who scores the set-ups of a game."""
    return "network" if game.id in stored_fields() and has_net(game.id) else "structure"


def strengths_of(game: RankGame, seat: int, pieces: tuple[tuple[int, str], ...]) -> Strengths:
    """A set-up as its owner sees it, by strengths."""
    turn = turn_of(game.board)
    placed = placed_pieces(game, seat, pieces)
    return {turn - square if seat == 1 else square: kind.strength for square, kind in placed.items()}


def deploy_of(game: RankGame, seat: int, setup: Strengths) -> Deploy:
    """A set-up with the pieces of a seat; those of equal strength stand in the order of their squares."""
    turn = turn_of(game.board)
    left: dict[int, list[str]] = {}
    for kind in game.edition.armies[seat].kinds:
        left.setdefault(kind.strength, []).extend([kind.id] * kind.count)
    placed = {
        turn - square if seat == 1 else square: left[strength].pop(0)
        for square, strength in sorted(setup.items())
    }
    return Deploy(tuple(sorted(placed.items())))


def drawn_field(game: RankGame, seat: int) -> tuple[Strengths, ...]:
    """A fixed sample: learned set-ups, evenly from all of them, and generated ones in every style."""
    learned = setups_of(game, seat)
    some = min(SIZE // 2, len(learned))
    found = [learned[i * len(learned) // some] for i in range(some)]
    drawn = [one.id for one in styles() if not one.learned]
    rng = random.Random(f"field {game.id} {seat}")
    while len(found) < SIZE:
        made = generate(game, seat, rng, drawn[len(found) % len(drawn)])
        found.append(strengths_of(game, seat, made.pieces))
    return tuple(found)


@lru_cache(maxsize=64)
def field_of(game: RankGame, seat: int) -> tuple[FieldSetup, ...]:
    """The field of a game for a seat, best first."""
    if score_name(game) == "network":
        stored = stored_fields()[game.id]
        pairs = zip(map(read_setup, stored.setups), stored.scores, strict=True)
    else:
        home = HomeArea(game.board, seat)
        setups = drawn_field(game, seat)
        deployed = [placed_pieces(game, seat, deploy_of(game, seat, setup).pieces) for setup in setups]
        pairs = zip(setups, [structure_score(home, one) for one in deployed], strict=True)
    found = [
        FieldSetup(game.write_setup(deploy_of(game, seat, setup), seat) or "", round(score, 1))
        for setup, score in pairs
    ]
    return tuple(sorted(found, key=lambda one: -one.score))
