"""Every link of a built site: the file it names is there, and so is the place in it."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LINK = re.compile(r'<(?:a|link|img|script|source)\b[^>]*?\b(?:href|src)="([^"]*)"')
_PLACE = re.compile(r'\b(?:id|name)="([^"]+)"')


def dead(site: Path) -> list[str]:
    """What leads nowhere, a line each."""
    wrong = []
    for page in sorted(site.rglob("*.html")):
        if page.name == "404.html":
            continue
        for link in sorted(set(_LINK.findall(page.read_text(encoding="utf-8")))):
            parts = urlsplit(unescape(link))
            if parts.scheme or parts.netloc or parts.path.startswith("/"):
                continue
            there = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file():
                wrong.append(f"{page.relative_to(site)}: {link} leads nowhere")
            elif parts.fragment and there.suffix == ".html" and unquote(parts.fragment) not in _places(there):
                wrong.append(f"{page.relative_to(site)}: {link} names a place that is not there")
    return wrong


@cache
def _places(page: Path) -> frozenset[str]:
    return frozenset(unescape(name) for name in _PLACE.findall(page.read_text(encoding="utf-8")))
