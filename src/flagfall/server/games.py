"""The games of this server: those of the package, and the editions and scenarios that were uploaded."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Set

import flagfall
from flagfall.core import AnyGame, UnknownGame, register, unregister
from flagfall.core.registry import game_from_text
from flagfall.server.storage.store import Store
from flagfall.server.storage.uploads import upload_text

KEPT = 200
"""Uploaded games kept in memory at once, or more if more are being played."""


class Games:
    """Gives games by id. Uploaded ones have to be fetched before the first use.

    Those used last stay in memory, and all that ``played`` names; the others are fetched again.
    """

    def __init__(self, store: Store, played: Callable[[], Set[str]]) -> None:
        self._store = store
        self._played = played
        self._own: OrderedDict[str, tuple[AnyGame, str]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, id: str) -> AnyGame:
        """The game with an id, of the package or fetched before; `UnknownGame` if it is neither."""
        with self._lock:
            if id in self._own:
                self._own.move_to_end(id)
                return self._own[id][0]
        return flagfall.game(id)

    def text(self, id: str) -> str:
        """The text of an uploaded edition; empty for games of the package."""
        with self._lock:
            if id not in self._own:
                return ""
            self._own.move_to_end(id)
            return self._own[id][1]

    async def fetch(self, id: str) -> AnyGame:
        """The game with an id, from the database if it is not in memory; `UnknownGame` if there is none."""
        try:
            return await asyncio.to_thread(self, id)  # The first who asks waits until it is built.
        except UnknownGame:
            text = await self._store.read(lambda db: upload_text(db, id))
            if text is None:
                raise
            return await asyncio.to_thread(self.keep, id, text)

    def keep(self, id: str, text: str) -> AnyGame:
        """Make an uploaded edition or scenario known under its id."""
        game = game_from_text(id, text)
        with self._lock:
            self._own[id] = (game, text)
            self._own.move_to_end(id)
            register(id, lambda: game, game.family)  # Records are written and read by the registry's games.
            self._forget()
        return game

    def _forget(self) -> None:
        """Drop the games that were not used for longest, unless somebody plays them; never the newest."""
        if len(self._own) <= KEPT:
            return
        played = self._played()
        idle = [id for id in list(self._own)[:-1] if id not in played]
        for id in idle[: len(self._own) - KEPT]:
            del self._own[id]
            unregister(id)

    def ids(self) -> list[str]:
        """The games of the package that tables can be made for."""
        return [id for id in flagfall.games() if id not in self._own]
