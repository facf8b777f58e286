"""What a name looks like: two names of one look are not told apart on a screen."""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs import categories, confusables

SAME = {"I": "l", "1": "l", "|": "l", "0": "o", "O": "o"}
"""Signs of ASCII that look like others in most fonts."""


def spells(sign: str) -> bool:
    """Whether a sign is a part of how a word is spelled: a letter, a digit, a vowel sign; not an accent."""
    if sign.isalnum():
        return True
    return unicodedata.category(sign) in ("Mn", "Mc") and categories.alias(sign) not in (
        "INHERITED",
        "COMMON",
    )


def look(name: str) -> str:
    """What a name looks like: without case, accents and gaps, and one sign for all that look like it."""
    signs = (_plain(sign) for sign in unicodedata.normalize("NFKD", name))
    return "".join(sign for sign in "".join(signs).casefold() if spells(sign)).replace("rn", "m")


def _plain(sign: str) -> str:
    if sign.isascii():
        return SAME.get(sign, sign)
    found = confusables.confusables_data.get(sign, ())
    alike = [one["c"] for one in found if len(one["c"]) == 1 and one["c"].isascii() and one["c"].isalnum()]
    return SAME.get(alike[0], alike[0]) if alike else sign
