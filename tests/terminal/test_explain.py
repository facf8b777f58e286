"""`help WORD` and `rule NUMBER` explain every ability, attribute, option and rule, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagfall.core.errors import FlagfallError
from flagfall.core.rule_texts import UnknownRule, rule_text, rules
from flagfall.core.words import LANGUAGES, Phrases
from flagfall.hexes.options import DECLARED
from flagfall.hexes.units.sheets import ABILITIES, ATTRIBUTES
from flagfall.ranks.game import RankGame
from flagfall.terminal.hexes.explain import explain
from flagfall.terminal.paragraphs import lines
from flagfall.terminal.ranks.explain import explain as explain_rank_word
from tests.ranks.scenes import edition
from tests.terminal.program import flagfall

ROOT = Path(__file__).parents[2]
WORDS = (*ABILITIES, *ATTRIBUTES, *(option.name for option in DECLARED))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ability_attribute_and_option_is_explained(language: str) -> None:
    told = {word: explain(word, language) for word in WORDS}
    assert all(len(text) > 40 and "about." not in text and ".help" not in text for text in told.values()), (
        told
    )
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_explanation_was_left_in_english(language: str) -> None:
    assert not [word for word in WORDS if explain(word, language) == explain(word, "en")]


def test_a_word_is_known_by_its_name_in_the_language_of_the_game() -> None:
    assert explain("Any Arc", "en") == explain("any-arc", "en")
    assert explain("Tarnung", "de") == explain("cloak", "de")
    with pytest.raises(FlagfallError, match="cloak"):
        explain("clok", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_hx_opt_2_the_words_of_the_menu_are_explained_too(language: str) -> None:
    assert explain("aim", language) == explain("careful_aim", language)
    assert explain("duck", language) == explain("duck_and_cover", language)
    assert explain("blast", language) == explain("redirect_power", language)
    assert explain("burn", language) == explain("fire", language)
    assert explain("arena", language) == explain("preset", language)


def test_hx_opt_1_what_sprinting_and_aiming_cost_is_said() -> None:
    assert "nothing more in that round" in explain("sprint", "en")
    assert "nothing more in that round" in explain("aim", "en")
    assert "the cover ends at once" in explain("duck", "en")


def test_every_rule_number_in_the_code_has_a_text() -> None:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.toml")]
    text = "\n".join(file.read_text("utf-8") for file in files)
    cited = set(re.findall(r"\b(?:HX|ST)-[A-Z]+-(?:\d+|[A-Z]{3,})\b", text))
    assert sorted(cited - set(rules())) == []
    assert len(cited) > 150


def test_every_rule_of_the_documents_has_a_text_of_its_own() -> None:
    text = "".join(file.read_text("utf-8") for file in (ROOT / "docs" / "rules").glob("*.md"))
    assert set(re.findall(r"\b(?:HX|ST)-[A-Z]+-(?:\d+|[A-Z]{3,})\b", text)) == set(rules())
    assert rule_text("st-pow-magnet").startswith("(T) One enemy")
    assert rule_text("HX-ATT-5").startswith("Water")
    assert rule_text("HX-ARC-4").startswith("[S] Any Arc")
    assert "| thick trees | 3 | +2 |" in rule_text("HX-TERR-2")
    assert not [number for number, text in rules().items() if re.search(r"section \d+\.$", text)]
    with pytest.raises(UnknownRule, match="HX-LOS-9"):
        rule_text("HX-LOS-99")


def test_both_can_be_asked_for_at_the_table_and_the_rule_without_one() -> None:
    script = "help fly\nrule hx-los-4\nrule HX-NO-1\nquit\n"
    ran = flagfall("play", "hex-duel", "--seed", "3", "--language", "en", script=script)
    assert "Takes off and lands for two points each" in ran.out
    assert "Something stands in the line of sight." in ran.out
    assert "Unit top = base + current height" in ran.out
    assert "there is no rule HX-NO-1" in ran.out
    alone = flagfall("rule", "ST-ATT-6")
    assert alone.status == 0
    assert alone.out.startswith("ST-ATT-6: ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", ["original", "star-wars-powers", "transformers-powers", "pirates-code"])
def test_every_power_and_option_of_a_hidden_rank_game_is_explained(id: str, language: str) -> None:
    game: RankGame = edition(id)
    say = Phrases("flagfall.terminal", language)
    for power in game.edition.powers:
        told = explain_rank_word(game, power.id, say)
        assert told == explain_rank_word(game, power.name(language), say)
        assert len(told) > 100
        assert "(ST-POW-" in told
    for option in game.options:
        assert f"({option.rule})" in explain_rank_word(game, option.name, say)
    with pytest.raises(FlagfallError, match="announce"):
        explain_rank_word(game, "anounce", say)


def test_st_set_2_words_and_rules_can_be_asked_for_while_setting_up() -> None:
    script = "help magnet\nrule st-set-2\nhelp mode_switch_binds\nhelp magmet\nquit\n"
    ran = flagfall("play", "transformers-powers", "--language", "en", "--level", "1", script=script)
    assert "Pull one enemy piece" in ran.out
    assert "ST-SET-2: Where the area has" in ran.out
    assert "whether the piece that changes its mode has to act" in ran.out
    assert "There is no word magmet here; did you mean magnet?" in ran.out


def test_st_pow_magnet_can_be_asked_for_at_the_table() -> None:
    script = "ready\ndone\nhelp magnet\nrule st-pow-magnet\nhelp magmet\nquit\n"
    ran = flagfall("play", "transformers-powers", "--language", "fr", "--level", "1", script=script)
    assert "Attirez une pièce ennemie" in ran.out
    assert "ST-POW-MAGNET: (T) One enemy" in ran.out
    assert "Le mot magmet n'existe pas ici ; peut-être : magnet" in ran.out


@pytest.mark.parametrize("width", [20, 33, 47, 80])
def test_no_line_begins_with_the_colon_of_a_french_sentence(width: int) -> None:
    text = "Règle des deux cases : une pièce « Drapeau » ne bouge pas ; elle reste, 100 % du temps."
    found = lines(text, width, indent="  ", hang="    ")
    assert not [line for line in found if re.match(r"\s*[:;!?»%]", line) or line.endswith("«")]
    assert " ".join(line.strip() for line in found) == text
    assert found[0].startswith("  R") and all(line.startswith("    ") for line in found[1:])


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "There is no word magnet here. You can ask about: captured, "),
        ("nl", "Het woord magnet bestaat hier niet. Deze woorden wel: captured, "),
        ("fr", "Le mot magnet n'existe pas ici. Mots connus : captured, "),
        ("de", "Das Wort magnet gibt es hier nicht. Diese gibt es: captured, "),
    ],
)
def test_a_word_that_is_like_no_other_gets_the_list_and_no_guess(language: str, told: str) -> None:
    with pytest.raises(FlagfallError, match=re.escape(told)):
        explain_rank_word(edition("barrage"), "magnet", Phrases("flagfall.terminal", language))
