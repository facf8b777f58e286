"""The answer to a request that the server does not grant, raised from anywhere below a handler."""

from __future__ import annotations

from typing import Any

from flagfall.server.wire.tables import Problem


class Refusal(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """A request is refused: `problem` says why, by a code, a sentence and the field that is wrong."""

    def __init__(self, code: str, detail: str = "", **more: Any) -> None:
        super().__init__(code)
        self.problem = Problem(code, detail=detail, **more)


def unreadable(error: Exception, *within: str) -> Refusal:
    """The refusal of a message that msgspec cannot read: what is wrong, and in which field."""
    reason, _, place = str(error).partition(" - at ")
    path = place.strip("`$.")
    return Refusal("bad-message", reason, field=".".join((*within, path) if path else within))
