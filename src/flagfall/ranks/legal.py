"""Which actions are legal, and by which rule another is refused.

Both read only what the acting seat knows: its own pieces, and where enemies stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from flagfall.core import Action, IllegalAction
from flagfall.ranks.actions import Move, PlayAction, Use
from flagfall.ranks.board import EMPTY, NAMES, NOWHERE
from flagfall.ranks.draft import Draft
from flagfall.ranks.edition import Kind
from flagfall.ranks.position import Position
from flagfall.ranks.powers import Power
from flagfall.ranks.repetition import Barrier, Track

Powers: TypeAlias = Mapping[str, Power]
"""The powers of a game by their ids."""


def actions(position: Position, powers: Powers) -> tuple[PlayAction, ...]:
    """All legal actions of the seat to move."""
    if position.awaited is not None:
        return powers[position.awaited.power].answers(position, position.awaited.piece)
    found: list[PlayAction] = []
    steps = moves(position)
    found += steps
    if powers:
        limits = Limits.of(position)
        by_piece = {
            piece: uses(position, powers, piece, ids, limits) if (ids := active(position, piece)) else []
            for piece in _alive(position)
        }
        found += [use for list_ in by_piece.values() for use in list_]
        if position.rules.has_modes:
            found += _after_switches(position, powers, steps, by_piece, limits)
    return tuple(found)


def _alive(position: Position) -> list[int]:
    first = position.rules.sizes[0]
    pieces = range(first) if position.track.turn == 0 else range(first, len(position.where))
    where = position.where
    return [piece for piece in pieces if where[piece] >= 0]


def moves(position: Position) -> list[Move]:
    """The legal moves and attacks without powers (ST-MOVE-1 to ST-MOVE-7, ST-ATT-1)."""
    board, where, kinds = position.board, position.where, position.kinds
    rules = position.rules
    steps, lines = rules.steps, rules.lines
    first = rules.sizes[0]
    low, high = (0, first) if position.track.turn == 0 else (first, len(where))
    found = []
    for piece in range(low, high):
        square = where[piece]
        if square < 0:
            continue
        way = kinds[piece].moves
        if way == "step":
            for target, move in steps[square]:
                if not low <= board[target] < high:
                    found.append(move)
        elif way == "line":
            for line in lines[square]:
                for target, move in line:
                    other = board[target]
                    if other == EMPTY:
                        found.append(move)
                        continue
                    if not low <= other < high:
                        found.append(move)
                    break
    bound = _bound(position)
    if bound != NOWHERE:
        found = [
            move for move in found if move.origin != bound or not shuttles(position, move.origin, move.target)
        ]
    if rules.more_square and position.track.chased():
        found = [move for move in found if not repeats_chase(position, move.origin, move.target)]
    return found


def _bound(position: Position) -> int:
    """The square of the piece whose moves the two-square rule limits now; NOWHERE if it limits none."""
    track, limit = position.track, position.rules.two_square
    found = track.held(limit) or _barrier(position)
    return NOWHERE if found is None else position.where[found[0]]


def _barrier(position: Position) -> Barrier | None:
    """What borders the seat to move may not cross: of the line on which its last moves went (ST-MOVE-6)."""
    rules, track = position.rules, position.track
    if not rules.by_border:
        return None
    found = track.barrier(rules.two_square)
    if found is None or rules.lines_only:
        return found
    last = track.routes[track.turn]
    # A strike after a leap may have taken it off that line (ST-POW-SNEAK).
    return found if last is None or position.where[found[0]] == last[2] else None


def _crosses(position: Position, barrier: Barrier, origin: int, target: int) -> bool:
    piece, axis, low, high = barrier
    if position.board[origin] != piece:
        return False
    span = position.rules.board.span(origin, target)
    return span is not None and span[0] == axis and span[1] < high and span[2] > low


def shuttles(position: Position, origin: int, target: int, line: bool = True) -> bool:
    """Whether the two-square rule refuses a move (ST-MOVE-6); ``line`` says whether it goes along a line."""
    rules, track = position.rules, position.track
    if not rules.two_square_attacks and position.board[target] != EMPTY:
        return False
    held = track.held(rules.two_square)
    if held == (position.board[origin], min(origin, target), max(origin, target)):
        return True
    barrier = _barrier(position) if line else None
    return barrier is not None and _crosses(position, barrier, origin, target)


def repeats_chase(position: Position, origin: int, target: int) -> bool:
    """Whether a straight move repeats a position of its player's chase (ST-MOVE-7)."""
    if not position.rules.more_square or position.board[target] != EMPTY:
        return False
    track = position.track
    past = track.chased()
    if not past:
        return False
    piece = position.board[origin]
    row = position.rules.zobrist[piece]
    if track.position ^ row[origin] ^ row[target] not in past or track.takes_back(piece, origin, target):
        return False
    board = position.board
    return any(
        board[near] >= 0 and position.seat_of(board[near]) != track.turn
        for near in position.rules.board.beside[target]
    )


