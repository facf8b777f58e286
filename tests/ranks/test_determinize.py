"""Worlds that fit a view: none that the rules forbid, and every other one equally often."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from flagfall.core import PUBLIC, Outcome
from flagfall.ranks.draft import Draft
from flagfall.ranks.state import RankState
from flagfall.ranks.view import RankView
from flagfall.ranks.worlds import determinize
from tests.ranks.scenes import do, edition, scene

BARRAGE = edition("barrage")
FIRST = 8
"""The number of seat 1's first piece."""

ONE_WALKED = """
f b y n' s* s* g* m*
. . . .  .  .  .  .
. M . .  .  .  .  .
F B S S  Y  N  G  .
"""
UNMARKED = """
b y n f . . .
. . . . . . .
. M . . . . .
F B S S Y N G
"""
CORNERED = """
m . . . .
f b . M F
"""
TWO_CAPTURED = ONE_WALKED.replace("b", ".").replace("s*", ".", 1)


def world(picture: str, **options: object) -> RankState:
    return scene(picture, "barrage", **options)  # type: ignore[arg-type]


def deals(state: RankState, view: RankView) -> set[tuple[str, ...]]:
    """Every way to deal seat 1's kinds that fits a view, found by trying them all."""
    known = {one.id for one in (*view.pieces, *view.captured) if one.kind}
    hidden = [piece for piece in range(FIRST, len(state.kinds)) if piece not in known]
    found = set()
    for mixed in permutations(state.kinds[piece] for piece in hidden):
        dealt = list(state.kinds)
        for piece, kind in zip(hidden, mixed, strict=True):
            dealt[piece] = kind
        other = Draft.of(state)
        other.kinds = tuple(dealt)
        kinds = tuple(kind.id for kind in dealt[FIRST:])
        other.setups = (state.setups[0], tuple(zip(state.starts[1], kinds, strict=True)))
        if BARRAGE.fits(view, RankState.of(other)):
            found.add(kinds)
    return found


def moved_from_memory() -> RankState:
    """No mark is kept, but the track tells that the spy moved last (ST-MOVE-6)."""
    return do(world(UNMARKED, turn=1, memory="table"), "b4-b3")


@pytest.mark.parametrize(
    ("state", "ways"),
    [
        # The flag in three places, the bomb in the two that are left, the other two anyhow.
        pytest.param(world(ONE_WALKED), 3 * 2 * 2, id="one has walked"),
        # The flag in two places; the bomb in the other, or in the tray; four pieces are left, two alike.
        pytest.param(world(TWO_CAPTURED, captured="stealth"), 2 * 3 * 6, id="two are captured"),
        # The flag in three places, the bomb in two that are left, the spy and the miner anyhow.
        pytest.param(moved_from_memory(), 3 * 2 * 2, id="one moved last"),
        # The game goes on, so the one that can move is not in the corner behind the other two.
        pytest.param(world(CORNERED, turn=1), 2 * 2, id="one can move"),
    ],
)
def test_every_world_that_fits_is_dealt_and_equally_often(state: RankState, ways: int) -> None:
    view = state.view(0)
    possible = deals(state, view)
    assert len(possible) == ways
    rng = random.Random(11)
    each = 2_000 // ways
    seen = Counter(
        tuple(kind.id for kind in BARRAGE.determinize(view, rng).kinds[FIRST:]) for _ in range(each * ways)
    )
    assert set(seen) <= possible
    chi_square = sum((seen[deal] - each) ** 2 / each for deal in possible)
    free = ways - 1
    assert abs(chi_square - free) < 4 * (2 * free) ** 0.5


def test_st_move_3_no_world_fits_in_which_a_bomb_or_a_flag_has_walked() -> None:
    for still in "bf":
        others = ONE_WALKED.replace(still, "N").replace("n'", f"{still}'").replace("N ", "n ", 1)
        state = world(others)
        assert state.legal(0)
        assert not BARRAGE.fits(state.view(0), state)


def test_st_move_3_what_moved_last_can_move_even_where_no_mark_is_kept() -> None:
    state = moved_from_memory()
    assert all(not piece.moved for piece in state.view(0).pieces)
    spy = state.track.routes[1]
    assert spy is not None
    rng = random.Random(5)
    assert all(BARRAGE.determinize(state.view(0), rng).kinds[spy[0]].movable for _ in range(60))


def test_st_turn_2_a_stuck_world_is_changed_until_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = world(CORNERED, turn=1)
    monkeypatch.setattr(determinize, "TRIES", 1)
    rng = random.Random(8)
    assert all(BARRAGE.fits(state.view(0), BARRAGE.determinize(state.view(0), rng)) for _ in range(60))


def test_a_captured_flag_fits_only_after_the_end() -> None:
    state = world(ONE_WALKED.replace("f", "."))
    assert not BARRAGE.fits(state.view(0), state)
    over = state.ended(Outcome("flag", (1.0, 0.0), "ST-END-1")).state
    assert BARRAGE.fits(over.view(0), over)


def test_a_world_that_looks_different_does_not_fit() -> None:
    state, other = world(ONE_WALKED), world(ONE_WALKED.replace("s*", "s", 1))
    for seat in (0, 1, PUBLIC):
        assert BARRAGE.fits(state.view(seat), state)
        assert not BARRAGE.fits(state.view(seat), other)


def test_st_know_1_players_know_what_they_lost_even_where_the_tray_shows_it_to_nobody() -> None:
    state = world(TWO_CAPTURED, captured="stealth")
    rng = random.Random(3)
    for _ in range(20):
        assert BARRAGE.determinize(state.view(1), rng).kinds[FIRST:] == state.kinds[FIRST:]
