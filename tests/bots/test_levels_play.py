"""Every level plays every edition by the rules, and plays the same in the same situation."""

from __future__ import annotations

import random

import pytest
from tests.long_games import seed_ranges
from tests.smoke import every, smoke

import flagfall
from flagfall import bots
from flagfall.bots.ranks.circling import Circling
from flagfall.core import hears
from flagfall.core.words import LANGUAGES
from flagfall.research.arena.match import play

EDITIONS = [id for id in flagfall.games() if flagfall.game(id).family == "ranks"]
SEATS = [(id, level.number) for id in EDITIONS for level in bots.levels(id)]
ONE_EACH = [
    *((id, 1 + n % len(bots.levels(id))) for n, id in enumerate(EDITIONS)),
    *(seat for seat in SEATS if seat[0] in ("duel", "transformers-powers")),
]
"""Every edition, and every level with and without powers: the quick run."""
QUICK = 0.002


@pytest.mark.parametrize("id", EDITIONS)
def test_every_edition_has_levels_with_names_and_sentences_in_four_languages(id: str) -> None:
    levels = bots.levels(id)
    assert [level.number for level in levels] == list(range(1, len(levels) + 1))
    for level in levels:
        assert set(level.names) == set(LANGUAGES) and set(level.about) == set(LANGUAGES)
        assert all(text.endswith(".") for text in level.about.values())


def test_a_level_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(bots.UnknownLevel, match="no level 77; it has 1, 2"):
        bots.make("original", 77, 0)


def game_between(id: str, first: int, second: int, seed: int, **options: object) -> None:
    players = (bots.make(id, first, 0, seed), bots.make(id, second, 1, seed + 1))
    record = play(id, players, seed=seed, think=QUICK, options=options)  # type: ignore[arg-type]
    assert record.outcome.scores in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))


@pytest.mark.parametrize(("id", "level"), smoke(SEATS, *ONE_EACH))
def test_no_level_makes_an_illegal_move_or_raises(id: str, level: int) -> None:
    plies = 250 if level < 3 else 60
    game_between(id, level, 1, seed=3, ply_limit=plies)
    game_between(id, 2, level, seed=4, ply_limit=plies)


@pytest.mark.parametrize(("id", "level"), every(2, (seat for seat in SEATS if seat[1] in (2, 3, 5))))
@pytest.mark.parametrize(
    "options",
    [{"memory": "table", "captured": "stealth"}, {"captured": "secret", "announce": "rank"}],
    ids=lambda options: " ".join(options.values()),
)
def test_levels_play_from_memory_and_without_a_tray(id: str, level: int, options: dict[str, str]) -> None:
    game_between(id, level, 1, seed=5, ply_limit=40, **options)


BOOKISH = {"bomb_move_loses": True, "quiet_limit": 0, "two_square_attacks": False}
"""What players of the books may want; all of it touches what bots see or look ahead with."""


@pytest.mark.parametrize(
    ("id", "level"), [seat for seat in SEATS if seat[0] in ("duel", "transformers-powers")]
)
def test_levels_play_with_the_options_of_the_books_and_never_move_a_bomb(id: str, level: int) -> None:
    players = (bots.make(id, level, 0, 8), bots.make(id, 1, 1, 9))
    options = BOOKISH | {"ply_limit": 60}
    if id == "transformers-powers":
        options |= {"magnet_past": True, "mode_switch_binds": False}
    record = play(id, players, seed=8, think=QUICK, options=options)
    assert record.outcome.termination != "bomb-moved"


def test_st_end_4_bots_do_not_go_round_in_circles_where_no_draw_stops_them() -> None:
    circling = Circling()
    options = {"two_square": 3, "more_square": True}
    assert circling.bound({**options, "quiet_limit": 200})
    assert not circling.bound({**options, "quiet_limit": 0})


@pytest.mark.long
@pytest.mark.parametrize("id", EDITIONS)
@pytest.mark.parametrize("seeds", seed_ranges(25), ids=str)
def test_many_games_of_every_edition_without_an_illegal_move(id: str, seeds: range) -> None:
    numbers = [level.number for level in bots.levels(id)]
    for seed in seeds:
        rng = random.Random(seed)
        options = {
            "two_square_reading": rng.choice(["squares", "border"]),
            "two_square_attacks": rng.random() < 0.5,
            "both_immobile": rng.choice(["mover_loses", "draw"]),
            "bomb_move_loses": rng.random() < 0.5,
            "quiet_limit": rng.choice([0, 200]),
        }
        game_between(id, rng.choice(numbers), rng.choice(numbers), seed=seed, **options)


@pytest.mark.parametrize(("id", "level"), smoke(SEATS, *ONE_EACH))
def test_the_same_views_events_and_seed_make_the_same_moves(id: str, level: int) -> None:
    twins = [bots.make(id, level, 1, seed=11) for _ in range(2)]
    guest = bots.make(id, 2, 0, seed=12)
    state = flagfall.game(id).new(seed=1)
    for _ in range(32):
        if state.outcome() is not None:
            break
        seat = state.pending()[0].seat
        view, legal = state.view(seat), state.legal(seat)
        clock = bots.Clock(move=QUICK)
        askers = [guest] if seat == 0 else twins
        actions = [bot.decide(view, legal, clock) if legal else bot.deploy(view) for bot in askers]
        assert len(set(actions)) == 1
        step = state.apply(seat, actions[0])
        state = step.state
        for other, listeners in ((0, [guest]), (1, twins)):
            heard = tuple(event for event in step.events if hears(event, other))
            for bot in listeners:
                bot.observe(heard)


def test_other_seeds_make_other_set_ups() -> None:
    view = flagfall.game("original").new().view(0)
    assert len({bots.make("original", 2, 0, seed=seed).deploy(view) for seed in range(50)}) == 50


def test_a_bot_that_always_slips_moves_as_level_1_does_and_one_that_never_does_otherwise() -> None:
    state = flagfall.game("duel").new(seed=1)
    for seat in (0, 1):
        state = state.apply(seat, bots.make("duel", 1, seat, seed=4).deploy(state.view(seat))).state
    drifting, slipping, looking = [], [], []
    for seed in range(20):
        view, legal, clock = state.view(0), state.legal(0), bots.Clock(move=QUICK)
        drifting.append(bots.make("duel", 1, 0, seed).decide(view, legal, clock))
        slipping.append(bots.make("duel", 2, 0, seed, slips=1.0).decide(view, legal, clock))
        looking.append(bots.make("duel", 2, 0, seed, slips=0.0).decide(view, legal, clock))
    assert slipping == drifting
    assert looking != drifting
