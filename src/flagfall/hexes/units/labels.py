"""Short labels for units: three letters of the name, no two the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations


def labels(names: Mapping[str, str]) -> dict[str, str]:
    """A label for each unit of a roster by its id, none shared; ``names`` gives the name of each id.

    Short names come first, because they have the least to choose from. A unit keeps its label as long as
    those with shorter names do.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for id, name in sorted(names.items(), key=lambda item: (len(item[1]), item[0])):
        label = next(label for label in _tries(name) if label.lower() not in taken)
        taken.add(label.lower())
        found[id] = label
    return found


def _tries(name: str) -> Iterator[str]:
    """Labels for a name, the plainest first: its initials or beginning, letters of it in order, a number."""
    words = [
        "".join(letter for letter in word if letter.isalnum()) for word in name.replace("-", " ").split()
    ]
    words = [word for word in words if word] or ["?"]
    whole = "".join(words)
    if len(words) > 2:
        yield "".join(word[0] for word in words[:3]).upper()
    if len(words) > 1:
        yield (words[0][0] + words[1][:2]).title()
    yield whole[:3].title()
    for rest in combinations(whole[1:], 2):
        yield (whole[0] + "".join(rest)).title()
    number = 2
    while True:
        yield f"{whole[:2].title()}{number}"
        number += 1
