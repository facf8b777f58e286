"""Who moves first: seats are shared out so that everybody moves first about as often as second."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flagfall.server.pairing.games import Pair, PairedGame

NONE, MILD, STRONG, ABSOLUTE = range(4)
"""How much a player is due a seat: no game yet; it alternates; one game out of balance; it has to be."""


class SeatsHad(NamedTuple):
    """The seats that a player had so far, oldest first; 0 moves first."""

    had: tuple[int, ...] = ()

    @property
    def balance(self) -> int:
        """How many more games the player has moved first than second."""
        return len(self.had) - 2 * sum(self.had)

    @property
    def due(self) -> tuple[int | None, int]:
        """The seat that a player is due, and how much.

        It has to be the other one after the same seat twice in a row, and with two more games on one side.
        """
        balance = self.balance
        if abs(balance) > 1:
            return int(balance > 0), ABSOLUTE
        if len(self.had) > 1 and self.had[-1] == self.had[-2]:
            return 1 - self.had[-1], ABSOLUTE
        if balance:
            return int(balance > 0), STRONG
        return (1 - self.had[-1], MILD) if self.had else (None, NONE)


def seats_had(games: Iterable[PairedGame]) -> dict[int, SeatsHad]:
    """The seats that all players have had in games that were played, by number."""
    found: dict[int, SeatsHad] = {}
    for game in games:
        if game.second is not None and game.fought:
            for seat, number in enumerate((game.first, game.second)):
                found[number] = SeatsHad((*found.get(number, SeatsHad()).had, seat))
    return found


def clash(one: SeatsHad, other: SeatsHad) -> int:
    """How badly two players are due the same seat: the lesser of their claims, or NONE."""
    (mine, how_much), (theirs, how_much_too) = one.due, other.due
    return min(how_much, how_much_too) if mine == theirs else NONE


def seated(higher: int, lower: int, had: dict[int, SeatsHad], coin: bool) -> Pair:
    """Two players with their seats: the greater claim decides, then who had which when, then the higher one.

    ``coin`` decides between two who have not played yet: whether the higher one moves first.
    """
    one, other = had.get(higher, SeatsHad()), had.get(lower, SeatsHad())
    (mine, how_much), (theirs, how_much_too) = one.due, other.due
    if mine is None and theirs is None:
        return Pair(higher, lower) if coin else Pair(lower, higher)
    if mine == theirs:
        key, key_too = (how_much, abs(one.balance)), (how_much_too, abs(other.balance))
        if key == key_too:
            for before, before_too in zip(reversed(one.had), reversed(other.had), strict=False):
                if before != before_too:
                    return Pair(higher, lower) if before == 1 else Pair(lower, higher)
        served = mine if key >= key_too else 1 - (theirs or 0)
    else:
        served = mine if mine is not None else 1 - (theirs or 0)
    return Pair(higher, lower) if served == 0 else Pair(lower, higher)
