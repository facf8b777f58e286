"""What a word of the hex game means: an ability, an attribute, an option, or the number of a rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from flagfall.core.rule_texts import NUMBER, rule_text
from flagfall.hexes.options import DECLARED
from flagfall.hexes.units.sheets import ABILITIES, ATTRIBUTES
from flagfall.hexes.words import phrases
from flagfall.terminal.word_meanings import meaning

TYPED: Final[Mapping[str, str]] = {
    "aim": "careful_aim",
    "blast": "redirect_power",
    "duck": "duck_and_cover",
    "burn": "fire",
    "uncloak": "cloak",
    "book": "preset",
    "arena": "preset",
}
"""Words that players type or read at the table, and the ability or option that each belongs to."""


def explain(word: str, language: str) -> str:
    """The name of what is meant and what it does; `FlagfallError` names words like it."""
    if re.fullmatch(NUMBER, word.upper()):
        return rule_page(word, language)
    say = phrases(language)
    meanings = {key: (say("ability", key), say("about", key)) for key in (*ABILITIES, *ATTRIBUTES)}
    for option in DECLARED:
        about = f"{say('option', f'{option.name}.help')} ({option.rule})"
        meanings.setdefault(option.name, (say("option", option.name), about))
    return meaning(TYPED.get(word.lower(), word), meanings, partial(say, "table"))


def rule_page(number: str, language: str) -> str:
    """A rule: the sentence that players get for it, if there is one, and its text (English)."""
    text = rule_text(number)
    say = phrases(language)
    number = number.upper()
    told = f"{say('rule', number, hex='…', unit='…')}\n" if say.has("rule", number) else ""
    return f"{number}: {told}{text}"
