"""An edition explains itself: every rule, every power and every source is told, in every language."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import flagfall
from flagfall.core.words import LANGUAGES, templates
from flagfall.ranks.edition import PowerSpec
from flagfall.ranks.editions.edition_files import read_edition
from flagfall.ranks.game import RankGame
from flagfall.ranks.guide import power_parts, sections
from flagfall.ranks.powers import KINDS

EDITIONS = flagfall.games("ranks")
ORIGINS = {"rulebook", "page", "reconstruction", "decision"}
PARTS = {
    "vision": {"does", "blocked", "ends"},
    "compass": {"does", "north", "equal", "none"},
    "charge": {"does", "blocked", "equal"},
    "speed": {"does", "blocked", "equal", "ends"},
    "leap": {"does", "ends", "spares"},
    "sneak": {"does", "ends", "equal"},
    "slash": {"does", "blocked", "equal"},
    "magic": {"does", "blocked", "equal", "ends"},
    "summon": {"does", "blocked", "ends"},
    "blast": {"does", "blocked", "spares", "equal", "ends"},
    "rumble": {"does", "wins", "equal", "loses", "spares", "blocked", "ends"},
    "magnet": {"does", "wins", "equal", "loses", "spares", "blocked"},
}
"""What the text of each kind of power has to tell (ST-POW-*)."""


def edition(id: str) -> RankGame:
    game = flagfall.game(id)
    assert isinstance(game, RankGame)
    return game


def power(id: str, name: str) -> PowerSpec:
    return next(one for one in edition(id).edition.powers if one.id == name)


def page(id: str, language: str) -> str:
    """All that an edition says about itself."""
    game = edition(id)
    told = [sentence[language] for section in sections(game.edition) for sentence in section.text]
    return "\n".join([*told, *(one.help[language] for one in game.edition.powers)])


def test_every_kind_of_power_is_asked_for_its_parts() -> None:
    ours = {kind for kind, power in KINDS.items() if power.__module__.startswith("flagfall.")}
    assert set(PARTS) == ours


@pytest.mark.parametrize("id", EDITIONS)
def test_st_pow_every_power_tells_all_its_parts_in_four_languages(id: str) -> None:
    for one in edition(id).edition.powers:
        parts = power_parts(one)
        assert {part.split("-")[0] for part in parts} == PARTS[one.kind]
        for language in LANGUAGES:
            words = templates("flagfall.ranks.guide", language)
            for part in parts:
                sentence = words[f"power.{one.kind}.{part}"]
                stem = sentence.split("{")[0].strip()
                assert stem in one.help[language], (one.id, part, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", EDITIONS)
def test_nothing_is_left_open_in_what_an_edition_says(id: str, language: str) -> None:
    told = page(id, language)
    assert "{" not in told
    assert not re.search(r"\(\s*\)|: \.|  ", told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", EDITIONS)
def test_bombs_flags_and_spies_are_called_by_their_names(id: str, language: str) -> None:
    told = page(id, language)
    for army in edition(id).edition.armies:
        for kind in army.kinds:
            if kind.role != "soldier" or kind.defuses or kind.moves == "line":
                assert kind.name(language) in told


@pytest.mark.parametrize(
    ("id", "language", "aim"),
    [
        ("original", "en", "Capture the enemy's Flag."),
        ("original", "nl", "Verover de vlag van je tegenstander."),
        ("star-wars-saga", "nl", "Verover het lichtzwaard van je tegenstander."),
        ("star-wars-saga", "fr", "Capturez le sabre laser ennemi."),
        ("original", "de", "Erobere die gegnerische Fahne."),
        ("star-wars-saga", "de", "räumt einen Thermaldetonator mit einem Angriff vom Brett"),
        ("transformers", "fr", "retire un piège à azote liquide en l'attaquant"),
    ],
)
def test_flags_and_bombs_have_their_article_in_a_sentence(id: str, language: str, aim: str) -> None:
    assert aim in page(id, language)


def test_a_flag_by_another_name_keeps_its_name_in_every_sentence() -> None:
    text = files("flagfall.ranks.editions").joinpath("original.toml").read_text("utf-8")
    own = read_edition(text.replace('"Vlag"', '"Kroon"').replace('"Fahne"', '"Krone"'), "original.toml")
    told = {one: " ".join(text[one] for part in sections(own) for text in part.text) for one in ("nl", "de")}
    assert "Verover dit stuk van je tegenstander: Kroon." in told["nl"]
    assert "Erobere die gegnerische Figur „Krone“." in told["de"]
    assert "vlag" not in told["nl"].lower()


def test_st_pow_blast_tells_what_blocks_it_in_each_edition() -> None:
    assert "an obstacle (forbidden zone) does not" in power("pirates-code", "surrender").help["en"]
    for id, name in (("transformers-powers", "strike-far"), ("star-wars-powers", "blaster")):
        assert "or an obstacle" in power(id, name).help["en"]


def test_st_pow_compass_says_which_way_is_north() -> None:
    assert "North is the side where Flying Dutchman set up." in power("pirates-code", "compass").help["en"]


def test_the_rules_follow_the_options_of_the_edition() -> None:
    told = {
        section.id: [one["en"] for one in section.text] for section in sections(edition("original").edition)
    }
    assert any("More-square rule" in one for one in told["turn"])
    assert "Both ranks are called out." in told["attack"]
    assert "powers" not in told and "modes" not in told
    robots = {section.id for section in sections(edition("transformers-powers").edition)}
    assert {"powers", "modes"} <= robots


def told_of(id: str, **options: str) -> str:
    """What an edition says in English, with some options put into its file."""
    text = files("flagfall.ranks.editions").joinpath(f"{id}.toml").read_text("utf-8")
    lines = "\n".join(f"{name} = {value}" for name, value in options.items())
    own = read_edition(text.replace("[options]", f"[options]\n{lines}", 1), f"{id}.toml")
    return "\n".join(one["en"] for section in sections(own) for one in section.text)


def test_st_move_5_a_long_move_tells_as_much_as_a_battle() -> None:
    assert "Moving more than one square tells its rank." in told_of("star-wars-saga")
    assert "Moving more than one square shows what it is." in told_of("transformers")
    assert "shows what it is" in told_of("star-wars-saga", long_move='"piece"')


def test_st_move_6_the_rules_say_where_attacks_are_left_alone() -> None:
    assert "There and back counts as two times." in told_of("star-wars-saga")
    assert "does not forbid attacks" not in told_of("star-wars-saga")
    assert "does not forbid attacks" in told_of("star-wars-saga", two_square_attacks="false")


@pytest.mark.parametrize("id", EDITIONS)
def test_every_edition_tells_its_sources_in_four_languages(id: str) -> None:
    assert set(edition(id).edition.sources) == set(LANGUAGES)


@pytest.mark.parametrize("id", EDITIONS)
def test_basis_names_facts_and_origins_that_there_are(id: str) -> None:
    for army in edition(id).edition.armies:
        for kind in army.kinds:
            assert set(kind.basis.values()) <= ORIGINS
            facts = {"name", "rank", "count", "label", *kind.powers, *kind.robot}
            assert set(kind.basis) <= facts
            if kind.basis:
                assert {"name", "count", *kind.powers, *kind.robot} <= set(kind.basis)


def basis(id: str, kind: str) -> dict[str, str]:
    found = [one for army in edition(id).edition.armies for one in army.kinds if one.id == kind]
    return dict(found[0].basis)


def test_reconstructions_are_not_said_to_be_in_the_rulebook() -> None:
    for id in ("star-wars-saga", "star-wars-powers", "star-wars-empire", "star-wars-rebellion"):
        assert basis(id, "sith-droid")["count"] == "reconstruction"
    jack, davy = basis("pirates-code", "jack-sparrow"), basis("pirates-code", "davy-jones")
    assert (jack["compass"], jack["swordsman"]) == ("rulebook", "reconstruction")
    assert (davy["magic"], davy["swordsman"]) == ("rulebook", "reconstruction")
    assert basis("transformers", "sector-seven-scout")["name"] == "reconstruction"
    for id in ("pirates", "pirates-code", "transformers", "transformers-powers"):
        assert edition(id).edition.basis["board"] == "reconstruction"


def test_the_spies_of_rebellion_are_called_a_decision() -> None:
    assert basis("star-wars-rebellion", "the-force")["count"] == "decision"
    assert basis("star-wars-rebellion", "dark-side")["count"] == "decision"
    assert "is our decision" in edition("star-wars-rebellion").edition.sources["en"]
