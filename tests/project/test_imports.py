"""What an import costs and needs. Who may import whom is in pyproject.toml, for `lint-imports`."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("numba", "numpy", "torch", "onnxruntime", "litestar", "sqlalchemy", "uvicorn", "alembic", "ray")
EVERY_MODULE = """
import importlib, pkgutil, flagfall
for module in pkgutil.walk_packages(flagfall.__path__, "flagfall.", onerror=lambda name: None):
    if module.name.endswith("__main__") or ".migrations." in module.name:
        continue
    try:
        importlib.import_module(module.name)
    except ImportError as error:
        if "pip install 'flagfall[" not in str(error):
            print(module.name, error)
"""
"""A program that prints which modules can neither be imported nor name the extra that they need."""
NAMED_OTHERWISE = {"argon2": "argon2-cffi", "pyspiel": "open-spiel"}
"""Modules whose package has another name."""
FROM = re.compile(r"^from (flagfall[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
NEED = re.compile(r'^need\("[^"]*", "[^"]*", (.*)\)', re.MULTILINE)
PARTS = {
    "fast": ("fast",),
    "play": ("server.app", "bots.network.bot", "research.arena"),
    "research": (
        *(f"research.{name}" for name in ("gym_env", "hex_env", "open_spiel", "datasets")),
        *("bots.ranks.search_bot", "bots.hexes.planner"),  # opponents: every level but that of the network
    ),
    "learn": ("learn.__main__", "learn.onnx_export.export"),
}
"""What an extra is for, by modules that load the whole of it."""


def test_importing_flagfall_imports_nothing_heavy() -> None:
    program = f"import sys, flagfall; flagfall.games(); print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.long
def test_a_module_that_needs_an_extra_names_it() -> None:
    done = subprocess.run([sys.executable, "-c", EVERY_MODULE], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def brought(extra: str) -> set[str]:
    """The packages that an extra installs by name."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    found: set[str] = set()
    for line in extras[extra]:
        name, others = re.findall(r"^([\w-]+)(?:\[([\w,]+)\])?", line)[0]
        found |= set().union(*map(brought, others.split(","))) if name == "flagfall" else {name}
    return found


@cache
def source(module: str) -> str:
    """The text of a module of ours; of what is none, nothing."""
    path = ROOT / "src" / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text("utf-8") if file.exists() else ""


def loaded(module: str, seen: set[str]) -> set[str]:
    """The modules of ours that are run when one is imported, added to those that were seen."""
    if module not in seen and source(module):
        seen.add(module)
        loaded(module.rpartition(".")[0], seen)
        for package, names in FROM.findall(source(module)):
            loaded(package, seen)
            for name in re.findall(r"\w+", names):
                loaded(f"{package}.{name}", seen)
    return seen


def test_an_extra_brings_all_that_its_parts_ask_for() -> None:
    for extra, modules in PARTS.items():
        asked = {
            NAMED_OTHERWISE.get(name, name)
            for module in modules
            for one in loaded(f"flagfall.{module}", set())
            for words in NEED.findall(source(one))
            for name in re.findall(r'"(\w+)"', words)
        }
        assert asked and asked <= brought(extra), extra
