"""Built pages without inline scripts and styles, so that the policy of the server lets them run."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_LEFT = re.compile(
    r"<script(?![^>]*\b(?:src=|type=\"application/json\"))[^>]*>|<style\b|\sstyle=\"|\son\w+=\""
)


def without_inline(site: Path) -> None:
    """Move every inline script and style of the pages of a site into files beside them."""
    for page in sorted(site.rglob("*.html")):
        text = page.read_text(encoding="utf-8")

        def script(found: re.Match[str], page: Path = page) -> str:
            return f'<script src="{_kept(site, page, found[1], ".js")}"></script>'

        def style(found: re.Match[str], page: Path = page) -> str:
            return f'<link rel="stylesheet" href="{_kept(site, page, found[1], ".css")}">'

        page.write_text(_STYLE.sub(style, _SCRIPT.sub(script, text)), encoding="utf-8")


def inline(page: str) -> list[str]:
    """What is still inline in a page."""
    return _LEFT.findall(page)


def _kept(site: Path, page: Path, text: str, suffix: str) -> str:
    """A file that holds a text, as the page writes its address."""
    name = hashlib.sha256(text.encode()).hexdigest()[:12] + suffix
    folder = site / "inline"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return Path(os.path.relpath(folder / name, page.parent)).as_posix()
