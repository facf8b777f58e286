"""The sentences of the hidden-rank games, by language, and the values that fill them."""

from __future__ import annotations

from flagfall.core import IllegalAction, Outcome
from flagfall.core.words import Phrases
from flagfall.ranks.edition import HasEdition
from flagfall.ranks.powers import WORDS

PACKAGE = "flagfall.ranks"


def phrases(language: str) -> Phrases:
    """The sentences in a language."""
    return Phrases(PACKAGE, language)


def kind_name(game: HasEdition, kind: str, language: str, seat: int = 0) -> str:
    """The name of a kind of piece, that of a seat's own army first."""
    for army in (game.edition.armies[seat], game.edition.armies[1 - seat]):
        for one in army.kinds:
            if one.id == kind:
                return one.name(language)
    return kind


def power_name(game: HasEdition, power: str, language: str) -> str:
    """The name of a power."""
    return next((one.name(language) for one in game.edition.powers if one.id == power), power)


def side_name(game: HasEdition, seat: int, language: str) -> str:
    """The name of an army."""
    names = game.edition.armies[seat].names
    return names.get(language, names["en"])


def refusal(game: HasEdition, error: IllegalAction, seat: int, language: str) -> str:
    """Why the rules refuse something, in a sentence, and the number of the rule (ST-ERR-1)."""
    say = phrases(language)
    values: dict[str, object] = dict(error.params)
    reason = str(values.pop("reason", ""))
    if "kind" in values:
        values["kind"] = kind_name(game, str(values["kind"]), language, seat)
    if "power" in values:
        values["power"] = power_name(game, str(values["power"]), language)
    own = Phrases(WORDS.get(error.rule, PACKAGE), language)
    for rule, words in ((error.rule, own), ("any", say)):
        if words.has("refusal", rule, reason):
            return f"{words('refusal', rule, reason, **values)} ({error.rule})"
    return str(error)


def ending(game: HasEdition, outcome: Outcome, language: str) -> str:
    """How a game ended, in a sentence."""
    say = phrases(language)
    winner = outcome.winner
    if winner is None:
        key = f"{outcome.termination}-draw"
        return say("end", key if say.has("end", key) else outcome.termination)
    winning, losing = (side_name(game, seat, language) for seat in (winner, 1 - winner))
    return say("end", outcome.termination, winner=winning, loser=losing)
