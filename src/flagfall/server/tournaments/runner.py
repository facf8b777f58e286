"""Runs the tournaments that this process owns: reads what has happened, writes what follows, makes tables.

Nothing is kept here that matters. A process that dies is followed by another, which reads the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection as Database
from sqlalchemy.exc import DBAPIError

from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.bus_messages import LobbyChanged
from flagfall.server.cluster.ownership import Gone
from flagfall.server.hosting.new_table import PairedTable
from flagfall.server.hosting.owner_requests import EndNoShow
from flagfall.server.hosting.tables import Tables
from flagfall.server.refusal import Refusal
from flagfall.server.storage import tournament_owners, tournament_rows
from flagfall.server.storage.store import Fenced
from flagfall.server.storage.tournament_rows import Snapshot, StoredPairing, StoredPlayer
from flagfall.server.tournaments.plan import plan

POLL = 2.0
"""Seconds after which a process looks whether there is a tournament to run."""
AGAIN = 15.0
"""Seconds after which a tournament is looked at although nothing was told of it: news may get lost."""
AFTER_FAULT = 30.0

logger = logging.getLogger("flagfall.tournaments")


class _Next(NamedTuple):
    """When to look at a tournament again, whichever comes first."""

    due: int | None
    """By the clock of the tables, in milliseconds: something begins or ends then."""
    again: float
    """By the clock of the event loop, in seconds: whatever the other clock does, nothing waits for ever."""


class Runner:
    """The tournaments of this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store
        self._chance = tables.time_and_chance
        self._news = asyncio.Event()
        self._changed: set[str] = set()
        self._next: dict[str, _Next] = {}
        self._attended: set[str] = set()
        """Tables to which both players have come."""

    def look(self, id: str) -> None:
        """Look at a tournament soon: something has happened."""
        self._changed.add(id)
        self._news.set()

    async def run(self) -> None:
        """Run tournaments as long as the server runs."""
        while True:
            soonest = min(map(self._left, self._next.values()), default=POLL)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.01, min(POLL, soonest))):
                    await self._news.wait()
            self._news.clear()
            if self._tables.draining or not self._tables.members.lease_held:
                continue
            try:
                await self._look_at_all()
            except Exception as error:
                logger.error("tournaments cannot be looked for: %s", type(error).__name__)
                await asyncio.sleep(POLL)

    def _left(self, next: _Next) -> float:
        """Seconds until a tournament is looked at again."""
        again = next.again - asyncio.get_running_loop().time()
        return again if next.due is None else min(again, (next.due - self._chance.now()) / 1_000)

    async def _look_at_all(self) -> None:
        mine = await self._owned()
        changed, self._changed = self._changed, set()
        self._next = {id: self._next.get(id, _Next(None, 0.0)) for id in mine}
        for id in mine:
            if id in changed or self._left(self._next[id]) <= 0:
                self._next[id] = await self._look_at(id)

    async def _owned(self) -> list[str]:
        """The tournaments of this process, and those that become ours since they have no owner."""
        chance, me, alone = self._chance, self._tables.name, self._tables.members.alone
        now = chance.now()
        lost = await self._store.read(lambda db: tournament_owners.unowned(db, chance, me, alone, now))
        for one in lost:
            await self._store.write(partial(tournament_owners.claim, one=one, me=me))
        return await self._store.read(lambda db: tournament_owners.owned(db, me))

    async def _look_at(self, id: str) -> _Next:
        """Do what a tournament needs now; when to look again."""
        due: int | None = None
        wait = AGAIN
        try:
            due = await self._step(id)
        except Fenced:
            wait = 0.0  # Somebody has joined or left meanwhile, or another process runs it by now.
        except (DBAPIError, Gone) as error:
            logger.error("tournament %s waits: %s", id, type(error).__name__)
            wait = POLL
        except Exception:
            logger.exception("tournament %s cannot go on", id)
            wait = AFTER_FAULT
        return _Next(due, asyncio.get_running_loop().time() + wait)

    async def _read(self, id: str) -> Snapshot | None:
        return await self._store.read(lambda db: tournament_rows.snapshot(db, id, with_tables=True))

    async def _step(self, id: str) -> int | None:
        """Write what follows from what has happened, then make missing tables; when something is due."""
        snapshot = await self._read(id)
        if snapshot is None or snapshot.tournament.owner != self._tables.name:
            return None
        now, rest = self._chance.now(), int(self._tables.settings.tournament_rest * 1_000)
        # Pairing a large field takes a while.
        found = await asyncio.to_thread(plan, snapshot, now, self._chance.id, rest)
        if not found.empty:
            before = snapshot.tournament
            await self._store.write(lambda db: tournament_rows.carry_out(db, before, found, now))
            self._tell(id)
            return now  # The next look finds what is there now.
        made = False
        for game in snapshot.pairings:
            if game.table and not game.made and game.points is None:
                made |= await self._make(snapshot, game)
        if made:
            self._tell(id)
        wakes = [at for at in (found.wake, await self._end_no_shows(snapshot)) if at is not None]
        return min(wakes, default=None)

    def _tell(self, id: str) -> None:
        self._tables.bus.broadcast(LobbyChanged(tournament=id))

    async def _make(self, snapshot: Snapshot, game: StoredPairing) -> bool:
        """Make the table of a game, in one transaction with the note that it is made."""
        tournament, wish = snapshot.tournament, snapshot.tournament.wish
        players = {one.number: one for one in snapshot.players}
        assert game.second is not None
        both = (players[game.first], players[game.second])
        first, second = await self._store.read(lambda db: _sitters(db, both))
        if first is None or second is None:
            return False  # An account was deleted: the next look finds the game won by the other.
        table = PairedTable(
            game.table,
            tournament.id,
            wish.game,
            wish.options,
            wish.clock,
            wish.setup,
            wish.rated,
            tournament.private,
            (first, second),
        )

        def hold(db: Database) -> bool:
            return tournament_rows.mark_made(db, tournament.id, tournament.epoch, game.number)

        return await self._tables.create_paired(table, hold)

    async def _end_no_shows(self, snapshot: Snapshot) -> int | None:
        """Have the games ended to which somebody has not come; when the next one may be due."""
        now, patience = self._chance.now(), int(self._tables.settings.tournament_no_show * 1_000)
        wakes: list[int] = []
        for id, (info, _) in snapshot.tables.items():
            if id in self._attended or info.status not in ("setup", "play"):
                continue
            if info.created + patience > now:
                wakes.append(info.created + patience)
                continue
            with contextlib.suppress(Refusal, Gone):
                if await self._tables.table_calls.ask(id, EndNoShow(patience)):
                    self._attended.add(id)
        self._attended &= snapshot.tables.keys() | self._others(snapshot)
        return min(wakes, default=None)

    def _others(self, snapshot: Snapshot) -> set[str]:
        """Tables that belong to other tournaments, as far as is known."""
        return self._attended - {game.table for game in snapshot.pairings}


def _sitters(
    db: Database, both: tuple[StoredPlayer, StoredPlayer]
) -> tuple[Identity | str | None, Identity | str | None]:
    """Two players as their table takes them; None for an account that is deleted."""
    names = tournament_rows.people(db, (one.person for one in both if one.person))

    def sitter(one: StoredPlayer) -> Identity | str | None:
        if one.bot:
            return one.bot
        if one.person not in names:
            return None
        name, guest = names[one.person]
        return Identity(one.person, name, guest, () if one.api else None)

    return sitter(both[0]), sitter(both[1])
