"""A whole game as text: who played what under which options, every action, and how it ended.

::

    flagfall record 1
    game barrage
    date 2025-11-15
    player red Anna
    player blue Ben
    option captured open
    seed 7
    result 1-0 flag ST-END-1
    digest 0c4e...

    red setup ..M.../...
    blue setup ..g.../...
    red b4-b5
    blue c7xc4

Reading it plays it: a record that was read has been held against the rules, and a fault names its line
and column. While a game runs, `Record.known_to` gives what one seat may keep of it: neither the seed nor
any action that the seat has not heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from flagfall.core.errors import BadOption, BadText, FlagfallError, IllegalAction
from flagfall.core.options import Value
from flagfall.core.outcome import Outcome
from flagfall.core.protocol import FULL, PUBLIC, Action, AnyGame, State, Step
from flagfall.core.registry import game as game_of

FIRST_LINE: Final = "flagfall record 1"
LONGEST: Final = 4_000_000
"""The longest text that is looked at."""
ONLOOKER: Final = "onlooker"
SETUP: Final = "setup"
_KEY = re.compile(r"[a-z][a-z0-9-]*$")
_OWN_KEYS: Final = frozenset({"flagfall", "game", "player", "option", "seed", "seat", "result", "digest"})
_SCORES: Final = {"1": 1.0, "1/2": 0.5, "0": 0.0}


class Record(msgspec.Struct, frozen=True):
    """A game that was played, or is being played, as far as its reader may know it."""

    game: str
    options: dict[str, Value]
    actions: tuple[tuple[int, Action], ...] = ()
    """Each action with the seat that took it."""
    players: tuple[str, ...] = ()
    """The name of each seat's player; empty where it is not known."""
    seed: int | None = None
    """What decided chance; None where the reader may not know it."""
    outcome: Outcome | None = None
    notes: dict[str, str] = {}
    """Other headers: date, event, source."""
    seat: int = FULL
    """Whose knowledge it holds: FULL for everything, else a seat or PUBLIC."""

    def known_to(self, seat: int) -> Record:
        """What a seat (or an onlooker, PUBLIC) may keep: its own share, and everything after the end.

        From memory (ST-KNOW-2) nobody keeps what was done in the open before the end.
        """
        if self.outcome is not None or seat == FULL:
            return self
        game = game_of(self.game)
        open_too = not game.from_memory(self.options)
        heard = tuple(
            (by, action)
            for by, action in self.actions
            if (open_too if game.overheard(action) else by == seat)
        )
        return replace(self, actions=heard, seed=None, seat=seat)

    def steps(self) -> Iterator[Step[State]]:
        """Every step of the game, the first without events; `IllegalAction` if the rules refuse one."""
        if self.seat != FULL:
            raise FlagfallError(
                "this record holds what one seat knew while the game ran: it cannot be replayed"
            )
        state: State = game_of(self.game).new(self.seed or 0, **self.options)
        yield Step(state, ())
        for seat, action in self.actions:
            step = state.apply(seat, action)
            state = step.state
            yield step
        if self.outcome is not None and state.outcome() is None:
            yield state.ended(self.outcome)

    def replay(self) -> State:
        """The state at the end of the record."""
        last = None
        for last in self.steps():  # noqa: B007 - only the last one is wanted
            pass
        assert last is not None
        state: State = last.state
        return state


# ---- writing ------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """A record as text, which `read_record` reads."""
    game = game_of(record.game)
    lines = [FIRST_LINE, f"game {record.game}"]
    lines += [f"{key} {_one_line(value)}" for key, value in record.notes.items() if _is_note(key)]
    for side, name in zip(sides(game), record.players, strict=False):
        if name:
            lines.append(f"player {side} {_one_line(name)}")
    # All of them: one that a record lacks is read as older than the option.
    options = game.read_options(record.options)
    lines += [f"option {name} {str(value).lower()}" for name, value in options.items()]
    if record.seat != FULL:
        lines.append(f"seat {ONLOOKER if record.seat == PUBLIC else sides(game)[record.seat]}")
    if record.seed is not None:
        lines.append(f"seed {record.seed}")
    if record.outcome is not None:
        lines.append(f"result {_write_outcome(record.outcome)}")
    if record.seat == FULL:
        played, digest = _play(game, record)
        lines.append(f"digest {digest}")
    else:
        # Nothing to play along: an attack is written as a move, which the game reads as well.
        played = [_write_action(game, None, seat, action) for seat, action in record.actions]
    return "\n".join([*lines, "", *played]) + "\n"


