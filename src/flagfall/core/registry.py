"""Which games there are. Families announce theirs; a game is built when it is first asked for."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from importlib import import_module
from typing import Any

from flagfall.core.errors import UnknownGame
from flagfall.core.protocol import Game

FAMILIES = ("flagfall.ranks", "flagfall.hexes")

_makers: dict[str, Callable[[], Game[Any, Any, Any]]] = {}
_families: dict[str, str] = {}
_built: dict[str, Game[Any, Any, Any]] = {}
_loaded = False
_announcing = ""


def register(id: str, maker: Callable[[], Game[Any, Any, Any]], family: str = "") -> None:
    """Make a game known under an id. The maker is called once, when the game is first asked for."""
    _makers[id] = maker
    _families[id] = family or _announcing
    _built.pop(id, None)


def unregister(id: str) -> None:
    """Forget a game; whoever holds it can go on with it."""
    _makers.pop(id, None)
    _families.pop(id, None)
    _built.pop(id, None)


def _load() -> None:
    global _loaded, _announcing
    if not _loaded:
        _loaded = True
        for module in FAMILIES:
            _announcing = module.rpartition(".")[2]
            import_module(module).announce()
        _announcing = ""


def games(family: str | None = None) -> tuple[str, ...]:
    """The ids of all games, or of one family (``ranks``, ``hexes``), in the order of their announcement."""
    _load()
    # A copy: a server makes games known and forgets them while others ask.
    return tuple(id for id in list(_makers) if family is None or _families.get(id) == family)


def game(id: str) -> Game[Any, Any, Any]:
    """The game with an id; `UnknownGame` names those that look like it."""
    _load()
    if id not in _built:
        if id not in _makers:
            raise UnknownGame(id, difflib.get_close_matches(id, list(_makers), n=3))
        _built[id] = _makers[id]()
    return _built[id]
