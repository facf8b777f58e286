"""Making puzzles of the hex game from games between bots: every turn is tried."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterable, Iterator

import msgspec

from flagfall.bots.base import Clock
from flagfall.bots.levels import make_for
from flagfall.core import hears
from flagfall.hexes.game import HexGame
from flagfall.hexes.state import HexState
from flagfall.puzzles.hexes.proofs import HexProof
from flagfall.puzzles.hexes.puzzle import HexKind, HexPuzzle
from flagfall.puzzles.hexes.turn import Turn
from flagfall.puzzles.make import Yield
from flagfall.puzzles.proofs import Solution, Unproven

LEVELS = (2, 3)
"""The levels of the bots that play, drawn for each seat."""
PER_GAME = 4
"""Puzzles from one game at most, each of another kind."""


def turns_of_game(game: HexGame, seed: int) -> Iterator[HexState]:
    """A game between two bots: the state at the beginning of each turn."""
    rng = random.Random(f"puzzle/{game.id}/{seed}")
    bots = [make_for(game, rng.choice(LEVELS), seat, rng.randrange(1 << 30)) for seat in (0, 1)]
    state = game.new(rng.randrange(1 << 60))
    while state.result is None:
        seat = state.pending()[0].seat
        frame = state.frame
        if frame is not None and frame.left == 2 and not frame.used:
            yield state
        view = state.view(seat)
        if state.phase == "play":
            action = bots[seat].decide(view, state.legal(seat), Clock(move=0.05))
        else:
            action = bots[seat].deploy(view)
        step = state.apply(seat, action)
        for bot in bots:
            bot.observe([event for event in step.events if hears(event, bot.seat)])
        state = step.state


def finished(turn: Turn, kind: HexKind, solution: Solution, target: str = "", count: int = 0) -> HexPuzzle:
    """A proven puzzle with its answer, and an id that follows from its content."""
    whole = HexPuzzle(
        "",
        turn.game.id,
        kind,
        turn.seat,
        turn.state.position(),
        solution.answers,
        solution.rating,
        target,
        count,
        solution.percent,
    )
    content = msgspec.json.encode(msgspec.structs.replace(whole, rating=0))
    return msgspec.structs.replace(whole, id=hashlib.blake2b(content, digest_size=5).hexdigest())


def tried(proof: HexProof, kind: HexKind) -> HexPuzzle:
    """The turn as a puzzle of a kind; `Unproven` if it is none."""
    turn = proof.turn
    match kind:
        case "hidden":
            return finished(turn, kind, proof.hidden())
        case "shelter":
            return finished(turn, kind, proof.shelter())
        case "shots":
            return finished(turn, kind, proof.shots(), count=max(proof.shot_from.values()))
    for foe in turn.foes:
        target = turn.state.pieces[foe].key
        try:
            solution = proof.chance(target) if kind == "chance" else proof.manner(target)
        except Unproven:
            continue
        return finished(turn, kind, solution, target)
    raise Unproven("no target makes a question")


def puzzles_of_turns(
    game: HexGame, states: Iterable[HexState], kinds: Iterable[HexKind], counted: Yield
) -> Iterator[HexPuzzle]:
    """The puzzles in the turns of one game, each of another kind."""
    wanted = list(kinds)
    made = 0
    for state in states:
        counted.moments += 1
        try:
            proof = HexProof(Turn(game, state))
        except Unproven:
            continue
        for kind in wanted:
            try:
                puzzle = tried(proof, kind)
            except Unproven:
                continue
            wanted.remove(kind)
            made += 1
            counted.found[kind] += 1
            yield puzzle
            break  # another moment for another kind
        if made >= PER_GAME or not wanted:
            return


def make_hex(
    game: HexGame,
    kinds: Iterable[HexKind],
    seed: int,
    seconds: float,
    counted: Yield,
    most: int = 1_000,
) -> Iterator[HexPuzzle]:
    """Puzzles from games between bots until the time is up, or there are ``most`` of each kind."""
    wanted = tuple(kinds)
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        open_ = [kind for kind in wanted if counted.found[kind] < most]
        if not open_:
            break
        turns = turns_of_game(game, seed + counted.games)
        counted.games += 1
        for puzzle in puzzles_of_turns(game, turns, open_, counted):
            counted.seconds = time.monotonic() - began
            yield puzzle
        counted.seconds = time.monotonic() - began
