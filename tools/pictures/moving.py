"""The moving picture of the README: a real battle in the client, frame by frame, as an animated WebP."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as NoBattle
from tests.browser import hands
from tests.browser.serving import browsing, served

from tools.pictures.screens import DESK, Studio

NAME = "battle.webp"
STEP, LENGTH, WIDTH = 80, 1600, 560
"""Milliseconds between two frames and of the whole battle; pixels of a frame."""
LATER = """() => {
    const later = window.setTimeout;
    window.setTimeout = (run, wait, ...rest) => later(run, window.held && wait > 500 ? 1e6 : wait, ...rest);
}"""
"""While ``held`` is set nothing ends by itself, so that a slow machine misses no frame."""
STAND = """at => document.getAnimations().forEach(one => { one.pause(); one.currentTime = at; })"""


def take_moving(folder: Path) -> None:
    """Make the moving picture in a folder."""
    with served() as url, browsing() as browser:
        moving_battle(Studio(browser, url, folder))


def moving_battle(studio: Studio) -> None:
    """Play until there is a battle, and take it frame by frame."""
    with studio.page(DESK) as page:
        page.add_init_script(f"({LATER})()")
        hands.start(page, "original", level="3")
        rng = random.Random(7)
        hands.play(page, rng, 20)
        while hands.my_turn(page):
            before = _frame(page)
            page.evaluate("() => { window.held = true }")
            hands.act(page, rng)
            try:
                page.locator("[data-battle]").wait_for(timeout=3_000)
            except NoBattle:  # no battle this time
                page.evaluate("() => { window.held = false }")
                continue
            frames = [before]
            for at in range(0, LENGTH, STEP):
                page.evaluate(STAND, at)
                frames.append(_frame(page))
            _write(studio, frames)
            return
    raise RuntimeError("the game ended without a battle")


def _frame(page: Any) -> bytes:
    box = page.locator(".ff-board").first.bounding_box()
    found: bytes = page.screenshot(clip=box)
    return found


def _write(studio: Studio, frames: list[bytes]) -> None:
    from PIL import Image

    images = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    images = [image.resize((WIDTH, round(image.height * WIDTH / image.width))) for image in images]
    times = [900, *[STEP] * (len(images) - 2), 1500]
    images[0].save(
        studio.folder / NAME,
        save_all=True,
        append_images=images[1:],
        duration=times,
        loop=0,
        quality=55,
        method=4,
    )
