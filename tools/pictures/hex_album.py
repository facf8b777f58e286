"""Pictures of the hex game, to be looked at, from games that are played to the end by the mouse.

    python -m tools.pictures.hex_album /tmp/pictures --languages en,de --widths 1440,390 --games hex-duel

The player looks at what the page offers: it shoots what it is likeliest to hit, goes where the page says that
it could shoot from, combines when it can. A picture is taken the first time that something can be seen.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from pathlib import Path
from typing import Any

from tests.browser.hex_hands import POINT, REACH, READY, deploy, gone_on, moment, my_turn, start
from tests.browser.serving import CLIENT, browsing, served

FOES = """seat => [...document.querySelectorAll('[data-map] [data-unit].s' + (1 - seat) + ':not(.wreck)')]
    .map(one => new DOMMatrix(getComputedStyle(one.parentNode).transform)).map(at => [at.e, at.f])"""
RANGE = 320
"""How near to a foe the player wants to be, in the units of the map: about four hexes."""


def nearest(place: list[float], foes: list[list[float]]) -> float:
    """How far the nearest foe is; without any, the top of the map counts."""
    return min((math.hypot(x - place[0], y - place[1]) for x, y in foes), default=place[1])


class Reporter:
    """Plays a game and takes pictures of it."""

    def __init__(self, page: Any, folder: Path, name: str, seed: int) -> None:
        self.page, self.folder, self.name = page, folder, name
        self.rng = random.Random(seed)
        self.taken: set[str] = set()

    def take(self, what: str, again: bool = False) -> None:
        """A picture of what is seen for the first time."""
        if what in self.taken and not again:
            return
        self.taken.add(what)
        self.page.wait_for_timeout(350)
        path = self.folder / f"{self.name}-{what}.png"
        if self.page.viewport_size["width"] > 600 or not self.page.locator(".game").count():
            self.page.screenshot(path=path, full_page=True)
            return
        # On a phone the map stays where it is while the rest is scrolled: one screen, and the next.
        for number, where in enumerate(("window.scrollTo(0, 0)", "window.scrollBy(0, 420)")):
            self.page.evaluate(where)
            self.page.wait_for_timeout(150)
            self.page.screenshot(path=path.with_stem(f"{path.stem}-{number}"))

    def click_map(self, x: float, y: float) -> None:
        """Click a place of the whole map."""
        self.page.evaluate("window.scrollTo(0, 0)")
        self.page.locator("[data-fit]").click()
        self.page.mouse.click(*self.page.evaluate(POINT, [x, y]))

    def kinds(self) -> list[str]:
        """What the buttons offer."""
        return [str(one.get_attribute("data-kind")) for one in self.page.locator("[data-kind]").all()]

    def shoot(self, kind: str) -> None:
        """The target that is likeliest to fall, else the likeliest hit."""
        page = self.page
        page.locator(f'[data-kind="{kind}"]').click()
        targets = page.locator("[data-target]")
        if targets.count():
            self.take("targets")
            chances = [int(re.findall(r"(\d+) %", text)[-1]) for text in targets.all_inner_texts()]
            targets.nth(chances.index(max(chances))).click()
        self.take(f"shot-{kind}")
        page.locator(READY).click()

    def go(self, kind: str) -> None:
        """Towards the nearest foe, and the way that has a target if the page knows one."""
        page = self.page
        page.locator(f'[data-kind="{kind}"]').click()
        self.take("reach")
        places = page.evaluate(REACH)
        foes = page.evaluate(FOES, 0)
        places.sort(key=lambda place: abs(nearest(place, foes) - RANGE))
        for place in places[:2]:
            self.click_map(place[0], place[1])
            page.locator("[data-facing]").first.wait_for()
            page.wait_for_timeout(120)
            for way in page.locator("[data-facing]:not([disabled])").all():
                way.click()
                page.wait_for_timeout(60)
                if page.locator("[data-orders] [data-shot]").count():
                    self.take("plan")
                    page.locator(READY).click()
                    return
        page.locator(READY).click()

    def act(self) -> None:
        """One decision."""
        page = self.page
        kinds = self.kinds()
        if page.locator('[data-phase="deploy"]').count():
            self.take("deploy")
            if page.locator("[data-tray] [data-drag]").count():
                page.locator("[data-tray] [data-drag]").first.click()
                self.take("deploy-chosen")
            deploy(page, self.rng)
            return
        self.take("turn")
        if "combine" in kinds and "combine" not in self.taken:
            page.locator('[data-kind="combine"]').click()
            page.locator("[data-orders] [data-answer]").first.click()
            self.take("combine-where")
            if not page.locator(READY).count():
                page.locator("[data-orders] [data-answer]").first.click()
            page.locator(READY).click()
            page.wait_for_timeout(600)
            self.take("combine")
            return
        for kind in ("strike", "fire"):
            if kind in kinds:
                self.shoot(kind)
                return
        if "transform" in kinds and "transform" not in self.taken and self.rng.random() < 0.3:
            page.locator('[data-kind="transform"]').click()
            self.take("transform")
            if not page.locator(READY).count():
                page.locator("[data-orders] [data-answer]").first.click()
            page.locator(READY).click()
            return
        if "move" in kinds and self.opens("move"):
            self.go("move")
            return
        page.locator("[data-end]").click()

    def opens(self, kind: str) -> bool:
        """Whether there is somewhere to go."""
        self.page.locator(f'[data-kind="{kind}"]').click()
        return bool(self.page.evaluate(REACH))

    def play(self, most: int) -> int:
        """Play to the end; how many decisions it took."""
        for count in range(most):
            if not my_turn(self.page):
                self.page.locator("[data-luck]").wait_for()
                self.take("end")
                return count
            since = moment(self.page)
            self.act()
            gone_on(self.page, since)
        return most

    def afterwards(self) -> None:
        """The replay."""
        self.page.locator("[data-replay]").click()
        self.page.locator("[data-hex-replay]").wait_for()
        for _ in range(12):
            self.page.locator("[data-next]").click()
        self.take("replay")


def main() -> None:
    """Play and take the pictures."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("folder", type=Path)
    reader.add_argument("--client", type=Path, default=CLIENT)
    reader.add_argument("--languages", default="en,de")
    reader.add_argument("--widths", default="1440,390")
    reader.add_argument("--games", default="hex-duel,hex-three,hex-combiners")
    reader.add_argument("--level", default="1")
    reader.add_argument("--most", type=int, default=400)
    given = reader.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with served(given.client) as url, browsing() as browser:
        for game in given.games.split(","):
            for language in given.languages.split(","):
                for width in map(int, given.widths.split(",")):
                    size = {"width": width, "height": 844 if width < 600 else 900}
                    page = browser.new_page(
                        base_url=url, viewport=size, locale=language, has_touch=width < 600
                    )
                    page.set_default_timeout(20_000)
                    seen = Reporter(page, given.folder, f"{game}-{language}-{width}", 5)
                    page.goto(f"/play/{game}")
                    page.locator("[data-go]").wait_for()
                    page.locator("form details summary").click()
                    seen.take("start")
                    start(page, game, given.level)
                    count = seen.play(given.most)
                    print(
                        f"{seen.name}: {count} decisions, pictures {', '.join(sorted(seen.taken))}",
                        flush=True,
                    )
                    if "end" in seen.taken:
                        seen.afterwards()
                    page.close()


if __name__ == "__main__":
    main()
