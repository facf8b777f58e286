"""Writes the reference of all settings into a page, from the settings themselves.

``python -m flagfall.server.settings_page docs/operators/operate.md`` writes it, ``--check`` tells whether it
is up to date.
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

import msgspec

from flagfall.server.settings import PREFIX, Settings

BEGIN, END = "<!-- settings: begin -->", "<!-- settings: end -->"


def _notes() -> dict[str, tuple[str, str]]:
    """The type of each setting and the sentence below it, as they stand in the source."""
    (struct,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(struct, ast.ClassDef)
    found: dict[str, tuple[str, str]] = {}
    last = ""
    for node in struct.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
            found[last] = (ast.unparse(node.annotation), "")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last:
            found[last] = (found[last][0], " ".join(str(node.value.value).split()))
    return found


def table() -> str:
    """All settings with their defaults, as a table."""
    notes = _notes()
    lines = ["| setting | in the environment | kind | default | what it is |", "|---|---|---|---|---|"]
    for field in msgspec.structs.fields(Settings):
        kind, note = notes[field.name]
        if field.default is msgspec.NODEFAULT:
            default = "SQLite in the data folder"
        else:
            default = f"`{msgspec.json.encode(field.default).decode()}`"
        kind = kind.replace("|", "\\|")
        variable = f"{PREFIX}{field.name.upper()}"
        lines.append(f"| `{field.name}` | `{variable}` | `{kind}` | {default} | {note.replace('``', '`')} |")
    return "\n".join(lines)


def main() -> int:
    """Write the table into a page, or check it."""
    path = Path(sys.argv[1])
    page = path.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = f"{before}{BEGIN}\n{table()}\n{END}{after}"
    if "--check" in sys.argv:
        return int(page != wanted)
    path.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
