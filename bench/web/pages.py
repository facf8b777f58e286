"""First and largest paint of pages on a slow phone, next to a static page of the same weight."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.browser.serving import browsing, served

CPU = 4
"""Times slower than this machine."""
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
RUNS = 3
WATCH = """() => {
  window.painted = {first: 0, largest: 0};
  new PerformanceObserver((list) => { for (const one of list.getEntries())
    if (one.name === 'first-contentful-paint') painted.first = one.startTime; })
    .observe({type: 'paint', buffered: true});
  new PerformanceObserver((list) => { for (const one of list.getEntries()) painted.largest = one.startTime; })
    .observe({type: 'largest-contentful-paint', buffered: true});
}"""


class Paint(NamedTuple):
    """Milliseconds to the first and to the largest paint, and what came over the line."""

    first: float
    largest: float
    weight: int


def look(browser: Any, address: str, cookies: list[Any]) -> Paint:
    """Open a page on the slow phone with an empty cache."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, service_workers="block"
    )
    context.add_cookies(cookies)
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    weights: list[int] = []
    devtools.on("Network.loadingFinished", lambda told: weights.append(int(told["encodedDataLength"])))
    page.goto(address, timeout=120_000)
    page.wait_for_load_state("networkidle", timeout=120_000)
    painted = page.evaluate("() => painted")
    context.close()
    return Paint(painted["first"], painted["largest"], sum(weights))


@contextmanager
def plain_page(weight: int) -> Iterator[str]:
    """A page that is nothing but a line of text, with a file beside it that makes up the weight."""
    files = {
        "/": ("text/html", b"<!doctype html><title>plain</title><h1>Plain</h1><script src=/w.js></script>"),
        "/w.js": ("text/javascript", b"//" + b"x" * weight),
    }

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = files.get(self.path, ("text/plain", b""))
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def a_table(browser: Any, url: str) -> tuple[str, list[Any]]:
    """The address of a table where an army is being set up, and the cookies of its player."""
    context = browser.new_context(base_url=url, service_workers="block")
    page = context.new_page()
    page.goto("/")
    page.locator("[data-play-now]").click()
    page.locator("[data-start]").wait_for(timeout=60_000)
    found = str(page.url), context.cookies()
    context.close()
    return found


def median(paints: list[Paint]) -> Paint:
    """The one in the middle, by its largest paint."""
    return sorted(paints, key=lambda paint: paint.largest)[len(paints) // 2]


def run_pages() -> None:
    """Measure home and table, and print them beside their static twins."""
    print(f"a phone: CPU {CPU}x slower, 1.6 Mbit/s, 150 ms; the median of {RUNS}")
    with served() as url, browsing() as browser:
        table, cookies = a_table(browser, url)
        for name, address, jar in (("home", f"{url}/", []), ("table", table, cookies)):
            ours = median([look(browser, address, jar) for _ in range(RUNS)])
            with plain_page(ours.weight) as static:
                twin = median([look(browser, static, []) for _ in range(RUNS)])
            print(
                f"{name:6} first paint {ours.first:5.0f} ms, largest {ours.largest:5.0f} ms,"
                f" {ours.weight // 1000:4} kB; static page of that weight: first {twin.first:5.0f} ms"
                f" (x{ours.first / max(twin.first, 1):.1f})"
            )
