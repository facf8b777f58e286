"""The documentation site: whole and linked (its build fails at a warning), and what a server sends of it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tools.site import links, players, protocol_pages
from tools.site.no_inline import inline

import flagfall
from flagfall.core.words import LANGUAGES
from flagfall.printing.ranks.board_pictures import best_scene
from flagfall.ranks.game import RankGame
from flagfall.server.http.help_pages import HelpPages

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
built = pytest.mark.skipif(not (SITE / "index.html").exists(), reason="the site is not built: make docs")


@built
def test_every_link_of_the_site_leads_somewhere() -> None:
    assert links.dead(SITE) == []


@built
def test_the_first_page_leads_every_kind_of_reader_on() -> None:
    page = (SITE / "index.html").read_text("utf-8")
    article = page[page.index("<article") : page.index("</article>")]
    for goal in ("players/en/", "operators/operate/", "bots/bots/", "research/fast/", "inventors/editions/"):
        assert f'href="{goal}"' in article


@built
def test_the_files_for_operators_and_examples_are_on_the_site() -> None:
    page = (SITE / "operators" / "operate" / "index.html").read_text("utf-8")
    for name in ("nginx.conf", "compose.yaml", "flagfall@.service"):
        assert f'href="../../deploy/{quote(name)}"' in page
        assert (SITE / "deploy" / name).read_bytes() == (ROOT / "deploy" / name).read_bytes()
    assert (SITE / "examples" / "advised_bot.py").exists()


def test_a_dead_link_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a><img src="c.png"><a href="#top">top</a>')
    (tmp_path / "b.html").write_text('<p id="there">')
    assert [line.split(": ")[1].split()[0] for line in links.dead(tmp_path)] == [
        "#top",
        "b.html#here",
        "c.png",
    ]


@built
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_obeys_the_policy_of_the_server(language: str) -> None:
    pages = list((SITE / "help" / language).rglob("*.html"))
    assert len(pages) > len(flagfall.games())
    assert {str(page): found for page in pages if (found := inline(page.read_text("utf-8")))} == {}


def test_what_is_inline_is_seen() -> None:
    assert len(inline('<script>1</script><style>a</style><p style="x"><a onclick="y">')) == 4
    assert inline('<script src="a.js"></script><script type="application/json">{}</script>') == []


@built
def test_the_reference_has_every_public_name_and_message() -> None:
    for package in (flagfall, __import__("flagfall.fast").fast, __import__("flagfall.bots").bots):
        page = (SITE / "reference" / package.__name__.rpartition(".")[2] / "index.html").read_text("utf-8")
        assert [name for name in package.__all__ if name != "__version__" and f".{name}" not in page] == []
    live = (SITE / "reference" / "websocket" / "index.html").read_text("utf-8")
    assert all(f'id="{name}"' in live for name in ("act", "typed", "told", "welcome", "problem"))
    assert "POST /api/session" in (SITE / "reference" / "http" / "index.html").read_text("utf-8")


def test_every_struct_of_the_reference_has_a_name_of_its_own() -> None:
    for page in protocol_pages.pages().values():
        anchors = re.findall(r"^#+ .* {#(.*)}$", page, re.M)
        assert len(anchors) == len(set(anchors)) > 20
        assert set(re.findall(r"\]\(#(.*?)\)", page)) <= set(anchors)
        assert "boolean or number or string" not in page, "what may be anything is called so"


def test_the_reference_says_what_the_fields_are() -> None:
    """From the sentences in the source; of an `Act` the wire's, though the hex game has one too."""
    page = protocol_pages.websocket_page()
    act = page[page.index("### Act ") : page.index("### OldAct ")]
    assert "| `seat` | `0`, `1` or null |  | Which of your seats; needed at a hot-seat table only. |" in act
    told = page[page.index("### ClockFace ") :].partition("\n#")[0]
    assert "| field | type | required | what it is |" in told and "unless ready. |" in told


@built
def test_the_guides_of_the_players_are_found_in_every_language() -> None:
    for page in (SITE / "index.html", SITE / "players" / "en" / "index.html"):
        text = page.read_text("utf-8")
        article = text[text.index("<article") : text.index("</article>")]
        for language in set(LANGUAGES) - {"en"}:
            assert re.search(rf'href="[./]*help/{language}/"', article), (page, language)


def test_the_site_says_the_same_in_every_language() -> None:
    words = {one: players.words(one) for one in LANGUAGES}
    for language in LANGUAGES:
        assert set(words[language]) == set(words["en"])
        for key, text in words[language].items():
            assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", words["en"][key])), key
        guides = sorted(path.name for path in (players.GUIDES / language).iterdir())
        assert guides == sorted(path.name for path in (players.GUIDES / "en").iterdir())
        heads = [
            len(re.findall("^#", (players.GUIDES / language / name).read_text("utf-8"), re.M))
            for name in guides
        ]
        assert heads == [
            len(re.findall("^#", (players.GUIDES / "en" / name).read_text("utf-8"), re.M)) for name in guides
        ]


@pytest.mark.parametrize("game_id", flagfall.games("ranks"))
def test_every_power_has_a_picture_of_its_use(game_id: str) -> None:
    game = flagfall.game(game_id)
    assert isinstance(game, RankGame)
    for power in game.edition.powers:
        before, use, after, turn = best_scene(game, power)
        assert use.power == power.id and use in before.legal(turn)
        assert f"{game_id}-{power.id}.svg" in players.game_page(game, "fr")
        assert after.view(turn) != before.view(turn)


def asked(pages: HelpPages, path: str, languages: str = "") -> tuple[int, dict[str, str], str]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"accept-language", languages.encode())]
    asyncio.run(pages({"method": "GET", "path": path, "headers": headers}, None, send))
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, sent[1]["body"].decode()


def test_a_server_sends_the_help_in_the_readers_language(tmp_path: Path) -> None:
    for name in ("en/index.html", "nl/index.html", "nl/games/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    pages = HelpPages(tmp_path)
    assert asked(pages, "/help", "nl-BE,en;q=0.5")[:2][1]["location"] == "/help/nl/"
    assert asked(pages, "/help/", "xx")[1]["location"] == "/help/en/"
    assert asked(pages, "/help/nl/games")[1]["location"] == "/help/nl/games/"
    assert asked(pages, "/help/nl/games/")[::2] == (200, "nl/games/index.html")
    assert asked(pages, "/help/nl/../../secret")[0] == 404
    assert asked(HelpPages(None), "/help")[0] == 404
