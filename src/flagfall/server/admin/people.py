"""Tokens and bans, given by an operator."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from flagfall.core import FlagfallError
from flagfall.server.accounts import people, tokens
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.people import Scope, TokenInfo


def _find(db: Connection, who: str) -> Any:
    row = people.find(db, who)
    if row is None:
        raise FlagfallError(f"there is nobody with the id or the account name {who!r}")
    return row


def make_token(
    db: Connection, time_and_chance: TimeAndChance, who: str, label: str, scopes: tuple[Scope, ...], days: int
) -> TokenInfo:
    """An API token of a person, given by id or name, with its secret."""
    row = _find(db, who)
    if row.banned:
        raise FlagfallError(f"{row.name} is banned")
    return tokens.new_token(db, time_and_chance, row.id, label, scopes, days)


def ban(db: Connection, who: str, banned: bool) -> str:
    """Ban a person, given by id or name, or lift the ban; their name. A ban ends all sessions and tokens."""
    row = _find(db, who)
    people.set_banned(db, row.id, banned)
    return str(row.name)
