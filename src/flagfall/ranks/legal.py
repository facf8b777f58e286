"""Which actions are legal, and by which rule another is refused.

Both read only what the acting seat knows: its own pieces, and where enemies stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import Action, IllegalAction
from flagfall.ranks.actions import NOWHERE, Move, PlayAction, Use
from flagfall.ranks.board import NAMES

if TYPE_CHECKING:
    from flagfall.ranks.edition import Kind
    from flagfall.ranks.state import RankState

EMPTY = -1


def actions(state: RankState) -> tuple[PlayAction, ...]:
    """All legal actions of the seat to move."""
    if state.awaited is not None:
        return state.rules.powers[state.awaited.power].answers(state, state.awaited.piece)
    found: list[PlayAction] = []
    steps = moves(state)
    found += steps
    if state.rules.powers:
        by_piece = {piece: uses(state, piece, active(state, piece)) for piece in _alive(state)}
        found += [use for list_ in by_piece.values() for use in list_]
        if state.rules.has_modes:
            found += _after_switches(state, steps, by_piece)
    return tuple(found)


def _alive(state: RankState) -> list[int]:
    first = state.rules.sizes[0]
    pieces = range(first) if state.track.turn == 0 else range(first, len(state.where))
    where = state.where
    return [piece for piece in pieces if where[piece] >= 0]


def moves(state: RankState) -> list[Move]:
    """The legal moves and attacks without powers (ST-MOVE-1 to ST-MOVE-7, ST-ATT-1)."""
    board, where, kinds = state.board, state.where, state.kinds
    rules = state.rules
    table, beside, rays = rules.moves, rules.board.beside, rules.board.rays
    first = rules.sizes[0]
    low, high = (0, first) if state.track.turn == 0 else (first, len(where))
    found = []
    for piece in range(low, high):
        square = where[piece]
        if square < 0:
            continue
        way = kinds[piece].moves
        if way == "step":
            row = table[square]
            for target in beside[square]:
                if not low <= board[target] < high:
                    found.append(row[target])  # noqa: PERF401 - the inner loop of random play
        elif way == "line":
            row = table[square]
            for line in rays[square]:
                for target in line:
                    other = board[target]
                    if other == EMPTY:
                        found.append(row[target])
                        continue
                    if not low <= other < high:
                        found.append(row[target])
                    break
    barrier = state.track.barrier(rules.two_square)
    if barrier is not None:
        found = [move for move in found if not _crosses(state, barrier, move.origin, move.target)]
    if rules.more_square and state.track.chased():
        found = [move for move in found if not repeats_chase(state, move.origin, move.target)]
    return found


def _crosses(state: RankState, barrier: tuple[int, int, int, int], origin: int, target: int) -> bool:
    piece, axis, low, high = barrier
    if state.board[origin] != piece:
        return False
    span = state.rules.board.span(origin, target)
    return span is not None and span[0] == axis and span[1] < high and span[2] > low


def shuttles(state: RankState, origin: int, target: int) -> bool:
    """Whether a straight move crosses a border that the two-square rule has closed (ST-MOVE-6)."""
    barrier = state.track.barrier(state.rules.two_square)
    return barrier is not None and _crosses(state, barrier, origin, target)


def repeats_chase(state: RankState, origin: int, target: int) -> bool:
    """Whether a straight move repeats a position of its player's chase (ST-MOVE-7)."""
    if not state.rules.more_square or state.board[target] != EMPTY:
        return False
    track = state.track
    past = track.chased()
    if not past:
        return False
    piece = state.board[origin]
    row = state.rules.zobrist[piece]
    if track.position ^ row[origin] ^ row[target] not in past or track.takes_back(piece, origin, target):
        return False
    board = state.board
    return any(
        board[near] >= 0 and state.seat_of(board[near]) != track.turn
        for near in state.rules.board.beside[target]
    )


def active(state: RankState, piece: int) -> tuple[str, ...]:
    """The powers that a piece has now, by its mode (ST-MODE-1)."""
    kind = state.kinds[piece]
    return kind.robot if state.robots >> piece & 1 else kind.powers


def other_mode(kind: Kind, robot: bool) -> tuple[str, ...]:
    """The powers that a piece would have after a change of mode."""
    return kind.powers if robot else kind.robot


def uses(state: RankState, piece: int, powers: tuple[str, ...]) -> list[Use]:
    """The legal uses of some powers by a piece."""
    found: list[Use] = []
    for id in powers:
        if left(state, id) == 0:
            continue
        power = state.rules.powers[id]
        for use in power.uses(state, piece):
            route = power.route(use)
            if route is not None and (shuttles(state, *route) or repeats_chase(state, *route)):
                continue
            found.append(use)
    return found


def left(state: RankState, power: str) -> int:
    """How often the seat to move may still use a power; -1 for as often as it likes."""
    for (seat, id, most), used in zip(state.rules.tokens, state.spent, strict=True):
        if seat == state.track.turn and id == power:
            return most - used
    return -1


