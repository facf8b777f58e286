"""Views and events of any game as plain lines, for families that draw no picture of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from flagfall.core import AnyGame, Event, View, hears
from flagfall.core.presentation import in_language


def side_of(game: AnyGame, seat: int, language: str) -> str:
    """The name of a seat's side in a language."""
    return in_language(game.presentation.sides[seat].names, language)


def view_lines(view: View) -> Iterator[str]:
    """All that a view holds, a field a line."""
    for name, value in msgspec.to_builtins(view).items():
        if name not in ("type", "seat") and value not in (None, "", [], ()):
            yield f"  {name}: {_short(value)}"


def event_lines(events: Iterable[Event], seat: int) -> Iterator[str]:
    """What a seat heard, an event a line."""
    for event in events:
        if hears(event, seat):
            content = msgspec.to_builtins(event)
            told = ", ".join(
                f"{name} {_short(value)}" for name, value in content.items() if name not in ("type", "to")
            )
            yield f"{content['type']}: {told}" if told else content["type"]


def _short(value: object) -> str:
    if isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
