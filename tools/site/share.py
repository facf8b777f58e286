"""What the languages have in common is kept once, and what no page asks for is left out."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

SHARED = ("assets", "pictures")
LUNR = "lunr.{part}.min.js"
"""The files of the search: one for each language, and two for all."""
_SHARED = re.compile(rf'(?<=")((?:\.\./)*)(?:\./)?((?:{"|".join(SHARED)})/)')


def share(site: Path, languages: tuple[str, ...]) -> None:
    """Move the theme and the pictures of all languages to one place."""
    for name in SHARED:
        (site / languages[0] / name).rename(site / name)
    for language in languages:
        for name in (*SHARED, "404.html", "sitemap.xml.gz"):
            there = site / language / name
            shutil.rmtree(there) if there.is_dir() else there.unlink(missing_ok=True)
        for page in sorted((site / language).rglob("*.html")):
            text = page.read_text(encoding="utf-8")
            page.write_text(_SHARED.sub(r"../\1\2", text), encoding="utf-8")
    used = {LUNR.format(part=part) for part in (*languages, "multi", "stemmer.support")}
    for path in sorted((site / "assets").rglob("*")):
        if path.suffix == ".map" or ("lunr" in path.parts and path.is_file() and path.name not in used):
            path.unlink()
