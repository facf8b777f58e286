"""Who asks: a person in a browser, or a program with an API token of theirs."""

from __future__ import annotations

import msgspec

from flagfall.server.wire.people import Scope


class Identity(msgspec.Struct, frozen=True):
    """The person in whose name a request comes, and what the request may do."""

    person: str
    name: str
    guest: bool
    scopes: tuple[Scope, ...] | None = None
    """What an API token allows; None for a person in a browser, who may do everything with what is theirs."""
    session: str = ""
    """The hash of the session's secret, for a person in a browser."""
    token: str = ""
    """The hash of the token, for a program."""

    @property
    def bot(self) -> bool:
        """Whether it is a program with an API token."""
        return self.scopes is not None
