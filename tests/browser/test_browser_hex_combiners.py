"""Combiner clash by the mouse: a team is put on the map side by side, becomes one giant, and a team again."""

from __future__ import annotations

import random
from typing import Any

from hands import counts
from hex_hands import READY, click_hex, deploy, end_turn, gone_on, log, moment, order, start_alone, turn_of

TOGETHER = {
    "silverbolt": "1628",
    "air-raid": "1629",
    "skydive": "1630",
    "slingshot": "1728",
    "fireflight": "1729",
}
"""Hexes that hang together."""
TEAM = ", ".join(f'[data-map] [data-unit="{unit}"]' for unit in TOGETHER)
GIANT = '[data-map] [data-unit="superion"]'


def deploy_side_by_side(page: Any) -> None:
    """Put all units on the map, the Aerialbots next to each other as robots."""
    rng = random.Random(4)
    while page.locator('[data-phase="deploy"]').count():
        page.locator("[data-tray] [data-drag]").first.wait_for()
        since = moment(page)
        mine = [unit for unit in TOGETHER if page.locator(f'[data-drag="{unit} 0"]').count()]
        if mine:
            page.locator(f'[data-drag="{mine[0]} 0"]').click()
            click_hex(page, TOGETHER[mine[0]])
            page.locator('[data-orders] [data-answer="N"]').click()
            page.locator(READY).click()
        else:
            deploy(page, rng)
        gone_on(page, since)


def test_five_become_one_and_five_again_in_combiner_clash(open_page: Any) -> None:
    page = open_page("/")
    start_alone(page, "hex-combiners")
    deploy_side_by_side(page)
    assert page.locator(TEAM).count() == 5
    turn_of(page, "Skydive")
    page.locator('[data-kind="combine"]').click()
    counts(page.locator("[data-map] .hx-goal"), 5)  # The giant may stand where any of them stands.
    told = order(page, "Skydive", "combine", "+1728", "NE")
    assert "Skydive and its team combine into Superion in 1728" in told[0]
    assert page.locator(GIANT).count() == 1
    assert page.locator(TEAM).count() == 0
    # The giant's card comes at the end of the round.
    for _ in range(20):
        if "Superion" in page.locator("[data-cards]").inner_text() and any(
            line.startswith("Round 2") for line in log(page)
        ):
            break
        end_turn(page)
    told = order(page, "Superion", "separate")
    assert "Superion separates" in told[0]
    assert page.locator(GIANT).count() == 0
    assert page.locator(TEAM).count() == 5
