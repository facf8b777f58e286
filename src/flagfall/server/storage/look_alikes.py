"""What a name looks like: two names of one look are not told apart on a screen."""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs import confusables

SAME = {"I": "l", "1": "l", "|": "l", "0": "o", "O": "o"}
"""Signs of ASCII that look like others in most fonts."""


def look(name: str) -> str:
    """What a name looks like: without case, accents and gaps, and one sign for all that look like it."""
    signs = (_plain(sign) for sign in unicodedata.normalize("NFKD", name))
    return "".join(sign for sign in "".join(signs).casefold() if sign.isalnum()).replace("rn", "m")


def _plain(sign: str) -> str:
    if sign.isascii():
        return SAME.get(sign, sign)
    found = confusables.confusables_data.get(sign, ())
    alike = [one["c"] for one in found if len(one["c"]) == 1 and one["c"].isascii() and one["c"].isalnum()]
    return SAME.get(alike[0], alike[0]) if alike else sign
