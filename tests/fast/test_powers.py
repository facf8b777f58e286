"""Games with powers in the batch engine: equal to the reference engine after every action."""

from __future__ import annotations

import random

import numpy as np
import pytest

import flagfall
from flagfall import fast
from flagfall.fast import compile as compiling
from flagfall.fast.powers import layout
from flagfall.fast.powers.tables import power_tables
from flagfall.fast.square_sets import contains
from flagfall.ranks.powers import KINDS, Power
from flagfall.ranks.powers.declaration import UseNeeds
from tests.fast.powers_side_by_side import at_random, play_with_powers, powerful, returning
from tests.fast.test_sources import Plain
from tests.powers.kit import spearmen

SAGA, EMPIRE, REBELLION = "star-wars-powers", "star-wars-empire", "star-wars-rebellion"
ROBOTS, PIRATES = "transformers-powers", "pirates-code"
WITH_POWERS = (SAGA, EMPIRE, REBELLION, ROBOTS, PIRATES)


def some_options(id: str, rng: random.Random) -> dict[str, object]:
    """The options of an edition, drawn at random where they change the rules."""
    found: dict[str, object] = {
        "two_square": rng.randrange(5),
        "two_square_reading": rng.choice(["squares", "border", "lines"]),
        "two_square_attacks": rng.random() < 0.5,
        "more_square": rng.random() < 0.6,
        "both_immobile": rng.choice(["mover_loses", "draw", "draw_no_movers"]),
        "announce": rng.choice(["rank", "piece"]),
        "long_move": rng.choice(["battle", "piece"]),
        "quiet_limit": rng.choice([0, 30, 200]),
        "ply_limit": rng.choice([0, 250, 4000]),
    }
    if id == ROBOTS:
        found |= {"mode_switch_binds": rng.random() < 0.5, "magnet_past": rng.random() < 0.5}
    if id == PIRATES:
        found["compass_tie"] = rng.choice(["near", "far"])
    return found


def test_every_edition_fits_the_simulator():
    for id in flagfall.games("ranks"):
        spec = fast.Spec.of(id)
        assert (spec.powers is not None) == (id in WITH_POWERS)


@pytest.mark.parametrize("id", WITH_POWERS)
def test_every_edition_with_powers_is_equal_after_every_action(id):
    seen = play_with_powers(flagfall.game(id), powerful, games=3, actions=150, seed=3, deep=5)
    kinds = {spec.kind for spec in flagfall.game(id).edition.powers}
    rare = {"compass", "magnet", "rumble", "summon"}  # not in every few games
    assert kinds - rare <= set(seen), kinds - set(seen)
    assert seen["actions"] > 200


@pytest.mark.parametrize("id", [SAGA, ROBOTS, PIRATES])
def test_games_with_powers_are_equal_whatever_the_options_are(id):
    for seed, policy in enumerate((at_random, powerful, returning)):
        options = some_options(id, random.Random(seed))
        play_with_powers(flagfall.game(id), policy, games=2, actions=80, seed=seed, deep=8, **options)


@pytest.mark.usefixtures("spear")
def test_a_power_that_only_the_tests_have_is_played_from_its_declarations():
    seen = play_with_powers(spearmen(), powerful, games=4, actions=200, seed=5, deep=5)
    assert seen["spear"] > 5


def test_st_move_6_counts_powers_in_every_reading():
    for reading in ("squares", "border", "lines"):
        seen = play_with_powers(
            flagfall.game(ROBOTS), returning, 3, 150, seed=1, deep=20, two_square_reading=reading
        )
        assert seen["two-square"] > 5


@pytest.mark.long
@pytest.mark.parametrize("id", WITH_POWERS)
@pytest.mark.parametrize("policy", [at_random, powerful, returning])
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_games_with_powers_are_equal(id, policy, part):
    seen = play_with_powers(flagfall.game(id), policy, games=70, actions=700, seed=100 + part, deep=40)
    assert seen["actions"] > 10_000
    kinds = {spec.kind for spec in flagfall.game(id).edition.powers}
    assert kinds <= set(seen), kinds - set(seen)


@pytest.mark.long
@pytest.mark.parametrize("id", WITH_POWERS)
@pytest.mark.parametrize("seed", range(20))
def test_long_games_with_powers_are_equal_whatever_the_options_are(id, seed):
    options = some_options(id, random.Random(seed))
    for policy in (at_random, powerful, returning):
        play_with_powers(flagfall.game(id), policy, games=8, actions=400, seed=seed, deep=25, **options)


