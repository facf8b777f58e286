"""How long a frame takes while the biggest map is moved and zoomed: ``python -m bench.hex_frames``.

A real server, a real browser and a real mouse; the map has 64×68 hexes. The times are those between two
frames as the page sees them: 16.7 ms is all that the screen asks for.
"""

from __future__ import annotations

import argparse
import os
import statistics
from pathlib import Path
from typing import Any

from tests.browser.hex_hands import my_turn, start_alone
from tests.browser.serving import CLIENT, TEST_MAPS, browsing, served

WATCH = """() => {
    window.frames_ = []; let last = performance.now(); window.watching_ = true;
    const tick = now => { window.frames_.push(now - last); last = now;
        if (window.watching_) requestAnimationFrame(tick); };
    requestAnimationFrame(tick); }"""
DONE = "() => { window.watching_ = false; return window.frames_.slice(1); }"
SCALE = "() => +document.querySelector('svg.hx').dataset.scale"


def told(name: str, frames: list[float]) -> str:
    """The times of some frames in a line."""
    frames = sorted(frames)
    late = sum(frame > 34 for frame in frames) / len(frames)
    high = frames[int(0.95 * (len(frames) - 1))]
    middle = statistics.median(frames)
    return (
        f"{name:<28} {len(frames):>4} frames, median {middle:5.1f} ms, 95 % within {high:5.1f} ms,"
        f" longest {frames[-1]:5.1f} ms, {100 * late:3.0f} % later than two frames"
    )


def zoom_to(page: Any, middle: tuple[float, float], wanted: float) -> None:
    """Zoom by the wheel until the map has a scale, and let it come to rest."""
    page.mouse.move(*middle)
    for _ in range(80):
        scale = page.evaluate(SCALE)
        if abs(scale / wanted - 1) < 0.08:
            break
        page.mouse.wheel(0, -60 if scale < wanted else 60)
        page.wait_for_timeout(30)
    page.wait_for_timeout(600)


def pan(page: Any, middle: tuple[float, float]) -> None:
    """Drag the map to and fro."""
    x, y = middle
    for way in ((-1, -1), (1, 0), (0, 1), (-1, 1), (1, -1)):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 260 * way[0], y + 260 * way[1], steps=45)
        page.mouse.up()


def wheel(page: Any, steps: int, by: int) -> None:
    """Turn the wheel."""
    for _ in range(steps):
        page.mouse.wheel(0, by)
        page.wait_for_timeout(12)


def measure(page: Any) -> None:
    """Print the times of every gesture."""
    start_alone(page, "hex-test-wide")
    my_turn(page)
    box = page.locator("[data-map]").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for scale in (0.2, 0.5, 1.0):
        zoom_to(page, middle, scale)
        page.evaluate(WATCH)
        pan(page, middle)
        print(told(f"moving, scale {page.evaluate(SCALE):.2f}", page.evaluate(DONE)))
    page.mouse.move(*middle)
    for name, by in (("zooming out", 40), ("zooming in", -40)):
        page.evaluate(WATCH)
        wheel(page, 60, by)
        print(told(f"{name}, to {page.evaluate(SCALE):.2f}", page.evaluate(DONE)))


def main() -> None:
    """Measure one client, at the width of a desk and of a phone."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--client", type=Path, default=CLIENT)
    given = reader.parse_args()
    with served(given.client, **TEST_MAPS) as url, browsing() as browser:
        for width, height in ((1440, 900), (390, 844)):
            page = browser.new_page(base_url=url, viewport={"width": width, "height": height})
            page.goto("/")
            print(f"{width}×{height}, load {os.getloadavg()[0]:.1f}")
            measure(page)
            page.close()


if __name__ == "__main__":
    main()
