"""All tables of this process: made, found, woken after a restart, watched by the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import os
import re
from typing import Any

import msgspec
from sqlalchemy import Connection as Database
from sqlalchemy import insert, select, update

from flagfall.ranks.actions import Deploy
from flagfall.server import people, rating, schema, seating
from flagfall.server.actor import Actor
from flagfall.server.bot_pool import BotPool
from flagfall.server.chat import Chat
from flagfall.server.games import Games
from flagfall.server.journal import Entry, Opened, Revived, read_entry
from flagfall.server.ledger import Ledger, RulesChanged
from flagfall.server.lobby import LobbyRoom
from flagfall.server.people import Identity
from flagfall.server.referee import Refusal
from flagfall.server.settings import Settings
from flagfall.server.store import Append, Store
from flagfall.server.wire import (
    BotSitter,
    PersonSitter,
    TableInfo,
)
from flagfall.server.world import World

PULSE = 2.0
"""Seconds between two notes that this process is alive: what a crash can cost a running clock."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

logger = logging.getLogger("flagfall.tables")


class Hall:
    """The tables, and what they share."""

    def __init__(self, settings: Settings, store: Store, world: World | None = None) -> None:
        self.settings = settings
        self.store = store
        self.world = world or World()
        self.owner = f"{os.getpid()}-{self.world.id()}"
        self.games = Games(store)
        self.bots = BotPool(settings.bot_processes)
        self.chat = Chat(store, self.world, settings.says_per_minute, settings.chat)
        self.lobby = LobbyRoom(store)
        self.actors: dict[str, Actor] = {}
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def loop_time(self) -> float:
        """Seconds that only ever grow, for waiting."""
        return asyncio.get_running_loop().time()

    # ---- life -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin: tell that we are alive, and wake the tables whose clocks run or whose bots are due."""
        await self._pulse()
        now = self.world.now()
        await self.store.write(lambda db: people.sweep(db, now))
        if self.settings.bot_warm:
            await self.bots.warm()
        self._tasks = [
            asyncio.create_task(self._pulse_on()),
            asyncio.create_task(self._wake()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self.lobby.run()),
        ]

    async def stop(self) -> None:
        """End: let everybody go, to come back later."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for actor in list(self.actors.values()):
            actor.give_up(1012, "restart")
        self.lobby.close()
        await self.bots.stop()
        with contextlib.suppress(Exception):
            await self._pulse()

    async def _pulse(self) -> None:
        def work(db: Database) -> None:
            values = {"at": self.world.now()}
            if not db.execute(
                update(schema.pulse).where(schema.pulse.c.owner == self.owner).values(values)
            ).rowcount:
                db.execute(insert(schema.pulse).values(owner=self.owner, **values))

        await self.store.write(work)

    async def _pulse_on(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._pulse()
            except Exception:
                logger.exception("the database does not answer")

    async def _wake(self) -> None:
        ids = await self.store.read(
            lambda db: list(db.execute(select(schema.tables.c.id).where(schema.tables.c.wakes)).scalars())
        )
        for id in ids:
            try:
                await self.table(id)
            except Exception:
                logger.exception("table %s cannot be woken", id)

    async def _sweep(self) -> None:
        """Put tables out of memory that nobody looks at and that wait for nobody."""
        while True:
            await asyncio.sleep(min(30, self.settings.idle_seconds))
            long_ago = self.world.now() - self.settings.idle_seconds * 1_000
            for actor in list(self.actors.values()):
                if not actor.connections and not actor.ledger.wakes and actor.idle_since < long_ago:
                    actor.post(self._sleeper(actor))

    def _sleeper(self, actor: Actor) -> Any:
        async def sleep() -> None:
            if not actor.connections and not actor.ledger.wakes:
                actor.give_up()

        return sleep

    def forget(self, actor: Actor) -> None:
        """An actor has given its table up."""
        if self.actors.get(actor.ledger.id) is actor:
            del self.actors[actor.ledger.id]

    # ---- finding --------------------------------------------------------------------------------

    async def table(self, id: str) -> Actor:
        """The actor of a table, from memory or from the log; refused if there is no such table."""
        if id in self.actors:
            return self.actors[id]
        if not _ID.fullmatch(id):
            raise Refusal("not-found", "there is no such table")
        if id in self._loading:
            return await asyncio.shield(self._loading[id])
        future: asyncio.Future[Actor] = asyncio.get_running_loop().create_future()
        self._loading[id] = future
        try:
            actor = await self._load(id)
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # Seen: perhaps nobody else waits.
            raise
        else:
            future.set_result(actor)
            return actor
        finally:
            del self._loading[id]

    async def _load(self, id: str) -> Actor:
        """Take a table over and read its log."""

        def claim(db: Database) -> tuple[Any, list[Any], int | None] | None:
            before = db.execute(
                select(schema.tables.c.owner, schema.tables.c.code).where(schema.tables.c.id == id)
            ).first()
            if before is None:
                return None
            epoch = db.execute(
                update(schema.tables)
                .where(schema.tables.c.id == id)
                .values(epoch=schema.tables.c.epoch + 1, owner=self.owner)
                .returning(schema.tables.c.epoch)
            ).scalar_one()
            alive = db.execute(select(schema.pulse.c.at).where(schema.pulse.c.owner == before.owner)).scalar()
            rows = list(
                db.execute(
                    select(schema.log.c.at, schema.log.c.body)
                    .where(schema.log.c.table_id == id)
                    .order_by(schema.log.c.number)
                )
            )
            return (epoch, before.owner, before.code), rows, alive

        found = await self.store.write(claim)
        if found is None:
            raise Refusal("not-found", "there is no such table")
        (epoch, owner, code), rows, alive = found
        ledger = Ledger(id, self.games, self.world.commit)
        first = read_entry(rows[0].body)
        assert isinstance(first, Opened)
        await self.games.fetch(first.game)
        changed = False
        for row in rows:
            try:
                ledger.take(read_entry(row.body), row.at, tell=False)
            except RulesChanged:
                logger.error("table %s cannot go on under the rules of today", id)
                changed = True
                break
        ledger.length = len(rows)
        actor = Actor(self, ledger, epoch, code)
        self.actors[id] = actor
        if changed:
            actor.post(actor.close)
        elif ledger.live and owner != self.owner and ledger.clocks.deadline() is not None:
            # Nobody's time ran while the server was away.
            at = max(alive or ledger.updated, ledger.clocks.since)
            left = ledger.clocks.at(min(at, self.world.now()))
            await actor.ask(lambda: actor.commit(Revived(left)))
        if ledger.status == "over" and ledger.opened.rated and ledger.ratings == (None, None):
            actor.post(actor.rate)
        return actor

    def may_enter(self, actor: Actor, code: str) -> bool:
        """Whether somebody without a seat may know of a table: it is public, or he has its code."""
        fits = hmac.compare_digest(code.encode(), actor.code.encode())
        return fits or not actor.ledger.opened.private

    def may_watch(self, actor: Actor, code: str) -> bool:
        """Whether somebody without a seat may follow a table, or see its replay."""
        ledger = actor.ledger
        if ledger.status == "over":
            return not ledger.opened.private or ledger.shared
        return ledger.opened.watch and self.may_enter(actor, code)

    async def rematch(self, ledger: Ledger) -> str:
        """Another table with the same players and the seats changed; its id."""
        return await seating.rematch(self, ledger)

    # ---- after an entry ---------------------------------------------------------------------------

    def moved(self, actor: Actor, entry: Entry, changed: bool) -> None:
        """A table went on: the lobby, and those of its players who are elsewhere, may want to know."""
        ledger = actor.ledger
        if changed:
            self.lobby.changed()
        what = {"setup": "began", "over": "over", "aborted": "over"}.get(ledger.status) if changed else None
        here = {connection.person for connection in actor.connections}
        for seat, sitter in enumerate(ledger.sitters):
            if isinstance(sitter, PersonSitter) and sitter.id not in here:
                told = what or ("turn" if ledger.due[seat] else None)
                if told is not None:
                    self.lobby.notice(sitter.id, told, ledger.info)

    async def hand_over(self, person: str, identity: Identity) -> None:
        """Let a guest's live games go on under the account that he has become."""
        for id in await self._live_tables(person):
            actor = await self.table(id)
            await actor.ask(actor.hander(person, identity))

    async def forget_person(self, person: str) -> None:
        """Delete a person: his live games end first, then all that is his goes."""
        for id in await self._live_tables(person):
            actor = await self.table(id)
            await actor.ask(actor.leaver(person))
        await self.store.write(lambda db: people.forget(db, person))

    async def _live_tables(self, person: str) -> list[str]:
        seats = schema.seats
        ids = await self.store.read(
            lambda db: list(
                db.execute(
                    select(seats.c.table_id)
                    .join(schema.tables, schema.tables.c.id == seats.c.table_id)
                    .where(
                        seats.c.person == person,
                        schema.tables.c.status.in_(("open", "setup", "play")),
                    )
                ).scalars()
            )
        )
        return list(dict.fromkeys(ids))

    async def count_setups(self, ledger: Ledger) -> None:
        """Count a finished game for the saved set-ups that were played in it."""
        outcome, opened = ledger.outcome, getattr(ledger.state, "setups", None)
        if outcome is None or opened is None:
            return
        table = schema.setups
        played = [
            (sitter.id, seat, ledger.game.write_setup(Deploy(opened[seat]), seat), outcome.scores[seat])
            for seat, sitter in enumerate(ledger.sitters)
            if isinstance(sitter, PersonSitter) and opened[seat] is not None
        ]

        def work(db: Database) -> None:
            for person, seat, text, score in played:
                db.execute(
                    update(table)
                    .where(
                        table.c.person == person,
                        table.c.game == ledger.opened.game,
                        table.c.seat == seat,
                        table.c.text == text,
                    )
                    .values(played=table.c.played + 1, score=table.c.score + score)
                )

        await self.store.write(work)

    async def keep_info(self, info: TableInfo) -> None:
        """Store what lists show of a table, after a change that its row did not carry."""
        text = msgspec.json.encode(info).decode()
        await self.store.write(
            lambda db: db.execute(
                update(schema.tables).where(schema.tables.c.id == info.id).values(info=text)
            )
        )

    async def rate(self, actor: Actor) -> None:
        """Store the ratings after a rated game together with the entry that tells of them."""
        ledger = actor.ledger
        outcome = ledger.outcome
        if outcome is None or not ledger.opened.rated or ledger.ratings != (None, None):
            return
        keys = [f"bot:{one.id}" if isinstance(one, BotSitter) else one.id for one in ledger.sitters if one]
        info: TableInfo = ledger.info()
        at = max(self.world.now(), ledger.updated)
        shown = msgspec.json.encode(info).decode()
        append = Append(
            ledger.id, ledger.length, actor.epoch, at, "", info.status, shown, False, (False, False)
        )
        changes = await self.store.write(lambda db: rating.rate(db, append, keys, info, outcome.scores, at))
        await actor.rated(changes, at)
