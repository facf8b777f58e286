"""Who hears an event: everybody, or the seats it was made for."""

from __future__ import annotations

from flagfall.core import FULL, PUBLIC, Event, hears


class Whisper(Event, frozen=True, tag="whisper"):
    """Something told."""


def test_an_event_without_an_audience_is_for_everybody() -> None:
    assert all(hears(Whisper(), seat) for seat in (0, 1, PUBLIC, FULL))


def test_an_event_for_a_seat_is_for_that_seat_and_for_those_who_know_everything() -> None:
    event = Whisper(audience=(1,))
    assert [seat for seat in (0, 1, PUBLIC, FULL) if hears(event, seat)] == [1, FULL]
