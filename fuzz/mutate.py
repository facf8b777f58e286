"""Changes to a text that a decoder may trip over: numbers out of bounds, lines out of order, words of other
places, depth without end. libFuzzer changes bytes; this changes what they say.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Final

_TOKEN = re.compile(rb"-?\d+|\w+|\s+|[^\w\s]")
NUMBERS: Final = (
    *(b"0", b"-1", b"1", b"2", b"7", b"99", b"100", b"101", b"255", b"256", b"10000", b"-32769"),
    *(
        b"2147483648",
        b"9223372036854775808",
        b"1" * 30,
        b"9" * 5_000,
        b"1e999",
        b"0.5",
        b"-0",
        b"1_0",
        b"NaN",
    ),
    *("²".encode(), "٣".encode(), "１".encode(), b"0x10", b"true", b"null", b'""', b"[]", b"{}", b"inf"),
)
SIGNS: Final = (
    *(
        b"\x00",
        b"\xff",
        b"\n",
        b"\r",
        b"\x85",
        "\u2028".encode(),
        "\ufeff".encode(),
        "ß".encode(),
        b'"',
        b"'",
    ),
    *(
        "İ".encode(),
        "ŉ".encode(),
        b"=",
        b":",
        b",",
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"#",
        b"--",
        b"/",
        b"&#0;",
    ),
    *(b"&#0;", "ŉ".encode(), "\U0001f600".encode(), "é".encode(), "ǰ".encode(), b"\x1c", b"[[", b"<!--"),
)
_OPEN: Final = (b"[", b"{", b'{"a":', b"((", b"<a>", b"[[", b"a.")


def mutate(data: bytes, limit: int, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """A text that differs in one to four places; ``others`` are texts to take parts from."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(_WAYS)(data, rng, others)
    return data[:limit]


def _tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data) or [b""]


def _number(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A number, or a word if there is none, becomes another one."""
    words = _tokens(data)
    places = [at for at, word in enumerate(words) if word.lstrip(b"-").isdigit()] or range(len(words))
    words[rng.choice(places)] = rng.choice(NUMBERS)
    return b"".join(words)


def _word(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """A word becomes another word of this text or of another one."""
    words = _tokens(data)
    source = _tokens(rng.choice(others)) if others and rng.random() < 0.5 else words
    words[rng.randrange(len(words))] = rng.choice(source)
    return b"".join(words)


def _sign(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A sign comes in, or takes another one's place."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(SIGNS) + data[at + rng.choice((0, 1, 1, 3)) :]


def _lines(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """A line goes, comes twice, changes its place, or comes from another text."""
    lines = data.splitlines(keepends=True) or [b""]
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case 3:
            foreign = rng.choice(others).splitlines(keepends=True) if others else []
            lines.insert(to, rng.choice(foreign or [b"\n"]))
        case _:
            lines = lines[:at]
    return b"".join(lines)


def _cut(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """Some words go."""
    words = _tokens(data)
    at = rng.randrange(len(words))
    return b"".join(words[:at] + words[at + rng.choice((1, 1, 2, 5)) :])


def _repeat(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """Some words come again and again."""
    words = _tokens(data)
    at = rng.randrange(len(words))
    part = b"".join(words[at : at + rng.choice((1, 2, 5))])
    return b"".join(words[:at]) + part * rng.choice((2, 2, 3, 10, 200)) + b"".join(words[at:])


def _nest(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """Something opens deeper than anybody would write it."""
    words = _tokens(data)
    words[rng.randrange(len(words))] = rng.choice(_OPEN) * rng.choice((2, 100, 3_000))
    return b"".join(words)


_WAYS: Final[tuple[Callable[[bytes, random.Random, Sequence[bytes]], bytes], ...]] = (
    *(_number, _number, _number, _word, _word, _word, _sign, _sign, _lines, _lines, _cut, _repeat, _nest),
)
