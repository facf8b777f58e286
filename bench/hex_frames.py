"""How long a frame takes while the biggest map is moved and zoomed: ``python -m bench hex_frames``.

A real server, a real browser and a real mouse; the map has 64×68 hexes. Two times are printed: what script,
style and layout take of a frame, by trace (wanted: 6 ms in the middle, 12 ms for 95 %), and the time between
two frames as the page sees it, beside that of a still map of the same size, which is the machine's own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable, Sequence
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
STILL_MS = 1500
WORK = {"FunctionCall", "FireAnimationFrame", "TimerFire", "EventDispatch", "UpdateLayoutTree", "Layout"}
"""Script, style and layout, as a trace names them."""
FRAME = "BeginMainThreadFrame"
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"]
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


def worked(trace: dict[str, Any]) -> list[float]:
    """Milliseconds of script, style and layout for each frame of a trace; what is nested counts once."""
    events = trace["traceEvents"]
    threads = [one for one in events if one.get("name") == FRAME]
    if not threads:
        return []
    # The page's own main thread is the one with the most frames.
    main = statistics.mode((one["pid"], one["tid"]) for one in threads)
    mine = [one for one in events if (one.get("pid"), one.get("tid")) == main]
    begins = sorted(one["ts"] for one in mine if one["name"] == FRAME)
    spans = sorted(
        (one["ts"], one["ts"] + one["dur"]) for one in mine if one["name"] in WORK and one.get("ph") == "X"
    )
    frames = [0.0] * len(begins)
    done, at = 0, 0
    for start, end in spans:
        start, done = max(start, done), max(end, done)
        while at + 1 < len(begins) and begins[at + 1] <= start:
            at += 1
        frames[at] += max(0, end - start) / 1000
    return frames


def traced(page: Any, name: str, do: Callable[[], None]) -> None:
    """Do something and print its times."""
    browser = page.context.browser
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(WATCH)
    do()
    frames = page.evaluate(DONE)
    work = sorted(worked(json.loads(browser.stop_tracing())))
    print(told(name, frames))
    if work:
        high = work[int(0.95 * (len(work) - 1))]
        middle = statistics.median(work)
        print(f"{'':<28} script, style, layout: median {middle:.1f} ms, 95 % within {high:.1f} ms")


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
        traced(page, f"still, scale {page.evaluate(SCALE):.2f}", lambda: page.wait_for_timeout(STILL_MS))
        traced(page, f"moving, scale {page.evaluate(SCALE):.2f}", lambda: pan(page, middle))
    page.mouse.move(*middle)
    traced(page, "zooming out", lambda: wheel(page, 60, 40))
    traced(page, "zooming in", lambda: wheel(page, 60, -40))


def run(words: Sequence[str] = ()) -> None:
    """Measure one client, at the width of a desk and of a phone."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--client", type=Path, default=CLIENT)
    given = reader.parse_args(words)
    with served(given.client, **TEST_MAPS) as url, browsing() as browser:
        for width, height in ((1440, 900), (390, 844)):
            page = browser.new_page(base_url=url, viewport={"width": width, "height": height})
            page.goto("/")
            print(f"{width}×{height}, load {os.getloadavg()[0]:.1f}")
            measure(page)
            page.close()


if __name__ == "__main__":
    run(sys.argv[1:])
