"""The log of the process: lines for people, or JSON for programs. Nothing secret gets into it.

Messages name tables, processes, codes and classes of errors. Cookies, tokens, codes of invite links, seeds,
nonces, set-ups and what people write are not passed to a logger anywhere.
"""

from __future__ import annotations

import datetime
import logging
import sys

import msgspec


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the error if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "pid": record.process,
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up(form: str, level: str) -> None:
    """Write the log to the standard error, in a form and from a level on."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else plain)
    logging.basicConfig(handlers=[handler], level=level.upper())
