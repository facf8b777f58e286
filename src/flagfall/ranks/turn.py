"""A turn in the making: the moves, fights and revelations of one action, each told as it happens."""

from __future__ import annotations

from flagfall.core import Event
from flagfall.ranks.actions import Use
from flagfall.ranks.battle import Winner, battle_winner
from flagfall.ranks.board import EMPTY, NOWHERE
from flagfall.ranks.draft import Draft
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import (
    Attacked,
    Awaits,
    Captured,
    Moved,
    Noticed,
    Shown,
    Switched,
    Trayed,
    Turned,
    Used,
)
from flagfall.ranks.position import Position
from flagfall.ranks.view import Awaited


class Turn:
    """One action being carried out on a draft of the next position.

    What ends the game is not decided here: `flagfall.ranks.play` looks at a finished turn.
    """

    def __init__(self, before: Position) -> None:
        self.draft = Draft.of(before)
        self.events: list[Event] = []
        self.seat = before.track.turn
        self.position = before.track.position
        if before.awaited is not None and before.rules.more_square:  # it has moved in this turn already
            self.position = self.draft.fingerprint()
        """The fingerprint of what stands where, kept up with every move and capture (ST-MOVE-7)."""
        self.flag_taken = False
        self.finished = False

    # ---- what powers and moves are made of ------------------------------------------------

    def at(self, square: int) -> int:
        """The piece on a square."""
        return self.draft.board[square]

    def kind(self, piece: int) -> Kind:
        """What a piece is."""
        return self.draft.kinds[piece]

    def tell(self, event: Event) -> None:
        """Let the audience of an event hear it."""
        self.events.append(event)

    def show(self, piece: int) -> None:
        """Show everybody which piece it is."""
        kind = self.draft.kinds[piece]
        self.events.append(Shown(piece, kind.rank, kind.id))
        self._learn(piece, kind=True)

    def call_rank(self, piece: int) -> None:
        """Tell everybody the rank of a fighting piece, or show it, as agreed (ST-ATT-2)."""
        if self.draft.rules.announces_kind:
            self.show(piece)
        else:
            self.events.append(Shown(piece, self.draft.kinds[piece].rank))
            self._learn(piece, kind=False)

    def show_to(self, seat: int, piece: int) -> None:
        """Show one seat which piece it is; its owner notices, others do not learn it (ST-POW-VISION)."""
        kind = self.draft.kinds[piece]
        self.events.append(Shown(piece, kind.rank, kind.id, audience=(seat,)))
        self.events.append(Noticed(piece, audience=(self.draft.seat_of(piece),)))
        self._learn(piece, kind=True, onlookers=False)

    def _learn(self, piece: int, kind: bool, onlookers: bool = True) -> None:
        draft = self.draft
        if not draft.rules.keeps:  # to be remembered by the players themselves (ST-KNOW-2)
            return
        bit = 1 << piece
        public = bit if onlookers else 0
        draft.rank_known = (draft.rank_known[0] | bit, draft.rank_known[1] | public)
        if kind:
            draft.kind_known = (draft.kind_known[0] | bit, draft.kind_known[1] | public)

    def move(self, piece: int, target: int, by: int = -1) -> None:
        """Put a piece on an empty square; ``by`` is the piece that drew or called it there."""
        draft = self.draft
        origin = draft.where[piece]
        self.events.append(Moved(piece, origin, target, by))
        draft.board[origin] = EMPTY
        draft.board[target] = piece
        draft.where[piece] = target
        if draft.rules.more_square:
            row = draft.rules.zobrist[piece]
            self.position ^= row[origin] ^ row[target]
        if by < 0:
            draft.moved |= 1 << piece

    def capture(self, piece: int) -> None:
        """Take a piece off the board and into the tray (ST-KNOW-1)."""
        draft = self.draft
        square = draft.where[piece]
        draft.board[square] = EMPTY
        draft.where[piece] = NOWHERE
        if draft.rules.more_square:
            self.position ^= draft.rules.zobrist[piece][square]
        draft.captured += (piece,)
        # What was known of it on the board is gone with it: the tray alone tells of captured pieces.
        rest = ~(1 << piece)
        draft.moved &= rest
        draft.robots &= rest
        draft.rank_known = (draft.rank_known[0] & rest, draft.rank_known[1] & rest)
        draft.kind_known = (draft.kind_known[0] & rest, draft.kind_known[1] & rest)
        self.events.append(Captured(piece))
        owner = draft.seat_of(piece)
        audience = draft.rules.tray_audience(owner)
        if audience != ():
            self.events.append(Trayed(piece, draft.kinds[piece].id, audience=audience))
        if draft.kinds[piece].role == "flag":
            self.flag_taken = True

    def fight(self, attacker: int, target: int) -> Winner:
        """Let a piece attack the one on a square; a winning attacker moves there (ST-ATT-3)."""
        defender = self.at(target)
        self.events.append(Attacked(attacker, self.draft.where[attacker], (target,)))
        self.call_rank(attacker)
        self.call_rank(defender)
        winner = battle_winner(self.kind(attacker), self.kind(defender))
        if winner != "attacker":
            self.capture(attacker)
        if winner != "defender":
            self.capture(defender)
        if winner == "attacker":
            self.move(attacker, target)
        return winner

    def advance(self, piece: int, target: int) -> bool:
        """Move a piece onto a square or attack what stands there; whether it was an attack."""
        if self.draft.board[target] == EMPTY:
            self.move(piece, target)
            return False
        self.fight(piece, target)
        return True

    def use(self, piece: int, action: Use) -> None:
        """Announce a power, paying its token if it has one."""
        draft = self.draft
        self.events.append(Used(piece, action.power, action.targets, action.kind))
        draft.spent = tuple(
            used + 1 if (seat, power) == (self.seat, action.power) else used
            for (seat, power, _), used in zip(draft.rules.tokens, draft.spent, strict=True)
        )

    def wait(self, piece: int, power: str, origin: int) -> None:
        """Leave the turn with its player, who has to choose the targets of a power."""
        self.events.append(Awaits(piece, power, origin))
        self.draft.awaited = Awaited(piece, power, origin)

    def switch(self, piece: int) -> None:
        """Change a piece's mode: face up in Robot Mode, upright in Vehicle Mode (ST-MODE-1, ST-MODE-2)."""
        draft = self.draft
        draft.robots ^= 1 << piece
        robot = bool(draft.robots >> piece & 1)
        self.events.append(Switched(piece, robot, draft.kinds[piece].id if robot else ""))
        if robot:
            self._learn(piece, kind=True)

    def step(self, origin: int, target: int) -> None:
        """Make an ordinary move or attack, and finish the turn."""
        piece = self.draft.board[origin]
        far = target not in self.draft.rules.board.beside[origin]
        if far and self.draft.rules.long_move_shows:
            self.show(piece)
        elif far:  # only rank 2 goes so far: that tells as much as a battle would (ST-MOVE-5)
            self.call_rank(piece)
        attack = self.advance(piece, target)
        self.finish((piece, origin, target), attack=attack)

    def finish(
        self, route: tuple[int, int, int] | None, attack: bool, drawn: int = -1, line: bool = True
    ) -> None:
        """End the turn: count it, and pass it on.

        ``route`` is the move that the rules of repetition count (piece, origin, target), None for powers
        that leave every own piece where it was; ``line`` says whether it went along a line if it could have.
        ``drawn`` is a piece moved by the enemy.
        """
        draft = self.draft
        rules = draft.rules
        trail = hop = None
        if route is not None:
            span = rules.board.span(route[1], route[2]) if line else None
            if span is None:
                route, hop = None, None if rules.lines_only else route
            else:
                trail = (route[0], *span)
        near = rules.more_square and route is not None and self._enemy_beside(route[2])
        turned = Turned(1 - self.seat, attack, trail, route, near, self.position, drawn, hop)
        self.events.append(turned)
        draft.track = draft.track.after(turned, rules.board, rules.two_square, rules.lines_only)
        self.finished = True

    def _enemy_beside(self, square: int) -> bool:
        draft = self.draft
        first = draft.rules.sizes[0]
        low, high = (first, len(draft.where)) if self.seat == 0 else (0, first)
        board = draft.board
        for near in draft.rules.board.beside[square]:  # noqa: SIM110 - every turn comes by here: half the time
            if low <= board[near] < high:
                return True
        return False
