"""Our bots as agents of the UCC protocol: what ``flagfall engine --ucc`` runs.

What the host tells is turned into the views and events of our own engine: the position is dealt again so that
it fits what has just been shown, the move is made there, and our bot hears of it as it always does. Only the
host ends a game: a dealt world in which the side to move is stuck says nothing about the real one. If our
rules cannot follow what the host says, the agent goes on from the board that the host sends.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from msgspec.structs import replace

import flagfall
from flagfall import bots
from flagfall.bots.base import Clock, Value
from flagfall.core import FlagfallError, IllegalAction, hears
from flagfall.ranks.actions import Deploy, Move
from flagfall.ranks.events import Ended
from flagfall.ranks.game import RankGame
from flagfall.ranks.repetition import Track
from flagfall.ranks.view import Piece, RankView
from flagfall.research.arena.ucc import WAYS, UccError, letters, read_move, setup_rows, write_move

OPTIONS: dict[str, Any] = {"ply_limit": 100_000, "more_square": False}
"""Hosts know no more-square rule. Whether they know the two-square rule is seen when somebody breaks it."""
PATIENCE = 4
"""Hosts know no draw by quiet play. Our bots are told of one that is always this near once little happens:
they learned to make progress before it comes. Where they look ahead, it does not come."""
GAME = "original"
"""The one game of the protocol."""
BOARD_ROWS = 10
OUTCOMES = ("KILLS", "DIES", "BOTHDIE")
MOVABLE = "123456789s"
"""The signs of pieces that can move."""

CANNOT_FOLLOW = "cannot follow %r (%s): from now on the host's boards count"
logger = logging.getLogger("flagfall.ucc")


class Agent:
    """One game with a host."""

    def __init__(self, level: int, think: float, seed: int, **params: Value) -> None:
        found = flagfall.game(GAME)
        assert isinstance(found, RankGame)
        self.game = found
        self.level, self.think, self.seed, self.params = level, think, seed, params
        self.rng = random.Random(seed)
        self.seat = 0
        self.bot: bots.Bot | None = None
        self.view: RankView | None = None
        self.lost = False
        """Whether the host has said something that could not be followed: only its boards count then."""

    def take_seat(self, colour: str, setup: Deploy | None = None) -> list[str]:
        """The set-up for the seat of a colour: the bot's own choice, unless one is given."""
        self.seat = 0 if colour == "RED" else 1
        self.lost = False
        # Hosts wait for the set-up no longer than for a move: code is compiled in the background.
        hosted: dict[str, Value] = {"hurry": True, "endless": True}
        self.bot = bots.make(GAME, self.level, self.seat, self.seed, **{**hosted, **self.params})
        state = self.game.new(**OPTIONS)
        action = setup or self.bot.deploy(state.view(self.seat))
        step = state.apply(self.seat, action)
        self.bot.observe(tuple(event for event in step.events if hears(event, self.seat)))
        other = step.state.pending()[0].sample(self.rng)
        begun = step.state.apply(1 - self.seat, other)
        self.bot.observe(tuple(event for event in begun.events if hears(event, self.seat)))
        self.view = begun.state.view(self.seat)
        return setup_rows(self.game, action, self.seat)  # type: ignore[arg-type]

    def _seated(self) -> tuple[RankView, bots.Bot]:
        """What is known and who plays; `UccError` before the host has said which colour it is."""
        if self.view is None or self.bot is None:
            raise UccError("the host has not given a colour yet")
        return self.view, self.bot

    def hear(self, line: str) -> None:
        """Take note of a move with its outcome, by whichever side is to move."""
        words = line.split()
        if words[0] == "NO_MOVE" or words[-1] == "ILLEGAL":  # some hosts let the other side go on
            view, _ = self._seated()
            track = view.track
            self.view = replace(view, track=replace(track, turn=1 - track.turn, ply=track.ply + 1))
            return
        move, used = read_move(words)
        outcome, signs = words[used] if len(words) > used else "OK", words[used + 1 : used + 3]
        if outcome == "OK" or (outcome in OUTCOMES and len(signs) == 2):
            self._make(move, signs if outcome in OUTCOMES else [])

    def _make(self, move: Move, signs: list[str]) -> None:
        view, bot = self._seated()
        mover = view.track.turn
        pieces = []
        for piece in view.pieces:
            if piece.seat != self.seat and piece.square in (move.origin, move.target):
                piece = self._told(piece, move, signs)
            pieces.append(piece)
        limit = view.options["quiet_limit"]
        assert isinstance(limit, int)
        track = view.track
        if limit:
            track = replace(track, quiet=min(track.quiet, limit - PATIENCE))
        view = replace(view, pieces=tuple(pieces), track=track)
        try:
            step = self.game.determinize(view, self.rng).apply(mover, move)
        except IllegalAction:
            # The host does not know the two-square rule: from now on nobody need keep it.
            track = Track(turn=mover, ply=track.ply, quiet=track.quiet)
            view = replace(view, track=track, options={**view.options, "two_square": 0})
            step = self.game.determinize(view, self.rng).apply(mover, move)
        # The end of a dealt world is not the end of the game (ST-TURN-2 depends on what is hidden).
        events = [event for event in step.events if hears(event, self.seat) and not isinstance(event, Ended)]
        bot.observe(tuple(events))
        self.view = self.game.fold_all(view, events, self.seat)

    def _told(self, piece: Piece, move: Move, signs: list[str]) -> Piece:
        """An enemy piece with what a move tells of it."""
        attacks = piece.square == move.origin
        if signs:
            sign = signs[0 if attacks else 1]
            known = {one.lower(): kind for one, kind in letters(self.game, piece.seat).items()}
            if sign.lower() not in known:
                raise UccError(f"there is no piece {sign!r}")
            kind = known[sign.lower()]
        elif attacks and move.target not in self.game.board.beside[move.origin]:
            kind = letters(self.game, piece.seat)["9"]
        else:
            return replace(piece, moved=True) if attacks else piece
        ranks = {one.id: one.rank for one in self.game.edition.armies[piece.seat].kinds}
        return replace(piece, kind=kind, rank=ranks[kind])

    def follow(self, line: str) -> bool:
        """Take note of a line; whether it told of our own move, so that the host waits for nothing."""
        mine = self.view is not None and self.view.track.turn == self.seat
        if not self.lost:
            try:
                self.hear(line)
            except Exception as error:
                # Our own errors say all there is to know; of others the place in the code is needed too.
                known = isinstance(error, FlagfallError)
                logger.warning(CANNOT_FOLLOW, line, error, exc_info=not known)
                self.lost = True
        elif self.view is not None:
            track = self.view.track
            self.view = replace(self.view, track=replace(track, turn=1 - track.turn))
        return mine

    def reply(self, board: Sequence[str]) -> str:
        """The bot's move; where it cannot be had, or does not fit the host's board, one by that board."""
        try:
            found = "" if self.lost else self.answer()
            if found and possible(found, board):
                return found
        except Exception:
            logger.warning("no answer: from now on the host's boards count", exc_info=True)
        self.lost = True
        moves = board_moves(board)
        return self.rng.choice(moves) if moves else "NO_MOVE"

    def answer(self) -> str:
        """The bot's move in the notation of the protocol, or ``NO_MOVE``."""
        view, bot = self._seated()
        legal = self.game.determinize(view, self.rng).legal(self.seat)
        if not legal:
            return "NO_MOVE"
        action = bot.decide(view, legal, Clock(move=self.think))
        assert isinstance(action, Move)
        return write_move(action.origin, action.target)


