"""Games on paper: a PDF with board or map, pieces, cards and rulebook, to be played at a real table."""

from __future__ import annotations

from importlib import import_module

from flagfall.core import AnyGame, FlagfallError
from flagfall.core.words import LANGUAGES
from flagfall.printing.papers import PAPERS


class CannotPrint(FlagfallError):  # noqa: N818 - says what is wrong
    """A language or a paper that there is not, or a game that nothing lays out: ``field`` says which."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        super().__init__(reason)


def check(game: AnyGame, language: str, paper: str) -> None:
    """Pass if a game can be printed like that; `CannotPrint` says what there is instead."""
    if language not in LANGUAGES:
        raise CannotPrint("language", f"there is no language {language!r}: {', '.join(LANGUAGES)}")
    if paper not in PAPERS:
        raise CannotPrint("paper", f"there is no paper {paper!r}: {', '.join(PAPERS)}")
    if not game.printing:
        raise CannotPrint("game", f"{game.id} cannot be printed")


def file_name(game: AnyGame, language: str, paper: str) -> str:
    """What the file of a printed game is called."""
    return f"flagfall-{game.id}-{language}-{paper}.pdf"


def printed(game: AnyGame, language: str = "en", paper: str = "a4") -> bytes:
    """A game as a PDF: the same game, language and paper give the same bytes."""
    from flagfall.printing.typesetting import typeset

    check(game, language, paper)
    return typeset(import_module(game.printing).kit(game, language, PAPERS[paper]))
