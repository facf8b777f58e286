"""Build the site: ``python -m tools.site`` makes it in ``site/``; ``... help FOLDER`` that of the players.

The players' part is built once for each language, into ``help/``, as a server sends it under ``/help``.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")  # the lock file holds MkDocs 1

from mkdocs.commands.build import build
from mkdocs.config import load_config

from flagfall.core.words import LANGUAGE_NAMES, LANGUAGES
from tools.site import links, players
from tools.site.no_inline import without_inline
from tools.site.share import share

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
STYLE = Path(__file__).with_name("site.css")
EXTENSIONS = ["admonition", "attr_list", "tables", "toc", "pymdownx.highlight", "pymdownx.superfences"]


def main(*arguments: str) -> int:
    """Build what is asked for, and check every link of it."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    if arguments[:1] == ("help",):
        site = Path(arguments[1]).resolve() if arguments[1:] else SITE / "help"
        build_help(site)
    else:
        site = SITE
        with _empty(site) as fresh:
            build_whole(fresh)
            build_help(fresh / "help")
            wrong = links.dead(fresh)
            for line in wrong:
                print(line)
            if wrong:
                return 1
        print(f"The site is in {site.relative_to(ROOT)}/index.html")
    return 0


def build_whole(site: Path) -> None:
    """All pages, in English."""
    _build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(site), strict=True))


def build_help(site: Path) -> None:
    """The players' pages in every language, each with a search of its own."""
    with _empty(site) as fresh:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as folder:
                pages = Path(folder) / "pages"
                write_pages(pages, language)
                settings = Path(folder) / "mkdocs.yml"  # JSON is YAML
                settings.write_text(json.dumps(help_settings(pages, fresh / language, language)))
                _build(load_config(str(settings)))
        share(fresh, LANGUAGES)
        without_inline(fresh)
        wrong = links.dead(fresh)
        if wrong:
            raise SystemExit("\n".join(wrong))


def write_pages(folder: Path, language: str) -> None:
    """The Markdown of a language with its pictures, style and letters."""
    for path, text in players.pages(language).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "pictures").mkdir()
    for name, picture in players.pictures().items():
        (folder / "pictures" / name).write_text(picture, encoding="utf-8")
    shutil.copy(STYLE, folder / "site.css")
    shutil.copy(ROOT / "web" / "public" / "icon.svg", folder / "icon.svg")


def help_settings(pages: Path, site: Path, language: str) -> dict[str, object]:
    """How the pages of a language are built."""
    say = players.words(language)
    return {
        "site_name": say["help"],
        "docs_dir": str(pages),
        "site_dir": str(site),
        "strict": True,
        "theme": {
            "name": "material",
            "language": language,
            "font": False,
            "logo": "icon.svg",
            "favicon": "icon.svg",
            "features": ["navigation.top", "search.highlight"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "custom"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "custom"},
            ],
        },
        "extra": {
            "generator": False,
            "homepage": "/",
            "alternate": [
                {"name": name, "link": f"../{one}/", "lang": one} for one, name in LANGUAGE_NAMES.items()
            ],
        },
        "extra_css": ["site.css"],
        "markdown_extensions": EXTENSIONS,
        "plugins": [{"search": {"lang": language}}],
        "nav": players.nav(language),
        "validation": {"absolute_links": "ignore", "anchors": "warn", "unrecognized_links": "warn"},
    }


def _build(config: Any) -> None:
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()


@contextmanager
def _empty(folder: Path) -> Iterator[Path]:
    """A new folder that takes the place of another one when all has gone well."""
    fresh = folder.with_name(folder.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    yield fresh
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
