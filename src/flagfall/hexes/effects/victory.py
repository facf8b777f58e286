"""Who has won, and by what (HX-END)."""

from __future__ import annotations

from flagfall.core.outcome import Outcome
from flagfall.hexes.draft import Draft
from flagfall.hexes.maps.terrain import CONSTRUCT
from flagfall.hexes.scenarios.scenario import Condition, Destroy, Eliminate, Exit, Hold, Protect
from flagfall.hexes.units.pieces import LEFT, OUT, PLAY, WRECK, Piece

RULE = "HX-END-2"


def alive(draft: Draft, seat: int, *, at_round_end: bool = False) -> bool:
    """Whether a seat has a unit in play, or one that may come into play at the end of this round.

    A unit that the other side controls may come back until the round ends (AMB-55).
    """
    for piece in draft.pieces:
        if piece.status == PLAY:
            if piece.seat == seat or (piece.owner == seat and not at_round_end):
                return True
        elif piece.owner == seat and piece.waiting:
            return True
    return False


def losses(draft: Draft, seat: int) -> int:
    """What a seat has lost, in hit points (HX-END-2)."""
    return sum(
        _whole(draft, number) - piece.hp
        for number, piece in enumerate(draft.pieces)
        if piece.owner == seat and piece.status in (PLAY, WRECK, OUT, LEFT)
    )


def _whole(draft: Draft, number: int) -> int:
    """The hit points that a unit began with; of people the heads of the scenario (HX-HUM-3)."""
    entry = draft.state.game.entries.get(draft.pieces[number].key)
    if draft.state.options.to_the_letter and entry is not None and entry.heads is not None:
        return entry.heads
    return draft.field.max_hp(number)


def check_at_once(draft: Draft) -> None:
    """Elimination is looked for after every action (HX-END-2)."""
    _eliminated(draft, at_round_end=False)


def _eliminated(draft: Draft, *, at_round_end: bool) -> None:
    standing = [alive(draft, seat, at_round_end=at_round_end) for seat in (0, 1)]
    if all(standing):
        return
    # A side that has left the map on purpose may have won by it.
    won = {
        seat
        for number, condition in enumerate(draft.state.game.scenario.victory)
        if isinstance(condition, Exit)
        for seat in (draft.state.game.seat_of(condition.side),)
        if _met(draft, number, condition)
    }
    if won:
        _settle(draft, won, "exit")
    elif not any(standing):
        draft.end(Outcome("elimination", (0.5, 0.5), RULE))
    else:
        winner = standing.index(True)
        gone = any(piece.owner != winner and piece.status == LEFT for piece in draft.pieces)
        _settle(draft, {winner}, "retreat" if gone else "elimination")


def check_round_end(draft: Draft) -> None:
    """The conditions of the scenario, and then the limit of rounds (HX-END-2)."""
    state, game = draft.state, draft.state.game
    _eliminated(draft, at_round_end=True)
    if state.result is not None:
        return
    won: set[int] = set()
    word = ""
    holds = list(state.holds)
    for number, condition in enumerate(game.scenario.victory):
        if isinstance(condition, Eliminate):
            continue
        if isinstance(condition, Hold):
            holds[number] = holds[number] + 1 if _holds(draft, condition) else 0
            state.holds = tuple(holds)
        if _met(draft, number, condition):
            won.add(game.seat_of(condition.side))
            word = word or type(condition).__name__.lower()
    if won:
        _settle(draft, won, word)
        return
    limit = game.scenario.limit
    if limit is not None and state.round >= limit.rounds:
        if limit.winner == "draw":
            won = {0, 1}
        elif limit.winner == "points":
            lost = [losses(draft, seat) for seat in (0, 1)]
            won = {0, 1} if lost[0] == lost[1] else {0 if lost[0] < lost[1] else 1}
        else:
            won = {game.seat_of(limit.winner)}
        _settle(draft, won, "rounds")


def _settle(draft: Draft, won: set[int], word: str) -> None:
    """The outcome when some seats have reached what they wanted; both: a draw."""
    if len(won) == 2:
        draft.end(Outcome(word, (0.5, 0.5), RULE))
    else:
        draft.end(Outcome(word, (1.0, 0.0) if 0 in won else (0.0, 1.0), RULE))


def _holds(draft: Draft, condition: Hold) -> bool:
    """Whether a side alone has units in a zone, on enough hexes."""
    state = draft.state
    seat = state.game.seat_of(condition.side)
    zone = set(state.board.map.zones.get(condition.zone, ()))
    pieces = draft.open_field().pieces  # who is unseen neither holds nor contests a zone [R3] (HX-ABL-CLK)
    inside = {
        piece.seat: {other.hex for other in pieces if other.seat == piece.seat and _in(other, zone)}
        for piece in pieces
        if _in(piece, zone)
    }
    return set(inside) == {seat} and len(inside[seat]) >= condition.hexes


def _in(piece: Piece, zone: set[int]) -> bool:
    return piece.status == PLAY and piece.hex in zone


def _met(draft: Draft, number: int, condition: Condition) -> bool:
    state = draft.state
    if isinstance(condition, Hold):
        return state.holds[number] >= condition.rounds
    if isinstance(condition, Exit):
        seat = state.game.seat_of(condition.side)
        left = [
            piece
            for piece in draft.pieces
            if piece.status == LEFT
            and piece.owner == seat
            and (not condition.units or piece.key in condition.units)
        ]
        return len(left) >= condition.count
    if isinstance(condition, Protect):
        if state.round < condition.until:
            return False
        kept = _standing(draft, condition.units, condition.hexes)
        total = len(condition.units) + len(condition.hexes)
        return kept >= (total if condition.count is None else condition.count)
    if isinstance(condition, Destroy):
        total = len(condition.units) + len(condition.hexes)
        gone = total - _standing(draft, condition.units, condition.hexes)
        return gone >= (total if condition.count is None else condition.count)
    return False


def _standing(draft: Draft, units: tuple[str, ...], hexes: tuple[str, ...]) -> int:
    """How many of some units and constructs are still there; one combined away or withdrawn is not lost."""
    field = draft.field
    lost = (WRECK, OUT)
    there = sum(piece.key in units and piece.status not in lost for piece in draft.pieces)
    at = [field.board.map.hex(hex) for hex in hexes]
    return there + sum(field.cell(hex).terrain == CONSTRUCT for hex in at)