def board_moves(board: Sequence[str]) -> list[str]:
    """Steps that the pieces on a host's board can make; attacks if there are any."""
    cells = {(x, y): cell for y, row in enumerate(board) for x, cell in enumerate(row[:BOARD_ROWS])}
    steps: dict[str, list[str]] = {"#": [], ".": []}
    for (x, y), cell in cells.items():
        if cell in MOVABLE:
            for way, (down, right) in WAYS.items():
                steps.get(cells.get((x + right, y + down), ""), []).append(f"{x} {y} {way}")
    return steps["#"] or steps["."]


def possible(move: str, board: Sequence[str]) -> bool:
    """Whether a move begins on one of our pieces on a host's board and ends on none; True without a board."""
    cells = "".join(row.ljust(BOARD_ROWS)[:BOARD_ROWS] for row in board)
    if move == "NO_MOVE" or not any(cell in MOVABLE for cell in cells):
        return True
    found, _ = read_move(move.split())
    return cells[found.origin] in MOVABLE and cells[found.target] in ".#"


def serve(source: Iterable[str], sink: TextIO, agent: Agent) -> None:
    """Play with a host until it says QUIT or goes."""
    lines = iter(source)

    def say(*words: str) -> None:
        sink.write("".join(word + "\n" for word in words))
        sink.flush()

    for raw in lines:
        line = raw.strip()
        if not line:
            continue
        if line.startswith("QUIT"):
            return
        first = line.split()[0]
        if first in ("RED", "BLUE"):
            say(*agent.take_seat(first))
            continue
        if first != "START" and (agent.follow(line) or "VICTORY" in line):
            continue
        board = [next(lines, "").strip() for _ in range(BOARD_ROWS)]
        say(agent.reply(board))
