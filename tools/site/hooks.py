"""What MkDocs is given besides docs/: generated pages, and pages of the repository that lie elsewhere."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from flagfall.core.words import LANGUAGE_NAMES
from tools.site import players, protocol_pages

ROOT = Path(__file__).parents[2]
ELSEWHERE = {
    "CONTRIBUTING.md": "internals/contributing.md",
    "CHANGELOG.md": "changelog.md",
    "tests/README.md": "internals/tests.md",
    "training/README.md": "research/training-state.md",
    "training/DIARY.md": "research/training-diary.md",
    "README.md": "README.md",
}
"""Pages outside docs/, and where they stand on the site."""
FILES = ("deploy", "examples")
"""Folders whose files are on the site as they are, for those who have no checkout."""
_HERE = {new: old for old, new in ELSEWHERE.items() if old != new}
_GUIDE = re.compile(r"docs/players/(?!en/)(\w\w)/(?:README|(\w[\w-]*))\.md")
"""A page for players in another language than English: those are built apart, below help/."""
_LINK = re.compile(r"(!?)\[([^\]\n]*)\]\(([^)\s]+)\)")


def on_config(config: Any) -> Any:
    """List the pages of the players in the navigation."""
    nav = [*_below("players/en/", players.nav("en")), {"In the terminal": "players/terminal.md"}]
    for entry in config["nav"]:
        if entry.get("Players") == []:
            entry["Players"] = nav
    return config


def _below(folder: str, goal: Any) -> Any:
    if isinstance(goal, list):
        return [{title: _below(folder, one)} for entry in goal for title, one in entry.items()]
    return folder + goal


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made here."""
    made: dict[str, str] = dict(protocol_pages.pages())
    made |= {f"players/en/{path}": text for path, text in players.pages("en").items()}
    made |= {f"players/en/pictures/{name}": text for name, text in players.pictures().items()}
    made |= {
        new: (ROOT / old).read_text(encoding="utf-8") for old, new in ELSEWHERE.items() if old != "README.md"
    }
    made |= {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in FILES
        for path in sorted((ROOT / folder).iterdir())
        if path.is_file()
    }
    made["site.css"] = Path(__file__).with_name("site.css").read_text(encoding="utf-8")
    made["icon.svg"] = (ROOT / "web/public/icon.svg").read_text(encoding="utf-8")
    for path, text in made.items():
        there = files.get_file_from_path(path)
        if there is not None:
            files.remove(there)
        files.append(File.generated(config, path, content=text))
    guide = files.get_file_from_path("players/en/README.md")
    if guide is not None:
        files.remove(guide)  # its text is index.md
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn links to files of the repository into links to pages, or into names of files."""
    path = page.file.src_uri
    if path == "README.md":
        page.meta["hide"] = ["navigation"]
    if path == "players/en/index.md":
        others = " · ".join(
            f'<a href="{_from(page, f"help/{one}/")}">{name}</a>'
            for one, name in LANGUAGE_NAMES.items()
            if one != "en"
        )
        markdown = markdown.replace("\n\n", f"\n\n{others}\n\n", 1)
    home = posixpath.dirname(_HERE.get(path) or posixpath.join("docs", path))

    def turned(found: re.Match[str]) -> str:
        picture, text, goal = found.groups()
        address, sign, place = goal.partition("#")
        if re.match(r"[a-z]+:|/|#", goal) or not address:
            return found[0]
        there = posixpath.normpath(posixpath.join(home, address))
        if guide := _GUIDE.fullmatch(there):
            there = f"help/{guide[1]}/{guide[2] + '/' if guide[2] else ''}"
            return f'<a href="{_from(page, there)}{sign}{place}">{text}</a>'
        new = ELSEWHERE.get(there) or (there.removeprefix("docs/") if there.startswith("docs/") else "")
        if there.partition("/")[0] in FILES:
            new = there
        if not new:
            return f"{text} (`{there}`)"
        if new.endswith("examples/skirmish.toml"):
            return found[0]
        new = "players/en/index.md" if new == "players/en/README.md" else new
        link = posixpath.relpath(new, posixpath.dirname(path) or ".")
        return f"{picture}[{text}]({link}{sign}{place})"

    markdown = re.sub(r"^```python .*$", "```python", markdown, flags=re.MULTILINE)
    return _LINK.sub(turned, markdown) if (ROOT / "docs" / path).exists() or path in _HERE else markdown


def _from(page: Any, address: str) -> str:
    """An address of the site, as a link from a page: MkDocs does not know what is built apart."""
    return posixpath.relpath(address, page.url or ".") + "/"
