"""Small positions with one sensible move, for the levels that think. Seat 0 is to move in all of them."""

from __future__ import annotations

import pytest

import flagfall
from flagfall import bots

THINKING = (4, 5)
SEEDS = range(3)


def answers(level: int, picture: str, game: str = "barrage") -> set[str]:
    """What a level plays, for a few seeds."""
    state = flagfall.game(game).position(picture.strip())
    view, legal = state.view(0), state.legal(0)
    found = set()
    for seed in SEEDS:
        bot = bots.make(game, level, 0, seed)
        found.add(str(bot.decide(view, legal, bots.Clock(move=0.02))))
    return found


@pytest.mark.parametrize("level", [2, *THINKING])
def test_a_known_weaker_piece_is_taken(level: int) -> None:
    assert answers(
        level,
        """
        . . . . . . . . b f
        . . . . . . . . . n
        . . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . g* ~ ~ . .
        . . . . . M* . . . .
        . . . . . . . . . .
        B . . . . . . . . .
        F N . . . . . . . .
        """,
    ) == {"f4-f5"}


@pytest.mark.parametrize("level", [2, *THINKING])
def test_a_known_stronger_piece_is_not_attacked(level: int) -> None:
    picture = """
        . . . . . . . . b f
        . . . . . . . . . n
        . . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . m* ~ ~ . .
        . . . . . G* . . . .
        . . . . . . . . . .
        B . . . . . . . . .
        F N . . . . . . . .
        """
    assert "f4-f5" not in answers(level, picture)


@pytest.mark.parametrize("level", THINKING)
def test_a_known_piece_flees_or_is_guarded_when_it_would_be_taken(level: int) -> None:
    picture = """
        . . . . . . . . b f
        . . . . . . . . . n
        . . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . m* ~ ~ . .
        . . . . . G* . . . .
        . . . . . . . . . .
        B . . . . . . . . .
        F N . . . . . . . .
        """
    assert all(answer.startswith("f4-") for answer in answers(level, picture))


@pytest.mark.parametrize("level", THINKING)
def test_the_spy_takes_the_marshal_that_stands_before_it(level: int) -> None:
    picture = """
        . . . . . . . . b f
        . . . . . . . . . n
        . . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . m* ~ ~ . .
        . . . . . Y . . . .
        . . . . . . . . . .
        B . . . . . . . . .
        F N . . . . . . . .
        """
    assert answers(level, picture) == {"f4-f5"}


@pytest.mark.parametrize("level", THINKING)
def test_the_last_piece_that_never_moved_must_be_the_flag(level: int) -> None:
    """All enemy bombs are gone and everything else has moved: what stands still is taken at once."""
    picture = """
        . . . . . . . . . f
        . . . . . . . . . G*
        . . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . . ~ ~ . .
        . . . . . . . . . .
        . . m*' . . . . . . .
        B . . . . . . . . .
        F N . . . . . . . .
        """
    assert answers(level, picture) == {"j9-j10"}


@pytest.mark.parametrize("level", THINKING)
def test_only_a_miner_goes_for_a_known_bomb(level: int) -> None:
    picture = """
        . . . . . . . . . f
        . . . . . . . . N* b*
        . . . . . . . . . M*
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . . ~ ~ . .
        . . . . . . . . . .
        . . s*' . . . . . . .
        B . . . . . . . . .
        F . . . . . . . . .
        """
    assert "j8-j9" not in answers(level, picture)


@pytest.mark.parametrize("level", THINKING)
def test_a_power_takes_a_known_lower_piece_two_squares_away(level: int) -> None:
    """The 9 strikes the 6 from afar, or steps up and strikes (ST-POW-BLAST, ST-POW-RUMBLE)."""
    picture = """
        f b . . . . . . . .
        b . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . p* ~ ~ . .
        . . ~ ~ . . ~ ~ . .
        . . . . . C* . . . .
        . . . . . . . . . .
        F B . . . . . . . .
        """
    good = {"f3 surrender f5", "f3 swordsman f4"}
    assert answers(level, picture, "pirates-code") <= good


@pytest.mark.parametrize("level", [3, *THINKING])
def test_nobody_shoots_at_a_known_piece_that_does_not_fall(level: int) -> None:
    """The 9 cannot remove the 10; a shot would only begin the count of quiet half-moves again (ST-END-4)."""
    picture = """
        f b . . . . . . . .
        b . . . . . . . . .
        . . . . . . . . . .
        . . ~ ~ . . ~ ~ . .
        . . ~ ~ . . ~ ~ . d*
        . . . . . . . . . .
        . . . . . . . . . C*
        F B . . . . . . . .
        """
    assert not any("surrender" in answer for answer in answers(level, picture, "pirates-code"))
