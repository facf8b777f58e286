"""Making tables: from what a person wants, or as a rematch of a finished game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

import msgspec
from sqlalchemy import Connection as Database

import flagfall
from flagfall.bots.levels import levels_of
from flagfall.core import AnyGame
from flagfall.core.options import Value
from flagfall.core.registry import unlisted_games
from flagfall.server.accounts import people, ratings
from flagfall.server.accounts.identity import Identity
from flagfall.server.games import Games
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.storage.store import Store
from flagfall.server.storage.tables import table_rows
from flagfall.server.storage.tables.table_rows import NewTableRow
from flagfall.server.tables import clocks
from flagfall.server.tables.early_leaving import refuse_dodger
from flagfall.server.tables.log_entries import Entry, Opened, Sat, write_entry
from flagfall.server.tables.table_state import TableState, list_actions
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.tables import (
    Anyone,
    BotSitter,
    ByLink,
    ClockSpec,
    NewTable,
    Opponent,
    PersonSitter,
    SameScreen,
    Sitter,
)

RULES_VERSION = f"flagfall {flagfall.__version__}"


class Maker(Protocol):
    """What making a table needs of the process; ``name`` is the owner of the new table."""

    name: str
    settings: Settings
    store: Store
    time_and_chance: TimeAndChance
    games: Games


class MadeTable(NamedTuple):
    """A table that is stored, and the code of its invite link."""

    table_state: TableState
    code: str


def check_listed(game: str) -> None:
    """Refuse a game that no list shows: a mission has conditions, and is begun where these are looked at."""
    if game in unlisted_games():
        raise Refusal("forbidden", "a mission is begun from its own page", field="game")


def check_rated(game: AnyGame, options: dict[str, Value], own: bool, bot: bool) -> None:
    """Refuse a rated game by rules that nobody agreed to: an own edition, or a handicap for a bot.

    People see what they sit down to; a bot plays whatever it is given, so it is rated by the usual rules.
    """
    if own:
        raise Refusal("forbidden", "own editions are not rated", field="rated")
    if bot and options != game.read_options({}):
        raise Refusal("forbidden", "against bots only the usual rules are rated", field="rated")


async def create(process: Maker, wish: NewTable, maker: Identity) -> MadeTable:
    """A new table with its maker at a seat."""
    game = await process.games.fetch(wish.game)
    options = game.read_options(wish.options)
    hotseat = isinstance(wish.against, SameScreen)
    private = isinstance(wish.against, ByLink | SameScreen)
    if wish.rated and (maker.guest or hotseat):
        raise Refusal("forbidden", "only accounts can play rated games", field="rated")
    if wish.rated:
        own, bot = bool(process.games.text(wish.game)), isinstance(wish.against, Opponent)
        check_rated(game, options, own, bot)
    speed = clocks.speed(wish.clock)
    now = process.time_and_chance.now()

    def look(db: Database) -> PersonSitter:
        if wish.rated:
            refuse_dodger(db, maker.person, now)
        return people.sitter(db, maker, wish.game, speed, now)

    me = await process.store.read(look)
    seat = process.time_and_chance.draw(2) if wish.seat is None else wish.seat
    sitters: list[Sitter | None] = [None, None]
    sitters[seat] = me
    if hotseat:
        sitters[1 - seat] = me
    elif isinstance(wish.against, Opponent):
        sitters[1 - seat] = await _bot(process, wish.game, wish.against.level, speed)
    opened = _opened(process, wish, options, private, hotseat)
    return await _make(process, opened, sitters, maker.person)


async def rematch(process: Maker, table_state: TableState) -> MadeTable:
    """Another table with the same players and the seats changed."""
    old = table_state.opened
    sitters = [table_state.sitter(1), table_state.sitter(0)]
    if old.rated:  # It may be older than what is refused today.
        own, bot = bool(process.games.text(old.game)), any(isinstance(one, BotSitter) for one in sitters)
        check_rated(table_state.game, old.options, own, bot)
    wish = NewTable(
        old.game, Anyone(), old.options, None, old.clock, old.setup, old.rated, old.watch, old.advice
    )
    opened = _opened(process, wish, old.options, old.private, old.hotseat)
    maker = next((one.id for one in sitters if isinstance(one, PersonSitter)), "")
    return await _make(process, opened, sitters, maker)


class PairedTable(NamedTuple):
    """A table for two players of a tournament; its id was chosen with the pairing."""

    id: str
    tournament: str
    game: str
    options: dict[str, Value]
    clock: ClockSpec
    setup: int
    rated: bool
    private: bool
    sitters: tuple[Identity | str, Identity | str]
    """People, or levels of the built-in bots."""


async def create_paired(
    process: Maker, wish: PairedTable, hold: Callable[[Database], bool]
) -> MadeTable | None:
    """A table of a tournament, without hints; None if ``hold`` says that it need not be made."""
    await process.games.fetch(wish.game)
    speed = clocks.speed(wish.clock)
    now = process.time_and_chance.now()
    sitters: list[Sitter | None] = []
    for one in wish.sitters:
        if isinstance(one, str):
            sitters.append(await _bot(process, wish.game, one, speed))
        else:
            sitters.append(await process.store.read(partial(_person, one, wish.game, speed, now)))
    plain = NewTable(
        wish.game, Anyone(), wish.options, None, wish.clock, wish.setup, wish.rated, not wish.private, False
    )
    opened = _opened(process, plain, wish.options, wish.private, False, wish.tournament)
    table_state, code, row = _prepared(process, wish.id, opened, sitters, None)

    def work(db: Database) -> bool:
        if not hold(db):
            return False
        table_rows.insert_table(db, row)
        return True

    if not await process.store.write(work):
        return None
    await _list_actions(table_state)
    return MadeTable(table_state, code)


def _person(who: Identity, game: str, speed: str, now: int, db: Database) -> PersonSitter:
    return people.sitter(db, who, game, speed, now)


def _opened(
    process: Maker,
    wish: NewTable,
    options: dict[str, Value],
    private: bool,
    hotseat: bool,
    tournament: str = "",
) -> Opened:
    chance = process.time_and_chance
    return Opened(
        game=wish.game,
        options=options,
        clock=wish.clock,
        setup=wish.setup,
        rated=wish.rated,
        private=private,
        watch=wish.watch and not hotseat,
        hotseat=hotseat,
        seed=chance.seed(),
        nonces=(chance.nonce(), chance.nonce(), chance.nonce()),
        rules=RULES_VERSION,
        advice=wish.against.hints if isinstance(wish.against, Opponent) else wish.advice,
        tournament=tournament,
    )


async def _bot(process: Maker, game: str, level: str, speed: str) -> BotSitter:
    known = {str(one.number) for one in levels_of(process.games(game))}
    if level not in known:
        raise Refusal("bad-message", f"the levels are {', '.join(sorted(known))}", field="level")
    now = process.time_and_chance.now()
    found = await process.store.read(
        lambda db: ratings.shown_rating(db, f"{ratings.BOT}{level}", game, speed, now)
    )
    return BotSitter(level, found.rating if found else None)


async def _make(process: Maker, opened: Opened, sitters: list[Sitter | None], maker: str) -> MadeTable:
    table_state, code, row = _prepared(process, process.time_and_chance.id(), opened, sitters, maker)

    def work(db: Database) -> None:
        if table_rows.count_live_made_by(db, maker) >= process.settings.tables_per_person:
            raise Refusal("too-many", "finish some of your games first")
        table_rows.insert_table(db, row)

    await process.store.write(work)
    await _list_actions(table_state)
    return MadeTable(table_state, code)


def _prepared(
    process: Maker, id: str, opened: Opened, sitters: list[Sitter | None], maker: str | None
) -> tuple[TableState, str, NewTableRow]:
    """A new table, the code of its invite link, and the row to be stored."""
    code = process.time_and_chance.secret()[:24]
    now = process.time_and_chance.now()
    table_state = TableState(id, process.games, process.time_and_chance.commit)
    entries: list[Entry] = [opened]
    entries += [Sat(seat, one) for seat, one in enumerate(sitters) if one is not None]
    for entry in entries:
        table_state.take(entry, now)
    row = NewTableRow(
        id=id,
        info=msgspec.json.encode(table_state.stored_info()).decode(),
        status=table_state.status,
        private=opened.private,
        code=code,
        maker=maker,
        at=now,
        wakes=table_state.wakes,
        owner=process.name,
        entries=tuple(write_entry(entry) for entry in entries),
        people=tuple(
            (seat, one.id, table_state.due[seat])
            for seat, one in enumerate(sitters)
            if isinstance(one, PersonSitter)
        ),
    )
    return table_state, code, row


async def _list_actions(table_state: TableState) -> None:
    if table_state.game.slow_to_list:
        await asyncio.to_thread(list_actions, table_state.state)
