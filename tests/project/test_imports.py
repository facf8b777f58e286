"""The rooms of the house, and who may enter them (docs/design.md, section 1)."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "flagfall"

ALLOWED: dict[str, set[str]] = {
    "core": set(),
    "ranks": {"core"},
    "hexes": {"core"},
    "testing": {"core"},
    "fast": {"core", "ranks", "hexes"},
    "bots": {"core", "ranks", "hexes", "fast"},
    "research": {"core", "ranks", "hexes", "fast", "bots"},
    "learn": {"core", "ranks", "hexes", "fast", "bots", "research"},
    "server": {"core", "ranks", "hexes", "bots"},
    "terminal": {"core", "ranks", "hexes", "fast", "bots", "research", "server", "testing"},
}
HEAVY = ("numba", "numpy", "torch", "onnxruntime", "litestar", "sqlalchemy", "uvicorn", "alembic", "ray")


def imported(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            if node.module == "flagfall":
                found |= {f"flagfall.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("room", ALLOWED)
def test_imports_go_one_way(room: str) -> None:
    for path in (SOURCE / room).rglob("*.py"):
        for module in imported(path):
            parts = module.split(".")
            if parts[0] == "flagfall" and len(parts) > 1 and parts[1] in ALLOWED:
                assert parts[1] in ALLOWED[room] | {room}, f"{path.relative_to(SOURCE)} imports {module}"


def test_every_room_is_named_in_the_plan() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert rooms == set(ALLOWED)


def test_importing_flagfall_imports_nothing_heavy() -> None:
    program = f"import sys, flagfall; flagfall.games(); print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
