"""Which cases of a test are in the quick run; the others are in `make test-long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def smoke(cases: Iterable[Any], *quick: Any) -> list[Any]:
    """The cases for `pytest.mark.parametrize`: those that are not among ``quick`` are marked `long`."""
    listed = list(cases)
    missing = [one for one in quick if one not in listed]
    assert not missing, f"there is no {missing}"
    marks = [() if one in quick else (pytest.mark.long,) for one in listed]
    values = [one if isinstance(one, tuple) else (one,) for one in listed]
    return [pytest.param(*value, marks=mark) for value, mark in zip(values, marks, strict=True)]


def every(step: int, cases: Iterable[Any], first: int = 0) -> list[Any]:
    """The cases, of which one in ``step`` is in the quick run, counted from the ``first``."""
    listed = list(cases)
    return smoke(listed, *listed[first::step])
