"""Options of a game: what is given is checked, what is not has its default."""

from __future__ import annotations

import pytest

from flagfall.core.errors import BadOption
from flagfall.core.options import Choice, Number, Switch, read_options

OPTIONS = (Switch("chase", True), Number("limit", 3, 0, 9), Choice("tray", "open", ("open", "secret")))


def test_what_is_not_given_has_its_default() -> None:
    assert read_options(OPTIONS, {"limit": 5}) == {"chase": True, "limit": 5, "tray": "open"}


def test_words_of_a_command_line_are_understood() -> None:
    given = {"chase": "off", "limit": "9", "tray": "secret"}
    assert read_options(OPTIONS, given) == {"chase": False, "limit": 9, "tray": "secret"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chase", 1),
        ("chase", "perhaps"),
        ("limit", -1),
        ("limit", 10),
        ("limit", "three"),
        ("limit", 3.0),
        ("limit", True),
        ("tray", "stolen"),
        ("tray", True),
        ("colour", "red"),
    ],
)
def test_anything_else_is_refused_by_the_name_of_the_option(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=name):
        read_options(OPTIONS, {name: value})
