"""The power of these tests is known while they run, and to no test of other folders."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def known(spear: None) -> None:
    """Every test of this folder knows the power."""
