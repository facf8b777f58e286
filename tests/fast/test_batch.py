"""What a batch promises: deals, steps, ends, snapshots, several variants and threads, and small memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from flagfall import fast
from flagfall.fast import layout
from flagfall.fast.one_game import PieceSeen, Reader
from flagfall.fast.recent_moves import LONGEST_CHASE, chase_of, with_chase

BARRAGE = fast.Spec.of("barrage")
DUEL = fast.Spec.of("duel")
SHORT = fast.Spec.of("transformers")


def same(a: fast.Batch, b: fast.Batch) -> bool:
    return bool((a.state == b.state).all() and (a.mask == b.mask).all())


def test_a_game_takes_at_most_a_kilobyte():
    batch = fast.Batch(BARRAGE, 10)
    assert (batch.state.nbytes + batch.mask.nbytes) / 10 <= 1024


def test_the_seed_decides_and_another_seed_gives_other_games():
    one, two, other = (fast.Batch(BARRAGE, 50, seed=seed) for seed in (3, 3, 4))
    for batch in (one, two, other):
        batch.play(100)
    assert same(one, two)
    assert not same(one, other)


def test_threads_change_nothing():
    one, three = fast.Batch(BARRAGE, 50, seed=3), fast.Batch(BARRAGE, 50, seed=3, threads=3)
    one.play(200)
    three.play(200)
    assert same(one, three)
    assert (one.legal() == three.legal()).all()


def test_plies_one_at_a_time_or_all_at_once_are_the_same_games():
    one, many = fast.Batch(BARRAGE, 20, seed=1), fast.Batch(BARRAGE, 20, seed=1)
    many.play(150)
    for _ in range(150):
        one.play(1)
    assert same(one, many)


def test_memory_changes_no_game_and_shows_what_the_pieces_did_in_three_more_planes():
    plain, more = fast.Batch(BARRAGE, 40, seed=1), fast.Batch(BARRAGE, 40, seed=1, memory=True)
    for batch in (plain, more):
        batch.play(40)
    seen, known = plain.observe(), more.observe()
    assert (plain.mask == more.mask).all()
    assert (plain.state[: layout.RECORD] == more.state[: layout.RECORD]).all()
    assert (len(plain.state), len(more.state)) == (layout.WORDS, layout.ALL_WORDS)
    assert (seen[0] == known[0][:, :5]).all()
    assert (seen[1] == known[1]).all()
    went, stood, travelled = (known[0][:, plane] for plane in (5, 6, 7))
    assert went.any()
    assert stood.any()
    assert not known[0][:, 5:].transpose(0, 2, 1)[known[0][:, 0] < 2].any(), "where nothing stands"
    unmoved = known[0][:, 0] == 50
    assert not (travelled[unmoved] & 15).any()
    assert (travelled[known[0][:, 0] == 51] & 15).all(), "what has moved was counted"


def test_a_variant_plays_the_same_whatever_stands_beside_it():
    variants = np.arange(30) % 3
    mixed = fast.Batch([BARRAGE, DUEL, SHORT], 30, variants=variants, seed=8)
    mixed.play(120)
    for k, spec in enumerate((BARRAGE, DUEL, SHORT)):
        pure = fast.Batch(spec, 30, seed=8)
        pure.play(120)
        here = variants == k
        assert (mixed.mask[:, here] == pure.mask[:, here]).all()
        assert (mixed.state[: layout.SLOT, here] == pure.state[: layout.SLOT, here]).all()


@pytest.mark.parametrize("spec", [BARRAGE, SHORT], ids=lambda spec: spec.id)
def test_st_set_1_a_random_deal_has_the_whole_army_in_its_area(spec):
    batch = fast.Batch(spec, 40, seed=2)
    for g in range(40):
        men = Reader(batch, g).pieces()
        for seat in (0, 1):
            own = {cell: man.rank for cell, man in men.items() if man.seat == seat}
            assert set(own) <= {spec.cell(square) for square in spec.areas[seat]}
            assert [list(own.values()).count(rank) for rank in range(12)] == list(spec.armies[seat])


def test_st_set_2_random_deals_use_every_square_alike():
    batch = fast.Batch(BARRAGE, 4000, seed=2)
    flags = np.zeros(100)
    batch.observe()
    for cell in batch.truth.argmax(1)[(batch.truth == 1).any(1)]:
        assert cell >= 60
    flags = (batch.truth == 1).sum(0)[60:]
    assert flags.sum() == 4000
    assert flags.min() > 50
    assert flags.max() < 160


def test_st_set_3_a_wrong_setup_is_refused():
    right = np.zeros((1, 40), np.uint8)
    right[0, :8] = (1, 2, 3, 3, 4, 10, 11, 12)
    fast.Batch(BARRAGE, 2, setups=right)
    wrong = right.copy()
    wrong[0, 0] = 2
    with pytest.raises(fast.Unfit, match="set-up 0"):
        fast.Batch(BARRAGE, 2, setups=wrong)
    outside = np.zeros((1, 100), np.uint8)
    outside[0, 44:52] = right[0, :8]
    with pytest.raises(fast.Unfit, match="ST-SET-3"):
        fast.Batch(BARRAGE, 2, setups=outside)


def test_given_setups_stand_as_their_owners_see_them():
    rows = np.zeros((2, 40), np.uint8)
    rows[0, :8] = (1, 2, 3, 3, 4, 10, 11, 12)
    rows[1, 32:] = (1, 2, 3, 3, 4, 10, 11, 12)
    batch = fast.Batch(BARRAGE, 1, setups=rows)
    batch.deal([0], [1])
    men = Reader(batch, 0).pieces()
    assert [men[cell].rank for cell in range(8)] == [0, 1, 2, 2, 3, 9, 10, 11]
    assert [men[99 - cell].rank for cell in range(32, 40)] == [0, 1, 2, 2, 3, 9, 10, 11]


def test_an_illegal_action_does_nothing_and_says_so():
    batch = fast.Batch(BARRAGE, 5, seed=1)
    before = batch.snapshot()
    illegal = np.where(batch.legal()[:, :100].any(1), -1, 0)
    for actions in (illegal, np.full(5, 400), np.full(5, -7), np.full(5, 44 + 42), batch.legal().argmin(1)):
        batch.step(actions)
        assert (batch.result == -1).all()
        assert (batch.state == before.state).all()


def test_a_snapshot_brings_everything_back():
    batch = fast.Batch(BARRAGE, 20, seed=1)
    batch.play(30)
    there = batch.snapshot()
    batch.play(100)
    after = batch.snapshot()
    batch.restore(there)
    batch.play(100)
    assert (batch.state == after.state).all()
    assert (batch.mask == after.mask).all()


def test_an_ended_game_is_dealt_anew_or_rests():
    for again in (True, False):
        batch = fast.Batch(BARRAGE.changed(plies=20), 10, seed=1, again=again)
        ended = np.zeros(10, bool)
        for _ in range(20):
            batch.step(batch.legal().argmax(1))
            ended |= batch.result > 0
        assert ended.all()
        if again:
            assert batch.legal().any(1).all()
            assert (batch.state[layout.SLOT] >> 8 >= 2).all()
        else:
            assert not batch.legal().any()
            assert all(Reader(batch, g).state.ending for g in range(10))


def test_the_legal_moves_found_anew_are_those_that_were_kept():
    batch = fast.Batch([BARRAGE, SHORT], 200, variants=np.arange(200) % 2, seed=1, again=False)
    for plies in (0, 50, 500):
        batch.play(plies)
        kept = batch.snapshot()
        batch.mask[...] = 0
        batch.find()
        assert (batch.mask == kept.mask).all()


def test_random_play_counts_what_happened():
    batch = fast.Batch(BARRAGE, 100, seed=1)
    batch.play(1000)
    plies, first, second, draws = batch.tally.sum(1)
    assert plies == 100_000
    assert first > 50
    assert second > 50
    assert draws > 0


def test_onlookers_see_no_hidden_rank_of_either_side():
    one, two = fast.Batch(BARRAGE, 1, seed=1), fast.Batch(BARRAGE, 1, seed=1)
    one.play(12)
    two.restore(one.snapshot())
    hidden = ~two.state[12:14]
    for plane in range(4, 12):  # other ranks for all that was not shown
        two.state[plane] ^= hidden[plane % 2] & (two.state[plane % 2] | two.state[2 + plane % 2])
    assert not same(one, two)
    a, b = one.observe(public=True)[0].copy(), two.observe(public=True)[0].copy()
    assert (a == b).all()
    assert (a[0, 0] >= 64).any()


def test_the_movers_view_does_not_depend_on_hidden_ranks_of_the_enemy():
    one, two = fast.Batch(BARRAGE, 1, seed=1), fast.Batch(BARRAGE, 1, seed=1)
    one.play(13)
    two.restore(one.snapshot())
    hidden = ~two.state[12:14] & two.state[2:4]
    for plane in range(4, 12):
        two.state[plane] ^= hidden[plane % 2]
    assert (one.observe()[0] == two.observe()[0]).all()
    assert not (one.truth == two.truth).all()


def test_arrays_are_shared_by_dlpack():
    batch = fast.Batch(BARRAGE, 3, seed=1)
    planes, _ = batch.observe()
    shared = np.from_dlpack(planes)
    batch.play(5)
    batch.observe()
    assert (shared == batch.planes).all()


def test_arrays_begin_where_jax_takes_them_without_a_copy():
    for games in (1, 3, 64, 1000):
        batch = fast.Batch(BARRAGE, games, seed=1)
        for array in (*batch.observe(), batch.legal(), batch.truth, batch.result, batch.ending):
            assert array.ctypes.data % 64 == 0
            assert array.flags.c_contiguous


def test_st_move_7_a_chase_counts_as_far_as_a_game_remembers():
    assert chase_of(with_chase(0, LONGEST_CHASE)) == LONGEST_CHASE == layout.PAST + 1
    assert chase_of(with_chase(0, 5000)) == LONGEST_CHASE


@pytest.mark.parametrize(
    ("values", "word"),
    [({"width": 11}, "11 by 10"), ({"two_square": 12}, "12"), ({"armies": ((20,) * 12,) * 2}, "army")],
)
def test_what_does_not_fit_is_refused_with_the_reason(values, word):
    with pytest.raises(fast.Unfit, match=word):
        BARRAGE.changed(**values)


@pytest.mark.parametrize("options", [{"memory": "table"}, {"captured": "secret"}, {"bomb_move_loses": True}])
def test_st_know_1_options_that_hide_what_observations_tell_are_refused(options):
    with pytest.raises(fast.Unfit, match=next(iter(options))):
        fast.Spec.of("barrage", **options)


def test_other_devices_and_variants_do_not_fit():
    with pytest.raises(fast.Unfit, match="device"):
        fast.Batch(BARRAGE, 1, device="abacus")
    with pytest.raises(fast.Unfit, match="variants"):
        fast.Batch(BARRAGE, 2, variants=[0, 1])


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda batch: batch.step(np.zeros(2, bool)), "actions .* whole numbers"),
        (lambda batch: batch.deal(games=[0, 2]), "games must be True or False"),
        (lambda batch: batch.play(1.5), "plies must be a whole number"),
        (lambda batch: batch.play(-1), "plies is -1"),
        (lambda batch: batch.history(-1), "moves is -1"),
        (lambda batch: batch.restore(fast.Batch(BARRAGE, 3).snapshot()), "snapshot"),
        (lambda batch: batch.restore(3), "snapshot must be one that Batch.snapshot made"),
        (lambda batch: batch.restore((batch.state, batch.mask)), "snapshot must be .*, not a tuple$"),
        (lambda batch: batch.restore(fast.Batch(SHORT, 2).snapshot()), "snapshot is one of"),
        (lambda batch: batch.restore(fast.Batch([BARRAGE, SHORT], 2).snapshot()), "snapshot is one of"),
        (lambda batch: batch.restore(fast.Batch(BARRAGE, 2, memory=True).snapshot()), "snapshot.state .*159"),
        (lambda batch: batch.restore(batch.snapshot()._replace(mask=batch.mask[:4])), "snapshot.mask"),
        (lambda batch: batch.restore(batch.snapshot()._replace(state=batch.state * 1.0)), "not .*float64"),
        (lambda batch: batch.restore(batch.snapshot()._replace(state=None)), "snapshot.state"),
        (lambda batch: batch.select(0), "numbers must be a list of games"),
        (lambda batch: batch.select([]), "numbers must be a list of games"),
        (lambda batch: batch.select([[0], [1]]), "numbers must be a list of games"),
        (lambda batch: batch.select([[0], [0, 1]]), "numbers must be an array"),
        (lambda batch: batch.select([0.5]), "numbers must be whole numbers, not float64"),
        (lambda batch: batch.select("x"), "numbers must be"),
        (lambda batch: batch.select([True, False]), "flatnonzero"),
        (lambda batch: batch.select([0, 2]), r"numbers\[1\] is 2; games go from 0 to 1"),
        (lambda batch: batch.select([-1]), r"numbers\[0\] is -1"),
        (lambda batch: batch.step([[0], [0, 1]]), "actions must be an array"),
        (lambda batch: fast.Batch(BARRAGE, 2, variants=[0.0, 0.5]), "variants must be whole numbers"),
        (lambda batch: fast.Batch(BARRAGE, 2, threads=1.5), "threads must be a whole number"),
        (lambda batch: fast.Batch(BARRAGE, 2, device=None), "device None"),
        (lambda batch: fast.Batch(BARRAGE, 2, setups=np.full((1, 40), 0.5)), "setups must be whole numbers"),
        (lambda batch: fast.Batch(BARRAGE, 2, setups=np.full((1, 40), 256)), "setups must be whole numbers"),
        (lambda batch: BARRAGE.changed(quite=3), "has no 'quite'"),
        (lambda batch: fast.Batch(BARRAGE, 1.5), "games must be a whole number"),
        (lambda batch: fast.Batch(BARRAGE, 0), "games is 0"),
        (lambda batch: fast.Batch(BARRAGE, 1, seed="seven"), "seed must be a whole number"),
        (lambda batch: fast.Batch(BARRAGE, 1, seed=2**63), "seed is 9223372036854775808"),
        (lambda batch: fast.Batch("barrage", 1), "Spec.of"),
    ],
)
def test_a_wrong_argument_is_named_and_changes_nothing(call, word):
    batch = fast.Batch(BARRAGE, 2, seed=1)
    before = batch.snapshot().state
    with pytest.raises(fast.Unfit, match=word):
        call(batch)
    assert (batch.state == before).all()


@pytest.mark.long
def test_compiling_is_told_with_its_progress_and_only_once(tmp_path):
    program = "from flagfall import fast; fast.Batch(fast.Spec.of('barrage'), 2).legal()"

    def said():
        env = os.environ | {"FLAGFALL_CACHE": str(tmp_path)}
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stderr

    assert re.findall(r"part (\d) of 8 \((\w+)\)", said()) == [("1", "deal_all"), ("2", "legal_all")]
    assert said() == ""


def test_chosen_games_are_dealt_anew_and_the_others_stay():
    batch = fast.Batch(BARRAGE, 20, seed=1)
    batch.play(30)
    before = batch.snapshot()
    chosen = np.arange(20) % 3 == 0
    batch.deal(games=chosen)
    assert (batch.state[:, ~chosen] == before.state[:, ~chosen]).all()
    assert (batch.mask[:, ~chosen] == before.mask[:, ~chosen]).all()
    assert all((Reader(batch, g).state.ply == 0) == chosen[g] for g in range(20))
    batch.deal(games=np.zeros(20, bool))
    assert (batch.state[:, ~chosen] == before.state[:, ~chosen]).all()


def test_selected_games_are_copies():
    batch = fast.Batch([BARRAGE, SHORT], 20, variants=np.arange(20) % 2, seed=1)
    batch.play(30)
    before = batch.snapshot()
    some = batch.select(np.array([3, 4, 11]))
    assert (some.state == batch.state[:, [3, 4, 11]]).all()
    assert (some.legal() == batch.legal()[[3, 4, 11]]).all()
    assert (some.observe()[0] == batch.observe()[0][[3, 4, 11]]).all()
    some.step(some.legal().argmax(1))
    assert (some.result >= 0).all()
    assert (batch.state == before.state).all()


def test_each_seat_has_set_ups_of_its_own():
    front, back = np.zeros((1, 40), np.uint8), np.zeros((1, 40), np.uint8)
    front[0, 32:] = back[0, :8] = (1, 2, 3, 3, 4, 10, 11, 12)
    batch = fast.Batch(BARRAGE, 5, setups=fast.Sides(front, back), seed=1)
    for g in range(5):
        men = Reader(batch, g).pieces()
        assert men[32] == PieceSeen(0, 0, False, False)
        assert men[99] == PieceSeen(1, 0, False, False)
    half = fast.Batch(BARRAGE, 50, setups=fast.Sides(None, back), seed=1)
    flags = {next(c for c, man in Reader(half, g).pieces().items() if man[:2] == (0, 0)) for g in range(50)}
    assert len(flags) > 20
    assert all(Reader(half, g).pieces()[99].rank == 0 for g in range(50))


def test_st_att_2_the_history_holds_the_ranks_of_more_attacks_than_a_game_can_have():
    assert layout.BATTLES >= 79
    batch = fast.Batch(fast.Spec.of("original"), 60, seed=4, again=False)
    batch.play(3000)
    attacks = batch.state[layout.ATTACKS]
    assert 30 < attacks.max() <= 79
    for g in range(60):
        story = batch.history(256)[g]
        fights = story[story[:, 2] == 2]
        assert (fights[:, 3:] > 0).all()
        assert not story[story[:, 2] != 2, 3:].any()


def test_a_history_of_attacks_begins_anew_with_every_deal():
    batch = fast.Batch(BARRAGE, 10, seed=1)
    batch.play(200)
    batch.deal()
    assert not batch.state[layout.ATTACKS].any()
    assert not batch.history(10).any()


def test_of_more_attacks_than_it_remembers_a_game_keeps_the_last():
    words = np.zeros((layout.WORDS, 1), np.int64)
    fights = [(1 + n % 10, n % 12) for n in range(200)]
    for attacker, defender in fights:
        layout.note_battle(words, 0, attacker, defender)
    kept = [layout.battle(words, 0, back) for back in range(layout.BATTLES)]
    assert [(met >> 4, met & 15) for met in kept] == fights[::-1][: layout.BATTLES]


def test_a_snapshot_brings_back_which_variant_each_game_is():
    one = fast.Batch([BARRAGE, SHORT], 4, variants=np.arange(4) % 2 == 1, seed=1)
    two = fast.Batch([BARRAGE, SHORT], 4, seed=2)
    two.restore(one.snapshot())
    assert two.variants.tolist() == [0, 1, 0, 1]
    assert (two.legal() == one.legal()).all()
