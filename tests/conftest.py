"""What all tests share: a skip is a failure where CI is set, so that nothing goes untested unseen."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "flagfall", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("flagfall")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    report = yield
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where CI is set: {report.longrepr}"
    return report


@pytest.fixture
def spear() -> Iterator[None]:
    """The power that only tests have, known for one test."""
    from flagfall.ranks.powers import KINDS, WORDS, register
    from tests.powers.kit import spearmen
    from tests.powers.spear import Spear

    register(Spear, words="tests.powers")
    yield
    KINDS.pop(Spear.name)
    WORDS.pop(Spear.rule)
    spearmen.cache_clear()