def test_what_powers_need_is_what_they_allow():
    """Needs and uses of every power say the same, at every moment of some games."""
    for id in (SAGA, ROBOTS, PIRATES):
        rng, state = random.Random(4), flagfall.game(id).new(seed=4)
        for _ in range(150):
            if not (decisions := state.pending()):
                break
            state = state.apply(decisions[0].seat, decisions[0].sample(rng)).state
            if state.where and state.over is None and state.awaited is None and state.track.ply % 12 == 5:
                for piece, square in enumerate(state.where):
                    if square >= 0 and state.seat_of(piece) == state.track.turn:
                        for power in state.rules.powers.values():
                            uses = power.table[square]
                            allowed = {use for use in uses if fulfilled(state, power.needs(use))}
                            assert set(power.uses(state, piece)) == allowed, power.id


def fulfilled(state, needs: UseNeeds) -> bool:
    """Whether the pieces as they stand give a use what it needs."""
    board, turn = state.board, state.track.turn

    def enemy(square: int) -> bool:
        return board[square] >= 0 and state.seat_of(board[square]) != turn

    own = [state.kinds[p].id for p, at in enumerate(state.where) if at >= 0 and state.seat_of(p) == turn]
    return (
        all(board[square] == -1 for square in needs.empty)
        and all(board[square] >= 0 for square in needs.occupied)
        and (needs.enemy < 0 or enemy(needs.enemy))
        and (needs.open < 0 or board[needs.open] == -1 or enemy(needs.open))
        and (not needs.near or any(enemy(square) for square in needs.near))
        and (not needs.own or needs.own in own)
        and (not needs.theirs or needs.theirs in state.rules.kinds[1 - turn])
    )


# ---- what a batch promises ----------------------------------------------------------------------


def same(a: fast.Batch, b: fast.Batch) -> bool:
    return bool((a.state == b.state).all() and (a.mask[: layout.SHARES] == b.mask[: layout.SHARES]).all())


class PlainPowers(Plain):
    """The CPU without a compiler, with the functions of games with powers."""

    def __init__(self):
        self.space = compiling.compiled(*[lambda function: function] * 3, {}, powers=True)

    def call(self, entry, count, *args):
        getattr(self.space, entry)(0, count, *args)


@pytest.mark.parametrize("id", [ROBOTS, PIRATES])
def test_the_plain_functions_and_the_compiled_ones_do_the_same(id, monkeypatch):
    spec = fast.Spec.of(id)
    compiled = fast.Batch(spec, 3, seed=9)
    monkeypatch.setattr("flagfall.fast.batch._place", lambda device, threads, powers: PlainPowers())
    plain = fast.Batch(spec, 3, seed=9)
    for actions in (1, 40, 60):
        for batch in (compiled, plain):
            batch.play(actions)
            batch.step(batch.legal_list()[:, 0])
            batch.observe()
        for name in ("state", "result", "ending", "tally", "planes", "vector", "truth"):
            assert (getattr(plain, name) == getattr(compiled, name)).all(), name
        assert same(plain, compiled)
        assert (plain.legal_list() == compiled.legal_list()).all()
        assert (plain.history(12) == compiled.history(12)).all()


def test_masks_and_lists_name_the_same_actions_and_every_other_action_is_refused():
    batch = fast.Batch(fast.Spec.of(PIRATES), 6, seed=2, again=False)
    for actions in (0, 60, 90):
        batch.play(actions)
        mask, listed = batch.legal(), batch.legal_list()
        for g in range(6):
            assert np.flatnonzero(mask[g]).tolist() == sorted(listed[g][listed[g] >= 0].tolist())
        before = batch.snapshot()
        for action in range(-1, batch.actions + 2, 7):
            legal = mask[:, action] if 0 <= action < batch.actions else np.zeros(6)
            batch.step(np.full(6, action))
            assert ((batch.result >= 0) == (legal == 1)).all(), action
            batch.restore(before)


def test_the_seed_decides_and_threads_change_nothing():
    spec = fast.Spec.of(ROBOTS)
    one, two, other = (fast.Batch(spec, 20, seed=seed, threads=1 + seed % 2) for seed in (3, 3, 4))
    three = fast.Batch(spec, 20, seed=3, threads=3)
    for batch in (one, two, other, three):
        batch.play(120)
    for _ in range(20):
        one.play(1)
    two.play(20)
    three.play(20)
    assert same(one, two)
    assert same(one, three)
    assert not same(one, other)


