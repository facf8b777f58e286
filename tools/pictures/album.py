"""Pictures of every page, to be looked at: two widths, and whatever languages are asked for.

    python -m tools.pictures.album /tmp/pictures --languages en,de --widths 390,1440

The server is a fresh one; the games that the pages show are played here, by the mouse.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.hands import POWER, act, cells, click, counted, my_turn, play, resign, start, table_of
from tests.browser.serving import CLIENT, ROOT, browsing, preferring, served

THEMES = ("original", "duel", "barrage", "star-wars-powers", "transformers-powers", "pirates-code")
WHOLE = (THEMES[0], *THEMES[3:])
"""An edition of every theme."""


class Album:
    """Takes pictures with one browser, in one language and width."""

    def __init__(
        self, browser: Any, url: str, folder: Path, language: str, width: int, only: str, most: int
    ) -> None:
        self.browser, self.url, self.folder = browser, url, folder
        self.language, self.width, self.only, self.most = language, width, only, most
        self.page = self.visitor()

    def visitor(self) -> Any:
        """A page in a browser profile of its own."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": self.width, "height": 844 if self.width < 600 else 900},
            has_touch=self.width < 600,
            locale=self.language,
            service_workers="block",
        )
        context.add_init_script(preferring(guided=True))
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.goto("/")
        return page

    def take(self, name: str, page: Any = None, whole: bool = True) -> None:
        """Take a picture of a page."""
        page = page or self.page
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.wait_for_timeout(350)
        path = self.folder / f"{name}-{self.language}-{self.width}.png"
        page.screenshot(path=path, full_page=whole)

    def wants(self, name: str) -> bool:
        """Whether a part is asked for."""
        return not self.only or any(one in name for one in self.only.split(","))

    # ---- what is pictured -------------------------------------------------------------------

    def pages(self) -> None:
        """Pages without a game."""
        for name, path in (
            ("home", "/"),
            ("play", "/play/original"),
            ("rules", "/rules/transformers-powers"),
            ("setup", "/setup/original"),
            ("about", "/about"),
            ("lost", "/nowhere"),
            ("profile", "/profile"),
            ("editions", "/editions"),
            ("lobby-empty", "/lobby"),
        ):
            self.page.goto(path)
            self.page.locator("main h1").first.wait_for(state="attached")
            self.page.wait_for_load_state("networkidle")
            self.take(name)
            if name == "setup":
                self.page.locator("[data-clear]").click()
                self.page.locator("[data-kind]").nth(2).click()
                self.page.locator(".ff-board .cell[data-mark]").nth(4).click()
                self.take("setup-tray")

    def upload(self) -> None:
        """Editions that are uploaded, with faults and without."""
        text = (ROOT / "src/flagfall/ranks/editions/pirates-code.toml").read_text(encoding="utf-8")
        wrong = text.replace("count = 1", "count = 'one'", 1).replace("rank = 10", "rank = 12", 1)
        wrong = wrong.replace("powers = [", 'powers = ["wotch", ', 1).replace("colour =", "color =", 1)
        for name, one in (("editions-faults", wrong), ("editions-no-toml", "id = "), ("editions-fine", text)):
            self.page.goto("/editions")
            self.page.locator("textarea").fill(one)
            self.page.locator("[data-upload]").click()
            self.page.locator("[data-faults], section.ok").wait_for()
            self.take(name)

    def games(self) -> None:
        """A game of every theme, with a piece selected."""
        for game in THEMES:
            page = self.visitor()
            start(page, game, level="2")
            play(page, random.Random(3), 14)
            if page.locator("[data-over]").count():
                self.take(f"over-{game}", page)
                continue
            my_turn(page)
            for cell in [one for one in cells(page) if one["open"]]:
                click(page, cell["cell"])
                if page.locator(POWER).count() or game in THEMES[:3]:
                    break
                page.keyboard.press("Escape")
            self.take(f"game-{game}", page)
            if page.locator(POWER).count():
                page.locator(POWER).first.click()
                self.take(f"power-{game}", page)
            page.context.close()

    def advice(self) -> None:
        """Hints, guesses, the end, and replays with their counts."""
        page = self.visitor()
        start(page, "original", level="4")
        play(page, random.Random(5), 12)
        my_turn(page)
        page.locator("[data-guesses]").click()
        page.locator(".piece .guess").first.wait_for(timeout=120_000)
        page.locator("[data-ask-hint]").click()
        page.locator("[data-hints] li").first.wait_for(timeout=60_000)
        foe = page.locator(".piece.back .guess").first
        foe.wait_for()
        hidden = next(c for c in cells(page) if "%" in c["label"])
        click(page, hidden["cell"])
        self.take("advice", page)
        page.locator("[data-guess-rank]").select_option("B")
        self.take("advice-heat", page)
        resign(page)
        self.take("over", page)
        page.goto(f"/replay/{table_of(page)}?ply=18&view=0")
        page.locator("[data-count]").click()
        page.locator("[data-chances]").wait_for(timeout=60_000)
        page.locator("[data-verify]").click()
        page.locator("[data-verdicts] li").first.wait_for()
        page.locator("[data-guesses]").click()
        page.locator(".piece .guess").first.wait_for(timeout=120_000)
        self.take("replay", page)
        page.locator("[data-eyes]").select_option("1")
        page.wait_for_timeout(900)
        self.take("replay-bot", page)

    def battle(self) -> None:
        """A battle."""
        page = self.visitor()
        start(page, "pirates-code")
        rng = random.Random(2)
        for _ in range(40):
            if not my_turn(page):
                break
            act(page, rng)
            page.wait_for_timeout(250)
            if page.locator("[data-battle]").count():
                self.take("battle", page, whole=False)
                break
        page.context.close()

    def people(self) -> None:
        """What people see of each other: account, invitation, chat, lobby."""
        one, two = self.visitor(), self.visitor()
        one.goto("/profile")
        one.locator("form:has(input[autocomplete=new-password]) input").first.fill(
            f"Ann {self.language}{self.width}"
        )
        one.locator("form:has(input[autocomplete=new-password]) input[type=password]").first.fill(
            "correct horse battery"
        )
        one.locator("form:has(input[autocomplete=new-password]) button").first.click()
        one.wait_for_timeout(1200)
        self.take("profile-account", one)
        one.goto("/play/barrage")
        one.locator('input[value="link"]').check()
        one.locator("[data-go]").click()
        link = one.locator("[data-invite]").input_value()
        self.take("wait", one)
        two.goto(link)
        two.locator("[data-join]").wait_for()
        self.take("join", two)
        two.locator("[data-join]").click()
        two.locator("[data-start]").wait_for()
        self.take("joined", two)
        three = self.visitor()
        three.goto(link)
        three.wait_for_timeout(800)
        self.take("join-taken", three)
        for page in (one, two):
            page.locator("[data-start]:not([disabled])").click()
        for page in (one, two):
            page.locator("[data-panel]").wait_for()
        first, second = (one, two) if one.locator("[data-panel] .turn, .cell.open").count() else (two, one)
        for page in (first, second, first, second):
            my_turn(page)
            act(page, random.Random(1), calm=True)
        one.locator("[data-chat]").click()
        one.locator(".presets button").first.click()
        self.take("chat", one)
        me = one.evaluate(
            "() => fetch('/api/session', {method: 'POST', headers: {'X-Flagfall': '1'}}).then(r => r.json())"
        )
        two.goto(f"/people/{me['id']}")
        two.wait_for_timeout(600)
        self.take("person", two)
        two.goto("/play/duel")
        two.locator('input[value="anyone"]').check()
        two.locator("[data-go]").click()
        two.wait_for_timeout(500)
        one.goto("/lobby")
        one.wait_for_timeout(800)
        self.take("lobby", one)
        for game, moves in (("star-wars-powers", 4), ("pirates-code", 0)):
            start(one, game)
            play(one, random.Random(6), moves)
            if moves:
                resign(one)
        one.goto("/games")
        one.wait_for_timeout(800)
        self.take("games", one)

    def hotseat(self) -> None:
        """Two players at one screen."""
        page = self.visitor()
        page.goto("/play/duel")
        page.locator('input[value="hotseat"]').check()
        page.locator("[data-go]").click()
        page.locator("[data-handover]").wait_for()
        self.take("handover", page)
        for _ in range(2):
            page.locator("[data-handover] button").click()
            page.locator("[data-start]:not([disabled])").click()
        rng = random.Random(4)
        for _ in range(12):
            page.locator("[data-handover] button").click()
            my_turn(page)
            act(page, rng, calm=True)
            page.locator("[data-handover]").wait_for()
        self.take("handover-later", page)

    def whole(self) -> None:
        """A whole game of every theme, from the first page to the replay, as somebody new would play it."""
        for game in WHOLE:
            page = self.visitor()
            page.locator(f'a[href="/play/{game}"]').first.click()
            page.locator("[data-go]").wait_for()
            self.take(f"whole-{game}-1-edition", page)
            page.locator('input[name="level"][value="1"]').check()
            page.locator("form select").first.select_option("0")
            page.locator("[data-go]").click()
            page.locator("[data-start]:not([disabled])").wait_for()
            self.take(f"whole-{game}-2-setup", page)
            page.locator("[data-start]").click()
            page.locator("[data-panel]").wait_for()
            my_turn(page)
            self.take(f"whole-{game}-3-begin", page)
            self._moments(page, game)
            if not page.locator("[data-over]").count():
                resign(page)
            self.take(f"whole-{game}-7-end", page)
            page.locator("[data-replay]").click()
            page.locator("[data-count]").wait_for()
            self.take(f"whole-{game}-8-replay", page)
            page.context.close()

    def _moments(self, page: Any, game: str) -> None:
        """Play to the end, and keep the first power, its target, and the first battles."""
        rng = random.Random(f"whole {game}")
        wanted = {"4-power", "5-target", "6-battle"} if game in THEMES[3:] else {"6-battle"}
        for _ in range(self.most):
            if not my_turn(page):
                return
            if "4-power" in wanted and self._power(page):
                wanted -= {"4-power"}
                self.take(f"whole-{game}-4-power", page)
                page.locator(POWER).first.click()
                page.wait_for_timeout(200)
                self.take(f"whole-{game}-5-target", page)
                page.keyboard.press("Escape")
                page.keyboard.press("Escape")
            before = counted(page)
            act(page, rng)
            page.wait_for_function(
                "before => document.querySelector('[data-battle]') || document.querySelector('[data-over]')"
                " || document.querySelectorAll('[data-moves] [data-entry]').length > before",
                arg=before,
            )
            if "6-battle" in wanted and page.locator("[data-battle]").count():
                wanted -= {"6-battle"}
                self.take(f"whole-{game}-6-battle", page, whole=False)
            page.evaluate("() => document.querySelector('[data-battle]')?.click()")

    def _power(self, page: Any) -> bool:
        """Select a piece with a power that can be used now; False if there is none."""
        for cell in [one for one in cells(page) if one["open"]]:
            click(page, cell["cell"])
            if page.locator(POWER).count():
                return True
            page.keyboard.press("Escape")
        return False


PARTS: dict[str, Callable[[Album], None]] = {
    "pages": Album.pages,
    "upload": Album.upload,
    "games": Album.games,
    "advice": Album.advice,
    "battle": Album.battle,
    "people": Album.people,
    "hotseat": Album.hotseat,
    "whole": Album.whole,
}


def main() -> None:
    """Take the pictures."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("folder", type=Path)
    reader.add_argument("--client", type=Path, default=CLIENT)
    reader.add_argument("--languages", default="en,de")
    reader.add_argument("--widths", default="390,1440")
    reader.add_argument("--only", default="", help=", ".join(PARTS))
    reader.add_argument("--most", type=int, default=1200, help="moves of a whole game before giving up")
    given = reader.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with served(given.client) as url, browsing() as browser:
        for language in given.languages.split(","):
            for width in map(int, given.widths.split(",")):
                album = Album(browser, url, given.folder, language, width, given.only, given.most)
                for name, part in PARTS.items():
                    if album.wants(name):
                        try:
                            part(album)
                        except Exception as error:
                            print(f"{name} {language} {width}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
