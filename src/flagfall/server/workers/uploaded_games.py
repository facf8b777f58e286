"""Games for the processes that think: those of the package, and those that people have uploaded."""

from __future__ import annotations

from flagfall.core import AnyGame, register
from flagfall.core import game as game_of
from flagfall.core.registry import game_from_text


class UploadedGames:
    """The uploaded games that this process has been told of, so that each is read once."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def find(self, id: str, rules: str) -> AnyGame:
        """The game with an id; of one that is not part of the package the text of its rules is given."""
        if rules and self._texts.get(id) != rules:
            made = game_from_text(id, rules)
            register(id, lambda: made)
            self._texts[id] = rules
        return game_of(id)
