"""Making puzzles from games between bots: every moment is tried, and what cannot be proven is left out."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from flagfall.bots.base import Bot, Clock
from flagfall.bots.levels import make_for
from flagfall.core import Event, hears
from flagfall.puzzles.proofs import Proof, Solution, TooSoon, Unproven
from flagfall.puzzles.puzzle import Kind, Moment, Puzzle
from flagfall.ranks.actions import PlayAction
from flagfall.ranks.board import NAMES
from flagfall.ranks.game import RankGame
from flagfall.ranks.state import RankState

FILMS: dict[Kind, int] = {"flag": 14, "still": 14, "bomb": 14, "what": 14, "attack": 4, "likely": 4, "win": 4}
"""How many actions the film of each kind shows at most: long where it is the film that tells something."""
LEVELS = (2, 3, 3)
"""The levels of the bots that play, drawn for each seat."""
PER_GAME = 6
"""Puzzles from one game at most, each of another kind or far apart."""
APART = 20
"""Half-moves between two puzzles of one kind from one game."""
EARLIEST = 8
"""Half-moves before the first puzzle of a game."""


class Yield(msgspec.Struct):
    """What came of it: for the documentation, and for those who wonder whether to wait."""

    games: int = 0
    moments: int = 0
    found: Counter[str] = msgspec.field(default_factory=Counter)
    seconds: float = 0.0

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(self.found.items())) or "nothing"
        rate = sum(self.found.values()) / self.seconds * 60 if self.seconds else 0.0
        looked = f"{self.games} games, {self.moments} moments, {self.seconds:.0f} s"
        return f"{looked}: {kinds}; {rate:.1f} puzzles a minute"


def played_game(game: RankGame, seed: int) -> list[tuple[RankState, PlayAction]]:
    """A game between two bots: each state of play with the action that followed."""
    rng = random.Random(f"puzzle/{game.id}/{seed}")
    bots = [make_for(game, rng.choice(LEVELS), seat, rng.randrange(1 << 30)) for seat in (0, 1)]
    state = game.new()
    for seat in (0, 1):
        state = _told(bots, *state.apply(seat, bots[seat].deploy(state.view(seat))))
    course: list[tuple[RankState, PlayAction]] = []
    while state.over is None:
        mover = state.track.turn
        action = bots[mover].decide(state.view(mover), state.legal(mover), Clock(move=0.05))
        assert isinstance(action, PlayAction)
        course.append((state, action))
        state = _told(bots, *state.apply(mover, action))
    return course


def _told(bots: list[Bot], state: RankState, events: Iterable[Event]) -> RankState:
    for bot in bots:
        bot.observe([event for event in events if hears(event, bot.seat)])
    return state


class Opening:
    """The moment before an action of a game, with a film of some length before it."""

    def __init__(
        self, game: RankGame, course: list[tuple[RankState, PlayAction]], at: int, length: int
    ) -> None:
        first = max(0, at - length)
        while first < at and course[first][0].awaited is not None:
            first += 1
        self.game = game
        self.scenes = course[first:at]
        self.start, self.seat = course[first][0], course[at][0].track.turn
        self.proof = Proof(Moment(game, self.start, tuple(action for _, action in self.scenes), self.seat))

    def puzzle(self, kind: Kind) -> Puzzle:
        """It as a puzzle without an answer."""
        film = tuple(self.game.write(before, action) for before, action in self.scenes)
        return Puzzle("", self.game.id, kind, self.seat, self.start.position(), film, (), 0)


def finished(opening: Opening, kind: Kind, solution: Solution, **more: str | int) -> Puzzle:
    """A proven puzzle with its answer, and an id that follows from its content."""
    whole = msgspec.structs.replace(
        opening.puzzle(kind),
        answers=solution.answers,
        rating=solution.rating,
        percent=solution.percent,
        **more,
    )
    content = msgspec.json.encode(msgspec.structs.replace(whole, rating=0))
    return msgspec.structs.replace(whole, id=hashlib.blake2b(content, digest_size=5).hexdigest())


def puzzles_of_game(
    game: RankGame, course: list[tuple[RankState, PlayAction]], kinds: Iterable[Kind], counted: Yield
) -> Iterator[Puzzle]:
    """The puzzles in one game."""
    wanted = list(kinds)
    last: dict[Kind, int] = {}
    made = 0
    for at, (state, _) in enumerate(course):
        if at < EARLIEST or state.awaited is not None:
            continue
        counted.moments += 1
        openings: dict[int, Opening] = {}
        for kind in wanted:
            if made >= PER_GAME or at - last.get(kind, -APART) < APART:
                continue
            length = FILMS[kind]
            if length not in openings:
                openings[length] = Opening(game, course, at, length)
            try:
                puzzle = tried(openings[length], kind)
            except Unproven:
                continue
            last[kind] = at
            made += 1
            counted.found[kind] += 1
            yield puzzle


def tried(opening: Opening, kind: Kind) -> Puzzle:
    """The moment as a puzzle of a kind; `Unproven` if it is none."""
    proof = opening.proof
    match kind:
        case "flag":
            return finished(opening, kind, proof.flag())
        case "still":
            return finished(opening, kind, proof.still())
        case "bomb":
            return finished(opening, kind, proof.bomb())
        case "attack":
            return finished(opening, kind, proof.attack())
        case "likely":
            return finished(opening, kind, proof.likely())
        case "what":
            return _what(opening)
        case "win":
            return _win(opening)


def _what(opening: Opening) -> Puzzle:
    for piece in opening.proof.strangers.values():
        square = NAMES[piece.square]
        try:
            solution = opening.proof.what(square)
        except Unproven:
            continue
        return finished(opening, "what", solution, square=square)
    raise Unproven("nobody's rank follows")


def _win(opening: Opening) -> Puzzle:
    proof = opening.proof
    flags = [p for p in proof.strangers.values() if any(proof.role(k) == "flag" for k in proof.possible(p))]
    if len(flags) != 1:
        raise Unproven("it is not known where the flag is")
    near = min((_steps(p.square, flags[0].square) for p in proof.movers), default=99)
    for moves in (2, 3):
        if near > 2 * moves:
            continue
        try:
            return finished(opening, "win", proof.win(moves), moves=moves)
        except TooSoon:
            break
        except Unproven:
            continue
    raise Unproven("no forced win")


def _steps(one: int, other: int) -> int:
    return abs(one // 10 - other // 10) + abs(one % 10 - other % 10)


def make(
    game: RankGame, kinds: Iterable[Kind], seed: int, seconds: float, counted: Yield, most: int = 1_000
) -> Iterator[Puzzle]:
    """Puzzles from games between bots until the time is up, or there are ``most`` of each kind."""
    wanted = tuple(kinds)
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        course = played_game(game, seed + counted.games)
        counted.games += 1
        open_ = [kind for kind in wanted if counted.found[kind] < most]
        if not open_:
            break
        for puzzle in puzzles_of_game(game, course, open_, counted):
            counted.seconds = time.monotonic() - began
            yield puzzle
        counted.seconds = time.monotonic() - began
