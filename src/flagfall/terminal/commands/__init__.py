"""The commands of ``flagfall``, one file each."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias


class Commands(Protocol):
    """Where the commands of a command line, or the tasks of a command, are added."""

    def add_parser(self, name: str, **settings: Any) -> argparse.ArgumentParser:
        """The parser of a new one."""


AddTask: TypeAlias = Callable[[str, str, Callable[[argparse.Namespace, str], int]], argparse.ArgumentParser]
"""Adds an operator's task: its name, its help, and what does it with the command line and a database."""
