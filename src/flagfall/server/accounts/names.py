"""The names of people: which are allowed, and which count as the same."""

from __future__ import annotations

import unicodedata

from flagfall.core import complaint
from flagfall.server.refusal import Refusal
from flagfall.server.wire.faults import said


def name_key(name: str) -> str:
    """A name as it is compared: without case, width, accents or look-alike spaces."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if sign.isalnum())


def check_name(name: str) -> str:
    """A name that may be shown; refused if it has odd characters or too few letters."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    odd = [sign for sign in name if not (sign.isalnum() or sign in " -_.'")]
    if odd or len(name_key(name)) < 2 or not 2 <= len(name) <= 24:
        fault = said(complaint("person.name", low=2, high=24), "name")
        raise Refusal("bad-message", fault.reason, field="name", faults=(fault,))
    return name
