"""Badges: read from data, and worked out from the games that somebody has won against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from flagfall.server.wire.learning.progress import BadgeSeen


class Wins(msgspec.Struct, frozen=True):
    """Won games against bots that are alike in everything that a badge may ask for."""

    game: str
    level: str
    speed: str
    hints: bool
    memory: bool
    feats: str
    count: int


class Badge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a badge is given for; `badges.toml` describes the fields."""

    id: str
    wins: int = 1
    editions: int = 0
    ladders: int = 0
    level: int = 0
    top: bool = False
    unaided: bool = False
    memory: bool = False
    speed: str = ""
    feat: str = ""

    def seen(self, won: Sequence[Wins], ladders: Mapping[str, Sequence[str]]) -> BadgeSeen:
        """How far somebody is; ``ladders`` are the levels of each game, the easiest first."""
        counted = [one for one in won if one.game in ladders and self._counts(one, ladders[one.game])]
        if self.ladders:
            beaten = {(one.game, one.level) for one in counted}
            done = sum(all((game, level) in beaten for level in ladders[game]) for game in ladders)
            return BadgeSeen(self.id, min(done, self.ladders), self.ladders, self.level)
        if self.editions:
            games = len({one.game for one in counted})
            return BadgeSeen(self.id, min(games, self.editions), self.editions, self.level)
        have = sum(one.count for one in counted)
        return BadgeSeen(self.id, min(have, self.wins), self.wins, self.level)

    def _counts(self, one: Wins, levels: Sequence[str]) -> bool:
        return (
            one.level in levels
            and int(one.level) >= self.level
            and (not self.top or one.level == levels[-1])
            and not (self.unaided and one.hints)
            and (not self.memory or one.memory)
            and self.speed in ("", one.speed)
            and (not self.feat or f" {self.feat} " in one.feats)
        )


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    badge: tuple[Badge, ...]


@cache
def badges() -> tuple[Badge, ...]:
    """All badges, in the order in which they are shown."""
    text = files("flagfall.server.accounts").joinpath("badges.toml").read_bytes()
    return msgspec.toml.decode(text, type=_File).badge
