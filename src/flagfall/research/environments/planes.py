"""A player's view of a hidden-rank game as planes of bytes, for every edition, powers included.

Planes are ``[plane, row, column]`` with row 0 at seat 0's side for both seats, so that squares agree with the
integer codec of actions. `Encoder.names` says what each plane holds, in order. Planes of one number (clocks,
counts) hold it in every cell.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from flagfall.ranks.board import STRIDE
from flagfall.ranks.editions.edition_arrays import RANKS
from flagfall.ranks.game import RankGame
from flagfall.ranks.rules import Rules
from flagfall.ranks.view import RankView

MOST = 255


class Encoder:
    """The planes of one edition."""

    def __init__(self, game: RankGame, rules: Rules) -> None:
        self.board, self.rules = game.board, rules
        self.kinds = max(len(kinds) for kinds in rules.kinds)
        self.index = tuple({kind: i for i, kind in enumerate(kinds)} for kinds in rules.kinds)
        self.strength = tuple({kind.rank: kind.strength for kind in kinds.values()} for kinds in rules.kinds)
        kinds = range(self.kinds)
        self.names = (
            "open square",
            *(f"my kind {i}" for i in kinds),
            "my piece: 1 its rank, 2 its kind was shown",
            "my piece has moved",
            "enemy piece",
            "enemy piece has moved",
            *(f"enemy of strength {i}" for i in range(RANKS)),
            *(f"enemy kind {i}" for i in kinds),
            "lies face up",
            "my last move: 1 from, 2 to",
            "the enemy's last move: 1 from, 2 to",
            "has begun a power",
            "next square to set up",
            *(f"my captured of kind {i}" for i in kinds),
            *(f"enemy captured of kind {i}, where the tray shows it" for i in kinds),
            *(f"uses left of {power} by {seat}" for seat, power, _ in rules.tokens),
            "seat",
            "setting up",
            "half-moves to the draw without attacks",
            "half-moves played, divided by 16",
            "my turns with one piece along one axis",
            "the enemy's turns with one piece along one axis",
            "my chase length",
            "the enemy's chase length",
        )
        self.shape = (len(self.names), self.board.height, self.board.width)

    def encode(self, view: RankView, square: int = -1) -> npt.NDArray[np.uint8]:
        """The planes of a view; ``square`` is the one to be set up next."""
        planes = np.zeros((len(self.names), self.board.height, STRIDE), np.uint8)
        flat = planes.reshape(len(self.names), -1)
        seat, k = view.seat, self.kinds
        flat[0] = 1
        flat[0, sorted(self.board.blocked)] = 0
        theirs = 1 + k + 2
        for piece in view.pieces:
            here = piece.square
            if piece.seat == seat:
                flat[1 + self.index[seat][piece.kind], here] = 1
                flat[1 + k, here] = piece.seen
                flat[2 + k, here] = piece.moved
            else:
                flat[theirs, here] = 1
                flat[theirs + 1, here] = piece.moved
                if piece.rank:
                    flat[theirs + 2 + self.strength[piece.seat][piece.rank], here] = 1
                if piece.kind:
                    flat[theirs + 2 + RANKS + self.index[piece.seat][piece.kind], here] = 1
            flat[theirs + 2 + RANKS + k, here] = piece.robot
        at = theirs + 3 + RANKS + k
        for own, route in ((seat, view.track.routes[seat]), (1 - seat, view.track.routes[1 - seat])):
            if route is not None:
                flat[at + (own != seat), route[1]] = 1
                flat[at + (own != seat), route[2]] = 2
        if view.awaited is not None:
            flat[at + 2, view.piece(view.awaited.piece).square] = 1
        if square >= 0:
            flat[at + 3, square] = 1
        at += 4
        for prisoner in view.captured:
            if prisoner.kind:
                side = 0 if prisoner.seat == seat else k
                flat[at + side + self.index[prisoner.seat][prisoner.kind]] += 1
        at += 2 * k
        for token in view.tokens:
            flat[at] = token.left
            at += 1
        track = view.track
        numbers = (
            seat,
            view.phase == "setup",
            self.rules.quiet_limit - track.quiet if self.rules.quiet_limit else MOST,
            track.ply // 16,
            len(track.trails[seat]),
            len(track.trails[1 - seat]),
            track.chase[seat],
            track.chase[1 - seat],
        )
        for number in numbers:
            flat[at] = min(max(int(number), 0), MOST)
            at += 1
        return np.ascontiguousarray(planes[:, :, : self.board.width])
