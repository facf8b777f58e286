"""SQL is written in two places of the server: `storage` and `accounts`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import flagfall.server

SERVER = Path(flagfall.server.__file__).parent
MODULES = sorted(
    path.relative_to(SERVER)
    for path in SERVER.rglob("*.py")
    if path.relative_to(SERVER).parts[0] not in ("storage", "accounts")
)
ALLOWED = {"Connection", "DBAPIError", "DataError", "InterfaceError", "OperationalError", "make_url"}
"""What passes transactions on, and the errors of a database: no statements."""


def _imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy"):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "flagfall.server.storage":
            found |= {one.name for one in node.names if one.name == "schema"}
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names if one.name.startswith("sqlalchemy")}
    return found


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_no_statement_is_written_outside_storage_and_accounts(module: Path) -> None:
    assert _imported(SERVER / module) <= ALLOWED