def _after_switches(state: RankState, steps: list[Move], by_piece: dict[int, list[Use]]) -> list[PlayAction]:
    """The actions that follow a change of mode, each with the change in front of it (ST-MODE-1)."""
    found: list[PlayAction] = []
    for piece in by_piece:
        kind = state.kinds[piece]
        if not kind.robot:
            continue
        square = state.where[piece]
        binds = state.rules.switch_binds
        found += [
            Move(move.origin, move.target, square) for move in steps if not binds or move.origin == square
        ]
        fresh = uses(state, piece, other_mode(kind, bool(state.robots >> piece & 1)))
        rest = [use for other, list_ in by_piece.items() if other != piece and not binds for use in list_]
        found += [Use(use.origin, use.power, use.targets, use.kind, square) for use in (*fresh, *rest)]
    return found


def refusal(state: RankState, seat: int, action: Action) -> IllegalAction:
    """The rule that refuses an action which is not legal (ST-ERR-1)."""
    names = NAMES
    if state.over is not None:
        return IllegalAction("ST-END-1", reason="over")
    if not state.where:
        return IllegalAction("ST-SET-1", reason="not set up")
    if seat != state.track.turn:
        return IllegalAction("ST-TURN-1", reason="not your turn")
    if state.awaited is not None:
        return state.rules.powers[state.awaited.power].refuse_answer(state, action)
    if not isinstance(action, Move | Use):
        return IllegalAction("ST-TURN-1", reason="nothing to answer")
    for square in (action.origin, *([] if action.switch == NOWHERE else [action.switch])):
        if not 0 <= square < state.rules.board.size:
            return IllegalAction("ST-MOVE-2", reason="off the board", square=square)
    piece = state.board[action.origin]
    if piece < 0 or state.seat_of(piece) != seat:
        return IllegalAction("ST-TURN-1", reason="no piece", square=names[action.origin])
    powers = active(state, piece)
    if action.switch != NOWHERE:
        switched = state.board[action.switch]
        if switched < 0 or state.seat_of(switched) != seat:
            return IllegalAction("ST-MODE-1", reason="no piece", square=names[action.switch])
        if not state.kinds[switched].robot:
            return IllegalAction("ST-MODE-3", reason="no modes", square=names[action.switch])
        if state.rules.switch_binds and switched != piece:
            return IllegalAction("ST-MODE-1", reason="binds", square=names[action.switch])
        if switched == piece:
            powers = other_mode(state.kinds[piece], bool(state.robots >> piece & 1))
    if isinstance(action, Move):
        return _refused_move(state, seat, action)
    return _refused_use(state, piece, powers, action)


def _refused_move(state: RankState, seat: int, action: Move) -> IllegalAction:
    board, names = state.rules.board, NAMES
    origin, target = action.origin, action.target
    if not 0 <= target < board.size:
        return IllegalAction("ST-MOVE-2", reason="off the board", square=target)
    kind = state.kinds[state.board[origin]]
    params = {"origin": names[origin], "target": names[target], "kind": kind.id}
    if not kind.movable:
        return IllegalAction("ST-MOVE-3", reason="never moves", **params)
    if target in board.blocked:
        return IllegalAction("ST-MOVE-2", reason="blocked", **params)
    if origin == target or board.span(origin, target) is None:
        return IllegalAction("ST-MOVE-1", reason="not straight", **params)
    other = state.board[target]
    if other >= 0 and state.seat_of(other) == seat:
        return IllegalAction("ST-MOVE-2", reason="own piece", **params)
    line = next((line for line in board.rays[origin] if target in line), ())
    between = line[: line.index(target)] if line else ()
    if kind.moves == "step" and (between or not line):
        return IllegalAction("ST-MOVE-1", reason="too far", **params)
    if not line or any(state.board[square] != EMPTY for square in between):
        return IllegalAction("ST-MOVE-2", reason="in the way", **params)
    if shuttles(state, origin, target):
        return IllegalAction("ST-MOVE-6", reason="two squares", limit=state.rules.two_square, **params)
    return IllegalAction("ST-MOVE-7", reason="more squares", **params)


def _refused_use(state: RankState, piece: int, powers: tuple[str, ...], action: Use) -> IllegalAction:
    names = NAMES
    params = {"origin": names[action.origin], "power": action.power, "kind": state.kinds[piece].id}
    if action.power not in state.rules.powers:
        return IllegalAction("ST-POW-1", reason="no such power", **params)
    if action.power not in powers:
        other = other_mode(state.kinds[piece], bool(state.robots >> piece & 1))
        if action.power in other and action.switch == NOWHERE:
            return IllegalAction("ST-MODE-1", reason="other mode", **params)
        return IllegalAction("ST-POW-1", reason="not its power", **params)
    power = state.rules.powers[action.power]
    if left(state, action.power) == 0:
        return IllegalAction(power.rule, reason="used up", **params)
    plain = Use(action.origin, action.power, action.targets, action.kind)
    if plain in power.uses(state, piece):
        route = power.route(plain)
        if route is not None and shuttles(state, *route):
            return IllegalAction("ST-MOVE-6", reason="two squares", limit=state.rules.two_square, **params)
        return IllegalAction("ST-MOVE-7", reason="more squares", **params)
    return IllegalAction(power.rule, reason="no such target", **params)
