"""The families whose games this server has: what their messages carry, for the descriptions of the wire."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from flagfall.core import AnyGame, Event, View, game, games
from flagfall.core.registry import family_of
from flagfall.server.wire.people import GameRecord


@cache
def families() -> tuple[AnyGame, ...]:
    """One game of each family, in the order in which the families were announced."""
    found: dict[str, AnyGame] = {}
    for id in games():
        if family_of(id) not in found:
            found[family_of(id)] = game(id)
    return tuple(found.values())


if TYPE_CHECKING:
    AnyRecord: TypeAlias = GameRecord[View, Event]
else:
    AnyRecord = reduce(or_, (GameRecord[one.view_type, one.event_type] for one in families()))
"""The record of a game of any family: to type checkers by its base types, to OpenAPI as one of each."""
