"""Learned set-ups fit the editions, and the bot plays them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import flagfall
from flagfall.bots.network.bot import NetworkBot
from flagfall.bots.network.learned_setups import draw_setup, fits, learned_setups, read_setup, setups_of

EDITIONS = ("original", "barrage", "duel", "star-wars-saga", "transformers", "pirates")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_st_set_3_every_learned_set_up_is_accepted_by_the_rules(edition: str, seat: int) -> None:
    game: Any = flagfall.game(edition)
    known = setups_of(game, seat)
    assert len(known) > 20
    seen = set()
    for number in range(60):
        deploy = draw_setup(game, seat, random.Random(number))
        assert deploy is not None
        state = game.new(seed=1)
        state.apply(seat, deploy)
        seen.add(deploy)
    assert len(seen) > 25  # they vary, so that nobody knows in advance


def test_the_file_names_editions_whose_army_it_holds() -> None:
    for edition, words in learned_setups().items():
        game: Any = flagfall.game(edition)
        assert len(set(words)) == len(words)
        assert all(fits(game, 0, read_setup(word)) for word in words)


def test_a_set_up_of_another_army_does_not_fit() -> None:
    duel: Any = flagfall.game("duel")
    assert not fits(duel, 0, read_setup(learned_setups()["barrage"][0]))


def test_mirror_images_are_played_too() -> None:
    game: Any = flagfall.game("barrage")
    known = setups_of(game, 0)
    columns = {min(s for s, kind in d.pieces if kind == "flag") % 10 for d in drawn(game)}
    flags = {square % 10 for home in known for square, strength in home.items() if strength == 0}
    assert columns == flags | {9 - column for column in flags}


def drawn(game: Any) -> list[Any]:
    """Many proposals."""
    return [draw_setup(game, 0, random.Random(number)) for number in range(200)]


def test_with_a_style_the_bot_sets_up_in_that_style() -> None:
    game: Any = flagfall.game("barrage")
    view = game.new(seed=1).view(0)
    plain, styled = (NetworkBot(game, 0, 3, {"style": style}).deploy(view) for style in ("any", "bluffing"))
    assert plain == draw_setup(game, 0, NetworkBot(game, 0, 3).chance("deploy"))
    assert styled != plain