def sides(game: AnyGame) -> tuple[str, ...]:
    """The word for each seat in text forms: its colour, without spaces."""
    return tuple(colour.replace(" ", "-") for colour in game.colours)


def _play(game: AnyGame, record: Record) -> tuple[list[str], str]:
    """The line of every action, written as the board stood, and the digest at the end."""
    lines = []
    actions = iter(record.actions)
    for step in record.steps():
        state: State = step.state
        for seat, action in islice(actions, 1):
            lines.append(_write_action(game, state, seat, action))
    return lines, state.digest()


def _write_action(game: AnyGame, state: State | None, seat: int, action: Action) -> str:
    side = sides(game)[seat]
    setup = game.write_setup(action, seat)
    if setup is not None:
        return f"{side} {SETUP} {setup}"
    return f"{side} {str(action) if state is None else game.write(state, action)}"


def _write_outcome(outcome: Outcome) -> str:
    return f"{outcome.result()} {outcome.termination} {outcome.rule}".rstrip()


def _one_line(value: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())


def _is_note(key: str) -> bool:
    return bool(_KEY.match(key)) and key not in _OWN_KEYS


# ---- reading ------------------------------------------------------------------------------------


def read_record(text: str, source: str = "") -> Record:
    """The record that a text holds, played through; `BadText` says where it cannot be read."""
    return _Reader(text, source).record()


