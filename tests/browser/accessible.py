"""Whether a page can be used by everybody: what axe finds, once the page has come to rest."""

from __future__ import annotations

from typing import Any

from hands import ROOT

AXE = """() => axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
    one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')))"""
AT_REST = """() => document.fonts.status === 'loaded' && !document.getAnimations().some(
    one => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime))"""
"""The fonts are there, and nothing is on its way from one colour or place to another."""


def axe(page: Any) -> list[str]:
    """What axe finds wrong with a page."""
    page.evaluate((ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    page.wait_for_function(AT_REST)
    found: list[str] = page.evaluate(AXE)
    return found


def settled(page: Any) -> None:
    """Wait until a page has its title, what it asked the server for, and no colour on the way."""
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_function(AT_REST)


def fits(page: Any) -> bool:
    """Whether nothing hangs over at the side."""
    found: bool = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return found
