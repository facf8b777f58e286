"""Guests: how a person comes without an account, gets one, or signs in to the one they have."""

from __future__ import annotations

from sqlalchemy import Connection, exists, func, insert, or_, select, update

from flagfall.server.accounts.names import check_name, name_key
from flagfall.server.accounts.passwords import new_codes
from flagfall.server.accounts.personal_data import forget_own
from flagfall.server.accounts.tokens import delete_tokens
from flagfall.server.refusal import Refusal
from flagfall.server.storage import schema, tournament_rows
from flagfall.server.storage.lesson_stars import keep_stars
from flagfall.server.storage.look_alikes import look
from flagfall.server.storage.mission_results import merge_results
from flagfall.server.storage.setups import MOST as MOST_SETUPS
from flagfall.server.time_and_chance import TimeAndChance

people = schema.people


def new_guest(db: Connection, time_and_chance: TimeAndChance) -> str:
    """A new guest's id."""
    id = time_and_chance.id()
    db.execute(
        insert(people).values(
            id=id,
            name=f"Guest {1_000 + time_and_chance.draw(9_000)}",
            created=time_and_chance.now(),
            preferences="{}",
            banned=False,
        )
    )
    return id


def rename_guest(db: Connection, person: str, name: str) -> None:
    """Give a guest another name; refused if an account has it."""
    if _taken(db, name):
        raise Refusal("taken", "that name belongs to an account, or looks like one that does", field="name")
    db.execute(update(people).where(people.c.id == person).values(name=name))


def _taken(db: Connection, name: str) -> bool:
    """Whether an account has the name, or one that looks the same."""
    same = or_(people.c.name_key == name_key(name), people.c.look == look(name))
    return db.execute(select(people.c.id).where(same)).first() is not None


def register(
    db: Connection, time_and_chance: TimeAndChance, person: str, name: str, hashed: str
) -> tuple[str, ...]:
    """Make an account of a guest, with a hashed password; its recovery codes.

    The guest's API tokens end: they may have been made by somebody else at the same browser.
    """
    name = check_name(name)
    row = db.execute(select(people.c.name_key).where(people.c.id == person)).first()
    if row is None or row.name_key is not None:
        raise Refusal("conflict", "you already have an account")
    if _taken(db, name):
        raise Refusal("taken", "that name is taken, or looks like one that is", field="name")
    values = {"name": name, "name_key": name_key(name), "look": look(name), "password": hashed}
    db.execute(update(people).where(people.c.id == person).values(values))
    delete_tokens(db, person)
    return new_codes(db, time_and_chance, person)


def merge(db: Connection, guest: str, account: str) -> None:
    """Give a guest's games, set-ups, stars, tournaments, editions and blocks to the account they sign in to.

    People who blocked the guest have blocked the account, and what moderators know of the guest they know of
    it. The guest's API tokens end, and what the account does not take over is deleted.
    """
    setups, blocks = schema.setups, schema.blocks
    kept = setups.alias()
    same = [kept.c[name] == setups.c[name] for name in ("game", "seat", "name")]
    taken = exists().where(kept.c.person == account, *same)
    has = select(func.count()).select_from(setups).where(setups.c.person == account)
    room = max(0, MOST_SETUPS - db.execute(has).scalar_one())
    new = select(setups.c.id).where(setups.c.person == guest, ~taken).order_by(setups.c.updated.desc())
    brought = list(db.execute(new.limit(room)).scalars())
    db.execute(update(setups).where(setups.c.id.in_(brought)).values(person=account))
    for row in db.execute(select(schema.lesson_stars).where(schema.lesson_stars.c.person == guest)).all():
        keep_stars(db, account, row.lesson, row.stars, row.updated)
    merge_results(db, guest, account)
    tries = schema.puzzle_tries
    tried = select(tries.c.puzzle).where(tries.c.person == account)
    untried = update(tries).where(tries.c.person == guest, tries.c.puzzle.not_in(tried))
    db.execute(untried.values(person=account))
    tournament_rows.hand_over(db, guest, account)
    for table in (schema.seats, schema.editions, schema.chat, schema.reports, schema.moderation_log):
        db.execute(update(table).where(table.c.person == guest).values(person=account))
    db.execute(update(schema.reports).where(schema.reports.c.about == guest).values(about=account))
    muted = db.execute(select(people.c.muted_until).where(people.c.id == guest)).scalar_one()
    db.execute(
        update(people).where(people.c.id == account, people.c.muted_until < muted).values(muted_until=muted)
    )
    for mine, theirs in ((blocks.c.person, blocks.c.blocked), (blocks.c.blocked, blocks.c.person)):
        known = select(theirs).where(mine == account)
        moved = update(blocks).where(mine == guest, theirs != account, theirs.not_in(known))
        db.execute(moved.values({mine: account}))
    # What is left is what the account has too, and blocks between the two, who are one person now.
    forget_own(db, guest)
    # Nothing of the guest is left but an id in old logs: neither is the name.
    db.execute(update(people).where(people.c.id == guest).values(name="Guest"))
