"""Extras: what parts of Flagfall need beyond the rules, and one sentence where that is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from itertools import pairwise
from types import TracebackType

from flagfall.core.errors import FlagfallError


class MissingExtra(FlagfallError, ImportError):  # noqa: N818 - says what is wrong
    """A part of Flagfall needs packages that are not installed."""


def need(part: str, extra: str, *modules: str) -> None:
    """Pass if the modules that a part needs are installed; `MissingExtra` names the extra that brings them.

    Called at the top of a package, so that its users meet one sentence and no traceback of ours.
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        if _running_a_module():
            sys.excepthook = _one_sentence
        raise MissingExtra(f"{part} needs {', '.join(missing)}: pip install 'flagfall[{extra}]'")


def _running_a_module() -> bool:
    """Whether the program is ``python -m flagfall.…``, which nobody stands above who could catch an error."""
    words = sys.orig_argv
    return any(one == "-m" and other.startswith("flagfall.") for one, other in pairwise(words))


def _one_sentence(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End the program with the sentence alone, if it is about a missing extra."""
    if not isinstance(error, MissingExtra):
        sys.__excepthook__(kind, error, trace)
        return
    sys.stderr.write(f"{error}\n")
    raise SystemExit(2)
