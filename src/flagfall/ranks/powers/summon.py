"""Summoning: call a friend to your side (ST-POW-CALL)."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.ranks.actions import Use
from flagfall.ranks.position import Position
from flagfall.ranks.powers.base import Power
from flagfall.ranks.powers.declaration import Parameter, Standing, StrikeReach, UseEffect, UseNeeds
from flagfall.ranks.turn import Turn


class Summon(Power):
    """The friend is shown and placed on a free square among the caller's eight neighbours."""

    name = "summon"
    rule = "ST-POW-CALL"
    strike = None
    shows = True
    parameters = {"friend": Parameter(is_friend=True)}  # noqa: RUF012 - overrides a class variable of the parent

    def candidates(self, origin: int) -> Iterator[Use]:
        """Every open square around the caller."""
        return (self.use(origin, target) for target in self.board.around[origin])

    def friend(self, position: Position) -> int | None:
        """The friend of the seat to move, if it is on the board."""
        for piece, square in enumerate(position.where):
            own = square >= 0 and position.seat_of(piece) == position.track.turn
            if own and position.kinds[piece].id == self.spec.params["friend"]:
                return piece
        return None

    def uses(self, position: Position, piece: int) -> list[Use]:
        """Those onto an empty square, if both are on the board."""
        if self.friend(position) is None:
            return []
        return [use for use in self.table[position.where[piece]] if self.empty(position, use.targets[0])]

    def landing(self, use: Use) -> int | None:
        """Where the friend is placed: it counts with its two squares (ST-MOVE-6)."""
        return use.targets[0]

    def mover(self, position: Position, use: Use) -> int:
        """The friend who is called: that piece changes its square."""
        friend = self.friend(position)
        assert friend is not None
        return friend

    def perform(self, turn: Turn, use: Use) -> None:
        """Show both, and place the friend; its mode stays."""
        piece = turn.at(use.origin)
        friend = self.friend(turn.draft)
        assert friend is not None
        turn.show(piece)
        turn.use(piece, use)
        turn.show(friend)
        origin = turn.draft.where[friend]
        turn.move(friend, use.targets[0], by=piece)
        turn.finish((friend, origin, use.targets[0]), attack=False, line=False)

    def reaches(self, origin: int) -> tuple[StrikeReach, ...]:
        """It strikes nobody."""
        return ()

    def needs(self, use: Use) -> UseNeeds:
        """An empty square, and the friend on the board."""
        return UseNeeds(use.targets, own=str(self.spec.params["friend"]))

    def effect(self, use: Use, standing: Standing) -> UseEffect:
        """It places the friend."""
        return UseEffect("call", use.targets[0], mover=standing.own_square(str(self.spec.params["friend"])))

    def named_kinds(self, use: Use) -> tuple[str, ...]:
        """The friend is shown."""
        return (str(self.spec.params["friend"]),)
