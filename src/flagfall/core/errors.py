"""Errors that a person can act on: each names the rule, the option or the place in a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class FlagfallError(ValueError):
    """The parent of all errors that outside input can cause."""


class Complaint(NamedTuple):
    """What is wrong, for readers of every language: the key of its sentence, and the values that fill it.

    The sentences are ``fault.KEY`` in ``core/words``; where a value ``near`` is not empty, the question
    whether that was meant follows. As a text it is the English sentence.
    """

    code: str
    values: tuple[tuple[str, str | int], ...] = ()

    @property
    def params(self) -> dict[str, str | int]:
        """The values by name."""
        return dict(self.values)

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: str) -> str:
        """The sentence in a language."""
        from flagfall.core.words import Phrases

        say = Phrases("flagfall.core", language)
        params = self.params
        hint = say("fault.near", **params) if params.get("near") else ""
        return say("fault", self.code, **params) + hint


LONGEST_VALUE = 1_000
"""Characters of a value in a complaint: it shows which one is meant, and does not send a file back."""


def complaint(code: str, **params: str | int) -> Complaint:
    """A complaint; what cannot be printed in its values is written as an escape, and what is long is cut."""
    return Complaint(code, tuple((name, _printable(value)) for name, value in params.items()))


def short(text: str, most: int) -> str:
    """A text, or its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _printable(value: str | int) -> str | int:
    if not isinstance(value, str):
        return value
    value = short(value, LONGEST_VALUE)
    return value if value.isprintable() else repr(value)[1:-1]


class Unreadable(FlagfallError):  # noqa: N818 - says what is wrong
    """A word or a picture that means nothing; the reader that knows its place makes a fault of it."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.complaint = complaint(code, **params)
        super().__init__(code)

    def __str__(self) -> str:
        return str(self.complaint)


class UnknownGame(FlagfallError):  # noqa: N818 - says what is wrong
    """No game has this id; ``near`` holds ids that look like it."""

    def __init__(self, wanted: str, near: Iterable[str]) -> None:
        self.wanted = wanted
        self.near = tuple(near)
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(f"there is no game {wanted!r}{hint}")


class IllegalAction(FlagfallError):  # noqa: N818 - the public name
    """An action that the rules refuse: the number of the rule, and values for its sentence.

    Nothing in it depends on what the acting seat cannot know (ST-KNOW-3): clients turn the
    rule and the parameters into a sentence in the player's language.
    """

    def __init__(self, rule: str, **params: str | int) -> None:
        self.rule = rule
        self.params: Mapping[str, str | int] = params
        told = ", ".join(f"{key} {value}" for key, value in params.items())
        super().__init__(f"{rule}: {told}" if told else rule)


def _coded(reason: str | Complaint) -> Complaint:
    """A complaint; a plain one where only an English sentence is known, as of files that no browser reads."""
    return reason if isinstance(reason, Complaint) else complaint("plain", reason=reason)


class BadOption(FlagfallError):  # noqa: N818 - says what is wrong
    """An option that the game does not have, or a value that it does not take."""

    def __init__(self, option: str, reason: str | Complaint) -> None:
        self.option = option
        self.reason = str(reason)
        self.complaint = _coded(reason)
        super().__init__(f"option {option!r}: {reason}")


class BadText(FlagfallError):  # noqa: N818 - says what is wrong
    """A text that cannot be read: what was expected, and where (line and column from 1)."""

    def __init__(self, reason: str | Complaint, *, line: int = 1, column: int = 1, source: str = "") -> None:
        self.reason = str(reason)
        self.complaint = _coded(reason)
        self.line = line
        self.column = column
        self.source = source
        place = f"{source}:" if source else ""
        super().__init__(f"{place}{line}:{column}: {reason}")


class Fault(NamedTuple):
    """One thing that is wrong in a data file."""

    file: str
    line: int
    field: str
    complaint: Complaint

    @property
    def reason(self) -> str:
        """What is wrong, in English."""
        return str(self.complaint)

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.field}: {self.reason}" if self.field else f"{where}: {self.reason}"


MOST_FAULTS = 50
"""Faults that are told at once; after these have been repaired the next are told."""


class BadData(FlagfallError):  # noqa: N818 - says what is wrong
    """A data file (edition, unit, map, scenario) with its faults: the first 50, and how many more."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = _first(tuple(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def _first(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults that are told, and behind them how many are not."""
    told = [fault for fault in faults if fault.complaint.code != "more"]
    counted = sum(int(fault.complaint.params["count"]) for fault in faults if fault.complaint.code == "more")
    more = counted + len(told[MOST_FAULTS:])
    if not more:
        return faults
    last = told[:MOST_FAULTS][-1]
    return *told[:MOST_FAULTS], Fault(last.file, last.line, "", complaint("more", count=more))
