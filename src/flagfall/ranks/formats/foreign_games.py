"""What the game files of that world have in common, and how it becomes a record of ours and back.

Their referee is not ours: it knows the rules of repetition in its own way, and it plays on where we call a
draw. A game that our options refuse is therefore read once more with the rule in question off, and the
import says so. What cannot be read at all ends the game there, and the import says that too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import flagfall
from flagfall.core import BadText, FlagfallError, IllegalAction, Outcome
from flagfall.core.protocol import Action
from flagfall.core.record import Record
from flagfall.ranks.actions import Deploy, Move
from flagfall.ranks.formats.letters import read_field, read_square, write_field, write_square
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState

TYPES: Final = {"classic": "original", "classicfree": "original", "barrage": "barrage", "duell": "duel"}
"""The edition of each type of game."""
NUMBERS: Final = ("classic", "barrage", "classicfree", "ultimate lightning", "duell")
"""The types by the numbers of ``.gsn`` files."""
DRAW: Final = 2
"""The winner of a drawn game; 0 is red, 1 blue."""
RESULTS: Final = {
    0: ("no-move", "ST-TURN-2"),
    1: ("flag", "ST-END-1"),
    2: ("immobile", "ST-TURN-2"),
    3: ("resignation", "ST-END-3"),
    4: ("agreement", "ST-END-3"),
    10: ("abandoned", "ST-END-5"),
    11: ("time", "ST-END-3"),
    12: ("time", "ST-END-3"),
    13: ("time", "ST-END-3"),
    14: ("abandoned", "ST-END-5"),
}
"""How a game ended, by the number of its result: 12 is the clock of the whole game, 13 a player who left
while their clock ran, 14 an opponent who left."""
_LOOSER: Final[dict[str, dict[str, object]]] = {
    "ST-MOVE-6": {"two_square": 0},
    "ST-MOVE-7": {"more_square": False},
    "ST-END-4": {"quiet_limit": 10_000, "ply_limit": 100_000},
}
"""What to let go when our rules refuse a move of theirs."""


class ForeignMove(NamedTuple):
    """A move as it is written there, and where it stands in the file."""

    source: str
    target: str
    line: int = 0


class Foreign(NamedTuple):
    """A game file, read but not yet understood."""

    type: str
    field: str = ""
    """A hundred letters; empty if the game ended during the set-up."""
    moves: tuple[ForeignMove, ...] = ()
    players: tuple[str, str] = ("", "")
    result: int | None = None
    winner: int | None = None
    """0 red, 1 blue, 2 nobody."""
    trouble: tuple[str, ...] = ()
    """What could not be read, a sentence each."""
    field_line: int = 1


class ImportedGame(NamedTuple):
    """A game of ours made from a file of theirs, and a sentence for everything that did not fit."""

    record: Record
    warnings: tuple[str, ...]


# ---- theirs to ours -----------------------------------------------------------------------------


def to_record(foreign: Foreign, source: str = "") -> ImportedGame:
    """The record of a game file; `BadText` if not even the set-ups can be read."""
    if foreign.type not in TYPES:
        known = ", ".join(TYPES)
        raise BadText(f"no edition plays games of type {foreign.type!r}; known are {known}", source=source)
    game = flagfall.game(TYPES[foreign.type])
    assert isinstance(game, RankGame)
    warnings = list(foreign.trouble)
    setups = _setups(game, foreign, source)
    options: dict[str, object] = {}
    while True:
        actions, state, stuck = _replayed(game, options, setups, foreign)
        if stuck is None:
            break
        number, error = stuck
        looser = _looser(error, state)
        if looser is not None and not looser.items() <= options.items():
            options |= looser
            changed = ", ".join(f"{name} {str(value).lower()}" for name, value in looser.items())
            warnings.append(f"our rules refuse move {number} ({error}): read with {changed}")
            continue
        place = f"line {foreign.moves[number - 1].line}: " if foreign.moves[number - 1].line else ""
        left = len(foreign.moves) - number
        also = f", nor the {left} after it" if left else ""
        warnings.append(f"{place}move {number} cannot be played{also}: {error}")
        break
    outcome = _outcome(foreign, state, warnings)
    notes = {"source": "gravon"}
    if foreign.result is not None:
        notes["gravon-result"] = f"{foreign.result} {foreign.winner}"
    names = foreign.players if any(foreign.players) else ()
    record = Record(game.id, game.read_options(options), tuple(actions), names, 0, outcome, notes)
    return ImportedGame(record, tuple(warnings))


def _looser(error: IllegalAction | BadText, state: RankState) -> dict[str, object] | None:
    """The options under which a refused move may pass."""
    if isinstance(error, BadText):
        return None
    outcome = state.outcome()
    return _LOOSER.get(outcome.rule if outcome is not None else error.rule)


def _setups(game: RankGame, foreign: Foreign, source: str) -> tuple[Deploy, Deploy] | None:
    if not foreign.field:
        return None
    try:
        field = read_field(game, foreign.field)
        setups = tuple(Deploy(tuple(sorted(pieces.items()))) for pieces in field.pieces)
        state = game.new()
        for seat in (0, 1):
            state = state.apply(seat, setups[seat]).state
    except BadText as error:
        raise BadText(error.reason, line=foreign.field_line, column=error.column, source=source) from None
    except IllegalAction as error:
        raise BadText(
            f"the field is no set-up of {game.id}: {error}", line=foreign.field_line, source=source
        ) from None
    return setups[0], setups[1]


def _replayed(
    game: RankGame, options: dict[str, object], setups: tuple[Deploy, Deploy] | None, foreign: Foreign
) -> tuple[list[tuple[int, Action]], RankState, tuple[int, IllegalAction | BadText] | None]:
    """The actions as far as they can be played, the state after them, and the move that stopped it."""
    state = game.new(0, **options)
    actions: list[tuple[int, Action]] = []
    if setups is None:
        return actions, state, None
    for seat, setup in enumerate(setups):
        state = state.apply(seat, setup).state
        actions.append((seat, setup))
    for number, move in enumerate(foreign.moves, 1):
        seat = state.track.turn
        try:
            action = Move(read_square(move.source), read_square(move.target))
            state = state.apply(seat, action).state
        except (IllegalAction, BadText) as error:
            return actions, state, (number, error)
        actions.append((seat, action))
    return actions, state, None


def _outcome(foreign: Foreign, state: RankState, warnings: list[str]) -> Outcome | None:
    """Our outcome: that of the board, else what the file says."""
    told = None
    if foreign.result is not None and foreign.winner is not None:
        if foreign.result not in RESULTS:
            warnings.append(f"there is no result of type {foreign.result}")
        elif foreign.winner not in (0, 1, DRAW):
            warnings.append(f"there is no winner {foreign.winner}")
        else:
            word, rule = RESULTS[foreign.result]
            scores = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))[foreign.winner]
            told = Outcome(word, scores, rule)
    board = state.outcome()
    if board is not None:
        if told is not None and told != board:
            theirs, ours = (f"{end.result()} {end.termination}" for end in (told, board))
            warnings.append(f"the file says {theirs}, the board {ours}")
        return board
    if told is not None and told.termination in ("flag", "no-move", "immobile"):
        warnings.append(f"the file says {told.result()} {told.termination}, but the moves do not get there")
    return told


# ---- ours to theirs -----------------------------------------------------------------------------


def from_record(record: Record) -> Foreign:
    """What can be written of a record; an error if its edition does not exist in that world."""
    types = {edition: type for type, edition in reversed(TYPES.items())}
    if record.game not in types:
        raise FlagfallError(f"these files hold games of {', '.join(types)}, not of {record.game}")
    game: Any = flagfall.game(record.game)
    record.replay()  # a record of one seat, or one that the rules refuse, stops here
    setups = {seat: action for seat, action in record.actions if isinstance(action, Deploy)}
    field = ""
    if len(setups) == 2:
        field = write_field(game, (dict(setups[0].pieces), dict(setups[1].pieces)))
    moves = tuple(
        ForeignMove(write_square(action.origin), write_square(action.target))
        for _, action in record.actions
        if isinstance(action, Move)
    )
    names = record.players or ("", "")
    result, winner = _result(record)
    return Foreign(types[record.game], field, moves, (names[0], names[1]), result, winner)


def _result(record: Record) -> tuple[int | None, int | None]:
    kept = record.notes.get("gravon-result", "").split()
    if len(kept) == 2 and all(part.isdecimal() for part in kept):
        return int(kept[0]), int(kept[1])
    if record.outcome is None:
        return None, None
    winner = record.outcome.winner
    words = {word: number for number, (word, _) in reversed(RESULTS.items())}
    # Draws that are ours alone (ST-END-4) are ties there.
    return words.get(record.outcome.termination, 4), DRAW if winner is None else winner
