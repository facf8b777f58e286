"""The games of this server: those of the package, and the editions and scenarios that were uploaded."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Set
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, select

import flagfall
from flagfall.core import BadData, Game, UnknownGame, register, unregister
from flagfall.hexes.game import HexGame
from flagfall.ranks.edition_files import read_edition
from flagfall.ranks.game import RankGame
from flagfall.server.storage import schema
from flagfall.server.storage.store import Store
from flagfall.server.uploaded_games import OwnGame, own_game
from flagfall.server.wire.faults import in_file
from flagfall.server.wire.people import ArmyCard, BoardInfo, GameCard, GameInfo
from flagfall.server.wire.tables import FaultAt

KEPT = 200
"""Uploaded games kept in memory at once, if not more are being played."""


class Games:
    """Gives games by id. Uploaded ones have to be fetched before the first use.

    Of those the ones used last stay in memory, and all that ``played`` names; the others are fetched again.
    """

    def __init__(self, store: Store, played: Callable[[], Set[str]]) -> None:
        self._store = store
        self._played = played
        self._own: OrderedDict[str, tuple[OwnGame, str]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, id: str) -> Game[Any, Any, Any]:
        """The game with an id, of the package or fetched before; `UnknownGame` else."""
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

    async def fetch(self, id: str) -> Game[Any, Any, Any]:
        """The game with an id, from the database if need be."""
        try:
            return self(id)
        except UnknownGame:
            text = await self._store.read(lambda connection: edition_text(connection, id))
            if text is None:
                raise
            self.keep(id, text)
            return self(id)

    def keep(self, id: str, text: str) -> OwnGame:
        """Make an uploaded edition or scenario known under its id."""
        game = own_game(id, text)
        with self._lock:
            self._own[id] = (game, text)
            self._own.move_to_end(id)
            register(id, lambda: game)  # Records are written and read by the registry's games.
            self._forget()
        return game

    def _forget(self) -> None:
        """Let go of what was not used for longest, as far as nobody plays it and it is not the newest."""
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


def edition_text(connection: Connection, id: str) -> str | None:
    """The text of an uploaded edition."""
    found: str | None = connection.execute(
        select(schema.editions.c.text).where(schema.editions.c.id == id)
    ).scalar()
    return found


def check(text: str) -> tuple[str, RankGame | None, tuple[FaultAt, ...]]:
    """The id that an edition would get, the game, and its faults."""
    try:
        edition = read_edition(text, "edition")
    except BadData as error:
        return "", None, tuple(map(in_file, error.faults))
    id = f"{edition.id[:40]}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"
    return id, RankGame(replace(edition, id=id, file="")), ()


def card(game: Game[Any, Any, Any], own: bool = False) -> GameCard:
    """A game in the gallery."""
    if isinstance(game, HexGame):
        return _scenario_card(game, own)
    assert isinstance(game, RankGame)
    edition = game.edition
    first, second = (ArmyCard(army.id, army.names, army.colour, army.size) for army in edition.armies)
    return GameCard(
        game.id,
        game.family,
        edition.names,
        edition.summary,
        edition.theme,
        game.board.width,
        game.board.height,
        (first, second),
        len(edition.powers),
        edition.has_modes,
        own,
    )


COLOURS = ("#9c2f24", "#27508c")
"""Of the sides of a scenario, which names none: they differ in lightness too."""


def _scenario_card(game: HexGame, own: bool) -> GameCard:
    scenario = game.scenario
    first, second = (
        ArmyCard(side.id, asdict(side.name), COLOURS[seat], len(side.units))
        for seat, side in enumerate(scenario.sides)
    )
    there = game.board().map
    return GameCard(
        game.id,
        game.family,
        asdict(scenario.title),
        asdict(scenario.text),
        "robots",
        there.width,
        there.height,
        (first, second),
        0,
        True,
        own,
    )


def info(game: Game[Any, Any, Any], styles: tuple[str, ...], own: bool = False) -> GameInfo:
    """Everything about a game; not where its file lies on this machine."""
    assert isinstance(game, RankGame)
    board = game.board
    return GameInfo(
        card(game, own),
        replace(game.edition, file=""),
        BoardInfo(board.width, board.height, (board.homes[0], board.homes[1]), tuple(sorted(board.blocked))),
        styles,
    )
