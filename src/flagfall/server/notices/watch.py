"""Notices who is away when a slow game waits for them, when they are challenged, when a tournament begins.

A table tells its owner process, and no other, that it has gone on; some time later this looks whether the
player has come. What somebody was told is stored before it is sent, so that neither a restart nor another
process tells it again. Somebody with an open page is told there, and nowhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from sqlalchemy import Connection as Database

from flagfall.core import FlagfallError
from flagfall.server.accounts import friends
from flagfall.server.cluster.ownership import Gone
from flagfall.server.hosting.tables import Tables
from flagfall.server.notices.delivery import Delivery
from flagfall.server.notices.texts import Notice
from flagfall.server.refusal import Refusal
from flagfall.server.storage.notices import addresses, sent_notices
from flagfall.server.storage.notices.sent_notices import SoonPlayer
from flagfall.server.storage.presence import who_is_here
from flagfall.server.storage.tables.table_owners import Elsewhere
from flagfall.server.tables.actor import Actor
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.notices import NoticeKind
from flagfall.server.wire.tables import DaysClock, PersonSitter, Sitter
from flagfall.server.wire.tournaments import NewTournament

POLL = 20.0
"""Seconds between two looks at tournaments that begin soon."""
SCAN = 300.0
"""Seconds between two searches for what no process has told, since the one that knew of it has ended."""
DAY = 86_400_000
MINUTE = 60_000
SOON = 15 * MINUTE
"""Milliseconds before its start at which a tournament begins soon, and..."""
TOO_LATE = 2 * MINUTE
"""...from which on nobody is told any more."""
LONGEST = 7 * 86_400
"""Seconds for which a push service keeps a message at most."""
CHALLENGED = -1
"""What is noted of a challenge; the game that follows counts from 0 on."""

logger = logging.getLogger("flagfall.notices")


class _Due(msgspec.Struct, frozen=True):
    """Somebody for whom a table waits."""

    person: str
    present: bool
    number: int
    notice: Notice


class Watch:
    """Watches the tables of this process for those who are away."""

    def __init__(self, tables: Tables, delivery: Delivery) -> None:
        self._tables = tables
        self._store = tables.store
        self._chance = tables.time_and_chance
        self._delivery = delivery
        self._delay = tables.settings.notice_seconds
        self._news = asyncio.Event()
        self._turns: dict[str, float] = {}
        """When to look at which table."""
        self._challenges: dict[tuple[str, str], float] = {}
        """When to look at the challenge of which person to which table."""
        self._next_scan = self._next_soon = 0.0

    # ---- what has happened ------------------------------------------------------------------------

    def moved(self, actor: Actor) -> None:
        """Look at a table some time after it has gone on; what follows quickly is one notice."""
        state = actor.table_state
        if state.live and isinstance(state.opened.clock, DaysClock) and any(map(_waits, *_seats(state))):
            self._turns[state.id] = asyncio.get_running_loop().time() + self._delay
            self._news.set()
        else:
            self._turns.pop(state.id, None)

    def challenged(self, person: str, table: str) -> None:
        """Look some time later whether somebody has seen that they are challenged."""
        self._challenges[person, table] = asyncio.get_running_loop().time() + self._delay
        self._news.set()

    # ---- looking ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Look as long as the server runs."""
        clock = asyncio.get_running_loop().time
        while True:
            waiting = [*self._turns.values(), *self._challenges.values(), self._next_soon, self._next_scan]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.01, min(waiting) - clock())):
                    await self._news.wait()
            self._news.clear()
            if self._tables.draining or not self._tables.members.lease_held:
                await asyncio.sleep(1)
                continue
            try:
                await self._look(clock())
            except Exception as error:
                logger.error("notices have to wait: %s", type(error).__name__)
                await asyncio.sleep(POLL)

    async def _look(self, now: float) -> None:
        if self._next_scan <= now:
            self._next_scan = now + SCAN
            await self._scan(now)
        if self._next_soon <= now:
            self._next_soon = now + POLL
            await self._look_at_tournaments()
        for table in [table for table, at in self._turns.items() if at <= now]:
            del self._turns[table]
            await self._look_at_table(table)
        for person, table in [which for which, at in self._challenges.items() if at <= now]:
            del self._challenges[person, table]
            await self._look_at_challenge(person, table)

    async def _scan(self, now: float) -> None:
        """Find what another process knew of, or this one before it was started; forget what is old."""
        time = self._chance.now()
        until = time - int(self._delay * 1_000)
        for table in await self._store.read(lambda db: sent_notices.untold_tables(db, time - DAY, until)):
            self._turns.setdefault(table, now)
        for which in await self._store.read(lambda db: sent_notices.untold_challenges(db, time - DAY)):
            self._challenges.setdefault(which, now)

        def clean(db: Database) -> None:
            addresses.forget_unconfirmed(db, time)
            sent_notices.forget_old(db, time - 90 * DAY)

        await self._store.write(clean)

    async def _look_at_table(self, table: str) -> None:
        try:
            actor = await self._tables.table(table)
            # In the table's own order, so that nothing is half done.
            due = await actor.ask(lambda: self._due(actor))
        except (Elsewhere, Gone, Refusal, FlagfallError):
            return  # It has another owner, or is no more.
        for one in due:
            await self._tell(one.person, one.present, one.number, one.notice)

    async def _due(self, actor: Actor) -> list[_Due]:
        """Those who have to do something at a table, with what they are to be told."""
        state = actor.table_state
        clock = state.opened.clock
        if not state.live or not isinstance(clock, DaysClock):
            return []
        here = {connection.person for connection in actor.connections}
        setup = state.status == "setup"
        found = []
        for seat, (sitter, due) in enumerate(zip(*_seats(state), strict=True)):
            if _waits(sitter, due):
                assert isinstance(sitter, PersonSitter)
                other = state.sitter(1 - seat)
                notice = Notice(
                    "turn",
                    state.id,
                    "setup" if setup else "turn",
                    f"/table/{state.id}",
                    state.game.presentation.names,
                    other.name if isinstance(other, PersonSitter) else "",
                    seconds=min(clock.days * 86_400, LONGEST),
                )
                # Each action is another moment; a set-up is one, however often the other player changes.
                found.append(_Due(sitter.id, sitter.id in here, 0 if setup else state.acts, notice))
        return found

    async def _look_at_challenge(self, person: str, table: str) -> None:
        found = await self._store.read(lambda db: friends.invitation(db, person, table))
        if found is None:
            return
        game = await self._tables.games.fetch(found.table.game)
        # The page of friends asks who it is; the code of the table would let anybody in.
        notice = Notice("challenge", table, "challenge", "/friends", game.presentation.names, found.by.name)
        await self._tell(person, False, CHALLENGED, notice)

    async def _look_at_tournaments(self) -> None:
        now = self._chance.now()
        soon = await self._store.read(
            lambda db: sent_notices.tournaments_soon(db, now + TOO_LATE, now + SOON)
        )
        for one in soon:
            await self._tell(one.person, False, 0, await self._beginning(one, now))

    async def _beginning(self, one: SoonPlayer, now: int) -> Notice:
        wish = msgspec.json.decode(one.wish, type=NewTournament)
        game = await self._tables.games.fetch(wish.game)
        return Notice(
            "tournament",
            one.tournament,
            "tournament",
            f"/tournaments/{one.tournament}",
            game.presentation.names,
            title=wish.name,
            minutes=round((one.starts - now) / MINUTE),
            seconds=max(1, (one.starts - now) // 1_000),
        )

    async def _tell(self, person: str, present: bool, number: int, notice: Notice) -> None:
        """Tell somebody who is away, if they want to be told and were not told before."""
        now = self._chance.now()
        kind: NoticeKind = notice.kind
        ways = await self._store.read(lambda db: sent_notices.ways_to(db, person, kind, now))
        if ways is None:
            return

        def work(db: Database) -> bool:
            there = present or bool(who_is_here(db, self._chance, [person]))
            if there and kind == "tournament":
                return False  # They may leave before it begins.
            return sent_notices.note(db, person, notice.about, number, now) and not there

        if await self._store.write(work):
            self._delivery.tell(notice, ways)


def _seats(state: TableState) -> tuple[list[Sitter | None], tuple[bool, bool]]:
    return state.sitters, state.due


def _waits(sitter: Sitter | None, due: bool) -> bool:
    """Whether a table waits for a person; programs find out by themselves."""
    return due and isinstance(sitter, PersonSitter) and not sitter.bot
