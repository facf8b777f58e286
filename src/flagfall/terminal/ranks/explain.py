"""What a word of a hidden-rank game means: a power, an option, or the number of a rule."""

from __future__ import annotations

import re

from flagfall.core.rule_texts import NUMBER, rule_text
from flagfall.core.words import Phrases
from flagfall.ranks.game import RankGame
from flagfall.ranks.powers import KINDS
from flagfall.ranks.words import phrases
from flagfall.terminal.word_meanings import meaning


def explain(game: RankGame, word: str, say: Phrases) -> str:
    """The name of what is meant and what it does; `FlagfallError` names words like it."""
    if re.fullmatch(NUMBER, word.upper()):
        return f"{word.upper()}: {rule_text(word)}"
    language = say.language
    meanings = {
        power.id: (
            power.name(language),
            f"{power.help.get(language, power.help['en'])} ({KINDS[power.kind].rule})",
        )
        for power in game.edition.powers
    }
    about = phrases(language)
    for option in game.options:
        meanings.setdefault(option.name, (option.name, f"{about('option', option.name)} ({option.rule})"))
    return meaning(word, meanings, say)