class _Reader:
    """Reads one record, line by line."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        if len(text) > LONGEST:
            raise self._bad(f"the text is longer than {LONGEST} characters")
        self.lines = text.removeprefix("\ufeff").splitlines()
        self.number = 0
        self.result_line = self.digest_line = 1
        self.digest = ""

    def _bad(self, reason: str, column: int = 1, line: int | None = None) -> BadText:
        return BadText(reason, line=self.number if line is None else line, column=column, source=self.source)

    def record(self) -> Record:
        headers = self._headers()
        actions, state = self._actions(headers)
        if state is not None:
            self._check(headers.outcome, state)
        return replace(headers, actions=tuple(actions))

    def _headers(self) -> Record:
        if not self.lines or self.lines[0].split() != FIRST_LINE.split():
            raise self._bad(f"a record begins with the line {FIRST_LINE!r}", line=1)
        self.number = 1
        record = Record("", {})
        game: AnyGame | None = None
        given: dict[str, object] = {}
        players: dict[int, str] = {}
        notes: dict[str, str] = {}
        seen: set[str] = set()
        for number, line in enumerate(self.lines[1:], 2):
            self.number = number
            key, _, value = line.strip().partition(" ")
            value = value.strip()
            if not key:
                if game is None:
                    continue
                break
            column = line.index(value) + 1 if value else len(line) + 1
            if not value:
                raise self._bad(f"{key} has no value", column)
            if not _KEY.match(key):
                raise self._bad(
                    f"expected a header such as 'game original', not {key!r}", line.index(key) + 1
                )
            if game is None and key != "game":
                raise self._bad("the first header names the game")
            if key == "flagfall" or (key in seen and key not in ("player", "option")):
                raise self._bad(f"{key} is there twice")
            seen.add(key)
            match key:
                case "game":
                    game = self._game(value, column)
                    record = replace(record, game=value)
                case "player":
                    assert game is not None
                    side, _, name = value.partition(" ")
                    players[self._seat(game, side, column)] = name.strip()
                case "option":
                    assert game is not None
                    self._option(game, given, value, column)
                case "seed":
                    record = replace(record, seed=self._seed(value, column))
                case "seat":
                    assert game is not None
                    seat = PUBLIC if value == ONLOOKER else self._seat(game, value, column)
                    record = replace(record, seat=seat)
                case "result":
                    assert game is not None
                    self.result_line = self.number
                    record = replace(record, outcome=self._outcome(game, value, column))
                case "digest":
                    self.digest, self.digest_line = value, self.number
                case _:
                    notes[key] = value
        else:
            self.number = len(self.lines) + 1
        if game is None:
            raise self._bad("no game is named", line=len(self.lines) + 1)
        names = tuple(players.get(seat, "") for seat in range(game.seats)) if players else ()
        return replace(record, options=game.recorded_options(given), players=names, notes=notes)

    def _game(self, value: str, column: int) -> AnyGame:
        try:
            return game_of(value)
        except FlagfallError as error:
            raise self._bad(str(error), column) from None

    def _seat(self, game: AnyGame, word: str, column: int) -> int:
        known = sides(game)
        if word not in known:
            raise self._bad(f"expected {' or '.join(known)}, not {word!r}", column)
        return known.index(word)

    def _option(self, game: AnyGame, given: dict[str, object], value: str, column: int) -> None:
        name, _, chosen = value.partition(" ")
        if name in given:
            raise self._bad(f"the option {name} is there twice", column)
        given[name] = chosen.strip()
        try:
            game.read_options(given)
        except BadOption as error:
            raise self._bad(str(error), column) from None

    def _seed(self, value: str, column: int) -> int:
        if not re.fullmatch(r"-?\d{1,80}", value):
            raise self._bad(f"a seed is a whole number, not {value!r}", column)
        return int(value)

    def _outcome(self, game: AnyGame, value: str, column: int) -> Outcome:
        words = value.split()
        scores = [_SCORES.get(word) for word in words[0].split("-")]
        if len(scores) != game.seats or None in scores or not 2 <= len(words) <= 3:
            raise self._bad(f"expected a result such as '1-0 flag', not {value!r}", column)
        kept = tuple(score for score in scores if score is not None)
        return Outcome(words[1], kept, words[2] if len(words) == 3 else "")

    # ---- actions ----------------------------------------------------------------------------

    def _actions(self, record: Record) -> tuple[list[tuple[int, Action]], State | None]:
        """The actions, and the state they lead to; None where the record is that of one seat."""
        game = game_of(record.game)
        state: State | None = game.new(record.seed or 0, **record.options) if record.seat == FULL else None
        actions = []
        for number, line in enumerate(self.lines[self.number :], self.number + 1):
            self.number = number
            if not line.strip():
                continue
            lead = len(line) - len(line.lstrip())
            side, _, rest = line.strip().partition(" ")
            seat = self._seat(game, side, lead + 1)
            text = rest.strip()
            column = line.index(text, lead + len(side)) + 1 if text else len(line) + 1
            action = self._action(game, seat, text, column)
            if state is not None:
                try:
                    state = state.apply(seat, action).state
                except IllegalAction as error:
                    raise self._bad(f"the rules refuse this: {error}", column) from None
            elif seat != record.seat and not game.overheard(action):
                raise self._bad(f"the seat of this record cannot know what {side} did here", column)
            actions.append((seat, action))
        return actions, state

    def _action(self, game: AnyGame, seat: int, text: str, column: int) -> Action:
        word, _, rest = text.partition(" ")
        letters = rest.strip() if word == SETUP else ""
        try:
            if letters:
                column += text.index(letters, len(SETUP))
                action: Action = game.setup(letters, seat)
            else:
                action = game.action(text)
        except BadText as error:
            raise self._bad(error.reason, column + error.column - 1) from None
        return action

    def _check(self, told: Outcome | None, state: State) -> None:
        """Hold the end of the game against what the headers say of it."""
        if told is not None and state.outcome() is None:
            state = state.ended(told).state
        outcome = state.outcome()
        if told != outcome:
            found = _write_outcome(outcome) if outcome is not None else "no result"
            raise self._bad(f"played out, this game has {found}", line=self.result_line)
        if self.digest and self.digest != state.digest():
            raise self._bad("played out, this game has another digest", line=self.digest_line)
