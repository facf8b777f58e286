"""What the owner of a table can be asked for from any process: to seat a person, to hand seats over.

The names of the classes are sent between processes: a new name needs both for one release.
"""

from __future__ import annotations

from flagfall.server.accounts.identity import Identity
from flagfall.server.cluster.table_calls import TableCall, call_kind
from flagfall.server.tables.actor import Actor
from flagfall.server.wire.tables import PersonSitter


@call_kind(int)
class Sit(TableCall[Actor, int], frozen=True):
    """Give the free seat to a person; the seat."""

    sitter: PersonSitter
    code: str
    present: bool = False
    """Only if the other player is at the table now."""

    async def carry_out(self, table: Actor) -> int:
        """The number of the seat that the person now has."""
        return await table.sit(self.sitter, self.code, self.present)


@call_kind(None)
class HandOver(TableCall[Actor, None], frozen=True):
    """Give a guest's seats to the account that the guest has become."""

    person: str
    identity: Identity

    async def carry_out(self, table: Actor) -> None:
        """Write the new owner of each seat to the log, and have the guest's sockets come back."""
        await table.hand_over(self.person, self.identity)


@call_kind(None)
class Leave(TableCall[Actor, None], frozen=True):
    """Have a person leave a game that goes on, since their account is deleted."""

    person: str

    async def carry_out(self, table: Actor) -> None:
        """Resign for the person, or close a table where nobody sits opposite."""
        await table.leave(self.person)


@call_kind(bool)
class EndNoShow(TableCall[Actor, bool], frozen=True):
    """End a game if one of its players has not come to the table in time; whether nobody is waited for."""

    patience: int
    """Milliseconds."""

    async def carry_out(self, table: Actor) -> bool:
        """Whether the game is over, or both players have been there."""
        return await table.end_no_show(self.patience)
