"""Sentences: every language has every key, and every refusal that the rules can raise has a sentence."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

import flagfall
import flagfall.ranks
from flagfall.core import IllegalAction, Outcome
from flagfall.core.words import LANGUAGES, Phrases, spoken, templates
from flagfall.ranks.game import RankGame
from flagfall.ranks.options import STANDARD, WITH_MODES
from flagfall.ranks.powers import KINDS
from flagfall.ranks.words import ending, phrases, refusal

SOURCE = Path(flagfall.ranks.__file__).parent
PACKAGES = ("flagfall.ranks", "flagfall.ranks.guide", "flagfall.terminal")
NAMES = re.compile(r"{(\w+)}")


def raised() -> set[tuple[str, str, tuple[str, ...]]]:
    """Every (rule, reason, parameters) that the engine's source makes an IllegalAction of."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "IllegalAction"):
                continue
            words = {key.arg: key.value for key in call.keywords if key.arg}
            reason = words.pop("reason", None)
            assert isinstance(reason, ast.Constant), f"{path}:{call.lineno}: a refusal without a reason"
            rule = call.args[0]
            rules = [rule.value] if isinstance(rule, ast.Constant) else _powers_in(path)
            found |= {(str(one), str(reason.value), tuple(sorted(words))) for one in rules}
    return found


def _powers_in(path: Path) -> list[str]:
    """The rules that ``self.rule`` or ``power.rule`` can be: the powers of a file, or all of them."""
    own = [power.rule for power in KINDS.values() if power.__module__.endswith(f".powers.{path.stem}")]
    return own or [power.rule for power in KINDS.values()]


def test_the_source_is_read_rightly() -> None:
    pairs = {(rule, reason) for rule, reason, _ in raised()}
    assert ("ST-MOVE-3", "never moves") in pairs
    assert ("ST-POW-RUMBLE", "choose one to three") in pairs
    assert ("ST-POW-VISION", "used up") in pairs
    assert len(pairs) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_st_err_1_every_refusal_has_a_sentence(language: str) -> None:
    say = phrases(language)
    missing = [
        (rule, reason)
        for rule, reason, _ in raised()
        if not say.has("refusal", rule, reason) and not say.has("refusal", "any", reason)
    ]
    assert missing == []


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_with_the_same_values(package: str, language: str) -> None:
    english, other = templates(package, "en"), templates(package, language)
    assert set(other) == set(english)
    for key, text in english.items():
        assert set(NAMES.findall(other[key])) == set(NAMES.findall(text)), key
        assert other[key].strip(), key


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_do_not_shout(package: str, language: str) -> None:
    assert not [text for text in templates(package, language).values() if "!" in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_ending_and_direction_has_words(language: str) -> None:
    say = phrases(language)
    of_powers = (option for power in KINDS.values() for option in power.options)
    for option in (*STANDARD, *WITH_MODES, *of_powers):
        assert say.has("option", option.name)
    for word in ("flag", "no-move", "immobile", "quiet", "length", "resignation", "agreement"):
        assert say.has("end", word)
    for word in ("north", "south", "east", "west", "north east", "north west", "south east", "south west"):
        assert say.has("direction", word)


def pirates() -> RankGame:
    game = flagfall.game("pirates-code")
    assert isinstance(game, RankGame)
    return game


def test_a_refusal_names_pieces_and_powers_in_the_readers_language() -> None:
    error = IllegalAction(
        "ST-POW-COMPASS", reason="used up", power="compass", kind="jack-sparrow", origin="a3"
    )
    assert refusal(pirates(), error, 0, "en") == "Compass has been used up. (ST-POW-COMPASS)"
    assert refusal(pirates(), error, 0, "de") == "Kompass ist aufgebraucht. (ST-POW-COMPASS)"


def test_a_refusal_without_a_sentence_is_still_told() -> None:
    assert refusal(pirates(), IllegalAction("ST-NEW-1", reason="odd"), 0, "fr") == "ST-NEW-1: reason odd"


def test_an_ending_names_winner_and_loser() -> None:
    won = Outcome("resignation", (0.0, 1.0), "ST-END-3")
    assert ending(pirates(), won, "en") == "Black Pearl: resignation. Winner: Flying Dutchman."
    assert ending(pirates(), Outcome("time", (0.5, 0.5)), "en") == "The time is up: a draw."


def test_a_key_that_no_language_has_is_shown_as_it_is() -> None:
    assert Phrases("flagfall.terminal", "nl")("no", "such", "key") == "no.such.key"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "fr_BE"}, "fr"),
        ({"LANG": "ja_JP"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_picks_the_language(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language


@pytest.mark.parametrize("id", flagfall.games("ranks"))
def test_st_err_1_refusals_met_in_play_are_whole_sentences(id: str) -> None:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    rng = random.Random(id)
    state = game.new()
    told = set()
    for _ in range(60):
        decision = rng.choice(state.pending())
        for code in rng.choices(range(game.num_actions), k=40):
            try:
                state.apply(decision.seat, game.decode(code))
            except IllegalAction as error:
                for language in LANGUAGES:
                    sentence = refusal(game, error, decision.seat, language)
                    assert "{" not in sentence
                    assert sentence.endswith(f"({error.rule})")
                    told.add(sentence)
        state = state.apply(decision.seat, decision.sample(rng)).state
        if not state.pending():
            break
    assert len(told) > 20
