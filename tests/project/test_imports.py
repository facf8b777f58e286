"""What an import costs. Who may import whom is in pyproject.toml, for `lint-imports`."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("numba", "numpy", "torch", "onnxruntime", "litestar", "sqlalchemy", "uvicorn", "alembic", "ray")


def test_importing_flagfall_imports_nothing_heavy() -> None:
    program = f"import sys, flagfall; flagfall.games(); print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
