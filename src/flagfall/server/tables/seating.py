"""Making tables and sitting down at them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection as Database
from sqlalchemy import func, insert, select

import flagfall
from flagfall.bots.levels import levels_of
from flagfall.server.accounts import people
from flagfall.server.accounts.people import Identity
from flagfall.server.cluster.bus_messages import LobbyChanged
from flagfall.server.cluster.table_calls import Sit
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema
from flagfall.server.tables import clocks
from flagfall.server.tables.actor import Actor
from flagfall.server.tables.early_leaving import refuse_dodger
from flagfall.server.tables.log_entries import Entry, Opened, Sat, write_entry
from flagfall.server.tables.table_state import TableState
from flagfall.server.wire.tables import (
    Anyone,
    BankClock,
    BotSitter,
    ByLink,
    NewTable,
    Opponent,
    PersonSitter,
    QuickPlay,
    SameScreen,
    Sitter,
    TableInfo,
)

if TYPE_CHECKING:
    from flagfall.server.tables.tables import Tables

RULES_VERSION = f"flagfall {flagfall.__version__}"


async def create(tables: Tables, wish: NewTable, maker: Identity) -> str:
    """A new table with its maker at a seat; its id."""
    game = await tables.games.fetch(wish.game)
    options = game.read_options(wish.options)
    hotseat = isinstance(wish.against, SameScreen)
    private = isinstance(wish.against, ByLink | SameScreen)
    if wish.rated and (maker.guest or hotseat):
        raise Refusal("forbidden", "rated games are for accounts", field="rated")
    if wish.rated and tables.games.text(wish.game):
        raise Refusal("forbidden", "own editions are not rated", field="rated")
    speed = clocks.speed(wish.clock)
    now = tables.time_and_chance.now()

    def look(db: Database) -> PersonSitter:
        if wish.rated:
            refuse_dodger(db, maker.person, now)
        return people.sitter(db, maker, wish.game, speed, now)

    me = await tables.store.read(look)
    seat = tables.time_and_chance.draw(2) if wish.seat is None else wish.seat
    sitters: list[Sitter | None] = [None, None]
    sitters[seat] = me
    if hotseat:
        sitters[1 - seat] = me
    elif isinstance(wish.against, Opponent):
        sitters[1 - seat] = await _bot(tables, wish.game, wish.against.level, speed)
    opened = _opened(tables, wish, options, private, hotseat)
    return await _make(tables, opened, sitters, maker.person)


def _opened(tables: Tables, wish: NewTable, options: dict[str, Any], private: bool, hotseat: bool) -> Opened:
    return Opened(
        game=wish.game,
        options=options,
        clock=wish.clock,
        setup=wish.setup,
        rated=wish.rated,
        private=private,
        watch=wish.watch and not hotseat,
        hotseat=hotseat,
        seed=tables.time_and_chance.draw(1 << 52),
        nonces=(
            tables.time_and_chance.nonce(),
            tables.time_and_chance.nonce(),
            tables.time_and_chance.nonce(),
        ),
        rules=RULES_VERSION,
    )


async def _bot(tables: Tables, game: str, level: str, speed: str) -> BotSitter:
    known = {str(one.number) for one in levels_of(tables.games(game))}
    if level not in known:
        raise Refusal("bad-message", f"the levels are {', '.join(sorted(known))}", field="level")
    now = tables.time_and_chance.now()
    found = await tables.store.read(lambda db: people.ratings_of(db, f"bot:{level}", now))
    mine = [one.rating for one in found if (one.game, one.speed) == (game, speed)]
    return BotSitter(level, mine[0] if mine else None)


async def _make(tables: Tables, opened: Opened, sitters: list[Sitter | None], maker: str) -> str:
    id, code = tables.time_and_chance.id(), tables.time_and_chance.secret()[:24]
    now = tables.time_and_chance.now()
    table_state = TableState(id, tables.games, tables.time_and_chance.commit)
    entries: list[Entry] = [opened]
    entries += [Sat(seat, one) for seat, one in enumerate(sitters) if one is not None]
    for entry in entries:
        table_state.take(entry, now)
    info = msgspec.json.encode(table_state.info()).decode()
    bodies = [write_entry(entry) for entry in entries]

    def work(db: Database) -> None:
        live = db.execute(
            select(func.count())
            .select_from(schema.tables)
            .where(schema.tables.c.maker == maker, schema.tables.c.status.in_(("open", "setup", "play")))
        ).scalar_one()
        if live >= tables.settings.tables_per_person:
            raise Refusal("too-many", "finish some of your games first")
        db.execute(
            insert(schema.tables).values(
                id=id,
                info=info,
                status=table_state.status,
                private=opened.private,
                code=code,
                maker=maker,
                created=now,
                updated=now,
                wakes=table_state.wakes,
                length=len(bodies),
                epoch=1,
                owner=tables.name,
            )
        )
        for number, body in enumerate(bodies):
            db.execute(insert(schema.log).values(table_id=id, number=number, epoch=1, at=now, body=body))
        for seat, one in enumerate(sitters):
            if isinstance(one, PersonSitter):
                db.execute(
                    insert(schema.seats).values(
                        table_id=id, seat=seat, person=one.id, due=table_state.due[seat]
                    )
                )

    await tables.store.write(work)
    if not tables.draining:
        tables.actors[id] = Actor(tables, table_state, 1, code)
    tables.bus.broadcast(LobbyChanged())
    return id


async def rematch(tables: Tables, table_state: TableState) -> str:
    """Another table with the same players and the seats changed; its id."""
    old = table_state.opened
    sitters = [table_state.sitters[1], table_state.sitters[0]]
    wish = NewTable(old.game, Anyone(), old.options, None, old.clock, old.setup, old.rated, old.watch)
    opened = _opened(tables, wish, old.options, old.private, old.hotseat)
    maker = next((one.id for one in sitters if isinstance(one, PersonSitter)), "")
    return await _make(tables, opened, sitters, maker)


async def quick(tables: Tables, wish: QuickPlay, asker: Identity) -> str:
    """A seat opposite somebody who waits for the same, or a new open table; its id."""
    usual = (await tables.games.fetch(wish.game)).read_options({})
    for info in (await tables.lobby.snapshot()).open:
        if (info.game, info.clock, info.rated, info.options) != (wish.game, wish.clock, wish.rated, usual):
            continue
        with contextlib.suppress(Refusal):
            await join(tables, info, asker, "")
            return info.id  # If it is still open, the asker has been waiting there himself.
    setup = 300 if isinstance(wish.clock, BankClock) else 0
    return await create(
        tables, NewTable(wish.game, Anyone(), clock=wish.clock, setup=setup, rated=wish.rated), asker
    )


async def join(tables: Tables, info: TableInfo, asker: Identity, code: str) -> int:
    """Sit down at a table that has a free seat; the seat."""
    if info.rated and asker.guest:
        raise Refusal("forbidden", "rated games are for accounts")
    now = tables.time_and_chance.now()
    others = [one.id for one in info.seats if isinstance(one, PersonSitter)]

    def work(db: Database) -> PersonSitter:
        mine = people.blocked_by(db, asker.person)
        for other in others:
            if other in mine or asker.person in people.blocked_by(db, other):
                raise Refusal("not-found", "there is no such table")
        if info.rated:
            refuse_dodger(db, asker.person, now)
        return people.sitter(db, asker, info.game, info.speed, now)

    sitter = await tables.store.read(work)
    return await tables.table_calls.ask(info.id, Sit(sitter, code))
