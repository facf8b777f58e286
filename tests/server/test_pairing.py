"""Who plays whom: small fields with all their results, larger ones by what must always hold."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.server.pairing import arena, round_robin, swiss
from flagfall.server.pairing.games import DRAW, LOSS, WIN, Entrant, Pair, PairedGame, points_of
from flagfall.server.pairing.matching import Levels, pairs_of_least_cost
from flagfall.server.pairing.seats import SeatsHad, seats_had
from flagfall.server.pairing.standings import standings

FIRST_WINS, DRAWN, SECOND_WINS = (WIN, LOSS), (DRAW, DRAW), (LOSS, WIN)
BYE = (WIN, LOSS)

# Matchings ----------------------------------------------------------------------------------------------


def splits(items: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to split an even number of items into pairs."""
    if not items:
        yield []
        return
    first, *rest = items
    for other in rest:
        for more in splits([one for one in rest if one != other]):
            yield [(first, other), *more]


@given(st.lists(st.integers(0, 9), min_size=15, max_size=15))
def test_pairs_of_least_cost_are_the_best_of_all_ways_to_split_a_field(costs: list[int]) -> None:
    table = dict(zip(itertools.combinations(range(6), 2), costs, strict=True))
    found = pairs_of_least_cost(6, lambda low, high: table[low, high])
    assert sorted(itertools.chain(*found)) == list(range(6))
    best = min(sum(table[pair] for pair in split) for split in splits(range(6)))
    assert sum(table[pair] for pair in found) == best


def test_who_cannot_be_paired_stays_alone() -> None:
    found = pairs_of_least_cost(4, lambda low, high: 0 if (low, high) == (1, 3) else None)
    assert found == [(1, 3)]


def test_a_level_is_never_outweighed_by_all_levels_below_it() -> None:
    levels = Levels(3, (1, 5, 2))
    assert levels(1, 0, 0) > 3 * levels(0, 5, 2)
    assert levels(0, 1, 0) > 3 * levels(0, 0, 2)
    with pytest.raises(ValueError, match="6 is not from 0 to 5"):
        levels(0, 6, 0)


# Round robin --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 18))
def test_a_round_robin_brings_all_together_once_in_each_cycle_with_balanced_seats(size: int) -> None:
    numbers = [10 + one for one in range(size)]
    rounds = round_robin.rounds_of(size)
    cycles = [
        [pair for round in range(1, rounds + 1) for pair in round_robin.pair_round(numbers, start + round, 3)]
        for start in (0, rounds)
    ]
    for round in range(1, rounds + 1):
        here = round_robin.pair_round(numbers, round, 3)
        assert sorted(one for pair in here for one in pair if one is not None) == numbers
    games = [pair for pair in cycles[0] if pair.second is not None]
    assert Counter(frozenset(pair) for pair in games) == Counter(
        map(frozenset, itertools.combinations(numbers, 2))
    )
    assert Counter(pair.first for pair in cycles[0] if pair.second is None) == (
        Counter(numbers) if size % 2 else Counter()
    )
    firsts, seconds = Counter(pair.first for pair in games), Counter(pair.second for pair in games)
    assert all(abs(firsts[number] - seconds[number]) <= 1 for number in numbers)
    turned = [Pair(pair.second, pair.first) for pair in games if pair.second is not None]
    assert sorted(turned) == sorted(pair for pair in cycles[1] if pair.second is not None)


# Swiss --------------------------------------------------------------------------------------------------


def faults(pairs: Sequence[tuple[int, int | None]], games: Sequence[PairedGame]) -> tuple[int, ...]:
    """What the criteria count, said once more: repeats, second byes, wrong seats, the bye, gaps."""
    points, had = points_of(games), seats_had(games)
    met = [frozenset((game.first, game.second)) for game in games]
    lowest = min(points.get(one, 0) for pair in pairs for one in pair if one is not None)
    repeats = byes = wrong = bye_points = gaps = 0
    for one, other in pairs:
        if other is None:
            byes += frozenset((one, None)) in met
            bye_points = points.get(one, 0) - lowest
            continue
        repeats += frozenset((one, other)) in met
        gaps += (points.get(one, 0) - points.get(other, 0)) ** 2
        wrong += not any(
            keeps_seats(had.get(a, SeatsHad()), 0) and keeps_seats(had.get(b, SeatsHad()), 1)
            for a, b in ((one, other), (other, one))
        )
    return repeats, byes, wrong, bye_points, gaps