def active(position: Position, piece: int) -> tuple[str, ...]:
    """The powers that a piece has now, by its mode (ST-MODE-1)."""
    kind = position.kinds[piece]
    return kind.robot if position.robots >> piece & 1 else kind.powers


def other_mode(kind: Kind, robot: bool) -> tuple[str, ...]:
    """The powers that a piece would have after a change of mode."""
    return kind.powers if robot else kind.robot


class Limits(NamedTuple):
    """What limits the powers of the seat to move, whichever piece uses them."""

    used_up: tuple[str, ...]
    repetition: bool
    """Whether the rules of repetition may refuse anything (ST-MOVE-6, ST-MOVE-7)."""

    @classmethod
    def of(cls, position: Position) -> Limits:
        """Those of a position."""
        chased = position.rules.more_square and position.track.chased()
        used_up = tuple(id for _, id, _ in position.rules.tokens if left(position, id) == 0)
        return cls(used_up, bool(chased) or _bound(position) != NOWHERE)


def uses(position: Position, powers: Powers, piece: int, ids: tuple[str, ...], limits: Limits) -> list[Use]:
    """The legal uses of some powers by a piece."""
    found: list[Use] = []
    for id in ids:
        if id in limits.used_up:
            continue
        power = powers[id]
        if limits.repetition:
            found += [use for use in power.uses(position, piece) if not _repeats(position, power, use)]
        else:
            found += power.uses(position, piece)
    return found


def _repeats(position: Position, power: Power, use: Use) -> str:
    """The rule of repetition that refuses a use; nothing if none does."""
    route = power.route(use)
    landing = power.landing(use)
    if landing is not None:
        origin = position.where[power.mover(position, use)]
        if shuttles(position, origin, landing, line=route is not None):
            return "ST-MOVE-6"
    return "ST-MOVE-7" if route is not None and repeats_chase(position, *route) else ""


def could_move(position: Position, powers: Powers, seat: int) -> bool:
    """Whether a seat would have an action if it were its turn, repetition left aside (ST-TURN-2)."""
    draft = Draft.of(position)
    draft.track = Track(turn=seat)
    draft.awaited = None
    return bool(actions(draft, powers))


def forfeits(position: Position, seat: int, action: Action) -> bool:
    """Whether an action moves an own bomb or flag where that loses the game (ST-MOVE-3)."""
    if not (position.rules.bomb_move_loses and isinstance(action, Move) and action.switch == NOWHERE):
        return False
    if position.phase != "play" or seat != position.track.turn or position.awaited is not None:
        return False
    board = position.rules.board
    if not all(0 <= square < board.size for square in (action.origin, action.target)):
        return False
    piece = position.board[action.origin]
    own = piece >= 0 and position.seat_of(piece) == seat
    return own and action.origin != action.target and not position.kinds[piece].movable


def left(position: Position, power: str) -> int:
    """How often the seat to move may still use a power; -1 for as often as it likes."""
    for (seat, id, most), used in zip(position.rules.tokens, position.spent, strict=True):
        if seat == position.track.turn and id == power:
            return most - used
    return -1


def _after_switches(
    position: Position, powers: Powers, steps: list[Move], by_piece: dict[int, list[Use]], limits: Limits
) -> list[PlayAction]:
    """The actions that follow a change of mode, each with the change in front of it (ST-MODE-1)."""
    found: list[PlayAction] = []
    for piece in by_piece:
        kind = position.kinds[piece]
        if not kind.robot:
            continue
        square = position.where[piece]
        binds = position.rules.switch_binds
        found += [
            Move(move.origin, move.target, square) for move in steps if not binds or move.origin == square
        ]
        other = other_mode(kind, bool(position.robots >> piece & 1))
        fresh = uses(position, powers, piece, other, limits)
        rest = [use for one, list_ in by_piece.items() if one != piece and not binds for use in list_]
        found += [Use(use.origin, use.power, use.targets, use.kind, square) for use in (*fresh, *rest)]
    return found


