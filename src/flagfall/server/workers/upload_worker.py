"""A process that reads uploads: ``python -m flagfall.server.workers.upload_worker``.

It limits its own memory, and its time for each question, and is ended by the system where it goes beyond. It
knows no secret and has no database.
"""

from __future__ import annotations

import sys

import msgspec

from flagfall.bots.processes.program import serve_lines
from flagfall.hexes.units.unit_files import roster
from flagfall.server.process_limits import limit_memory, limit_seconds
from flagfall.server.refusal import Refusal
from flagfall.server.wire.tables import Problem
from flagfall.server.workers.upload_checks import READERS

MEMORY = 300 << 20
"""Bytes that reading may take."""
SECONDS = 5
"""Seconds of a processor that one question may take."""
TOO_MUCH = "reading this takes too much memory or time"


class Question(msgspec.Struct, frozen=True):
    """A line that is asked."""

    what: str
    body: msgspec.Raw


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that is answered: what was found, or why nothing was."""

    found: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    problem: Problem | None = None


def answer(line: bytes) -> Reading:
    """What becomes of an upload."""
    limit_seconds(SECONDS)
    try:
        question = msgspec.json.decode(line, type=Question)
        kind, read = READERS[question.what]
        found = read(msgspec.json.decode(question.body, type=kind))
        return Reading(msgspec.Raw(msgspec.json.encode(found)))
    except Refusal as refusal:
        return Reading(problem=refusal.problem)
    except (MemoryError, RecursionError):
        return Reading(problem=Problem("too-large", detail=TOO_MUCH))
    except Exception as error:
        # The place in our code is in the server's log; the text that led to it is the sender's own.
        sys.excepthook(type(error), error, error.__traceback__)
        return Reading(problem=Problem("broken", detail="the server made a mistake"))


if __name__ == "__main__":
    roster()  # What every scenario needs is read once, and is no upload's doing.
    limit_memory(MEMORY)
    serve_lines(lambda line: msgspec.json.encode(answer(line)) + b"\n")
