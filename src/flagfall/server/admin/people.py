"""Tokens, bans and moderators, given by an operator, and the reports that wait."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from flagfall.core import FlagfallError
from flagfall.server.accounts import moderation, people, tokens
from flagfall.server.storage.schema import AnyRow
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.wire.moderation import ReportSeen
from flagfall.server.wire.people import Scope, TokenInfo


def _find(db: Connection, who: str) -> AnyRow:
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
    moderation.write_log(db, None, row.id, "ban" if banned else "unban", TimeAndChance().now())
    return str(row.name)


def make_moderator(db: Connection, who: str, moderator: bool) -> str:
    """Let an account, given by id or name, moderate, or no more; its name."""
    row = _find(db, who)
    if row.name_key is None:
        raise FlagfallError(f"{row.name} is a guest: moderators need an account")
    moderation.set_moderator(db, row.id, moderator, TimeAndChance().now())
    return str(row.name)


def open_reports(db: Connection) -> Iterator[ReportSeen]:
    """All reports that no moderator is done with, those that wait longest first."""
    after = 0
    while True:
        page = moderation.queue(db, "", closed=False, after=after)
        yield from page.reports
        if not page.more:
            return
        after = page.more
