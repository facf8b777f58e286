"""The pictures of the client in README and docs: games against bots, played here by the mouse."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser import hands, hex_hands
from tests.browser.serving import browsing, preferring, served

if TYPE_CHECKING:
    from collections.abc import Iterator

DESK = {"width": 1200, "height": 750}
PHONE = {"width": 390, "height": 844}


class Studio:
    """A browser at a server, and the folder that pictures go to."""

    def __init__(self, browser: Any, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder

    @contextmanager
    def page(self, size: dict[str, int], language: str = "en", dark: bool = False) -> Iterator[Any]:
        """A page in a browser profile of its own."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport=size,
            locale=language,
            color_scheme="dark" if dark else "light",
            has_touch=size["width"] < 600,
            service_workers="block",
        )
        context.add_init_script(preferring(guided=True))
        context.set_default_timeout(60_000)
        yield context.new_page()
        context.close()

    def take(self, page: Any, name: str) -> bytes:
        """A picture of what the page shows; kept where it has a name."""
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.wait_for_timeout(400)
        path = self.folder / f"{name}.png" if name else None
        found: bytes = page.screenshot(path=path)
        return found


def _chosen_power(page: Any) -> None:
    """Select a piece with a power that can be used now."""
    hands.my_turn(page)
    for cell in [one for one in hands.cells(page) if one["open"]]:
        hands.click(page, cell["cell"])
        if page.locator(hands.POWER).count():
            return
        page.keyboard.press("Escape")


def powers(studio: Studio) -> None:
    """A piece with its special powers, by night."""
    with studio.page(DESK, dark=True) as page:
        hands.start(page, "transformers-powers", level="3")
        hands.play(page, random.Random(3), 12)
        _chosen_power(page)
        studio.take(page, "powers")


def phone(studio: Studio) -> None:
    """Three phones side by side: two games with powers, and a set-up, in three languages."""
    shots = []
    for language, game, dark in (("fr", "pirates-code", False), ("nl", "star-wars-powers", True)):
        with studio.page(PHONE, language, dark) as page:
            hands.start(page, game, level="1")
            hands.play(page, random.Random(4), 9)
            _chosen_power(page)
            page.evaluate("window.scrollTo(0, 0)")
            shots.append(studio.take(page, ""))
    with studio.page(PHONE, "de") as page:
        page.goto("/setup/duel")
        page.locator("[data-clear]").click()
        page.locator("[data-kind]").nth(1).click()
        page.evaluate("window.scrollTo(0, 0)")
        shots.append(studio.take(page, ""))
    with studio.page({"width": 1100, "height": 767}) as page:
        pictures = "".join(
            f'<img width=354 src="data:image/png;base64,{base64.b64encode(shot).decode()}">' for shot in shots
        )
        style = "margin:0;display:flex;justify-content:space-between;background:#fff"
        page.set_content(f'<body style="{style}">{pictures}</body>')
        studio.take(page, "phone")


def hexes(studio: Studio) -> None:
    """A shot of the hex game before it is fired, with every number explained."""
    with studio.page({"width": 1440, "height": 900}) as page:
        hex_hands.start(page, "hex-three", level="2")
        rng = random.Random(5)
        while hex_hands.my_turn(page):
            if page.locator('[data-kind="fire"]').count():
                page.locator('[data-kind="fire"]').click()
                if page.locator("[data-target]").count():
                    page.locator("[data-target]").first.click()
                page.locator(hex_hands.READY).wait_for()
                studio.take(page, "hexes")
                return
            hex_hands.play(page, rng, 1)
        raise RuntimeError("the game ended without a shot")


def ruler(studio: Studio) -> None:
    """The ruler of the hex game: a construct next to a unit is in the way."""
    with studio.page({"width": 1280, "height": 800}) as page:
        hex_hands.start(page, "hex-duel", level="1")
        rng = random.Random(1)
        while page.locator('[data-phase="deploy"]').count() or not page.locator("[data-kind]").count():
            hex_hands.play(page, rng, 1)
        hex_hands.order(page, "Optimus Prime", "move", "+0709")
        hex_hands.my_turn(page)
        page.locator(".looks summary").click()
        page.locator('[data-look="line"]').click()
        hex_hands.click_hex(page, "0704")
        page.locator('[data-line][data-clear="false"]').wait_for()
        studio.take(page, "hex-line")


def replay(studio: Studio) -> None:
    """A replay of the hex game on a phone."""
    with studio.page(PHONE, "de") as page:
        hex_hands.start(page, "hex-duel", level="1")
        hex_hands.play(page, random.Random(2), 5)
        hex_hands.give_up(page)
        page.locator("[data-replay]").click()
        page.locator("[data-hex-replay]").wait_for()
        for _ in range(5):
            page.locator("[data-next]").click()
        page.evaluate("window.scrollTo(0, 0)")
        studio.take(page, "hex-phone")


SCREENS: dict[str, Callable[[Studio], None]] = {
    "powers": powers,
    "phone": phone,
    "hexes": hexes,
    "hex-line": ruler,
    "hex-phone": replay,
}
"""How each picture is taken, by the name of its file."""


def take_screens(folder: Path, *names: str) -> None:
    """Take pictures of the client into a folder: all of them, or some."""
    with served() as url, browsing() as browser:
        for name in names or SCREENS:
            SCREENS[name](Studio(browser, url, folder))
            print(name, flush=True)
