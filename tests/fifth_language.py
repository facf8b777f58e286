"""A copy of the project with one language more, of data files alone: English with a mark before each text."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tools import languages

CODE = "eo"
NAME = "Esperanto"
MARK = "eo: "
_HEAVY = shutil.ignore_patterns("__pycache__", "node_modules", "dist", "client", "help")
_VALUE = re.compile(r'^(\s*(?:"[^"]+"|[\w.-]+) ?[=:] ")(?!"")', re.MULTILINE)
_INSIDE = re.compile(r'\ben = "((?:[^"\\]|\\.)*)"')
_ALONE = re.compile(r'^en = "((?:[^"\\]|\\.)*)"$', re.MULTILINE)


def with_fifth_language(root: Path) -> Path:
    """Fill a folder with the copy; not a line of code in it differs."""
    for folder in ("src/flagfall", "web", "docs/players", "tools/site/words"):
        shutil.copytree(languages.ROOT / folder, root / folder, ignore=_HEAVY)
    (root / "web/node_modules").symlink_to(languages.ROOT / "web/node_modules")
    with (root / languages.OFFERED).open("a", encoding="utf-8") as offered:
        offered.write(f'{CODE} = "{NAME}"\n')
    for folder in (*languages.TABLES, *languages.SCRIPTS):
        kind = "ts" if folder in languages.SCRIPTS else "toml"
        english = (root / folder / f"en.{kind}").read_text("utf-8")
        (root / folder / f"{CODE}.{kind}").write_text(_VALUE.sub(rf"\1{MARK}", english), "utf-8")
    shutil.copy(root / languages.SHEETS / "de.toml", root / languages.SHEETS / f"{CODE}.toml")
    shutil.copytree(root / languages.GUIDES / "en", root / languages.GUIDES / CODE)
    for path in languages.with_texts(root):
        text = _ALONE.sub(rf'\g<0>\n{CODE} = "{MARK}\1"', path.read_text("utf-8"))
        text = re.sub(r"\{.*\}", lambda table: _INSIDE.sub(rf'\g<0>, {CODE} = "{MARK}\1"', table[0]), text)
        path.write_text(text, "utf-8")
    return root
