"""The puzzles of the package: one file a game, one puzzle a line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from flagfall.puzzles.hexes.puzzle import HexPuzzle, read_hex_lines
from flagfall.puzzles.puzzle import Puzzle, read_lines

AnyPuzzle: TypeAlias = Puzzle | HexPuzzle


def _texts(*folder: str) -> Iterator[str]:
    """The files of a folder of data, in the order of their names."""
    found = files("flagfall.puzzles").joinpath("data", *folder)
    for name in sorted(one.name for one in found.iterdir() if one.name.endswith(".jsonl")):
        yield found.joinpath(name).read_text(encoding="utf-8")


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of hidden-rank games, by game and then in the order of their file."""
    return tuple(puzzle for text in _texts() for puzzle in read_lines(text))


@cache
def hex_puzzles() -> tuple[HexPuzzle, ...]:
    """All puzzles of the hex game, by scenario and then in the order of their file."""
    return tuple(puzzle for text in _texts("hexes") for puzzle in read_hex_lines(text))


@cache
def all_puzzles() -> tuple[AnyPuzzle, ...]:
    """The puzzles of every game."""
    return (*puzzles(), *hex_puzzles())


@cache
def by_id() -> dict[str, AnyPuzzle]:
    """All puzzles by their ids."""
    return {puzzle.id: puzzle for puzzle in all_puzzles()}
