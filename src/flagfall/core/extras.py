"""Extras: what parts of Flagfall need beyond the rules, and one sentence where that is missing."""

from __future__ import annotations

from importlib.util import find_spec

from flagfall.core.errors import FlagfallError


class MissingExtra(FlagfallError, ImportError):  # noqa: N818 - says what is wrong
    """A part of Flagfall needs packages that are not installed."""


def need(part: str, extra: str, *modules: str) -> None:
    """Pass if the modules that a part needs are installed; `MissingExtra` names the extra that brings them.

    Called at the top of a package, so that its users meet one sentence and no traceback of ours.
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra(f"{part} needs {', '.join(missing)}: pip install 'flagfall[{extra}]'")
