"""A table that no process owns becomes ours: its log is read, and its clocks go on."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from flagfall.server.cluster.ownership import Gone, Ownership
from flagfall.server.cluster.processes import Members
from flagfall.server.refusal import Refusal
from flagfall.server.storage.tables.seat_names import seat_names
from flagfall.server.storage.tables.table_owners import Claim, Elsewhere
from flagfall.server.tables.actor import Actor, TableHost
from flagfall.server.tables.log_entries import Opened, Revived, read_entry
from flagfall.server.tables.table_state import RulesChanged, TableState, list_actions

logger = logging.getLogger("flagfall.tables")


class LoadingHost(TableHost, Protocol):
    """What loading a table needs of the process that becomes its owner."""

    name: str
    draining: bool
    members: Members
    ownership: Ownership
    actors: dict[str, Actor]


async def load_table(host: LoadingHost, id: str) -> Actor:
    """The actor of a table that is taken over; `Elsewhere` if another process owns it."""
    owner = await host.ownership.living_owner(id)
    if owner is None:
        raise Refusal("not-found", "there is no such table")
    if owner not in ("", host.name):
        raise Elsewhere(owner)
    if host.draining or not host.members.lease_held:
        raise Gone
    claim = await host.ownership.claim(id)
    if claim is None:
        raise Refusal("not-found", "there is no such table")
    host.metrics.takeovers.inc(claim.before != host.name)
    table_state, replayed = await _replay(host, id, claim)
    table_state.names = (await host.store.read(lambda db: seat_names(db, [id])))[id]
    if host.draining:
        raise Gone
    actor = host.actors[id] = Actor(host, table_state, claim.epoch, claim.code)
    if not replayed:
        actor.post(actor.close)
    elif table_state.live and claim.before != host.name and table_state.clocks.deadline() is not None:
        # Nobody's time ran while the server was away.
        at = max(claim.alive or table_state.updated, table_state.clocks.since)
        left = table_state.clocks.at(min(at, host.time_and_chance.now()))
        await actor.ask(lambda: actor.commit(Revived(left)))
    if table_state.status == "over" and table_state.opened.rated and table_state.ratings == (None, None):
        actor.post(actor.rate)
    return actor


async def _replay(host: LoadingHost, id: str, claim: Claim) -> tuple[TableState, bool]:
    """A table from its log, and whether the rules of today could replay all of it."""
    table_state = TableState(id, host.games, host.time_and_chance.commit)
    first = read_entry(claim.rows[0].body)
    assert isinstance(first, Opened)
    await host.games.fetch(first.game)

    def replay() -> bool:
        for row in claim.rows:
            try:
                table_state.take(table_state.read(row.body), row.at, tell=False)
            except RulesChanged:
                logger.error("table %s cannot go on under the rules of today", id)
                return False
        list_actions(table_state.state)
        return True

    replayed = await asyncio.to_thread(replay)
    table_state.length = len(claim.rows)
    return table_state, replayed