def test_the_legal_actions_found_anew_are_those_that_were_kept():
    batch = fast.Batch([fast.Spec.of(ROBOTS), fast.Spec.of(PIRATES)], 40, variants=np.arange(40) % 2, seed=1)
    for actions in (0, 50, 300):
        batch.play(actions)
        kept = batch.legal_list().copy()
        batch.mask[...] = 0
        batch.find()
        assert (batch.legal_list() == kept).all()


@pytest.mark.parametrize("id", [SAGA, PIRATES])
def test_st_set_1_a_random_deal_has_the_whole_army_in_its_area(id):
    spec = fast.Spec.of(id)
    batch = fast.Batch(spec, 10, seed=2)
    batch.observe()
    for seat in (0, 1):
        counts = [kind.count for kind in spec.powers.kinds[seat]]
        for g in range(10):
            own = batch.planes[g, 0][(batch.planes[g, 0] >= 2) & (batch.planes[g, 0] < 34)] - 2
            found = own if seat == 0 else batch.truth[g][batch.truth[g] > 0] - 1
            assert np.bincount(found, minlength=len(counts)).tolist() == counts
    assert len({tuple(batch.truth[g]) for g in range(10)}) == 10


def test_the_movers_view_does_not_depend_on_hidden_pieces_of_the_enemy():
    one, two = (fast.Batch(fast.Spec.of(PIRATES), 1, seed=1) for _ in range(2))
    one.play(31)
    two.restore(one.snapshot())
    s = layout.load_powers(one.state, 0)
    hidden = [q for q in range(110) if contains(s.theirs, q)]
    hidden = [q for q in hidden if not layout.piece_at(one.state, 0, q) & layout.SHOWN_TO_ALL]
    kinds = [layout.piece_at(one.state, 0, q) & layout.KIND_MASK for q in hidden]
    for square, kind in zip(hidden, kinds[1:] + kinds[:1], strict=True):
        marks = layout.piece_at(two.state, 0, square) & ~layout.KIND_MASK
        layout.put_piece(two.state, 0, square, kind | marks)
    two.find()
    assert not same(one, two)
    assert all((a == b).all() for a, b in zip(one.observe(), two.observe(), strict=True))
    assert (one.legal_list() == two.legal_list()).all()
    assert not (one.truth == two.truth).all()
    assert (one.observe(public=True)[0] == two.observe(public=True)[0]).all()


def test_what_does_not_fit_is_refused_with_the_reason(monkeypatch):
    for options, word in (
        ({"memory": "table"}, "memory"),
        ({"captured": "secret"}, "captured"),
        ({"bomb_move_loses": True}, "bomb_move_loses"),
    ):
        with pytest.raises(fast.Unfit, match=word):
            fast.Spec.of(SAGA, **options)
    with pytest.raises(fast.Unfit, match="same batch"):
        fast.Batch([fast.Spec.of("barrage"), fast.Spec.of(SAGA)], 2)
    with pytest.raises(fast.Unfit, match="memory"):
        fast.Batch(fast.Spec.of(SAGA), 2, memory=True)
    with pytest.raises(fast.Unfit, match="lists"):
        fast.Batch(fast.Spec.of("barrage"), 2).legal_list()
    monkeypatch.setattr(KINDS["vision"], "needs", Power.needs)
    with pytest.raises(fast.Unfit, match="vision does not declare"):
        fast.Spec.of(SAGA, quiet_limit=199)


def test_st_set_3_set_ups_are_by_kind_and_each_seats_own():
    spec = fast.Spec.of(SAGA)
    tables = power_tables(flagfall.game(SAGA))
    rows = []
    for seat in (0, 1):
        cells = [i + 1 for i, kind in enumerate(tables.kinds[seat]) for _ in range(kind.count)]
        rows.append(np.array([cells], np.uint8))
    batch = fast.Batch(spec, 2, setups=fast.Sides(*rows))
    batch.observe()
    assert (batch.planes[0, 0, :40] == rows[0][0] + 1).all()
    assert (batch.truth[0, 60:] == rows[1][0][::-1]).all()
    with pytest.raises(fast.Unfit, match="ST-SET-3"):
        fast.Batch(spec, 2, setups=fast.Sides(rows[0] + 1, rows[1]))
    with pytest.raises(fast.Unfit, match="Sides"):
        fast.Batch(fast.Spec.of(ROBOTS), 2, setups=rows[0][:, :30])
