"""Which editions there are: those of the package, and those in the user's own folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from flagfall.core import BadData, Fault, complaint, register
from flagfall.core.registry import register_reader

if TYPE_CHECKING:
    from flagfall.ranks.game import RankGame

BUILT_IN = (
    "original",
    "duel",
    "barrage",
    "star-wars-saga",
    "star-wars-powers",
    "star-wars-empire",
    "star-wars-rebellion",
    "transformers",
    "transformers-powers",
    "pirates",
    "pirates-code",
)
"""The editions of the package, in the order in which people meet them; each is ``editions/ID.toml``."""

USER_FOLDER = "FLAGFALL_EDITIONS"
"""The environment variable that names a folder of more editions, each ``ID.toml``."""


def user_folder() -> Path:
    """The folder whose editions are read besides those of the package."""
    named = os.environ.get(USER_FOLDER)
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "flagfall" / "editions"


def user_files() -> Iterator[Path]:
    """The edition files in the user's folder, by name."""
    folder = user_folder()
    if folder.is_dir():
        yield from sorted(folder.glob("*.toml"))


def load(path: Path) -> RankGame:
    """The game of an edition file; `BadData` lists its faults.

    The file has to be called by the id inside, so that records and views name a game that can be found.
    """
    from flagfall.ranks.editions.edition_files import read_edition_file
    from flagfall.ranks.game import RankGame

    edition = read_edition_file(path)
    if edition.id != path.stem:
        raise BadData([Fault(str(path), 0, "id", complaint("file.name", id=edition.id))])
    return RankGame(edition)


def is_edition_text(text: str) -> bool:
    """Whether a text may be that of an edition file: TOML, which never begins with a brace."""
    return not text.lstrip().startswith("{")


def from_text(id: str, text: str) -> RankGame:
    """The game of an edition's text, under an id; `BadData` lists its faults."""
    from msgspec.structs import replace

    from flagfall.ranks.editions.edition_files import read_edition
    from flagfall.ranks.game import RankGame

    return RankGame(replace(read_edition(text, id), id=id, file=""))


def announce() -> None:
    """Make every edition known to the registry; each is read when it is first asked for."""
    register_reader(is_edition_text, from_text)
    folder = Path(str(files("flagfall.ranks"))) / "editions"
    for id in BUILT_IN:
        path = folder / f"{id}.toml"
        register(id, partial(load, path))
    for path in user_files():
        if path.stem not in BUILT_IN:
            register(path.stem, partial(load, path))