def keeps_seats(had: SeatsHad, seat: int) -> bool:
    """Whether a player may get a seat: not for the third time in a row, nor three more on one side."""
    after = SeatsHad((*had.had, seat))
    return abs(after.balance) < 3 and after.had[-3:] not in ((0, 0, 0), (1, 1, 1))


def check_round(players: Sequence[Entrant], pairs: Sequence[Pair], games: Sequence[PairedGame]) -> None:
    """Hold a round against all other ways to pair the same players."""
    numbers = [one.number for one in players]
    assert sorted(one for pair in pairs for one in pair if one is not None) == sorted(numbers)
    ways = splits([*numbers, -1] if len(numbers) % 2 else numbers)
    best = min(faults([(a, None if b == -1 else b) for a, b in way], games) for way in ways)
    assert faults(pairs, games) == best
    had = seats_had(games)
    if not best[2]:
        for pair in pairs:
            if pair.second is not None:
                assert keeps_seats(had.get(pair.first, SeatsHad()), 0)
                assert keeps_seats(had.get(pair.second, SeatsHad()), 1)


def play_all(size: int, rounds: int, results: Sequence[tuple[int, int]]) -> int:
    """Play a Swiss tournament with all results that it can have, and check all rounds; how many."""
    players = [Entrant(number, 1500 - number) for number in range(size)]
    count = 0

    def go_on(round: int, games: tuple[PairedGame, ...]) -> None:
        nonlocal count
        count += 1
        if round == rounds:
            return
        pairs = swiss.pair_round(players, games, 5)
        check_round(players, pairs, games)
        boards = [pair for pair in pairs if pair.second is not None]
        byes = [PairedGame(pair.first, None, BYE, False) for pair in pairs if pair.second is None]
        for scored in itertools.product(results, repeat=len(boards)):
            played = [PairedGame(*pair, points) for pair, points in zip(boards, scored, strict=True)]
            go_on(round + 1, (*games, *played, *byes))

    go_on(0, ())
    return count


@pytest.mark.parametrize(
    ("size", "rounds", "results"),
    [
        (4, 3, (FIRST_WINS, DRAWN, SECOND_WINS)),
        (5, 3, (FIRST_WINS, DRAWN, SECOND_WINS)),
        (6, 3, (FIRST_WINS, SECOND_WINS)),
        pytest.param(5, 5, (FIRST_WINS, SECOND_WINS), marks=pytest.mark.long),
        pytest.param(6, 3, (FIRST_WINS, DRAWN, SECOND_WINS), marks=pytest.mark.long),
        pytest.param(6, 5, (FIRST_WINS, SECOND_WINS), marks=pytest.mark.long),
    ],
)
def test_swiss_rounds_of_small_fields_are_the_best_there_are_whatever_the_results(
    size: int, rounds: int, results: Sequence[tuple[int, int]]
) -> None:
    assert play_all(size, rounds, results) > 500


