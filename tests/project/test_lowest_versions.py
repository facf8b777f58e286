"""The lower bounds of the package are true: with the oldest versions they allow, the parts still work."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.project.test_imports import EVERY_MODULE
from tests.project.test_package import ROOT, UV, sh

PARTS = (
    "tests/core",
    "tests/fast/test_batch.py",
    "tests/research/test_gymnasium.py",
    "tests/research/test_pettingzoo.py",
    "tests/research/test_open_spiel.py",
    "tests/research/test_datasets.py",
    "tests/server/test_playing.py",
    "tests/server/test_store.py",
    "tests/server/test_notices.py",
    "tests/printing",
)
TESTS = ("pytest", "pytest-timeout", "pytest-randomly", "pytest-xdist", "hypothesis", "aiosmtpd", "pypdf")


@pytest.mark.long
def test_the_oldest_versions_that_are_allowed_work(tmp_path: Path) -> None:
    pins, programs = tmp_path / "pins.txt", tmp_path / "lowest" / "bin"
    sh(UV, "pip", "compile", "--quiet", "--resolution", "lowest-direct", "--extra", "play",
       "--extra", "research", "--python", sys.executable, ROOT / "pyproject.toml", "-o", pins)  # fmt: skip
    sh(UV, "venv", "--quiet", "--python", sys.executable, programs.parent)
    sh(UV, "pip", "install", "--quiet", "--python", programs / "python", "-r", pins, *TESTS)
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    assert sh("env", f"PYTHONPATH={path}", programs / "python", "-c", EVERY_MODULE) == ""
    sh("env", f"PYTHONPATH={path}", programs / "python", "-m", "pytest", "-q", "-m", "not long and not cuda",
       *PARTS, cwd=ROOT)  # fmt: skip