def refusal(position: Position, powers: Powers, seat: int, action: Action) -> IllegalAction:
    """The rule that refuses an action which is not legal (ST-ERR-1)."""
    names = NAMES
    if position.over is not None:
        return IllegalAction("ST-END-1", reason="over")
    if not position.where:
        return IllegalAction("ST-SET-1", reason="not set up")
    if seat != position.track.turn:
        return IllegalAction("ST-TURN-1", reason="not your turn")
    if position.awaited is not None:
        return powers[position.awaited.power].refuse_answer(position, action)
    if not isinstance(action, Move | Use):
        return IllegalAction("ST-TURN-1", reason="nothing to answer")
    for square in (action.origin, *([] if action.switch == NOWHERE else [action.switch])):
        if not 0 <= square < position.rules.board.size:
            return IllegalAction("ST-MOVE-2", reason="off the board", square=square)
    piece = position.board[action.origin]
    if piece < 0 or position.seat_of(piece) != seat:
        return IllegalAction("ST-TURN-1", reason="no piece", square=names[action.origin])
    held = active(position, piece)
    if action.switch != NOWHERE:
        switched = position.board[action.switch]
        if switched < 0 or position.seat_of(switched) != seat:
            return IllegalAction("ST-MODE-1", reason="no piece", square=names[action.switch])
        if not position.kinds[switched].robot:
            return IllegalAction("ST-MODE-3", reason="no modes", square=names[action.switch])
        if position.rules.switch_binds and switched != piece:
            return IllegalAction("ST-MODE-1", reason="binds", square=names[action.switch])
        if switched == piece:
            held = other_mode(position.kinds[piece], bool(position.robots >> piece & 1))
    if isinstance(action, Move):
        return _refused_move(position, seat, action)
    return _refused_use(position, powers, piece, held, action)


def _refused_move(position: Position, seat: int, action: Move) -> IllegalAction:
    board, names = position.rules.board, NAMES
    origin, target = action.origin, action.target
    if not 0 <= target < board.size:
        return IllegalAction("ST-MOVE-2", reason="off the board", square=target)
    kind = position.kinds[position.board[origin]]
    params = {"origin": names[origin], "target": names[target], "kind": kind.id}
    if not kind.movable:
        return IllegalAction("ST-MOVE-3", reason="never moves", **params)
    if target in board.blocked:
        return IllegalAction("ST-MOVE-2", reason="blocked", **params)
    if origin == target or board.span(origin, target) is None:
        return IllegalAction("ST-MOVE-1", reason="not straight", **params)
    other = position.board[target]
    if other >= 0 and position.seat_of(other) == seat:
        return IllegalAction("ST-MOVE-2", reason="own piece", **params)
    line = next((line for line in board.rays[origin] if target in line), ())
    between = line[: line.index(target)] if line else ()
    if kind.moves == "step" and (between or not line):
        return IllegalAction("ST-MOVE-1", reason="too far", **params)
    if not line or any(position.board[square] != EMPTY for square in between):
        return IllegalAction("ST-MOVE-2", reason="in the way", **params)
    if shuttles(position, origin, target):
        return IllegalAction("ST-MOVE-6", reason="two squares", limit=position.rules.two_square, **params)
    return IllegalAction("ST-MOVE-7", reason="more squares", **params)


def _refused_use(
    position: Position, powers: Powers, piece: int, held: tuple[str, ...], action: Use
) -> IllegalAction:
    names = NAMES
    params = {"origin": names[action.origin], "power": action.power, "kind": position.kinds[piece].id}
    if action.power not in powers:
        return IllegalAction("ST-POW-1", reason="no such power", **params)
    if action.power not in held:
        other = other_mode(position.kinds[piece], bool(position.robots >> piece & 1))
        if action.power in other and action.switch == NOWHERE:
            return IllegalAction("ST-MODE-1", reason="other mode", **params)
        return IllegalAction("ST-POW-1", reason="not its power", **params)
    power = powers[action.power]
    if left(position, action.power) == 0:
        return IllegalAction(power.rule, reason="used up", **params)
    plain = Use(action.origin, action.power, action.targets, action.kind)
    if plain in power.uses(position, piece):
        if _repeats(position, power, plain) == "ST-MOVE-6":
            return IllegalAction("ST-MOVE-6", reason="two squares", limit=position.rules.two_square, **params)
        return IllegalAction("ST-MOVE-7", reason="more squares", **params)
    return IllegalAction(power.rule, reason="no such target", **params)