@settings(max_examples=25, deadline=None)
@given(st.integers(7, 30), st.integers(1, 4), st.integers(0, 10**6), st.data())
def test_swiss_rounds_of_larger_fields_repeat_no_pair_and_give_nobody_two_byes(
    size: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    players = [Entrant(number, data.draw(st.integers(0, 3)) * 100) for number in range(size)]
    games: list[PairedGame] = []
    for _ in range(min(rounds, size // 2 - 1)):
        away = data.draw(st.sets(st.integers(0, size - 1), max_size=1))
        here = [one for one in players if one.number not in away]
        pairs = swiss.pair_round(here, games, seed)
        assert pairs == swiss.pair_round(list(reversed(here)), games, seed)
        assert sorted(one for pair in pairs for one in pair if one is not None) == [
            one.number for one in here
        ]
        assert faults(pairs, games)[:2] == (0, 0)
        for pair in pairs:
            points = BYE if pair.second is None else data.draw(st.sampled_from((FIRST_WINS, DRAWN)))
            games.append(PairedGame(*pair, points, pair.second is not None))


def test_a_first_swiss_round_sets_the_upper_half_against_the_lower_half() -> None:
    players = [Entrant(number, 2000 - number) for number in range(8)]
    pairs = swiss.pair_round(players, [], 1)
    assert {frozenset(pair) for pair in pairs} == {frozenset((one, one + 4)) for one in range(4)}
    # The better of two moves first on every other board.
    assert sorted(pair.first < 4 for pair in pairs) == [False, False, True, True]


def test_nobody_gets_a_seat_for_the_third_time_even_at_the_cost_of_points() -> None:
    winners = [PairedGame(number, 10 * number + n, FIRST_WINS) for number in (1, 2) for n in (1, 2)]
    losers = [PairedGame(10 * number + n, number, FIRST_WINS) for number in (3, 4) for n in (1, 2)]
    players = [Entrant(number) for number in (1, 2, 3, 4)]
    pairs = swiss.pair_round(players, [*winners, *losers], 1)
    # One and two have moved first twice in a row, three and four second.
    assert sorted((pair.first, pair.second in (1, 2)) for pair in pairs) == [(3, True), (4, True)]


def test_leaders_meet_in_the_last_round_although_both_are_due_the_same_seat() -> None:
    winners = [PairedGame(number, 10 * number + n, FIRST_WINS) for number in (1, 2) for n in (1, 2)]
    others = [PairedGame(10 * number + 1, number, DRAWN) for number in (3, 4)]
    players = [Entrant(number) for number in (1, 2, 3, 4)]

    def together(last_round: int) -> bool:
        pairs = swiss.pair_round(players, [*winners, *others], 1, last_round=last_round)
        return {1, 2} in ({pair.first, pair.second} for pair in pairs)

    assert together(3)
    assert not together(0)
    # Two points are not more than half of what four rounds gave.
    assert not together(5)


def test_leaders_meet_where_others_would_differ_as_much_in_points() -> None:
    games = [
        *(PairedGame(1, 4, FIRST_WINS), PairedGame(5, 3, SECOND_WINS), PairedGame(2, None, BYE, False)),
        *(PairedGame(3, 1, SECOND_WINS), PairedGame(4, 2, SECOND_WINS), PairedGame(6, 5, SECOND_WINS)),
    ]
    for seed in range(20):
        pairs = swiss.pair_round([Entrant(number) for number in range(1, 7)], games, seed)
        assert {1, 2} in ({pair.first, pair.second} for pair in pairs)


def test_a_swiss_field_that_has_met_already_is_paired_again_rather_than_not_at_all() -> None:
    players = [Entrant(1), Entrant(2)]
    games = [PairedGame(1, 2, FIRST_WINS)]
    assert swiss.pair_round(players, games, 1) == [Pair(2, 1)]


# Arena --------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 12), st.integers(0, 1000), st.data())
def test_an_arena_never_repeats_a_pair_at_once_and_lets_the_longest_wait_end_first(
    size: int, seed: int, data: st.DataObject
) -> None:
    games: list[PairedGame] = []
    free = list(range(size))
    playing: list[Pair] = []
    for step in range(12):
        pairs = arena.pair_waiting(free, size - len(free), games, seed + step)
        assert pairs == arena.pair_waiting(free, size - len(free), games, seed + step)
        last = {}
        for game in games:
            last[game.first], last[game.second] = game.second, game.first
        for pair in pairs:
            assert last.get(pair.first) != pair.second
            assert last.get(pair.second) != pair.first
        games += [PairedGame(*pair) for pair in pairs]
        playing += pairs
        free = [one for one in free if all(one not in pair for pair in pairs)]
        if not games:
            continue
        ended = data.draw(st.integers(0, len(playing) - 1)) if playing else 0
        for pair in playing[: ended + 1]:
            at = next(i for i, game in enumerate(games) if game[:2] == pair and game.points is None)
            games[at] = PairedGame(*pair, data.draw(st.sampled_from((FIRST_WINS, DRAWN, SECOND_WINS))))
            free += [pair.first, pair.second]  # type: ignore[list-item]
        playing = playing[ended + 1 :]
    assert len(games) >= 12 // 2


def test_two_alone_in_an_arena_play_again_with_the_seats_changed() -> None:
    assert arena.pair_waiting([1, 2], 0, [PairedGame(1, 2, FIRST_WINS)], 4) == [Pair(2, 1)]
    assert arena.pair_waiting([1, 2], 1, [PairedGame(1, 2, FIRST_WINS)], 4) == []


def test_of_three_in_an_arena_the_one_who_became_free_last_waits() -> None:
    pairs = arena.pair_waiting([7, 8, 9], 0, [], 2)
    assert [set(pair) for pair in pairs] == [{7, 8}]


def test_an_arena_pairs_those_of_about_the_same_points() -> None:
    games = [PairedGame(1, 5, FIRST_WINS), PairedGame(2, 6, FIRST_WINS), PairedGame(5, 6, DRAWN)]
    games += [PairedGame(1, 6, FIRST_WINS), PairedGame(5, 2, SECOND_WINS)]
    games += [PairedGame(1, 7, FIRST_WINS), PairedGame(2, 8, FIRST_WINS)]
    pairs = arena.pair_waiting([1, 5, 2, 6], 4, games, 2)
    assert {frozenset(pair) for pair in pairs} == {frozenset((1, 2)), frozenset((5, 6))}


# Standings ----------------------------------------------------------------------------------------------


def test_buchholz_breaks_ties_of_swiss_rounds() -> None:
    games = [
        PairedGame(1, 2, FIRST_WINS),
        PairedGame(3, 4, FIRST_WINS),
        PairedGame(1, 3, FIRST_WINS),
        PairedGame(2, 4, FIRST_WINS),
    ]
    table = standings("swiss", [1, 2, 3, 4], games)
    # Two and three have a point each, lost to the winner and beat four: nothing tells them apart.
    assert [(line.place, line.number, line.points, line.tie_break) for line in table] == [
        (1, 1, 4, 4),
        (2, 2, 2, 4),
        (2, 3, 2, 4),
        (4, 4, 0, 4),
    ]


def test_sonneborn_berger_breaks_ties_of_a_round_robin() -> None:
    games = [
        PairedGame(1, 2, FIRST_WINS),
        PairedGame(3, 4, FIRST_WINS),
        PairedGame(1, 3, SECOND_WINS),
        PairedGame(2, 4, FIRST_WINS),
        PairedGame(1, 4, FIRST_WINS),
        PairedGame(2, 3, FIRST_WINS),
    ]
    table = standings("round-robin", [1, 2, 3, 4], games)
    # One, two and three have two points each: each beat four, and one of the others.
    assert [line.place for line in table] == [1, 1, 1, 4]
    games[2] = PairedGame(1, 3, DRAWN)
    table = standings("round-robin", [1, 2, 3, 4], games)
    assert [(line.number, line.points, line.tie_break) for line in table] == [
        (1, 5, 11),  # two (4) and four (0) beaten, a draw with three (3): 4 + 0 + 1.5 = 5.5 points
        (2, 4, 6),
        (3, 3, 5),
        (4, 0, 0),
    ]


def test_games_won_break_ties_of_an_arena_and_a_bot_takes_no_place() -> None:
    games = [
        PairedGame(0, 2, FIRST_WINS),
        PairedGame(1, 2, FIRST_WINS),
        PairedGame(3, 4, DRAWN),
        PairedGame(4, 3, DRAWN),
    ]
    table = standings("arena", [0, 1, 2, 3, 4], games, bots={0})
    assert [(line.place, line.number) for line in table] == [(0, 0), (1, 1), (2, 3), (2, 4), (4, 2)]


def test_byes_and_running_games_count_as_no_games() -> None:
    table = standings("swiss", [1, 2], [PairedGame(1, None, BYE, False), PairedGame(1, 2)])
    assert [(line.number, line.points, line.wins, line.games) for line in table] == [
        (1, 2, 0, 0),
        (2, 0, 0, 0),
    ]


def test_who_has_blocked_somebody_does_not_meet_them() -> None:
    apart = frozenset({frozenset((1, 2)), frozenset((3, 4))})
    for seed in range(20):
        pairs = swiss.pair_round([Entrant(number) for number in (1, 2, 3, 4)], [], seed, apart)
        assert not {frozenset(pair) for pair in pairs} & apart
        waiting = arena.pair_waiting([1, 2, 3, 4], 0, [], seed, apart)
        assert len(waiting) == 2
        assert not {frozenset(pair) for pair in waiting} & apart
    # A round is paired all the same where it cannot be paired otherwise; in an arena they wait for others.
    assert len(swiss.pair_round([Entrant(1), Entrant(2)], [], 1, apart)) == 1
    assert arena.pair_waiting([1, 2], 0, [], 1, apart) == []
    # They would rather meet somebody again.
    met = [PairedGame(one, two, (2, 0)) for one, two in ((1, 3), (2, 4), (1, 4), (2, 3))]
    again = swiss.pair_round([Entrant(number) for number in (1, 2, 3, 4)], met, 1, apart)
    assert not {frozenset(pair) for pair in again} & apart
