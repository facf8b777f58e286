"""The first answer to a browser: the page with a skeleton in its language, and what it will ask for next.

The build writes `pages.json`: which files each page and each language needs, and the words of the skeleton.
Without it the page is sent as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Container, Iterable

import msgspec

AT_BOARD = frozenset({"table", "replay", "review"})
"""Pages that are a board; the others begin with words."""


class LanguagePlan(msgspec.Struct, frozen=True):
    """The files of a language, and a few words of it."""

    files: list[str]
    title: str
    lead: str
    play: str
    loading: str


class ClientBuild(msgspec.Struct, frozen=True):
    """What the build says about its files."""

    pages: dict[str, list[str]]
    later: dict[str, list[str]]
    """What most visitors of a page need next."""
    languages: dict[str, LanguagePlan]


def first_language(accepted: str, known: Container[str]) -> str:
    """The first language of an Accept-Language header that there is; English if none."""
    for part in accepted[:200].split(","):
        tag = part.split(";")[0].strip()[:2].lower()
        if tag in known:
            return tag
    return "en"


class IndexPage:
    """Makes the page of an address and a language."""

    def __init__(self, page: bytes, plan: bytes) -> None:
        self._page = page.decode()
        self._plan = msgspec.json.decode(plan, type=ClientBuild)

    def key(self, path: str, accepted: str) -> tuple[str, str]:
        """What the answer depends on: the kind of page, and the language."""
        kind = path.strip("/").split("/")[0]
        return kind if kind in self._plan.pages else "other", first_language(accepted, self._plan.languages)

    def body(self, kind: str, language: str) -> bytes:
        """The page for a kind and a language."""
        words = self._plan.languages[language]
        soon = [*words.files, *self._plan.pages.get(kind, ())]
        later = [name for name in self._plan.later.get(kind, ()) if name not in soon]
        # What the page asks the server for goes before what comes later.
        links = _links(soon, "") + _links(later, ' fetchpriority="low"')
        page = self._page.replace('<html lang="en">', f'<html lang="{language}">', 1)
        page = page.replace("</head>", f"{links}</head>", 1)
        skeleton = _skeleton(kind, words)
        return re.sub(r'(<div id="app">)(</div>)', lambda m: m[1] + skeleton + m[2], page, count=1).encode()


def _links(files: Iterable[str], more: str) -> str:
    """The links by which a browser fetches files before the script asks for them."""
    return "".join(
        f'<link rel="modulepreload" href="/{name}"{more}>'
        if name.endswith(".js")
        else f'<link rel="preload" as="style" crossorigin href="/{name}"{more}>'
        for name in files
    )


def _skeleton(kind: str, words: LanguagePlan) -> str:
    """What stands there until the page is drawn; screen readers wait for the page."""
    if kind in AT_BOARD:
        inside = f'<div class="board"><span>{html.escape(words.loading)}</span></div>'
    elif kind == "":
        inside = (
            f'<div class="words"><h1>{html.escape(words.title)}</h1>'
            f'<p class="lead">{html.escape(words.lead)}</p>'
            f'<span class="go">{html.escape(words.play)}</span></div>'
        )
    else:
        inside = f'<p class="soft">{html.escape(words.loading)}</p>'
    return (
        '<div class="skeleton" aria-hidden="true"><div class="bar">Flagfall</div>'
        f'<div class="page">{inside}</div></div>'
    )
