"""The commands of ``flagfall``, one file each."""

from __future__ import annotations

import argparse
from typing import Any, Protocol


class Commands(Protocol):
    """Where the commands of a command line, or the tasks of a command, are added."""

    def add_parser(self, name: str, **settings: Any) -> argparse.ArgumentParser:
        """The parser of a new one."""
