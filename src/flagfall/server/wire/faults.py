"""What is wrong with something typed or uploaded, as clients get it: to be said in any language."""

from __future__ import annotations

from flagfall.core import BadText, Complaint, Fault
from flagfall.server.wire.tables import FaultAt


def said(what: Complaint, field: str = "", line: int = 1, column: int = 0) -> FaultAt:
    """A complaint at its place."""
    return FaultAt(line, str(what), field, column, what.code, what.params)


def in_file(fault: Fault) -> FaultAt:
    """A fault of an uploaded file; one of the whole file is shown at its first line."""
    return said(fault.complaint, fault.field, max(1, fault.line))


def in_text(error: BadText) -> FaultAt:
    """What is wrong with a typed text."""
    return said(error.complaint, "", error.line, error.column)
