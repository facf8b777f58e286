"""Which games there are. Families announce theirs; a game is built when it is first asked for.

A family of another package plugs in by an entry point of the group ``flagfall.families``, which names a
module with a function ``announce`` that calls `register` for each of its games::

    [project.entry-points."flagfall.families"]
    cards = "my_package.cards"
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points

from flagfall.core.errors import UnknownGame
from flagfall.core.protocol import AnyGame

FAMILIES = ("flagfall.ranks", "flagfall.hexes")
PLUG_INS = "flagfall.families"
"""The group of entry points by which other packages add theirs."""

_makers: dict[str, Callable[[], AnyGame]] = {}
_families: dict[str, str] = {}
_unlisted: set[str] = set()
_built: dict[str, AnyGame] = {}
_readers: list[tuple[Callable[[str], bool], Callable[[str, str], AnyGame]]] = []
"""Of each family whose games may be texts: whether a text is one, and the game with an id and that text."""
_loaded = False
_announcing = ""
_lock = threading.RLock()
"""Held while families announce and while a game is built: each happens once, whatever is asked meanwhile."""


def register(id: str, maker: Callable[[], AnyGame], family: str = "", listed: bool = True) -> None:
    """Make a game known under an id. The maker is called once, when the game is first asked for.

    One that is not ``listed`` is found by its id alone, like the missions of the hex game.
    """
    _makers[id] = maker
    _families[id] = family or _announcing
    (_unlisted.discard if listed else _unlisted.add)(id)
    _built.pop(id, None)


def unregister(id: str) -> None:
    """Forget a game; those who hold it can go on with it."""
    _makers.pop(id, None)
    _families.pop(id, None)
    _unlisted.discard(id)
    _built.pop(id, None)


def register_reader(recognises: Callable[[str], bool], make: Callable[[str, str], AnyGame]) -> None:
    """Let games of a family be made from texts, as people upload them: see `game_from_text`."""
    _readers.append((recognises, make))


def _load() -> None:
    """Let all families announce their games, once; if one fails, the next who asks tries again."""
    global _loaded, _announcing
    if _loaded:
        return
    with _lock:
        if _loaded or _announcing:  # A family that announces may ask which games there are so far.
            return
        _readers.clear()
        try:
            for module in (*FAMILIES, *(found.value for found in entry_points(group=PLUG_INS))):
                _announcing = module.rpartition(".")[2]
                import_module(module).announce()
            _loaded = True
        finally:
            _announcing = ""


def games(family: str | None = None) -> tuple[str, ...]:
    """The ids of all games, or of one family (``ranks``, ``hexes``), in the order of their announcement."""
    return tuple(id for id in _of_family(family) if id not in _unlisted)


def unlisted_games(family: str | None = None) -> tuple[str, ...]:
    """The ids of the games that no list shows, such as missions; `game` gives them like any other."""
    return tuple(id for id in _of_family(family) if id in _unlisted)


def _of_family(family: str | None) -> list[str]:
    _load()
    # A copy: a server makes games known and forgets them while others ask.
    return [id for id in list(_makers) if family is None or _families.get(id) == family]


def family_of(id: str) -> str:
    """The family of a game, without building it."""
    _load()
    return _families[id]


def game_from_text(id: str, text: str) -> AnyGame:
    """The game that a text describes, under an id; it is not registered.

    The families are asked which of them knows such texts, the one that was announced last first.
    """
    _load()
    for recognises, make in reversed(_readers):
        if recognises(text):
            return make(id, text)
    raise UnknownGame(id, [])


def game(id: str) -> AnyGame:
    """The game with an id; `UnknownGame` names those that look like it."""
    _load()
    built = _built.get(id)
    if built is not None:
        return built
    with _lock:
        if id not in _built:
            maker = _makers.get(id)
            if maker is None:
                raise UnknownGame(id, difflib.get_close_matches(id, list(_makers), n=3))
            _built[id] = maker()
        return _built[id]
