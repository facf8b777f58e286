"""The random source: the published test vectors, and numbers that are spread evenly."""

from __future__ import annotations

import pytest

from flagfall.fast.philox import below, drawn, philox

VECTORS = [
    ((0, 0, 0, 0), 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, -1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        0x299F31D0_A4093822,
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_philox_gives_the_words_of_the_paper(counter, key, words):
    assert philox(*counter, key) == words


def test_numbers_below_n_are_all_reached_and_spread_evenly():
    counts = [0] * 7
    for index in range(7000):
        counts[below(drawn(index, 0, 3, 11, 42), 7)] += 1
    assert all(850 < count < 1150 for count in counts), counts


def test_purposes_deals_and_games_have_numbers_of_their_own():
    words = {drawn(0, purpose, deal, game, 1) for purpose in (0, 1) for deal in range(5) for game in range(5)}
    assert len(words) == 50
