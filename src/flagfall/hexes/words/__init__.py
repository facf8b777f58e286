"""The sentences of the hex game, by language."""

from __future__ import annotations

from flagfall.core import IllegalAction, Outcome
from flagfall.core.presentation import in_language
from flagfall.core.words import Phrases, templates
from flagfall.hexes.scenarios.loaded import LoadedScenario

PACKAGE = "flagfall.hexes"


def phrases(language: str) -> Phrases:
    """The sentences in a language."""
    return Phrases(PACKAGE, language)


def sheet_word(kind: str, text: str, language: str) -> str:
    """What a sheet or a map calls something (a ``mode``, ``function``, ``name`` or ``zone``), in a language.

    A ``map`` is its name, a ``place`` the sentence about it, a ``note`` what is odd about its numbers.

    The files of units and maps are in English; what is in no table, such as a word of an uploaded unit, stays
    as it is.
    """
    return text if language == "en" else templates(PACKAGE, f"sheets/{language}").get(f"{kind}.{text}", text)


def side_name(game: LoadedScenario, seat: int, language: str) -> str:
    """The name of a side."""
    return in_language(game.scenario.sides[seat].name, language)


def refusal(error: IllegalAction, language: str) -> str:
    """Why the rules refuse something, in a sentence, and the number of the rule."""
    say = phrases(language)
    if not say.has("rule", error.rule):
        return str(error)
    return f"{say('rule', error.rule, **error.params)} ({error.rule})"


def ending(outcome: Outcome, language: str) -> str:
    """How a game ended, in a sentence."""
    say = phrases(language)
    known = say.has("ending", outcome.termination)
    return say("ending", outcome.termination) if known else outcome.termination
