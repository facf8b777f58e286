"""A turn in the making: the moves, fights and revelations of one action, each told as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import Event, Outcome
from flagfall.ranks.actions import NOWHERE, Move, PlayAction, Use
from flagfall.ranks.battle import Winner, clash
from flagfall.ranks.edition import Kind
from flagfall.ranks.events import (
    Attacked,
    Awaits,
    Began,
    Captured,
    Ended,
    Moved,
    Noticed,
    Shown,
    Switched,
    Trayed,
    Turned,
    Used,
)
from flagfall.ranks.repetition import Track
from flagfall.ranks.view import Awaited

if TYPE_CHECKING:
    from flagfall.ranks.state import RankState

EMPTY = -1


class Turn:
    """One action being carried out on a copy of a state."""

    def __init__(self, before: RankState) -> None:
        self.state = before.copy()
        self.events: list[Event] = []
        self.seat = before.track.turn
        self.flag_taken = False

    # ---- what powers and moves are made of ------------------------------------------------

    def at(self, square: int) -> int:
        """The piece on a square."""
        return self.state.board[square]

    def kind(self, piece: int) -> Kind:
        """What a piece is."""
        return self.state.kinds[piece]

    def tell(self, event: Event) -> None:
        """Let the audience of an event hear it."""
        self.events.append(event)

    def show(self, piece: int) -> None:
        """Show everybody which piece it is."""
        kind = self.state.kinds[piece]
        self.events.append(Shown(piece, kind.rank, kind.id))
        self._learn(piece, kind=True)

    def call_rank(self, piece: int) -> None:
        """Tell everybody the rank of a fighting piece, or show it, as agreed (ST-ATT-2)."""
        if self.state.rules.announces_kind:
            self.show(piece)
        else:
            self.events.append(Shown(piece, self.state.kinds[piece].rank))
            self._learn(piece, kind=False)

    def show_to(self, seat: int, piece: int) -> None:
        """Show one seat which piece it is; its owner notices, others do not learn it (ST-POW-VISION)."""
        kind = self.state.kinds[piece]
        self.events.append(Shown(piece, kind.rank, kind.id, audience=(seat,)))
        self.events.append(Noticed(piece, audience=(self.state.seat_of(piece),)))
        self._learn(piece, kind=True, onlookers=False)

    def _learn(self, piece: int, kind: bool, onlookers: bool = True) -> None:
        state = self.state
        if not state.rules.keeps:  # to be remembered by the players themselves (ST-KNOW-2)
            return
        bit = 1 << piece
        public = bit if onlookers else 0
        state.rank_known = (state.rank_known[0] | bit, state.rank_known[1] | public)
        if kind:
            state.kind_known = (state.kind_known[0] | bit, state.kind_known[1] | public)

    def move(self, piece: int, target: int, by: int = -1) -> None:
        """Put a piece on an empty square; ``by`` is the piece that drew or called it there."""
        state = self.state
        origin = state.where[piece]
        self.events.append(Moved(piece, origin, target, by))
        state.board[origin] = EMPTY
        state.board[target] = piece
        state.where[piece] = target
        if by < 0:
            state.moved |= 1 << piece

    def capture(self, piece: int) -> None:
        """Take a piece off the board and into the tray (ST-KNOW-1)."""
        state = self.state
        state.board[state.where[piece]] = EMPTY
        state.where[piece] = NOWHERE
        state.captured += (piece,)
        # What was known of it on the board is gone with it: the tray alone tells of captured pieces.
        rest = ~(1 << piece)
        state.moved &= rest
        state.robots &= rest
        state.rank_known = (state.rank_known[0] & rest, state.rank_known[1] & rest)
        state.kind_known = (state.kind_known[0] & rest, state.kind_known[1] & rest)
        self.events.append(Captured(piece))
        owner = state.seat_of(piece)
        audience = state.rules.tray_audience(owner)
        if audience != ():
            self.events.append(Trayed(piece, state.kinds[piece].id, audience=audience))
        if state.kinds[piece].role == "flag":
            self.flag_taken = True

    def fight(self, attacker: int, target: int) -> Winner:
        """Let a piece attack the one on a square; a winning attacker moves there (ST-ATT-3)."""
        defender = self.at(target)
        self.events.append(Attacked(attacker, self.state.where[attacker], (target,)))
        self.call_rank(attacker)
        self.call_rank(defender)
        winner = clash(self.kind(attacker), self.kind(defender))
        if winner != "attacker":
            self.capture(attacker)
        if winner != "defender":
            self.capture(defender)
        if winner == "attacker":
            self.move(attacker, target)
        return winner

    def advance(self, piece: int, target: int) -> bool:
        """Move a piece onto a square or attack what stands there; whether it was an attack."""
        if self.state.board[target] == EMPTY:
            self.move(piece, target)
            return False
        self.fight(piece, target)
        return True

    def use(self, piece: int, action: Use) -> None:
        """Announce a power, paying its token if it has one."""
        state = self.state
        self.events.append(Used(piece, action.power, action.targets, action.kind))
        state.spent = tuple(
            used + 1 if (seat, power) == (self.seat, action.power) else used
            for (seat, power, _), used in zip(state.rules.tokens, state.spent, strict=True)
        )

    def wait(self, piece: int, power: str, origin: int) -> None:
        """Leave the turn with its player, who has to choose the targets of a power."""
        self.events.append(Awaits(piece, power, origin))
        self.state.awaited = Awaited(piece, power, origin)

    # ---- the course of a turn -------------------------------------------------------------

    def perform(self, action: PlayAction) -> None:
        """Carry out a legal action."""
        state = self.state
        if isinstance(action, Move | Use) and action.switch != NOWHERE:
            self._switch(state.board[action.switch])
        if isinstance(action, Move):
            self._step(action.origin, action.target)
        elif isinstance(action, Use):
            state.rules.powers[action.power].perform(self, action)
        else:
            awaited = state.awaited
            assert awaited is not None
            state.awaited = None
            state.rules.powers[awaited.power].answer(self, awaited, action)

    def _switch(self, piece: int) -> None:
        """Change a piece's mode: face up in Robot Mode, upright in Vehicle Mode (ST-MODE-1, ST-MODE-2)."""
        state = self.state
        state.robots ^= 1 << piece
        robot = bool(state.robots >> piece & 1)
        self.events.append(Switched(piece, robot, state.kinds[piece].id if robot else ""))
        if robot:
            self._learn(piece, kind=True)

    def _step(self, origin: int, target: int) -> None:
        state = self.state
        piece = state.board[origin]
        far = target not in state.rules.board.beside[origin]
        if far:  # only rank 2 goes so far: it shows what it is (ST-MOVE-5)
            self.show(piece)
        attack = self.advance(piece, target)
        self.finish((piece, origin, target), attack=attack)

    def finish(self, route: tuple[int, int, int] | None, attack: bool, drawn: int = -1) -> None:
        """End the turn: count it, pass it on, and see whether the game is over.

        ``route`` is the straight move that the rules of repetition count (piece, origin, target),
        None for powers that start the count again; ``drawn`` is a piece moved by the enemy.
        """
        state = self.state
        rules = state.rules
        trail = None
        if route is not None:
            span = rules.board.span(route[1], route[2])
            if span is None:
                route = None
            else:
                trail = (route[0], *span)
        near, position = False, 0
        if rules.more_square:
            near = route is not None and self._enemy_beside(route[2])
            position = self._position()
        turned = Turned(1 - self.seat, attack, trail, route, near, position, drawn)
        self.events.append(turned)
        state.track = state.track.after(turned, rules.board, rules.two_square)
        if self.flag_taken:
            self._end("flag", self.seat, "ST-END-1")
        elif not state.legal(1 - self.seat):
            self._stuck(1 - self.seat)
        elif state.track.quiet >= rules.quiet_limit:
            self._end("quiet", None, "ST-END-4")
        elif state.track.ply >= rules.ply_limit:
            self._end("length", None, "ST-END-4")

    def begin(self) -> None:
        """Begin play; a first player who cannot move has lost at once (ST-TURN-2)."""
        state = self.state
        position = self._position() if state.rules.more_square else 0
        self.events.append(Began(state.starts, position))
        state.track = Track(position=position)
        if not state.legal(state.track.turn):
            self._stuck(state.track.turn)

    def _stuck(self, seat: int) -> None:
        """A seat can do nothing: it loses, or the game is drawn where nothing can ever move (ST-TURN-2)."""
        state = self.state
        movable = any(
            kind.movable for kind, square in zip(state.kinds, state.where, strict=True) if square >= 0
        )
        if state.rules.immobile_draws and not movable:
            self._end("immobile", None, "ST-TURN-2")
        else:
            self._end("no-move", 1 - seat, "ST-TURN-2")

    def _end(self, termination: str, winner: int | None, rule: str) -> None:
        scores = (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))
        state = self.state
        state.over = Outcome(termination, scores, rule)
        state._legal = None
        self.events.append(Ended(state.over, state.setups))

    def _enemy_beside(self, square: int) -> bool:
        state = self.state
        return any(
            other >= 0 and state.seat_of(other) != self.seat
            for other in (state.board[near] for near in state.rules.board.beside[square])
        )

    def _position(self) -> int:
        zobrist = self.state.rules.zobrist
        position = 0
        for piece, square in enumerate(self.state.where):
            if square >= 0:
                position ^= zobrist[piece][square]
        return position
