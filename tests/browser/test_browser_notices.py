"""Notices at a browser: asked for by a click, shown by the service worker.

Chromium without a window has no push service, so its PushManager is a stand-in that gives a subscription as
a browser would. The message itself comes to the real service worker, by the browser's own tools.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from accessible import axe
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect
from serving import preferring
from tests.waits import PATIENCE

STAND_IN = """
(() => {
  const made = () => ({
    endpoint: "https://push.example.org/browser",
    toJSON: () => ({ keys: { p256dh: "%s", auth: "c2l4dGVlbiBieXRlcyBvaw" } }),
    unsubscribe: async () => localStorage.removeItem("stand-in") ?? true,
  });
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("stand-in") ? made() : null);
  PushManager.prototype.subscribe = async (options) => {
    if (options.applicationServerKey.length !== 65 || !options.userVisibleOnly) throw new DOMException("key");
    localStorage.setItem("stand-in", "1");
    return made();
  };
})();
"""


def browser_key() -> str:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def stored(page: Any) -> dict[str, Any]:
    """What the server has noted."""
    return page.evaluate("async () => (await fetch('/api/me/notices')).json()")  # type: ignore[no-any-return]


def test_a_browser_is_set_up_by_a_click_and_shows_what_is_pushed(browser: Any, address: str) -> None:
    context = browser.new_context(base_url=address, locale="en", viewport={"width": 390, "height": 844})
    context.set_default_timeout(1000 * PATIENCE)
    context.grant_permissions(["notifications"], origin=address)
    context.add_init_script(preferring(guided=True))
    context.add_init_script(STAND_IN % browser_key())
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    registered: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(one["registrationId"] for one in told["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    page.goto("/")
    page.evaluate("fetch('/api/session', { method: 'POST', headers: { 'X-Flagfall': '1' } })")
    page.goto("/profile")
    expect(page.locator("[data-notices]")).to_be_visible()
    assert "devices" not in stored(page)
    assert axe(page) == []
    page.locator('[data-push="on"]').click()
    expect(page.locator('[data-push="off"]')).to_be_visible()
    assert len(stored(page)["devices"]) == 1
    page.locator('[data-kind="challenge"]').uncheck()
    expect(page.locator("[data-notices] [role=status]").last).to_have_text("Saved.")
    assert set(stored(page)["kinds"]) == {"turn", "tournament"}
    page.reload()
    expect(page.locator('[data-push="off"]')).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    told = {"title": "It is your turn", "body": "Barrage, against Ann", "tag": "t1", "path": "/table/t1"}
    message = {"origin": address, "registrationId": registered[0], "data": json.dumps(told)}
    cdp.send("ServiceWorker.deliverPushMessage", message)
    # Not by `wait_for_function`: a promise counts as true there, and nothing would be waited for.
    shown = page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          for (;;) {
            const [one] = await worker.getNotifications();
            if (one) return { title: one.title, body: one.body, tag: one.tag, path: one.data.path };
            await new Promise((done) => setTimeout(done, 50));
          }
        }"""
    )
    assert shown == told
    page.locator('[data-push="off"]').click()
    expect(page.locator('[data-push="on"]')).to_be_visible()
    assert "devices" not in stored(page)
    context.close()
