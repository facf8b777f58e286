"""Chance: the same everywhere for a seed and a key, and fair."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from flagfall.core import chance


def fair(seen: Counter[object], ways: int) -> bool:
    """Whether every way came equally often, as far as chance allows (chi-square, four deviations)."""
    each = seen.total() / ways
    chi_square = sum((count - each) ** 2 / each for count in seen.values()) + each * (ways - len(seen))
    free = ways - 1
    return chi_square < free + 4 * (2 * free) ** 0.5


def test_a_draw_depends_on_the_seed_and_every_part_of_the_key_alone() -> None:
    first = chance.draw(7, 1 << 62, "round", 3, "card", 12, "hit", 0)
    assert first == chance.draw(7, 1 << 62, "round", 3, "card", 12, "hit", 0)
    others = {
        chance.draw(8, 1 << 62, "round", 3, "card", 12, "hit", 0),
        chance.draw(7, 1 << 62, "round", 4, "card", 12, "hit", 0),
        chance.draw(7, 1 << 62, "round", 3, "card", 12, "hit", 1),
        chance.draw(7, 1 << 62, "round", 31, "card", 2, "hit", 0),
    }
    assert len(others - {first}) == 4


@pytest.mark.parametrize("n", [2, 6, 10, 37])
def test_every_value_of_a_range_is_drawn_equally_often(n: int) -> None:
    assert fair(Counter(chance.draw(1, n, "die", i) for i in range(200 * n)), n)


def test_values_of_an_incomplete_stretch_are_drawn_again() -> None:
    # A quarter of the 64 bits is left over: taken modulo, the first third would come twice as often
    n = 3 << 62
    low = sum(chance.draw(5, n, i) < n // 3 for i in range(900))
    assert 240 < low < 360


def test_hx_conv_1_a_die_shows_one_to_ten() -> None:
    assert {chance.d10(3, i) for i in range(200)} == set(range(1, 11))


def test_every_order_of_cards_is_equally_likely() -> None:
    orders = Counter(chance.order(seed, 4, "cards") for seed in range(100 * 24))
    assert set(orders) == set(permutations(range(4)))
    assert fair(Counter(orders), 24)


def test_nothing_is_drawn_from_an_empty_range() -> None:
    with pytest.raises(ValueError, match="range of 0"):
        chance.draw(1, 0)


def test_a_wide_seed_has_a_map_of_its_own_that_tells_nothing_of_its_chance() -> None:
    """An onlooker knows the map: 2**128 seeds remain that fit it, and each throws other dice."""
    assert chance.WIDE >> chance.MAP_BITS >= 1 << 128
    seeds = [chance.WIDE + (n << chance.MAP_BITS) + 77 for n in range(50)]
    assert {chance.map_seed(seed) for seed in seeds} == {77}
    assert len({chance.draw(seed, 1 << 62, "round", 1) for seed in seeds}) == 50


def test_a_seed_of_old_keeps_its_map() -> None:
    for seed in (0, 7, (1 << 52) - 1):
        assert chance.map_seed(seed) == chance.draw(seed, 1 << 32, "map")
