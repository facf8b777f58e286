"""The names of people: which are allowed, and which count as the same."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from confusable_homoglyphs import categories, confusables

import flagfall
from flagfall.bots.levels import levels_of_family
from flagfall.core import complaint
from flagfall.core.registry import family_of
from flagfall.server.refusal import Refusal
from flagfall.server.storage.look_alikes import look, spells
from flagfall.server.wire.faults import said

BLANK = "\u115f\u1160\u3164\uffa0"
"""Fillers of Hangul: they count as letters, and show nothing."""
HOUSE = ("Admin", "Administrator", "Moderator", "Operator", "Flagfall", "Server", "System", "Support")
"""Names that would pass for those who run the server."""
GUEST = re.compile(r"guest[\dlo]*")
"""What the name of a guest looks like: among its digits, l is 1 and o is 0."""


def name_key(name: str) -> str:
    """A name as it is compared: without case, width, accents or look-alike spaces."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if spells(sign))


def check_name(name: str) -> str:
    """A new name that may be shown.

    Refused if it has odd or blank characters or too few letters, looks like another name, or is one that
    the server itself gives: to its bots, to guests, and to those who run it.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    odd = [sign for sign in name if not (spells(sign) or sign in " -_.'") or sign in BLANK]
    if (
        odd
        or _stray_vowels(name)
        or len(name_key(name)) < 2
        or not 2 <= len(name) <= 24
        or _looks_latin(name)
    ):
        fault = said(complaint("person.name", low=2, high=24), "name")
        raise Refusal("bad-message", fault.reason, field="name", faults=(fault,))
    if look(name) in _own_names() or GUEST.fullmatch(look(name)):
        raise Refusal("taken", "that name is taken", field="name")
    return name


def _looks_latin(name: str) -> bool:
    """Whether letters of other scripts pass for Latin ones: among these, or in the whole name."""
    letters = [sign for sign in unicodedata.normalize("NFKD", name) if sign.isalpha()]
    alike = [sign for sign in letters if not sign.isascii() and _passes_for_latin(sign)]
    return bool(alike) and (len(alike) == len(letters) or any(sign.isascii() for sign in letters))


def _passes_for_latin(sign: str) -> bool:
    if categories.alias(sign) == "LATIN":
        return False
    found = confusables.is_confusable(sign, greedy=True) or []
    return any(other["c"].isascii() and other["c"].isalpha() for one in found for other in one["homoglyphs"])


def _stray_vowels(name: str) -> bool:
    """Whether vowel signs stand where none can: more than two on a letter, or on one of another script."""
    letter, marks = "", 0
    for sign in name:
        marks = 0 if sign.isalnum() or not spells(sign) else marks + 1
        if marks == 0:
            letter = sign
        elif marks > 2 or categories.alias(sign) != categories.alias(letter or " "):
            return True
    return False


@cache
def _own_names() -> frozenset[str]:
    """What the names of the built-in bots look like, in all languages, and those of the house."""
    one_of_each = {family_of(id): id for id in flagfall.games()}.values()
    found = (level for id in one_of_each for level in levels_of_family(flagfall.game(id)))
    bots = (name for level in found for name in level.names.values())
    return frozenset(look(name) for name in (*bots, *HOUSE))
