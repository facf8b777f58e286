"""Combiner clash by the mouse: a team is put on the map side by side, becomes one giant, and a team again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hands import counts
from hex_hands import READY, click_hex, deploy, end_turn, gone_on, log, moment, order, start_alone, turn_of

TOGETHER = {
    "scattershot": "1628",
    "afterburner": "1629",
    "nosecone": "1630",
    "strafe": "1728",
    "lightspeed": "1729",
}
"""Hexes that hang together."""
TEAM = ", ".join(f'[data-map] [data-unit="{unit}"]' for unit in TOGETHER)
GIANT = '[data-map] [data-unit="computron"]'


def deploy_side_by_side(page: Any) -> None:
    """Put all units on the map, the Technobots next to each other as robots."""
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


@pytest.mark.long  # The bench of the other tests has a team of its own.
def test_five_become_one_and_five_again_in_combiner_clash(open_page: Any) -> None:
    page = open_page("/")
    start_alone(page, "hex-combiners")
    deploy_side_by_side(page)
    counts(page.locator(TEAM), 5)
    turn_of(page, "Nosecone")
    page.locator('[data-kind="combine"]').click()
    counts(page.locator("[data-map] .hx-goal"), 5)  # The giant may stand where any of them stands.
    told = order(page, "Nosecone", "combine", "+1728", "NE")
    assert "Nosecone and its team combine into Computron in 1728" in told[0]
    counts(page.locator(GIANT), 1)
    counts(page.locator(TEAM), 0)
    # The giant's card comes at the end of the round.
    for _ in range(20):
        if "Computron" in page.locator("[data-cards]").inner_text() and any(
            line.startswith("Round 2") for line in log(page)
        ):
            break
        end_turn(page)
    told = order(page, "Computron", "separate")
    assert "Computron separates" in told[0]
    counts(page.locator(GIANT), 0)
    counts(page.locator(TEAM), 5)
