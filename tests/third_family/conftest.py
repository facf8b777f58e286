"""Goofspiel as an installed plug-in: on the path of this process and of all that it starts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from flagfall.core import AnyGame, game, register, unregister

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture(scope="module")
def goofspiel() -> Iterator[AnyGame]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PLUGIN))
        patch.setenv("PYTHONPATH", str(PLUGIN))
        # Here the registry may have been filled before; in processes that are started now it is not.
        register("goofspiel", import_module("goofspiel").Goofspiel, "goofspiel")
        yield game("goofspiel")
        unregister("goofspiel")
        sys.modules.pop("goofspiel", None)
