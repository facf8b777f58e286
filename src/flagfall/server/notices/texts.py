"""What a notice says, in the language of its reader: whose turn it is, the game, the opponent, a link.

Nothing of the game itself goes in here: a notice is made from what everybody at the table may know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from flagfall.core.words import LANGUAGES, Phrases
from flagfall.server.wire.notices import NoticeKind

NAMED = 80
"""Characters of a name that somebody has chosen, at most."""


class Notice(msgspec.Struct, frozen=True):
    """Something that a person is told."""

    kind: NoticeKind
    about: str
    """The id of the table or the tournament: a newer notice about it takes the place of this one."""
    key: str
    """Which sentence it is: a turn in play is another one than a set-up."""
    path: str
    """The page that it leads to."""
    game: Mapping[str, str]
    """The name of the game by language."""
    other: str = ""
    """The opponent or the challenger; empty if the account is gone."""
    title: str = ""
    """The name of the tournament."""
    minutes: int = 0
    seconds: int = 86_400
    """How long it is worth telling."""


class Said(msgspec.Struct, frozen=True):
    """A notice in a language."""

    title: str
    body: str
    language: str


def language_of(wanted: str, other: str = "en") -> str:
    """A language that we speak: what somebody has chosen, or what their browser speaks."""
    return next((one for one in (wanted, other) if one in LANGUAGES), "en")


def phrases(language: str) -> Phrases:
    """The sentences of notices in a language."""
    return Phrases("flagfall.server.notices", language)


def _clean(name: str) -> str:
    """A name as one line of letters that can be seen."""
    return "".join(sign if sign.isprintable() else " " for sign in name)[:NAMED]


def _person(name: str, words: Phrases) -> str:
    """A person's name: guests are numbered in the reader's language, as on the pages."""
    if guest := re.fullmatch(r"Guest (\d+)", name):
        return words("guest", number=guest[1])
    return _clean(name) or words("somebody")


def say(notice: Notice, language: str) -> Said:
    """A notice in a language."""
    words = phrases(language)
    values = {
        "game": _clean(notice.game.get(language) or notice.game.get("en") or notice.about),
        "other": _person(notice.other, words),
        "title": _clean(notice.title),
        "minutes": notice.minutes,
    }
    return Said(words(notice.key, "title", **values), words(notice.key, "body", **values), language)


def payload(notice: Notice, language: str) -> bytes:
    """What the service worker of a browser is sent."""
    said = say(notice, language)
    content = {
        "title": said.title,
        "body": said.body,
        "lang": language,
        "tag": notice.about,
        "path": notice.path,
    }
    return msgspec.json.encode(content)
